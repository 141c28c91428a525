import type { Block, Run } from '../../contract/content'

/** As much of an article as is shown; contract/content.ts has the same limits. */
const MAX_BLOCKS = 500
const MAX_RUNS = 500
const MAX_ITEMS = 200
const MAX_CELLS = 12
const MAX_DEPTH = 3
const MARKS = ['strong', 'emphasis', 'code', 'strike'] as const

type Json = Record<string, unknown>

/**
 * The blocks of an article, read piece by piece: anything that is not exactly a block of the contract is left out, so
 * that no answer of any server, store or proxy gets anything else onto a page. Links and pictures are still only texts
 * here.
 */
export function readBlocks(value: unknown): Block[] {
  return list(value, MAX_BLOCKS).flatMap((block) => readBlock(block) ?? [])
}

function readBlock(value: unknown): Block | undefined {
  const block = record(value)
  switch (block.kind) {
    case 'heading':
      return { kind: 'heading', level: clamp(block.level, 2, 4), runs: readRuns(block.runs) }
    case 'paragraph':
    case 'quote':
      return { kind: block.kind, runs: readRuns(block.runs) }
    case 'list':
      return { kind: 'list', ordered: block.ordered === true, items: list(block.items, MAX_ITEMS).map(readItem) }
    case 'code':
      return { kind: 'code', text: text(block.text) }
    case 'table':
      return {
        kind: 'table',
        head: list(block.head, MAX_CELLS).map(readRuns),
        rows: list(block.rows, MAX_ITEMS).map((row) => list(row, MAX_CELLS).map(readRuns)),
      }
    case 'image':
      return { kind: 'image', url: text(block.url), alt: text(block.alt) }
    case 'rule':
      return { kind: 'rule' }
    default:
      return undefined
  }
}

function readItem(value: unknown) {
  const item = record(value)
  return { depth: clamp(item.depth, 0, MAX_DEPTH), runs: readRuns(item.runs) }
}

function readRuns(value: unknown): Run[] {
  return list(value, MAX_RUNS).map((entry) => {
    const run = record(entry)
    const marks = list(run.marks, MARKS.length)
    return {
      text: text(run.text),
      marks: MARKS.filter((mark) => marks.includes(mark)),
      href: typeof run.href === 'string' ? run.href : null,
    }
  })
}

/** The words of runs without their marks. */
export function plainText(runs: readonly Run[]): string {
  return runs.map((run) => run.text).join('')
}

export interface NumberedItem {
  depth: number
  /** "1." or a bullet. */
  marker: string
  runs: Run[]
}

const BULLETS = ['•', '◦', '▪', '▪']

/** The items of a list with their markers: each depth counts for itself and starts again below another item. */
export function numberItems(ordered: boolean, items: readonly { depth: number; runs: Run[] }[]): NumberedItem[] {
  const counts: number[] = []
  return items.map(({ depth, runs }) => {
    counts.length = depth + 1
    const count = (counts[depth] ?? 0) + 1
    counts[depth] = count
    return { depth, runs, marker: ordered ? `${count}.` : (BULLETS[depth] ?? '•') }
  })
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function list(value: unknown, max: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function clamp(value: unknown, low: number, high: number): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(high, Math.max(low, value)) : low
}
