import type { Fence } from '../cluster/lease'
import { isLeaseLost } from '../cluster/leaseRow'
import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import { MINUTE_MS } from '../shared/time'
import type { FeedTick } from './feed'

/** What is noted of feeds, in the public log of that name (docs/PROOF.md, "Feeds"). */
export type FeedEventKind =
  | 'began'
  | 'ended'
  | 'settings'
  | 'source'
  | 'parked'
  | 'passed'
  | 'dropped'
  | 'stopped'
  | 'resumed'
  | 'more'

export interface FeedEvent {
  kind: FeedEventKind
  /** `-` for what is about no single product. */
  symbol: string
  /** What the text of the leaf has after the symbol. */
  fields: readonly (string | number)[]
}

export interface FeedEvents {
  /** Never throws. What is beyond the bound of a product is counted and noted as a number. */
  note(event: FeedEvent): void
  start(): void
  /** Writes what is waiting, then ends. */
  stop(): Promise<void>
  /** Writes what is waiting. */
  flush(): Promise<void>
}

const WRITE_EVERY_MS = 500
const RETRY_MAX_MS = 5_000
/** Of one product in one minute; the rest of that minute is one entry with their number. */
const PER_MINUTE = 20
/** Settings of 500 products at once, and more. */
const WAITING_MAX = 2_000
const BATCH_MAX = 500
/** What happens a few times in the life of a process. */
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
    /** Notes what was left out in minutes that are over, or in all of them. */
    closeOver(atMs: number, all: boolean) {
      for (const [symbol, allowance] of allowances) {
        if (!all && atMs - allowance.sinceMs < MINUTE_MS) continue
        close(symbol, allowance, atMs)
        allowances.delete(symbol)
      }
    },
  }
}

/** Appends in order; throws (`isLeaseLost`) where another node leads by now. */
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

/** The log of feed events, as the node that leads writes it. */
export function createFeedEvents(deps: { database: Queryable; clock: Clock; log: Log; fence?: Fence }): FeedEvents {
  const { database, clock, log, fence } = deps
  let waiting: Waiting[] = []
  let writing: Promise<unknown> = Promise.resolve()
  const allowances = createAllowances((event) => waiting.push(event))

  async function write(all: boolean) {
    allowances.closeOver(clock.now(), all)
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
    note(event) {
      const atMs = clock.now()
      const free = UNBOUNDED.includes(event.kind) || allowances.take(event.symbol, atMs, waiting.length >= WAITING_MAX)
      if (free) waiting.push({ ...event, atMs })
    },
    start: writes.start,
    flush: () => flush(),
    async stop() {
      await writes.stop()
      await flush(true).catch((error) => log.warn({ err: error }, 'the last feed events could not be written'))
    },
  }
}

/** A tick that was parked, and what became of it. */
export const parkedEvent = (kind: 'parked' | 'passed' | 'dropped', tick: FeedTick): FeedEvent => {
  const { symbol, source, instrument = '-', price, sourceAtMs, trade = '-' } = tick
  return { kind, symbol, fields: [source, instrument, price, sourceAtMs, trade] }
}
