import { Table, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Block, Run } from '../../contract/content'
import { addressOfPicture } from '../api'

/** Blocks and runs have no names of their own; a preview is rendered as a whole. */
const numbered = <T,>(items: readonly T[], draw: (item: T) => ReactNode) =>
  items.map((item, index) => [index, draw(item)] as const).map(([key, drawn]) => <span key={key}>{drawn}</span>)

const runs = (all: readonly Run[]) =>
  numbered(all, ({ text, marks, href }) => (
    <Typography.Text
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

function drawn(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Typography.Title level={5}>{runs(block.runs)}</Typography.Title>
    case 'paragraph':
      return <Typography.Paragraph>{runs(block.runs)}</Typography.Paragraph>
    case 'quote':
      return (
        <blockquote style={{ borderInlineStart: '3px solid #d9d9d9', paddingInlineStart: 12 }}>
          {runs(block.runs)}
        </blockquote>
      )
    case 'list':
      return numbered(block.items, ({ depth, runs: item }) => (
        <div style={{ paddingInlineStart: 16 * (depth + 1) }}>
          {block.ordered ? '–' : '•'} {runs(item)}
        </div>
      ))
    case 'code':
      return <pre style={{ overflowX: 'auto' }}>{block.text}</pre>
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
    {numbered(blocks, drawn).map((each) => (
      <div key={each.key} style={{ marginBottom: 8 }}>
        {each}
      </div>
    ))}
  </div>
)
