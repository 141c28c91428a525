import type { Fence } from '../cluster/lease'
import { isLeaseLost } from '../cluster/leaseRow'
import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import { MINUTE_MS } from '../shared/time'
import type { FeedTick } from './feed'

/** Entries about feeds, in the public log of that name (docs/PROOF_DESIGN.md, "Feeds"). */
export type FeedEventKind =
  | 'began'
  | 'ended'
  | 'settings'
  | 'source'
  | 'held'
  | 'passed'
  | 'dropped'
  | 'stopped'
  | 'resumed'
  | 'skipped'
  | 'more'
  // Only in development: QA moved prices by hand.
  | 'moved'

export interface FeedEvent {
  kind: FeedEventKind
  /** `-` for events that concern all products. */
  symbol: string
  /** The leaf's text after the symbol; of `skipped` without the number and the time, which are added. */
  fields: readonly (string | number)[]
}

const WRITE_EVERY_MS = 500
const RETRY_MAX_MS = 5_000
/** Events of one product in one minute; the rest of that minute is one entry with their number. */
const PER_MINUTE = 20
/** Enough for the settings of 500 products at once. */
const WAITING_MAX = 2_000
const BATCH_MAX = 500
/** Kinds that occur a few times in the life of a process. */
const UNBOUNDED: readonly FeedEventKind[] = ['began', 'ended', 'settings', 'more']

interface Waiting extends FeedEvent {
  atMs: number
}

interface Allowance {
  sinceMs: number
  used: number
  left: number
}

/** Holds the bound of each product. */
function createAllowances(add: (event: Waiting) => void) {
  const allowances = new Map<string, Allowance>()

  function close(symbol: string, { sinceMs, left }: Allowance, atMs: number) {
    if (left > 0) add({ kind: 'more', symbol, fields: [left, sinceMs], atMs })
  }

  return {
    /** Whether one more of this product may be noted. */
    take(symbol: string, atMs: number, isFull: boolean): boolean {
      const known = allowances.get(symbol)
      const fresh = known && atMs - known.sinceMs < MINUTE_MS ? known : { sinceMs: atMs, used: 0, left: 0 }
      if (known && fresh !== known) close(symbol, known, atMs)
      allowances.set(symbol, fresh)
      if (isFull || fresh.used >= PER_MINUTE) {
        fresh.left += 1
        return false
      }
      fresh.used += 1
      return true
    },
    /** Notes the number of events left out in minutes that are over, or in all of them. */
    closeOver(atMs: number, all: boolean) {
      for (const [symbol, allowance] of allowances) {
        if (!all && atMs - allowance.sinceMs < MINUTE_MS) continue
        close(symbol, allowance, atMs)
        allowances.delete(symbol)
      }
    },
  }
}

/** Counts ticks that were left out: a minute of one product, source and reason is one entry with their number. */
function createSkips(add: (event: Waiting) => void) {
  const counts = new Map<string, { event: FeedEvent; ticks: number; sinceMs: number }>()
  return {
    count(event: FeedEvent, atMs: number) {
      const name = [event.symbol, ...event.fields].join('|')
      const known = counts.get(name)
      if (known) known.ticks += 1
      else counts.set(name, { event, ticks: 1, sinceMs: atMs })
    },
    /** Notes the minutes that are over, or all of them. */
    closeOver(atMs: number, all: boolean) {
      for (const [name, { event, ticks, sinceMs }] of counts) {
        if (!all && atMs - sinceMs < MINUTE_MS) continue
        add({ ...event, fields: [...event.fields, ticks, sinceMs], atMs })
        counts.delete(name)
      }
    },
  }
}

/** Appends in order; throws (`isLeaseLost`) if another node leads by now. */
async function append(database: Queryable, fence: Fence | undefined, events: readonly Waiting[]): Promise<void> {
  await database.query(
    `select case when held then append_feed_events($1, $2, $3, $4) end
       from ${fence ? 'hold_lease($5, $6)' : '(values (true))'} as holder (held)`,
    [
      events.map(({ atMs }) => atMs),
      events.map(({ kind }) => kind),
      events.map(({ symbol }) => symbol),
      events.map(({ fields }) => fields.join('|')),
      ...(fence ? [fence.name, fence.token] : []),
    ],
  )
}

/** Appends one event that is about no single product, in the transaction of what it is about. */
export const appendFeedEvent = (
  database: Queryable,
  atMs: number,
  kind: FeedEventKind,
  fields: readonly (string | number)[],
) =>
  database.query("select append_feed_events(array[$1::bigint], array[$2], array['-'], array[$3])", [
    atMs,
    kind,
    fields.join('|'),
  ])

export type FeedEvents = ReturnType<typeof createFeedEvents>

/** The log of feed events, as the node that leads writes it. */
export function createFeedEvents(deps: { database: Queryable; clock: Clock; log: Log; fence?: Fence }) {
  const { database, clock, log, fence } = deps
  let waiting: Waiting[] = []
  let writing: Promise<unknown> = Promise.resolve()
  const add = (event: Waiting) => waiting.push(event)
  const allowances = createAllowances(add)
  const skips = createSkips(add)

  async function write(all: boolean) {
    allowances.closeOver(clock.now(), all)
    if (all || waiting.length < WAITING_MAX) skips.closeOver(clock.now(), all)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      await append(database, fence, batch)
      waiting = waiting.slice(batch.length)
    }
  }

  function flush(all = false): Promise<void> {
    const next = writing.then(() => write(all))
    writing = next.catch(() => undefined)
    return next
  }

  const writes = createLoop({
    clock,
    everyMs: WRITE_EVERY_MS,
    retry: { minMs: WRITE_EVERY_MS, maxMs: RETRY_MAX_MS },
    turn: () => flush(),
    failed(error) {
      if (isLeaseLost(error)) return 'stop'
      return log.warn({ err: error, waiting: waiting.length }, 'feed events could not be written and wait')
    },
  })

  return {
    /** Never throws. Events beyond the bound of a product, and ticks that were skipped, are noted only as a number. */
    note(event: FeedEvent) {
      const atMs = clock.now()
      if (event.kind === 'skipped') return skips.count(event, atMs)
      const free = UNBOUNDED.includes(event.kind) || allowances.take(event.symbol, atMs, waiting.length >= WAITING_MAX)
      if (free) waiting.push({ ...event, atMs })
    },
    start: writes.start,
    /** Writes the waiting events. */
    flush: () => flush(),
    /** Writes the waiting events, then ends. */
    async stop() {
      await writes.stop()
      await flush(true).catch((error) => log.warn({ err: error }, 'the last feed events could not be written'))
    },
  }
}

/** A tick that was held, and what became of it. */
export const heldEvent = (kind: 'held' | 'passed' | 'dropped', tick: FeedTick): FeedEvent => {
  const { symbol, source, instrument = '-', price, sourceAtMs, trade = '-' } = tick
  return { kind, symbol, fields: [source, instrument, price, sourceAtMs, trade] }
}

/** Why a price from a source is not in the log of ticks; repeats and prices of a source on standby do not count. */
const SKIPS = ['behind_clock', 'ahead_of_clock', 'out_of_order', 'invalid', 'queue_full', 'late'] as const

/** Notes a tick that was left out for a reason that may have changed a price. */
export function noteSkipped(note: (event: FeedEvent) => void, symbol: string, source: string, reason: string) {
  if (SKIPS.some((skip) => skip === reason)) note({ kind: 'skipped', symbol, fields: [source, reason] })
}
