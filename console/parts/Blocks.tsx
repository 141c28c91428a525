import { Table, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Block, Run } from '../../contract/content'
import { addressOfPicture } from '../api'

/** Parts have no names; a preview is rendered as a whole. */
const eachByIndex = <T,>(items: readonly T[], draw: (item: T, index: number) => ReactNode) => items.map(draw)

const runs = (all: readonly Run[]) =>
  eachByIndex(all, ({ text, marks, href }, index) => (
    <Typography.Text
      key={index}
      strong={marks.includes('strong')}
      italic={marks.includes('emphasis')}
      delete={marks.includes('strike')}
      code={marks.includes('code')}
      underline={href !== null}
      {...(href !== null && { title: href })}
      style={{ whiteSpace: 'pre-wrap' }}
    >
      {text}
    </Typography.Text>
  ))

function tableOf({ head, rows }: Extract<Block, { kind: 'table' }>) {
  const columns = head.map((cell, index) => ({
    key: index,
    title: runs(cell),
    render: (_: unknown, row: { cells: Run[][] }) => runs(row.cells[index] ?? []),
  }))
  const lines = rows.map((cells, key) => ({ key, cells }))
  return <Table size="small" pagination={false} columns={columns} dataSource={lines} scroll={{ x: 'max-content' }} />
}

/** Items of all depths are in one list; each depth counts by itself, again under each item of the depth above. */
function listOf({ items, ordered }: Extract<Block, { kind: 'list' }>) {
  const counts: number[] = []
  return eachByIndex(items, ({ depth, runs: item }, index) => {
    counts.length = depth + 1
    counts[depth] = (counts[depth] ?? 0) + 1
    return (
      <div key={index} style={{ paddingInlineStart: 16 * (depth + 1) }}>
        {ordered ? `${counts[depth]}.` : '•'} {runs(item)}
      </div>
    )
  })
}

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Typography.Title level={5}>{runs(block.runs)}</Typography.Title>
    case 'paragraph':
      return <Typography.Paragraph>{runs(block.runs)}</Typography.Paragraph>
    case 'quote':
      return (
        <blockquote style={{ borderInlineStart: '3px solid var(--line-strong)', paddingInlineStart: 12 }}>
          {runs(block.runs)}
        </blockquote>
      )
    case 'list':
      return listOf(block)
    case 'code':
      return <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{block.text}</pre>
    case 'table':
      return tableOf(block)
    case 'image':
      return (
        <img src={addressOfPicture(block.url.split('/').at(-1) ?? '')} alt={block.alt} style={{ maxWidth: '100%' }} />
      )
    case 'rule':
      return <hr />
  }
}

/** An article as its readers see it, in plain form. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div>
    {eachByIndex(blocks, (block, index) => (
      <div key={index} style={{ marginBottom: 8 }}>
        {blockOf(block)}
      </div>
    ))}
  </div>
)
