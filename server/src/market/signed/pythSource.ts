import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop, type Loop } from '../../shared/loop'
import { SIGNED } from '../../shared/signed/source'
import { createUpdateOpener, priceText, type SignedUpdate } from '../../shared/signed/update'
import type { UpdateProblem } from '../../shared/signed/wire'
import type { FeedTick, SourceStatus } from '../feed'
import { type FeedEvent, noteSkipped } from '../feedEvents'
import { backoffMs, type ConnectionTimes } from '../feeds/connection'
import type { FeedTally } from '../feeds/metrics'
import { createSequencer } from '../feeds/sequencer'
import type { SignedSource } from '../feeds/settings'
import type { PriceSource } from '../feeds/source'
import { readUpdateStream, updatesIn } from './hermes'

/** PRODUCT.md 10.10: a price that is older than this is stale. */
const STALE_MS = 5_000
/** A stream that lived for this long was a good one: the next failure starts from the shortest wait again. */
const GOOD_AFTER_MS = 10_000
/** Wrong updates are counted, and one in this time is logged. */
const SAY_WRONG_EVERY_MS = 60_000

export interface PythSourceOptions {
  source: SignedSource
  /** Ids of feeds to our symbols. */
  symbols: ReadonlyMap<string, string>
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

/** Takes updates in: verifies them, keeps what may decide an order, and makes a tick of the first one of each second. */
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

  return (text: string) => {
    const parts = updatesIn(text)
    if (!parts) return tally.count(SIGNED, 'garbage')
    for (const part of parts) {
      const { updates, problems } = opener.open(part)
      for (const problem of problems) wrong(problem)
      for (const update of updates) take(update)
    }
  }
}

/** One address, asked again whenever its stream ends. */
function createStream(options: PythSourceOptions, url: string, onData: (text: string) => void) {
  const { clock, times, tally, log } = options
  let open: boolean | undefined
  let failures = 0
  let waitMs = 0

  async function turn(signal: AbortSignal) {
    const beganAtMs = clock.now()
    const { hostname } = new URL(url)
    const cause = await readUpdateStream({
      address: { url, apiKey: options.source.apiKey },
      feeds: [...options.symbols.keys()],
      times: { quietMs: times.quietMs, lifeMs: times.lifeMs * (1 - options.random() / 20) },
      clock,
      signal,
      onOpen: () => {
        open = true
      },
      onData,
    }).catch((error: unknown) => {
      log.debug({ err: error, source: SIGNED, hostname }, 'the stream of signed prices failed')
      return 'error'
    })
    open = false
    if (signal.aborted) return
    tally.reconnected(SIGNED, cause)
    failures = clock.now() - beganAtMs >= GOOD_AFTER_MS ? 0 : failures + 1
    waitMs = failures === 0 && cause === 'renewed' ? 0 : backoffMs(times, failures, options.random)
    if (waitMs > 0)
      log.warn(
        { source: SIGNED, hostname, cause, waitMs: Math.round(waitMs) },
        'a price source is gone and is tried again',
      )
  }

  const loop: Loop = createLoop({
    clock,
    everyMs: () => waitMs,
    turn,
    failed: (error) =>
      log.error({ err: error, source: SIGNED }, 'a price source could not be asked and is tried again'),
  })
  return { ...loop, isOpen: () => open }
}

/** Prices that others have signed. All addresses are read at once, so that none has to take over from another. */
export function createPythSource(options: PythSourceOptions): PriceSource {
  const { clock } = options
  let lastTickAtMs: number | undefined
  let deliver: (tick: FeedTick) => void = () => undefined
  const take = createIntakeOf(options, (tick) => {
    lastTickAtMs = tick.receivedAtMs
    deliver(tick)
  })
  const streams = options.source.urls.map((url) => createStream(options, url, take))

  function status(): SourceStatus {
    const open = streams.map((stream) => stream.isOpen())
    if (!open.includes(true)) return open.includes(false) ? 'down' : 'connecting'
    return lastTickAtMs !== undefined && clock.now() - lastTickAtMs <= STALE_MS ? 'connected' : 'stale'
  }

  return {
    name: SIGNED,
    symbols: [...new Set(options.symbols.values())],
    start(onTick) {
      deliver = onTick
      for (const stream of streams) stream.start()
    },
    async stop() {
      deliver = () => undefined
      await Promise.all(streams.map((stream) => stream.stop()))
    },
    state: () => ({ source: SIGNED, status: status(), lastTickAtMs }),
  }
}
