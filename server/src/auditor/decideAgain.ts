import type { Queryable } from '../database/database'
import { ArchiveChangedError, type ObjectStore } from '../objectStore/objectStore'
import { DIRECTION, ORDER_STATUS, storedName, VOID_REASON } from '../shared/stored'
import { readLeaf } from '../signedLogs/leafFields'
import { openArchive } from '../signedLogs/tickArchive'
import type { ClosedOrder } from './closedOrder'
import { comparePrices, decide, type RuleTick } from './rule'
import type { Finding } from './sweep'

/** Ticks that were moved to the object store. */
export interface ArchivedTicks {
  objects: ObjectStore
}

interface Stretch {
  first: number
  last: number
  fromMs: number
  toMs: number
  root: Buffer
  key: string
}

/** Files that are open at a time: the one of the entry and the one of the exit. */
const OPEN_MAX = 2

class ChangedTicksError extends Error {
  override name = 'ChangedTicksError'
  constructor(readonly file: string) {
    super(`${file} of the tick archive is missing or was changed`)
  }
}

function leavesOf(file: Buffer | undefined, root: Buffer, key: string): string[] {
  try {
    return openArchive(file, root)
  } catch (error) {
    throw error instanceof ArchiveChangedError ? new ChangedTicksError(key) : error
  }
}

/** A tick, and how far its time is from that at its source. */
type ReadTick = RuleTick & { lagMs: number }

/** The ticks of one product, in the database or in the archive. */
async function createReader(database: Queryable, { objects }: ArchivedTicks, productId: number) {
  const rows = await database.query<{
    first: bigint
    last: bigint
    from_ms: bigint
    to_ms: bigint
    root: Buffer
    object_key: string
  }>('select first, last, from_ms, to_ms, root, object_key from tick_archive where product_id = $1 order by first', [
    productId,
  ])
  const stretches = rows.map(
    (row): Stretch => ({
      first: Number(row.first),
      last: Number(row.last),
      fromMs: Number(row.from_ms),
      toMs: Number(row.to_ms),
      root: row.root,
      key: row.object_key,
    }),
  )
  const open = new Map<string, ReadTick[]>()

  async function ticksOf({ key, root }: Stretch): Promise<ReadTick[]> {
    const known = open.get(key)
    if (known) return known
    const ticks = leavesOf(await objects.get(key), root, key).map((leaf) => {
      const { sequence, atMs, price, sourceAtMs } = readLeaf('tick', leaf)
      return {
        sequence: Number(sequence),
        atMs: Number(atMs),
        price,
        lagMs: Math.abs(Number(atMs) - Number(sourceAtMs)),
      }
    })
    open.set(key, ticks)
    const oldest = open.size > OPEN_MAX ? open.keys().next().value : undefined
    if (oldest !== undefined) open.delete(oldest)
    return ticks
  }

  async function inDatabase(condition: string, ...values: number[]): Promise<ReadTick | undefined> {
    const row = await database.first<{ sequence: bigint; at_ms: bigint; price: string; lag_ms: bigint }>(
      `select sequence, at_ms, price::text as price, abs(at_ms - source_at_ms) as lag_ms from tick where product_id = $1 and ${condition} limit 1`,
      [productId, ...values],
    )
    return (
      row && { sequence: Number(row.sequence), atMs: Number(row.at_ms), price: row.price, lagMs: Number(row.lag_ms) }
    )
  }

  return {
    async at(sequence: number): Promise<ReadTick | undefined> {
      const stretch = stretches.find(({ first, last }) => first <= sequence && sequence <= last)
      return stretch ? (await ticksOf(stretch))[sequence - stretch.first] : inDatabase('sequence = $2', sequence)
    },
    /** Whether the log up to `size` has a tick after `fromMs` and up to `toMs`. */
    async hasWithin(fromMs: number, toMs: number, size: number): Promise<boolean> {
      for (const stretch of stretches.filter((each) => each.toMs > fromMs && each.fromMs <= toMs)) {
        const ticks = await ticksOf(stretch)
        if (ticks.some(({ atMs, sequence }) => atMs > fromMs && atMs <= toMs && sequence <= size)) return true
      }
      const condition = 'at_ms > $2 and at_ms <= $3 and sequence <= $4'
      return (await inDatabase(condition, fromMs, toMs, size)) !== undefined
    },
  }
}

type Reader = Awaited<ReturnType<typeof createReader>>

/**
 * Whether the order ended in another way than the rule says. Its ticks are looked up by their places, and their
 * neighbors show that they are the first and the last. The heads sweep checks that times rise with the sequence.
 */
async function isWrong(order: Headed, reader: Reader): Promise<boolean> {
  const acceptedAtMs = Number(order.accepted_at_ms)
  const durationMs = order.duration_seconds * 1_000
  // A head that is archived says nothing here: its orders were looked at when they were new.
  const size = order.size === null ? Number.MAX_SAFE_INTEGER : Number(order.size)
  const at = (sequence: bigint | null, before = 0) =>
    sequence === null ? undefined : reader.at(Number(sequence) + before)
  const entry = await at(order.entry_sequence)
  const exit = await at(order.exit_sequence)
  if (!entry) {
    if (order.entry_sequence !== null) return true
    if (!order.logged_late && (await reader.hasWithin(acceptedAtMs, acceptedAtMs + order.entry_timeout_ms, size)))
      return true
  } else {
    if ([entry, exit].some((tick) => tick && tick.lagMs > order.source_lag_ms)) return true
    const expiresAtMs = entry.atMs + durationMs
    const before = await at(order.entry_sequence, -1)
    const next = await at(order.exit_sequence, 1)
    if (!exit || exit.sequence < entry.sequence || exit.sequence > size || exit.atMs > expiresAtMs) return true
    if (
      (before && before.atMs > acceptedAtMs) ||
      (order.size && next && next.sequence <= size && next.atMs <= expiresAtMs)
    )
      return true
  }
  const decision = decide(
    {
      direction: storedName(DIRECTION, order.direction),
      acceptedAtMs,
      isLoggedLate: order.logged_late,
      durationMs,
      entryTimeoutMs: order.entry_timeout_ms,
      staleAfterMs: order.stale_after_ms,
    },
    [entry, exit].filter((tick) => tick !== undefined),
  )
  return (
    storedName(ORDER_STATUS, order.status) !== decision.status ||
    (order.void_reason !== null && storedName(VOID_REASON, order.void_reason)) !==
      (decision.status === 'void' && decision.reason) ||
    isOther(order.entry_sequence, order.entry_price, entry) ||
    isOther(order.exit_sequence, order.exit_price, exit)
  )
}

/**
 * An order with the number of ticks that the head of its settlement has of its product; null if that is not in the
 * database.
 */
type Headed = ClosedOrder & { size: bigint | null }

async function withSizes(database: Queryable, orders: readonly ClosedOrder[]): Promise<Headed[]> {
  const rows = await database.query<{ size: bigint | null }>(
    `select (head.sizes ->> product.symbol)::bigint as size
       from unnest($1::bigint[], $2::int[]) with ordinality as placed (head, product_id, place)
       left join product on product.id = placed.product_id left join tree_head head on head.number = placed.head
      order by placed.place`,
    [orders.map((order) => order.head_number), orders.map((order) => order.product_id)],
  )
  return orders.map((order, place) => ({ ...order, size: rows[place]?.size ?? null }))
}

function isOther(sequence: bigint | null, price: string | null, tick: RuleTick | undefined): boolean {
  if (!tick || sequence === null || price === null) return tick !== undefined || sequence !== null || price !== null
  return Number(sequence) !== tick.sequence || comparePrices(price, tick.price) !== 0
}

/**
 * Orders that the ticks decide differently, archived ticks too, and files of ticks that differ from what was written.
 */
export async function differsFromTicks(
  database: Queryable,
  ticks: ArchivedTicks,
  orders: readonly ClosedOrder[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [productId, own] of Map.groupBy(await withSizes(database, orders), (order) => order.product_id)) {
    const reader = await createReader(database, ticks, productId)
    own.sort((a, b) => Number(a.accepted_at_ms - b.accepted_at_ms))
    for (const order of own) {
      const wrong = await isWrong(order, reader).catch((error) => {
        if (error instanceof ChangedTicksError) return error.file
        throw error
      })
      if (wrong === true) findings.push({ kind: 'row_differs', table: 'trade_order', id: order.number })
      if (typeof wrong !== 'string') continue
      findings.push({ kind: 'file_differs', file: wrong })
      break
    }
  }
  return findings
}
