import type { ClosedOrder } from '../archive/checkRecords'
import type { Queryable } from '../database/database'
import type { Finding } from '../ledger/sweep'
import { ArchiveChangedError, type ObjectStore } from '../objectStore/objectStore'
import { openArchive } from '../proof/tickArchive'
import { DIRECTION, ORDER_STATUS, storedName, VOID_REASON } from '../shared/stored'
import { comparePrices, decide, type RuleTick } from './rule'

/** Ticks that were moved to the object store. */
export interface ArchivedTicks {
  objects: ObjectStore
}

interface Stretch {
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

/** The ticks of one product, in the database or in the archive. */
async function createReader(database: Queryable, { objects }: ArchivedTicks, productId: number) {
  const rows = await database.query<{ from_ms: bigint; to_ms: bigint; root: Buffer; object_key: string }>(
    'select from_ms, to_ms, root, object_key from tick_archive where product_id = $1 order by first',
    [productId],
  )
  const stretches = rows.map(
    (row): Stretch => ({
      fromMs: Number(row.from_ms),
      toMs: Number(row.to_ms),
      root: row.root,
      key: row.object_key,
    }),
  )
  const open = new Map<string, RuleTick[]>()

  async function ticksOf({ key, root }: Stretch): Promise<RuleTick[]> {
    const known = open.get(key)
    if (known) return known
    const ticks = leavesOf(await objects.get(key), root, key).map((leaf) => {
      const [, , , sequence, at, price = ''] = leaf.split('|')
      return { sequence: Number(sequence), atMs: Number(at), price }
    })
    open.set(key, ticks)
    const oldest = open.size > OPEN_MAX ? open.keys().next().value : undefined
    if (oldest !== undefined) open.delete(oldest)
    return ticks
  }

  async function inDatabase(condition: string, ms: number): Promise<RuleTick | undefined> {
    const [row] = await database.query<{ sequence: bigint; at_ms: bigint; price: string }>(
      `select sequence, at_ms, price::text as price from tick where product_id = $1 and ${condition} limit 1`,
      [productId, ms],
    )
    return row && { sequence: Number(row.sequence), atMs: Number(row.at_ms), price: row.price }
  }

  return {
    async firstAfter(ms: number): Promise<RuleTick | undefined> {
      const stretch = stretches.find(({ toMs }) => toMs > ms)
      if (!stretch) return inDatabase('at_ms > $2 order by at_ms, sequence', ms)
      return (await ticksOf(stretch)).find(({ atMs }) => atMs > ms)
    },
    async lastUpTo(ms: number): Promise<RuleTick | undefined> {
      const newer = stretches.every(({ toMs }) => toMs <= ms)
      const tick = newer ? await inDatabase('at_ms <= $2 order by at_ms desc, sequence desc', ms) : undefined
      const stretch = tick ? undefined : stretches.findLast(({ fromMs }) => fromMs <= ms)
      return stretch ? (await ticksOf(stretch)).findLast(({ atMs }) => atMs <= ms) : tick
    },
  }
}

type Reader = Awaited<ReturnType<typeof createReader>>

/** Whether the order ended in another way than the rule says. */
async function isWrong(order: ClosedOrder, reader: Reader): Promise<boolean> {
  const acceptedAtMs = Number(order.accepted_at_ms)
  const durationMs = order.duration_seconds * 1_000
  const first = await reader.firstAfter(acceptedAtMs)
  const entry = first && first.atMs <= acceptedAtMs + order.entry_timeout_ms ? first : undefined
  const exit = entry && (await reader.lastUpTo(entry.atMs + durationMs))
  const decision = decide(
    {
      direction: order.direction === DIRECTION.up ? DIRECTION.up : DIRECTION.down,
      acceptedAtMs,
      durationMs,
      entryTimeoutMs: order.entry_timeout_ms,
      staleAfterMs: order.stale_after_ms,
      closedAtMs: Number(order.closed_at_ms),
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

function isOther(sequence: bigint | null, price: string | null, tick: RuleTick | undefined): boolean {
  if (!tick || sequence === null || price === null) return tick !== undefined || sequence !== null || price !== null
  return Number(sequence) !== tick.sequence || comparePrices(price, tick.price) !== 0
}

/** Orders that the ticks decide differently, archived ticks too, and files of ticks that are not what was written. */
export async function differsFromTicks(
  database: Queryable,
  ticks: ArchivedTicks,
  orders: readonly ClosedOrder[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [productId, own] of Map.groupBy(orders, (order) => order.product_id)) {
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
