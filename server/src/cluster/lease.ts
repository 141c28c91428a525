import { type Database, databaseErrorCode } from '../database/database'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'

/** Rows of the table `lease`: who writes prices, and who looks after what one node is enough for. */
export type LeaseName = 'feed' | 'upkeep'

/** Proof of leadership that goes along with every write of the leader (server/sql/functions/hold_lease.sql). */
export interface Fence {
  name: LeaseName
  token: bigint
}

/** True for a write that was refused because another node leads by now. */
export const isLeaseLost = (error: unknown) => databaseErrorCode(error) === 'FT001'

export interface LeaseOptions {
  name: LeaseName
  /** Of this process; another one never has the same. */
  holder: string
  /** Takes the lease from whoever has it: for a database that only this process uses. */
  force?: boolean
  /** Begins what the leader does. Renewals go on meanwhile. When it throws, the lease is given up and tried again. */
  gained(fence: Fence): Promise<void>
  /** Ends it, also when another leads by now. */
  lost(): Promise<void>
  ttlMs?: number
}

export interface Lease {
  /** Tries once; resolves when that is decided and, where the lease was gained, `gained` has ended. Then goes on trying. */
  start(): Promise<void>
  /** Calls `lost`, then gives the lease up, so that another takes over at once. */
  stop(): Promise<void>
  fence(): Fence | undefined
}

/** Hand-over within 3 s: a dead leader's lease ends after 2 s and is asked for three times a second. */
const TTL_MS = 2_000
const TRY_EVERY_MS = 300
const RENEWALS_PER_TTL = 4

interface Seen {
  token: bigint
  beat: bigint
  takeable: boolean
}

/** Lets nobody wait for longer than `ms`; what comes later is dropped. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const control = new AbortController()
  const late = systemClock.sleep(ms, control.signal).then(() => {
    throw new Error(`the database did not answer within ${ms} ms`)
  })
  work.catch(() => undefined)
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    control.abort()
  }
}

/** How long the beat has stood still, by this process's own watch: clocks of machines may be wrong or jump. */
function createStallWatch(ttlMs: number) {
  let beat: bigint | undefined
  let sinceMs = 0
  return (seen: Seen): boolean => {
    const nowMs = performance.now()
    if (seen.beat !== beat) {
      beat = seen.beat
      sinceMs = nowMs
      return false
    }
    return nowMs - sinceMs >= ttlMs
  }
}

/** One lease of the database, as this node sees it. Leases are about real time, also in tests that move the market's clock. */
export function createLease(deps: { database: Database; log: Log }, options: LeaseOptions): Lease {
  const { database, log } = deps
  const { name, holder, force = false, ttlMs = TTL_MS } = options
  const isStalled = createStallWatch(ttlMs)
  const stopped = new AbortController()
  let fence: Fence | undefined
  let beginning: Promise<void> = Promise.resolve()
  let failure: { error: unknown } | undefined
  let loop: Promise<void> | undefined

  async function tryToTake(forced: boolean): Promise<bigint | null> {
    const [seen] = await database.query<Record<string, unknown> & Seen>(
      `select token, beat, holder is null or holder = $2 or expires_at <= clock_timestamp() as takeable
         from lease where name = $1`,
      [name, holder],
    )
    if (!seen) return null
    const stalled = isStalled(seen)
    if (!seen.takeable && !stalled && !forced) return null
    const rows = await database.query<{ token: bigint | null }>('select take_lease($1, $2, $3, $4, $5) as token', [
      name,
      holder,
      ttlMs,
      stalled ? seen.beat : null,
      forced,
    ])
    return rows[0]?.token ?? null
  }

  async function giveUp(token: bigint) {
    await within(
      ttlMs,
      database.query('update lease set holder = null, beat = beat + 1 where name = $1 and token = $2', [name, token]),
    ).catch((error) => log.warn({ err: error, lease: name }, 'a lease could not be given up; it runs out by itself'))
  }

  async function lead(own: Fence) {
    log.info({ lease: name, token: String(own.token) }, 'this node leads')
    await options.gained(own)
  }

  async function take(forced = false): Promise<void> {
    const token = await within(ttlMs, tryToTake(forced))
    if (token === null) return
    if (stopped.signal.aborted) return giveUp(token)
    fence = { name, token }
    failure = undefined
    beginning = lead(fence)
    beginning.catch((error: unknown) => {
      failure = { error }
    })
  }

  async function drop() {
    fence = undefined
    await beginning.catch(() => undefined)
    await options.lost()
  }

  async function renew({ token }: Fence): Promise<void> {
    const rows = await within(
      ttlMs,
      database.query(
        `update lease set beat = beat + 1, expires_at = clock_timestamp() + $3::int * interval '1 millisecond'
          where name = $1 and token = $2 and holder = $4 returning beat`,
        [name, token, ttlMs, holder],
      ),
    )
    if (rows.length > 0) return
    log.warn({ lease: name, token: String(token) }, 'another node leads now')
    await drop()
  }

  async function turn(): Promise<void> {
    if (!fence) return take()
    if (!failure) return renew(fence)
    log.error({ err: failure.error, lease: name }, 'this node could not begin to lead and leaves it to others')
    const { token } = fence
    await drop()
    await giveUp(token)
  }

  async function run() {
    while (!stopped.signal.aborted) {
      await systemClock.sleep(fence ? ttlMs / RENEWALS_PER_TTL : TRY_EVERY_MS, stopped.signal)
      if (stopped.signal.aborted) return
      await turn().catch((error) => log.warn({ err: error, lease: name }, 'a lease could not be asked for'))
    }
  }

  async function stop() {
    stopped.abort()
    await loop
    const own = fence
    if (!own) return
    await drop()
    await giveUp(own.token)
  }

  return {
    async start() {
      await take(force)
      loop = run()
      await beginning.catch(async (error) => {
        await stop()
        throw error
      })
    },
    stop,
    fence: () => fence,
  }
}
