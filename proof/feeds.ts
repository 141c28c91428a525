import type { FeedEventPage, LogTree } from '../contract/proof'
import { EMPTY_ROOT, leafHash } from './hashing'
import { headLeaf } from './heads'
import { isSignedByLog, parseCheckpoint } from './notes'
import { timeOf } from './steps'
import { isIncluded, isRange } from './trees'

/** Entries of a page that is not the last one. */
export const PAGE_ENTRIES = 500

/** The log of feeds under the head of a page. */
export const feedsOf = ({ head }: Pick<FeedEventPage, 'head'>): LogTree =>
  head.logs.find(({ name }) => name === 'feeds') ?? { name: 'feeds', size: 0, root: EMPTY_ROOT }

/** The problem with a page of the log of feeds, in words; undefined if it is proven and whole. */
export function pageProblem(page: FeedEventPage, key: string | undefined): string | undefined {
  const { head, headPath, from, entries, path, publicKey } = page
  if (key && key !== publicKey) return 'the log is not signed with that key'
  const checkpoint = parseCheckpoint(page.checkpoint)
  if (checkpoint?.size !== head.number || !isSignedByLog(checkpoint, publicKey)) return 'the log of heads is not signed'
  const leaf = headLeaf(head, head.products)
  if (!isIncluded(leaf, head.number - 1, checkpoint.size, headPath, checkpoint.root))
    return 'the head is not in the log of heads'
  const log = feedsOf(page)
  if (from + entries.length > log.size) return 'there are more entries than the head has'
  if (entries.length < Math.min(PAGE_ENTRIES, log.size - from)) return 'entries are left out'
  if (entries.length > 0 && !isRange(entries.map(leafHash), from, log, path))
    return 'the entries are not those of the log'
  const times = entries.map((entry) => Number(entry.split('|')[2]))
  const falls = times.some((at, index) => at < (times[index - 1] ?? at))
  return falls ? 'times fall' : undefined
}

/** The fields of each kind of entry (docs/PROOF_FORMAT.md, "Feeds"). */
const FIELDS: Record<string, readonly string[]> = {
  began: ['feed', 'lastTickAt'],
  ended: ['feed'],
  settings: [
    'source',
    'instrument',
    'sourceLagMs',
    'jumpBp',
    'failoverMs',
    'recoveryMs',
    'entryTimeoutMs',
    'staleAfterMs',
  ],
  source: ['from', 'to'],
  held: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  passed: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  dropped: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  stopped: ['lastTickAt'],
  resumed: ['lastTickAt'],
  skipped: ['source', 'reason', 'ticks', 'since'],
  more: ['entries', 'since'],
  audit: ['entry', 'hash'],
  archive: ['file', 'note'],
  restored: ['kept', 'root', 'reason', 'signature'],
  sealed: ['fromAt', 'untilAt', 'hash'],
  revealed: ['fromAt', 'untilAt', 'seed', 'plan'],
  moved: ['factor', 'how'],
}

/** An entry as a line for people: the time, the product, what happened. */
export function shownEntry(entry: string): string {
  const [, , at, kind = '', symbol, ...fields] = entry.split('|')
  const names = FIELDS[kind] ?? []
  const facts = fields.map((field, index) => {
    const name = names[index] ?? 'field'
    return `${name} ${/At$|^since$/.test(name) && Number(field) > 0 ? timeOf(Number(field)) : field}`
  })
  return `${timeOf(Number(at))} ${symbol} ${kind}: ${facts.join(', ')}`
}
