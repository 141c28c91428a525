import { randomBytes } from 'node:crypto'
import { createLease, type Fence } from '../cluster/lease'
import type { Database } from '../database/database'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { MINUTE_MS } from '../shared/time'
import { loadLastCloses } from './backfill'
import type { Feed, SourceState } from './feed'
import { createFeed } from './feeds/createFeed'
import type { FeedSettings } from './feeds/settings'
import type { MarketHistory } from './history'
import { createIntake, type Intake } from './intake'
import type { ProductRegistry } from './registry'
import type { TickFollower } from './tickFollower'
import { loadHeads } from './tickLog'

/** The simulated market cannot be computed ahead: its seed is not to be guessed. */
const SEED_BYTES = 32

/** A node's part in the election of the one that writes prices. */
export interface LeadershipOptions {
  /** Whether it may be the one that writes prices. */
  mayLead: boolean
  holder: string
  /** No other node can be on this database. */
  alone: boolean
}

/** Runs the feed while this node holds the lease of that name. */
export interface Leader {
  /** Does nothing on a node that may not lead. */
  start(): Promise<void>
  stop(): Promise<void>
  leads(): boolean
  /** How each price source does; empty on a node that does not lead. */
  feedStates(): readonly SourceState[]
  /** Writes waiting ticks and moves the watermark; for tests. */
  flush(): Promise<void>
}

export interface LeaderDeps {
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  settings: FeedSettings
  registry: ProductRegistry
  history: Pick<MarketHistory, 'reopen'>
  follower: Pick<TickFollower, 'catchUp'>
  leadership: LeadershipOptions
  wrapFeed?: (feed: Feed) => Feed
}

/** The feed and the intake of a node that has just begun to lead. */
async function buildFeed(deps: LeaderDeps, fence: Fence): Promise<{ feed: Feed; intake: Intake }> {
  const { database } = deps
  const products = deps.registry.products()
  const heads = new Map((await loadHeads(database)).map((head) => [head.productId, head]))
  const lastCloses = await loadLastCloses(database)
  // Minutes that the leader before did not fold.
  const lastCandleAt = Math.max(0, ...[...lastCloses.values()].map((candle) => candle.openAtMs))
  if (lastCandleAt > 0) deps.history.reopen(lastCandleAt - MINUTE_MS)
  const feedProducts = products.map(({ id, symbol, code, category, decimals, calendar }) => ({
    symbol,
    code,
    category,
    decimals,
    calendar,
    lastPrice: lastCloses.get(id)?.close ?? '100',
  }))
  const source = await createFeed(deps, feedProducts, randomBytes(SEED_BYTES).toString('hex'))
  const feed = deps.wrapFeed?.(source) ?? source
  const intake = createIntake({
    ...deps,
    source: feed.name,
    products: products.map(({ id, symbol }) => {
      const { atMs = 0, throughMs = 0 } = heads.get(id) ?? {}
      return { id, symbol, atMs, throughMs }
    }),
    fence,
  })
  return { feed, intake }
}

export function createLeader(deps: LeaderDeps): Leader {
  const { holder, alone, mayLead } = deps.leadership
  let feed: Feed | undefined
  let intake: Intake | undefined

  const lease = createLease(deps, {
    name: 'feed',
    holder,
    force: alone,
    async gained(fence) {
      // From here on nobody else writes: what the leader before wrote last, and may not have published, is complete.
      await deps.follower.catchUp()
      const built = await buildFeed(deps, fence)
      feed = built.feed
      intake = built.intake
      built.intake.start()
      built.feed.start(built.intake.accept)
    },
    async lost() {
      const [lastFeed, lastIntake] = [feed, intake]
      feed = undefined
      intake = undefined
      await lastFeed?.stop()
      await lastIntake?.stop()
    },
  })

  return {
    start: async () => {
      if (mayLead) await lease.start()
    },
    stop: lease.stop,
    leads: () => lease.fence() !== undefined,
    feedStates: () => feed?.states() ?? [],
    flush: async () => intake?.flush(),
  }
}
