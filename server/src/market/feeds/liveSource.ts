import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { FeedTick, SourceStatus } from '../feed'
import { type FeedEvent, noteSkipped } from '../feedEvents'
import { binanceStreamUrl, parseBinance } from './binance'
import { type ConnectionTimes, createConnection } from './connection'
import type { FeedMessage } from './feedMessage'
import { createGroups } from './groups'
import type { FeedTally } from './metrics'
import { createMissingWatch } from './missing'
import { OKX_PING, okxSubscriptions, parseOkx } from './okx'
import { createSequencer } from './sequencer'
import type { LiveKind } from './settings'
import type { PriceSource } from './source'

/** PRODUCT.md 10.10: a price that is older than this is stale. */
const STALE_MS = 5_000
/** Products on one connection: far below the streams that an exchange allows, and an address of a few kilobytes. */
const NAMES_MAX = 100

/** The differences between the exchanges. */
interface Adapter {
  url(base: string, names: readonly string[]): string
  frames(names: readonly string[]): string[]
  ping: string | undefined
  parse(line: string): FeedMessage
}

const ADAPTERS: Record<LiveKind, Adapter> = {
  binance: { url: binanceStreamUrl, frames: () => [], ping: undefined, parse: parseBinance },
  okx: { url: (base) => base, frames: okxSubscriptions, ping: OKX_PING, parse: parseOkx },
}

export interface LiveSourceOptions {
  kind: LiveKind
  /** Where the stream is; without a slash at the end. */
  streamUrl: string
  /** The exchange's name of a product to our symbol. */
  symbols: ReadonlyMap<string, string>
  isTrading: (symbol: string) => boolean
  skewMs: number
  times: ConnectionTimes
  clock: Clock
  log: Log
  tally: FeedTally
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
  random: () => number
}

/** Prices of an exchange, over a connection that mends itself. */
export function createLiveSource(options: LiveSourceOptions): PriceSource {
  const { kind, clock, log, tally, symbols, times } = options
  const adapter = ADAPTERS[kind]
  const sequencer = createSequencer({ source: kind, symbols, skewMs: options.skewMs })
  let deliver: (tick: FeedTick) => void = () => undefined
  const watch = createMissingWatch(options)
  let lastTickAtMs: number | undefined

  function onLine(line: string) {
    const parsed = adapter.parse(line)
    const receivedAtMs = clock.now()
    let price = false
    for (const row of parsed.rows) {
      const tick = typeof row === 'string' ? row : sequencer(row, receivedAtMs)
      if (typeof row !== 'string') {
        price = true
        watch.heard(row.name)
        groups.heard(row.name)
      }
      if (typeof tick === 'string') {
        tally.count(kind, tick)
        const symbol = typeof row === 'string' ? undefined : symbols.get(row.name)
        if (symbol !== undefined) noteSkipped(options.note, symbol, kind, tick)
      } else {
        lastTickAtMs = receivedAtMs
        deliver(tick)
      }
    }
    if (parsed.refusal !== undefined)
      log.warn({ source: kind, answer: parsed.refusal }, 'a price source refuses a request')
    return { ...parsed, price }
  }

  const groups = createGroups({
    source: kind,
    names: [...symbols.keys()],
    perLine: NAMES_MAX,
    log,
    open: (group) =>
      createConnection({
        name: kind,
        group,
        url: (own) => adapter.url(options.streamUrl, own),
        frames: adapter.frames,
        ping: adapter.ping,
        times,
        clock,
        log,
        random: options.random,
        onLine,
        onEnd: (cause) => tally.reconnected(kind, cause),
      }),
  })

  function status(): SourceStatus {
    const open = groups.open()
    if (!open.includes(true)) return open.includes(false) ? 'down' : 'connecting'
    const fresh = lastTickAtMs !== undefined && clock.now() - lastTickAtMs <= STALE_MS
    return fresh && open.every((each) => each) ? 'connected' : 'stale'
  }

  return {
    name: kind,
    symbols: [...new Set(symbols.values())],
    start(onTick) {
      deliver = onTick
      groups.start()
    },
    async stop() {
      deliver = () => undefined
      await groups.stop()
    },
    state() {
      const missing = watch.list({ refused: groups.refused(), others: status() === 'connected' })
      return { source: kind, status: status(), lastTickAtMs, missing }
    },
  }
}
