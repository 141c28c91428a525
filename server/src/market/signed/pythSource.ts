import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop, type Loop } from '../../shared/loop'
import { SIGNED } from '../../shared/signed/source'
import { createUpdateOpener, priceText, type SignedUpdate } from '../../shared/signed/update'
import type { UpdateProblem } from '../../shared/signed/wire'
import type { FeedTick, SourceStatus } from '../feed'
import { type FeedEvent, noteSkipped } from '../feedEvents'
import { backoffMs, type ConnectionTimes } from '../feeds/connection'
import { createGroups, type Group } from '../feeds/groups'
import type { FeedTally } from '../feeds/metrics'
import { createMissingWatch } from '../feeds/missing'
import { createSequencer } from '../feeds/sequencer'
import type { SignedSource } from '../feeds/settings'
import type { PriceSource } from '../feeds/source'
import { createFeedCheck } from './feedCheck'
import { readUpdateStream, type StreamEnd, updatesIn } from './hermes'

/** PRODUCT.md 10.10: a price that is older than this is stale. */
const STALE_MS = 5_000
/** A stream that lived for this long was a good one: the next failure starts from the shortest wait again. */
const GOOD_AFTER_MS = 10_000
/** Wrong updates are counted, and one in this time is logged. */
const SAY_WRONG_EVERY_MS = 60_000
/** Feeds of one stream: an address of a few kilobytes. */
const NAMES_MAX = 100

export interface PythSourceOptions {
  source: SignedSource
  /** Ids of feeds to our symbols. */
  symbols: ReadonlyMap<string, string>
  isTrading: (symbol: string) => boolean
  /** Digits behind the point with which the market shows a product. */
  decimalsOf: (symbol: string) => number
  skewMs: number
  times: ConnectionTimes
  clock: Clock
  log: Log
  tally: FeedTally
  note: (event: FeedEvent) => void
  /** Takes each verified update that may decide a second, in the order in which it came. */
  keep: (symbol: string, update: SignedUpdate) => void
  random: () => number
}

/** Logs one wrong update in a while: a server that sends nothing else must not fill the log. */
export function createWrongUpdates({ clock, log, tally }: Pick<PythSourceOptions, 'clock' | 'log' | 'tally'>) {
  let saidAtMs = Number.NEGATIVE_INFINITY
  return (problem: UpdateProblem) => {
    tally.count(SIGNED, problem)
    if (clock.now() - saidAtMs < SAY_WRONG_EVERY_MS) return
    saidAtMs = clock.now()
    log.error({ source: SIGNED, problem }, 'a signed price does not hold and was left out')
  }
}

/** A decimal cut after this many digits behind its point. */
function cutDecimals(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, decimals)
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * Takes updates in: verifies them, keeps what may decide an order, and makes a tick of the first one of each second. Returns
 * the feeds of those that hold.
 */
function createIntakeOf(options: PythSourceOptions, deliver: (tick: FeedTick) => void) {
  const { clock, tally, symbols, skewMs, note } = options
  const sequencer = createSequencer({ source: SIGNED, symbols, skewMs })
  const opener = createUpdateOpener(options.source.set, (feed) => symbols.has(feed))
  const wrong = createWrongUpdates(options)
  /** The newest second of each feed: both addresses send the same. */
  const seen = new Map<string, number>()

  function take(update: SignedUpdate) {
    const { feed, publishAt, previousAt } = update
    const symbol = symbols.get(feed)
    if (symbol === undefined) return
    // Only the first of several updates within a second decides anything.
    if (previousAt === publishAt) return tally.count(SIGNED, 'not_needed')
    if (publishAt <= (seen.get(feed) ?? 0)) return tally.count(SIGNED, 'duplicate')
    const receivedAtMs = clock.now()
    // Ticks are for charts and alerts; orders are decided by the update, with all of its digits.
    const shown = cutDecimals(priceText(update), options.decimalsOf(symbol))
    const price = { kind: 'trade', name: feed, price: shown, size: '0' } as const
    const tick = sequencer({ ...price, sourceAtMs: publishAt * 1_000, trade: undefined }, receivedAtMs)
    // One of the future is not kept either: nobody could have published it yet.
    if (tick !== 'ahead_of_clock') {
      seen.set(feed, publishAt)
      options.keep(symbol, update)
    }
    if (typeof tick !== 'string') return deliver(tick)
    tally.count(SIGNED, tick)
    noteSkipped(note, symbol, SIGNED, tick)
  }

  return (text: string): string[] => {
    const parts = updatesIn(text)
    if (!parts) tally.count(SIGNED, 'garbage')
    return (parts ?? []).flatMap((part) => {
      const { updates, problems } = opener.open(part)
      for (const problem of problems) wrong(problem)
      for (const update of updates) take(update)
      return updates.map(({ feed }) => feed)
    })
  }
}

/** One stream of an address, opened again whenever it ends. */
function createStream(options: PythSourceOptions, url: string, group: Group, onData: (text: string) => void) {
  const { clock, times, tally, log } = options
  let open: boolean | undefined
  let failures = 0
  let waitMs = group.isRefused() ? times.askAgainMs : 0
  let renewing = new AbortController()

  async function turn(signal: AbortSignal) {
    const beganAtMs = clock.now()
    const { hostname } = new URL(url)
    renewing = new AbortController()
    const { cause, refusal }: StreamEnd = await readUpdateStream({
      address: { url, apiKey: options.source.apiKey },
      feeds: group.names(),
      times: { quietMs: times.quietMs, lifeMs: times.lifeMs * (1 - options.random() / 20) },
      clock,
      signal: AbortSignal.any([signal, renewing.signal]),
      onOpen: () => {
        open = true
      },
      onData,
    }).catch((error: unknown) => {
      if (renewing.signal.aborted) return { cause: 'renewed' }
      log.debug({ err: error, source: SIGNED, hostname }, 'the stream of signed prices failed')
      return { cause: 'error' }
    })
    open = false
    if (signal.aborted) return
    tally.reconnected(SIGNED, cause)
    if (refusal !== undefined) group.refused(refusal, true)
    if (group.isRefused()) {
      waitMs = times.askAgainMs
      return
    }
    failures = clock.now() - beganAtMs >= GOOD_AFTER_MS ? 0 : failures + 1
    waitMs = cause === 'renewed' && failures <= 1 ? 0 : backoffMs(times, failures, options.random)
    if (waitMs > 0)
      log.warn(
        { source: SIGNED, hostname, cause, waitMs: Math.round(waitMs) },
        'a price source is gone and is tried again',
      )
  }

  const loop: Loop = createLoop({
    clock,
    everyMs: () => waitMs,
    restFirst: true,
    turn,
    failed: (error) =>
      log.error({ err: error, source: SIGNED }, 'a price source could not be asked and is tried again'),
  })
  return { ...loop, isOpen: () => open, renew: () => renewing.abort() }
}

/** Prices that others have signed. All addresses are read at once, so that none has to take over from another. */
export function createPythSource(options: PythSourceOptions): PriceSource {
  const { clock, symbols } = options
  const watch = createMissingWatch(options)
  let lastTickAtMs: number | undefined
  let deliver: (tick: FeedTick) => void = () => undefined
  const take = createIntakeOf(options, (tick) => {
    lastTickAtMs = tick.receivedAtMs
    deliver(tick)
  })
  const addresses = options.source.urls.map((url) => {
    const groups = createGroups({
      source: SIGNED,
      names: [...symbols.keys()],
      perLine: NAMES_MAX,
      log: options.log,
      open: (group) =>
        createStream(options, url, group, (text) => {
          for (const feed of take(text)) {
            watch.heard(feed)
            groups.heard(feed)
          }
        }),
    })
    return groups
  })
  const check = createFeedCheck({
    ...options,
    everyMs: options.times.askAgainMs,
    silent: watch.silent,
    renewStreams() {
      for (const line of addresses.flatMap((groups) => groups.lines())) line.renew()
    },
  })

  function status(): SourceStatus {
    const open = addresses.flatMap((groups) => groups.open())
    if (!open.includes(true)) return open.includes(false) ? 'down' : 'connecting'
    return lastTickAtMs !== undefined && clock.now() - lastTickAtMs <= STALE_MS ? 'connected' : 'stale'
  }

  return {
    name: SIGNED,
    symbols: [...new Set(symbols.values())],
    start(onTick) {
      deliver = onTick
      for (const groups of addresses) groups.start()
      check.start()
    },
    async stop() {
      deliver = () => undefined
      await Promise.all([check.stop(), ...addresses.map((groups) => groups.stop())])
    },
    state() {
      const [refused = [], ...others] = addresses.map((groups) => groups.refused())
      const byAll = refused.filter((feed) => others.every((each) => each.includes(feed)))
      const missing = watch.list({ refused: byAll, unknown: check.unknown(), others: status() === 'connected' })
      return { source: SIGNED, status: status(), lastTickAtMs, missing }
    },
  }
}
