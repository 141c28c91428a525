import type { ClockWatch } from '../cluster/clockWatch'
import { createLease, type Fence } from '../cluster/lease'
import type { Database } from '../database/database'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { MINUTE_MS } from '../shared/time'
import { loadLastCloses } from './backfill'
import type { Feed, SourceState } from './feed'
import { createFeedEvents, type FeedEvents } from './feedEvents'
import { createFeed, type FeedDeps } from './feeds/createFeed'
import { createTally } from './feeds/metrics'
import { type FeedSettings, feedName, pricesSource, signedSourceOf } from './feeds/settings'
import { createFeedWatch, noteBeginning } from './feedWatch'
import type { MarketHistory } from './history'
import { createIntake, type Intake } from './intake'
import type { ProductRegistry } from './registry'
import { createUpdateLog, type UpdateLog } from './signed/updateLog'
import type { TickFollower } from './tickFollower'
import { loadHeads } from './tickLog'

/** A node's part in the election of the one that writes prices. */
export interface LeadershipOptions {
  /** Whether it may be the one that writes prices. */
  mayLead: boolean
  holder: string
  /** No other node can be on this database. */
  alone: boolean
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
  /** Without one, the clock is believed. */
  clockWatch?: Pick<ClockWatch, 'isRight'>
  wrapFeed?: (feed: Feed) => Feed
}

interface Running {
  feed: Feed
  intake: Intake
  events: FeedEvents
  /** Only with a source of signed prices. */
  updates: UpdateLog | undefined
  start(): void
  stop(): Promise<void>
}

/** The feed and the intake of a node that has just begun to lead, and what it notes of them in the public log. */
async function buildFeed(deps: LeaderDeps, fence: Fence): Promise<Running> {
  const { database, clock, settings } = deps
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
  const events = createFeedEvents({ ...deps, fence })
  const signed = signedSourceOf(settings)
  const ids = new Map(products.map(({ symbol, id }) => [symbol, id]))
  const tally = createTally(deps.metrics.registry)
  const updates = signed && createUpdateLog({ ...deps, tally, source: signed, products: ids })
  const keep: FeedDeps['keep'] = (symbol, update) => updates?.keep(symbol, update)
  const source = await createFeed({ ...deps, note: events.note, keep }, feedProducts)
  const feed = deps.wrapFeed?.(source) ?? source
  const watched = products.map((product) => ({ ...product, atMs: heads.get(product.id)?.atMs ?? 0 }))
  const stopped = await noteBeginning(database, settings, watched, events.note)
  // Limits are public before the prices that follow them.
  await events.flush()
  const priced = watched.filter((product) => pricesSource(settings, product.source))
  const intake = createIntake({
    ...deps,
    source: feed.name,
    note: events.note,
    written: createFeedWatch({ clock, products: priced, stopped, note: events.note }).written,
    products: products.map(({ id, symbol }) => {
      const { atMs = 0, throughMs = 0 } = heads.get(id) ?? {}
      return { id, symbol, atMs, throughMs }
    }),
    fence,
  })
  return {
    feed,
    intake,
    events,
    updates,
    start() {
      events.start()
      updates?.start()
      intake.start()
      feed.start(intake.accept)
    },
    async stop() {
      await feed.stop()
      await updates?.stop()
      await intake.stop()
      events.note({ kind: 'ended', symbol: '-', fields: [feedName(settings)] })
      await events.stop()
    },
  }
}

/** Runs the feed while this node holds the lease of that name. */
export type Leader = ReturnType<typeof createLeader>

export function createLeader(deps: LeaderDeps) {
  const { holder, alone, mayLead } = deps.leadership
  let running: Running | undefined

  const lease = createLease(deps, {
    name: 'feed',
    holder,
    force: alone,
    mayHold: () => deps.clockWatch?.isRight() ?? true,
    async gained(fence) {
      // From here on nobody else writes: what the leader before wrote last, and may not have published, is complete.
      await deps.follower.catchUp()
      running = await buildFeed(deps, fence)
      running.start()
    },
    async lost() {
      const last = running
      running = undefined
      await last?.stop()
    },
  })

  return {
    /** Does nothing on a node that may not lead. */
    start: async () => {
      if (mayLead) await lease.start()
    },
    stop: lease.stop,
    leads: (): boolean => lease.fence() !== undefined,
    /** Starts over with the current products; does nothing on a node that does not lead. */
    async rebuild() {
      const fence = lease.fence()
      const last = running
      if (!fence || !last) return
      await last.stop()
      const next = await buildFeed(deps, fence)
      // This node may have lost the lead in the meantime.
      if (running !== last) return next.stop()
      running = next
      next.start()
    },
    /** How each price source is doing; empty on a node that does not lead. */
    feedStates: (): readonly SourceState[] => running?.feed.states() ?? [],
    /** Writes waiting ticks and feed events, and moves the watermark; for tests. */
    async flush() {
      await running?.updates?.flush()
      await running?.intake.flush()
      await running?.events.flush()
    },
  }
}
