import { type ShownResult, thinned } from '../../../contract/shownResult'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'example'
/** Raise it when the shape changes. */
const VERSION = 1

const parse = (value: unknown) =>
  typeof value === 'object' && value !== null && 'ticks' in value ? (value as ShownResult) : undefined

/** The example that this device verified last: the next visit opens with it, until it has the newest. */
export const readExample = (): ShownResult | undefined => readJson(KEY, VERSION, parse)

export function writeExample(example: ShownResult): void {
  const { id, symbol, direction, durationSeconds, acceptedAt, closedAt, status, entry, exit, head, ticks } = example
  if (!entry || !exit) return
  const course = thinned(ticks, [entry.sequence, exit.sequence])
  const shown = { id, symbol, direction, durationSeconds, acceptedAt, closedAt, status, entry, exit, head }
  writeJson(KEY, VERSION, { ...shown, ticks: course.map(({ sequence, at, price }) => ({ sequence, at, price })) })
}
