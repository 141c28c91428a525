import type { LogTree, ReceiptOrder } from '../contract/proof'
import { askedAt } from './entry'
import { leafHash, nodeHash, sha256Text } from './hashing'
import { settlementText } from './texts'

/** The map of results: one place for each order, so that an order has one result (docs/PROOF_DESIGN.md, "Results"). */
export const RESULTS = 'results'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const DAY_BITS = 16
const MINUTE_BITS = 11

/** The days of the map end with the year 2149. */
const MINUTES_MAX = DAY_MINUTES * 2 ** DAY_BITS

const minuteOf = (id: string): number => Math.floor(askedAt(id) / MINUTE_MS)

/** Leaf of the settlement log and of the map. */
export const settledText = (order: ReceiptOrder): string =>
  ['settled', 1, minuteOf(order.id), sha256Text(order.id), sha256Text(settlementText(order))].join('|')

/** An order in the address of its place in the map: its minute and the hash of its id. */
export const placeInMap = (id: string): string => `${minuteOf(id)}/${sha256Text(id)}`

const bitsOf = (value: number, count: number): string => value.toString(2).padStart(count, '0').slice(-count)

/** The way to an order's place in the map: its day, its minute of that day, then the hash of its id. */
function placeOf(id: string): string {
  const minute = minuteOf(id)
  const day = bitsOf(Math.floor(minute / DAY_MINUTES), DAY_BITS)
  const key = Array.from(sha256Text(id), (digit) => bitsOf(Number.parseInt(digit, 16), 4)).join('')
  return day + bitsOf(minute % DAY_MINUTES, MINUTE_BITS) + key
}

/** Whether the map with that root has exactly this result for the order; `path` leads from the leaf up. */
export function isTheResult(order: ReceiptOrder, path: readonly string[], root: string): boolean {
  const place = placeOf(order.id)
  if (path.length > place.length || minuteOf(order.id) >= MINUTES_MAX) return false
  let hash = leafHash(settledText(order))
  for (const [index, sibling] of path.entries())
    hash = place[path.length - 1 - index] === '1' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  return hash === root
}

export const logOf = ({ logs }: { logs: readonly LogTree[] }, name: string): LogTree =>
  logs.find((log) => log.name === name) ?? { name, size: 0, root: '' }

/** Whether the map of a head is over all of its settlements. */
export const hasWholeMap = (head: { logs: readonly LogTree[] }): boolean =>
  logOf(head, RESULTS).size === logOf(head, 'settlements').size
