import type { Database } from '../database/database'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import { createLeaseRow, type LeaseName } from './leaseRow'

/** Proof of leadership that goes along with every write of the leader (the SQL function `hold_lease`). */
export interface Fence {
  name: LeaseName
  /** `NOBODYS` while this node may not hold the lease: the database then refuses the write. */
  readonly token: bigint
}

const NOBODYS = 0n

export interface LeaseOptions {
  name: LeaseName
  /** Unique to this process. */
  holder: string
  /** Takes the lease from its holder: for a database that only this process uses. */
  force?: boolean
  /** While it is false, this node writes nothing as the leader, gives the lease up and does not take it. */
  mayHold?: () => boolean
  /**
   * Begins what the leader does, while renewals continue. When it throws, the lease is given up and tried for again.
   */
  gained(fence: Fence): Promise<void>
  /** Ends it, also when another node already leads. */
  lost(): Promise<void>
  ttlMs?: number
}

/** Hand-over within 3 s: a dead leader's lease ends after 2 s and is asked for three times a second. */
const TTL_MS = 2_000
const TRY_EVERY_MS = 300
const RENEWALS_PER_TTL = 4

/** A node's leadership: begins and ends it, and remembers whether the start succeeded. */
function createTerm(log: Log, options: LeaseOptions) {
  const { name, mayHold } = options
  let fence: Fence | undefined
  let held: bigint | undefined
  let beginning: Promise<void> = Promise.resolve()
  let failure: { error: unknown } | undefined

  return {
    fence: () => fence,
    /** The token that it holds, whether or not it may. */
    token: () => held,
    failure: () => failure,
    /** Resolves, or rejects, when `gained` has ended. */
    begun: () => beginning,
    begin(token: bigint) {
      held = token
      fence = {
        name,
        get token() {
          return mayHold?.() === false ? NOBODYS : token
        },
      }
      failure = undefined
      log.info({ lease: name, token: String(token) }, 'this node leads')
      beginning = options.gained(fence)
      beginning.catch((error: unknown) => {
        failure = { error }
      })
    },
    async end() {
      fence = held = undefined
      await beginning.catch(() => undefined)
      await options.lost()
    },
  }
}

export type Lease = ReturnType<typeof createLease>

/** One lease of the database, as this node sees it. Leases are about real time, also in tests that move the market's clock. */
export function createLease(deps: { database: Database; log: Log }, options: LeaseOptions) {
  const { log } = deps
  const { name, holder, force = false, mayHold = () => true, ttlMs = TTL_MS } = options
  const row = createLeaseRow(deps.database, { name, holder, ttlMs })
  const term = createTerm(log, options)

  const giveUp = (token: bigint) =>
    row
      .giveUp(token)
      .catch((error) => log.warn({ err: error, lease: name }, 'a lease could not be given up; it runs out by itself'))

  async function take(forced = false): Promise<void> {
    if (!mayHold()) return
    const token = await row.take(forced)
    if (token === null) return
    if (trying.signal.aborted) return giveUp(token)
    term.begin(token)
  }

  async function turn(): Promise<void> {
    const token = term.token()
    if (token === undefined) return take()
    const failure = term.failure()
    if (failure)
      log.error({ err: failure.error, lease: name }, 'this node could not begin to lead and leaves it to others')
    if (failure || !mayHold()) {
      await term.end()
      return giveUp(token)
    }
    if (await row.renew(token)) return
    log.warn({ lease: name, token: String(token) }, 'another node leads now')
    await term.end()
  }

  const sayLate = (error: unknown) => log.warn({ err: error, lease: name }, 'a lease could not be asked for')

  const trying = createLoop({
    clock: systemClock,
    everyMs: () => (term.fence() ? ttlMs / RENEWALS_PER_TTL : TRY_EVERY_MS),
    restFirst: true,
    turn,
    failed: sayLate,
  })

  async function stop() {
    await trying.stop()
    const token = term.token()
    if (token === undefined) return
    await term.end()
    await giveUp(token)
  }

  return {
    /**
     * Tries once; resolves when that is decided or took too long and, if the lease was gained, `gained` has ended. Then keeps trying.
     */
    async start() {
      // A busy database does not end the start of a node: it is asked again.
      await take(force).catch(sayLate)
      trying.start()
      await term.begun().catch(async (error) => {
        await stop()
        throw error
      })
    },
    /** Calls `lost`, then gives the lease up, so that another takes over at once. */
    stop,
    fence: term.fence,
  }
}
