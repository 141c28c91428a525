import type { Block, Run } from '../../../../contract/content'

const WRAPS = { code: '`', strong: '**', emphasis: '*', strike: '~~' } as const

/** Code stays as it is; in other text every character that could be read as markup is escaped. */
const escaped = (text: string) => text.replace(/[\\`*_~[\]<>|#&]/g, '\\$&').replace(/\n/g, '  \n')

/** Marks enclose the words without the spaces at their ends, next to which they would not be read as marks. */
function markedUp({ text, marks }: Run): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (words === '') return text
  const inner = marks.includes('code') ? words : escaped(words)
  const outer = (['code', 'emphasis', 'strong', 'strike'] as const)
    .filter((mark) => marks.includes(mark))
    .reduce((wrapped, mark) => `${WRAPS[mark]}${wrapped}${WRAPS[mark]}`, inner)
  return before + outer + after
}

/** Runs of one link go into one link. */
function runsText(runs: readonly Run[]): string {
  const links = runs.reduce<Run[][]>((groups, run) => {
    const last = groups.at(-1)
    if (last?.[0]?.href === run.href) last.push(run)
    else groups.push([run])
    return groups
  }, [])
  return links
    .map((group) => {
      const text = group.map(markedUp).join('')
      const href = group[0]?.href
      return href ? `[${text}](${href})` : text
    })
    .join('')
}

/** Escapes the start of a line that would be read as a list or a rule. */
const lineOf = (runs: readonly Run[]) =>
  runsText(runs).replace(/^([+-]|\d+[.)])(?=\s|$)/gm, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)

const row = (cells: readonly Run[][]) => `| ${cells.map(runsText).join(' | ')} |`

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${runsText(block.runs)}`
    case 'paragraph':
      return lineOf(block.runs)
    case 'quote':
      return lineOf(block.runs).replace(/^/gm, '> ')
    case 'list':
      return block.items
        .map(({ depth, runs }) => `${'   '.repeat(depth)}${block.ordered ? '1.' : '-'} ${runsText(runs)}`)
        .join('\n')
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``
    case 'table':
      return [
        row(block.head),
        row(block.head.map(() => [{ text: '---', marks: [], href: null }])),
        ...block.rows.map(row),
      ].join('\n')
    case 'image':
      return `![${escaped(block.alt)}](${block.url})`
    case 'rule':
      return '---'
  }
}

/** Markdown that `blocksOf` reads as these blocks: the form in which an editor changes an imported article. */
export const markdownOf = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')
