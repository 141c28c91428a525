import { createHash } from 'node:crypto'
import type {
  KeyChange,
  LogRestore,
  LogTree,
  OrderTerms,
  ProductTree,
  ReceiptOrder,
  ReceiptTick,
} from '../../contract/proof'
import { EMPTY_ROOT, leafHash, nodeHash } from '../../server/src/signedLogs/merkle'

/**
 * The texts of docs/PROOF_FORMAT.md and the map of results, written apart from app, server and scripts: a mistake that the house and
 * a verifier share would not be noticed.
 */

export const TERM_FIELDS = [
  'id',
  'number',
  'symbol',
  'source',
  'instrument',
  'direction',
  'stake',
  'currency',
  'scale',
  'payout',
  'earningsRateBp',
  'durationSeconds',
  'acceptedAt',
  'entryTimeoutMs',
  'staleAfterMs',
  'sourceLagMs',
  'rule',
  'seenHead',
  'seenRoot',
  'deviceKey',
  'deviceSignature',
] satisfies readonly (keyof OrderTerms)[]
const RESULT_FIELDS = [
  'entrySequence',
  'entryAt',
  'entryPrice',
  'expiresAt',
  'exitSequence',
  'exitAt',
  'exitPrice',
  'status',
  'voidReason',
  'profitLoss',
  'closedAt',
] satisfies readonly (keyof ReceiptOrder)[]

const line = (...fields: (string | number | null)[]): string => fields.map((field) => field ?? '-').join('|')
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const askText = (origin: string, terms: Omit<OrderTerms, 'deviceSignature'>): string =>
  line(
    'ask',
    1,
    origin,
    terms.id,
    terms.symbol,
    terms.direction,
    terms.stake,
    terms.currency,
    terms.scale,
    terms.durationSeconds,
    terms.earningsRateBp,
    terms.seenHead,
    terms.seenRoot,
    terms.deviceKey,
  )
export const acceptanceText = (terms: OrderTerms): string =>
  line('accept', 4, ...TERM_FIELDS.map((field) => terms[field]))
export const settlementText = (order: ReceiptOrder): string =>
  line('settlement', 5, ...[...TERM_FIELDS, ...RESULT_FIELDS].map((field) => order[field]))

/** A UUID of version 7 begins with 48 bits of milliseconds. */
export const idOf = (ms: number, end = '7000-8000-000000000001'): string => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${end}`
}
export const askedAtOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
export const minuteOf = (id: string): number => Math.floor(askedAtOf(id) / 60_000)

/** Leaf of the log `settlements` and of the map `results`. */
export const settledText = (order: ReceiptOrder): string =>
  line('settled', 1, minuteOf(order.id), sha256(order.id), sha256(settlementText(order)))

export const tickText = (symbol: string, tick: ReceiptTick): string =>
  line(
    'tick',
    2,
    symbol,
    tick.sequence,
    tick.at,
    tick.price,
    tick.size,
    tick.source,
    tick.sourceAt,
    tick.instrument,
    tick.trade,
  )
export const productText = ({ symbol, size, through, root }: ProductTree): string =>
  line('product', 2, symbol, size, through, root)
export const logText = ({ name, size, root }: LogTree): string => line('log', 1, name, size, root)
export const headText = (head: { number: number; at: number; products: string; logs: string }): string =>
  line('head', 2, head.number, head.at, head.products, head.logs)
export const keyText = ({ from, to, at }: Pick<KeyChange, 'from' | 'to' | 'at'>): string => line('key', 1, from, to, at)
export const restoreText = (origin: string, said: Omit<LogRestore, 'publicKey' | 'signature'>): string =>
  line('restore', 1, origin, said.kept, said.root, said.keptAt, said.at, said.reason)

/** 16 bits of the day, 11 of the minute within it, 256 of the key. */
function placeOf(settled: string): string {
  const [, , minute = '0', key = ''] = settled.split('|')
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0')
  return (
    bits(Math.floor(Number(minute) / 1_440), 16) +
    bits(Number(minute) % 1_440, 11) +
    [...Buffer.from(key, 'hex')].map((byte) => bits(byte, 8)).join('')
  )
}

/** A later leaf of a place takes the place of the one before it: what the house would do to have two results. */
const placed = (leaves: readonly string[]) => new Map(leaves.map((each) => [placeOf(each), leafHash(each)] as const))

function rootBelow(leaves: ReadonlyMap<string, Buffer>, prefix: string): Buffer {
  const within = [...leaves].filter(([place]) => place.startsWith(prefix))
  if (within.length === 0) return EMPTY_ROOT
  if (within.length === 1) return within[0]?.[1] ?? EMPTY_ROOT
  const below = new Map(within)
  return nodeHash(rootBelow(below, `${prefix}0`), rootBelow(below, `${prefix}1`))
}

export const resultsRoot = (leaves: readonly string[]): Buffer => rootBelow(placed(leaves), '')

/** From the leaf up: the sibling of each subtree that holds this leaf and others. */
export function resultPath(leaves: readonly string[], own: string): Buffer[] {
  const all = placed(leaves)
  const place = placeOf(own)
  const path: Buffer[] = []
  for (let depth = 0; [...all.keys()].filter((each) => each.startsWith(place.slice(0, depth))).length > 1; depth++)
    path.unshift(rootBelow(all, place.slice(0, depth) + (place[depth] === '1' ? '0' : '1')))
  return path
}

/** The heads of a window, by neighbors: all, or the first 50, the sampled ones each by itself, the last 50. */
export function windowNumbers(accepted: number, fixed: number, id: string, root: string): number[][] {
  const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const total = fixed - accepted + 1
  if (total < 1) return [[fixed]]
  if (total <= 120) return [run(accepted, fixed)]
  const drawn = run(0, 15).map(
    (index) =>
      accepted + 50 + (Number.parseInt(sha256(`window|1|${id}|${root}|${index}`).slice(0, 12), 16) % (total - 100)),
  )
  const sampled = [...new Set(drawn)].sort((a, b) => a - b).map((number) => [number])
  return [run(accepted, accepted + 49), ...sampled, run(fixed - 49, fixed)]
}
