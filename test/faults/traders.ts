import type { Database } from '../../server/src/database/database'
import { brokenInvariants } from '../../server/test/invariants'
import { describePlacing, newUser, type Placing, startPlacing } from '../cluster/load'
import { offerSeconds } from '../support/shortDurations'
import { pause, until } from '../support/until'
import type { ServerProcess } from './serverProcess'

const TRADERS = 6
/** How long a test waits before it gives up, on a machine that has other work. */
const PATIENCE_MS = 120_000

/** Users who place one order after the other, regardless of what dies; what has no answer is sent again with its id. */
export interface Traders {
  /** Orders acknowledged so far. */
  placed(): number
  /** Waits until all that were on their way are done and new ones are accepted; returns how long that took, in ms. */
  untilPlacedAgain(server: ServerProcess): Promise<number>
  /** Waits until no order that was accepted before the instant is open; returns how long that took, in ms. */
  untilSettled(beforeMs: number): Promise<number>
  /** Ends their work and waits for their last outcomes. */
  end(): Promise<void>
  /** Each acknowledged order is there once and no other is, and the books add up. */
  expectEverythingOnce(): Promise<void>
}

/** The database may be away: a query that fails is asked again. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(50)) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

export async function startTraders(origin: string, server: ServerProcess, database: Database): Promise<Traders> {
  // Orders are in every state when something dies.
  await database.query(offerSeconds(1, 2))
  const openingCode = /code\D*?\s([A-Z0-9]{8})\b/i.exec(server.greeting)?.[1] ?? ''
  const ended = new AbortController()
  const traders: { account: string; placing: Placing }[] = []
  for (let index = 0; index < TRADERS; index++) {
    const { account, token } = await newUser(origin, openingCode, index)
    traders.push({ account, placing: startPlacing(ended.signal, () => origin, token) })
  }
  const placings = traders.map(({ placing }) => placing)
  const placed = () => placings.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const open = async (beforeMs: number) => {
    const [row] = await patiently(() =>
      database.query<{ open: bigint }>(
        'select count(*) as open from trade_order where status <= order_open() and accepted_at_ms < $1',
        [beforeMs],
      ),
    )
    return row?.open
  }
  const timeUntil = async (what: string, check: () => Promise<boolean> | boolean, describe: () => string) => {
    const startedAt = performance.now()
    await until(what, check, {
      describe: () => `${describePlacing(placings)}. ${describe()}`,
    })
    return Math.round(performance.now() - startedAt)
  }
  return {
    placed,
    untilPlacedAgain(current) {
      const before = placed()
      const isBack = () => placed() > before + TRADERS || !current.isRunning()
      return timeUntil('placing orders again', isBack, () => current.errors())
    },
    untilSettled: (beforeMs) =>
      timeUntil(
        'what was accepted before to settle',
        async () => (await open(beforeMs)) === 0n,
        () => '',
      ),
    async end() {
      ended.abort()
      await Promise.all(placings.map((placing) => placing.ended))
      if (placings.some(({ failure }) => failure)) throw new Error(describePlacing(placings))
    },
    async expectEverythingOnce() {
      for (const { account, placing } of traders) {
        const rows = await database.query<{ id: string }>(
          'select placed.id from trade_order placed join app_user on app_user.id = placed.user_id where app_user.account = $1',
          [account],
        )
        expect(rows.map((row) => row.id).sort()).toEqual([...placing.acknowledged].sort())
      }
      expect(await brokenInvariants(database)).toEqual([])
    },
  }
}

/** The median. */
export const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Median and longest of some times, for the output and for the limits of a test. */
export const spread = (values: number[]) => ({ medianMs: middle(values), longestMs: Math.max(...values) })
