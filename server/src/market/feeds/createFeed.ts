import { randomBytes } from 'node:crypto'
import type { Clock } from '../../shared/clock'
import { ConfigError } from '../../shared/env'
import type { Log } from '../../shared/log'
import type { Metrics } from '../../shared/metrics'
import { isSigned, SIGNED } from '../../shared/signed/source'
import type { SignedUpdate } from '../../shared/signed/update'
import { currentState } from '../calendar'
import type { Feed, FeedProduct } from '../feed'
import type { FeedEvent } from '../feedEvents'
import { createPythSource } from '../signed/pythSource'
import { createSimulatedFeed } from '../simulated/simulatedFeed'
import { CONNECTION_TIMES } from './connection'
import { createLiveSource } from './liveSource'
import { createTally, type FeedTally } from './metrics'
import { liveNames, replayNames, signedNames } from './names'
import { namesIn } from './recording'
import { createReplaySource } from './replay'
import {
  type FeedSettings,
  feedName,
  plainName,
  plainSources,
  type SignedSource,
  type SourceSettings,
  signedSourceOf,
} from './settings'
import type { PriceSource } from './source'
import { createSourceSelector } from './sourceSelector'

/** A seed cannot be guessed. */
const SEED_BYTES = 32
/** The name in orders and ticks if the source has no name for the product. */
const NO_INSTRUMENT = '-'

export interface FeedDeps {
  clock: Clock
  log: Log
  metrics: Metrics
  settings: FeedSettings
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
  /** Takes verified updates of signed sources. */
  keep: (symbol: string, update: SignedUpdate) => void
}

/** Where a product's prices come from, as its orders and ticks say it. */
export interface PricedBy {
  source: string
  instrument: string
}

/**
 * The products among `products` that the configured sources can price, with a simulated feed all of them; each with what
 * the sources call it, in their order: `BTCUSDT,BTC-USDT`, and `-` for a source that has no name for it. A product that has a
 * signed feed is priced by it alone: its instrument is the feed's id and that of the signer set.
 */
export async function pricedProducts(
  settings: FeedSettings,
  products: readonly Pick<FeedProduct, 'symbol' | 'code' | 'category'>[],
): Promise<Map<string, PricedBy>> {
  const named: ((symbol: string) => string | undefined)[] = []
  for (const source of plainSources(settings)) {
    if (source.kind === 'simulated') named.push(() => NO_INSTRUMENT)
    else {
      const names = await namesOf(settings, source, products)
      named.push((symbol) => [...names].find(([, priced]) => priced === symbol)?.[0])
    }
  }
  const found = products.map(({ symbol }) => ({ symbol, names: named.map((nameOf) => nameOf(symbol)) }))
  const priced = found.filter(({ names }) => names.some((name) => name !== undefined))
  const source = plainName(settings)
  const plain = priced.map(({ symbol, names }): [string, PricedBy] => {
    return [symbol, { source, instrument: names.map((name) => name ?? NO_INSTRUMENT).join(',') }]
  })
  const { set } = signedSourceOf(settings) ?? {}
  const signed = set ? [...signedNames(settings, products)] : []
  return new Map([
    ...plain,
    ...signed.map(([feed, symbol]): [string, PricedBy] => [
      symbol,
      { source: SIGNED, instrument: `${feed}:${set?.id}` },
    ]),
  ])
}

type PlainSource = Exclude<SourceSettings, { kind: 'simulated' } | SignedSource>

async function namesOf(
  settings: FeedSettings,
  source: PlainSource,
  products: readonly Pick<FeedProduct, 'symbol' | 'code' | 'category'>[],
): Promise<Map<string, string>> {
  return source.kind === 'replay'
    ? replayNames(settings, source, await namesIn(source.file), products)
    : liveNames(settings, source.kind, products)
}

async function sourceOf(
  deps: FeedDeps,
  tally: FeedTally,
  source: Exclude<SourceSettings, { kind: 'simulated' }>,
  products: readonly FeedProduct[],
): Promise<PriceSource> {
  const { clock, log, settings, note } = deps
  const { skewMs } = settings
  const calendars = new Map(products.map(({ symbol, calendar }) => [symbol, calendar]))
  const isTrading = (symbol: string) => {
    const calendar = calendars.get(symbol)
    return calendar !== undefined && currentState(calendar, clock.now()).status === 'open'
  }
  if (source.kind === SIGNED) {
    const { keep } = deps
    const symbols = signedNames(settings, products)
    const decimals = new Map(products.map((product) => [product.symbol, product.decimals]))
    return createPythSource({
      source,
      symbols,
      isTrading,
      decimalsOf: (symbol) => decimals.get(symbol) ?? 0,
      skewMs,
      times: CONNECTION_TIMES,
      clock,
      log,
      tally,
      note,
      keep,
      random: Math.random,
    })
  }
  // A product that has a signed feed has no other source.
  const signed = signedSourceOf(settings) ? [...signedNames(settings, products).values()] : []
  const plain = products.filter(({ symbol }) => !signed.includes(symbol))
  const symbols = await namesOf(settings, source, plain)
  if (source.kind === 'replay') return createReplaySource({ ...source, symbols, skewMs, clock, log, tally, note })
  const { kind, streamUrl } = source
  if (symbols.size === 0) throw new ConfigError(`FEED is ${kind} but it prices no product: set FEED_SYMBOLS.`)
  return createLiveSource({
    kind,
    streamUrl,
    symbols,
    isTrading,
    skewMs,
    times: CONNECTION_TIMES,
    clock,
    log,
    tally,
    note,
    random: Math.random,
  })
}

/**
 * The feed that the settings ask for. It runs from `start` to `stop` and then is done with; to continue, make another.
 * Throws `ConfigError` if the settings do not fit the products.
 */
export async function createFeed(deps: FeedDeps, products: readonly FeedProduct[]): Promise<Feed> {
  const { clock, settings } = deps
  const tally = createTally(deps.metrics.registry)
  const sources: PriceSource[] = []
  for (const source of settings.sources) {
    if (source.kind === 'simulated')
      return createSimulatedFeed({ clock, products, seed: randomBytes(SEED_BYTES).toString('hex') })
    sources.push(await sourceOf(deps, tally, source, products))
  }
  const { failoverMs, recoveryMs, jumpBp, jumpBpOf } = settings
  return createSourceSelector({
    name: feedName(settings),
    sources,
    failoverMs,
    recoveryMs,
    // A price that enough signers have signed needs no confirmation.
    spikeLimitOf: (symbol, source) => (isSigned(source) ? 0 : (jumpBpOf[symbol] ?? jumpBp)),
    clock,
    log: deps.log,
    tally,
    note: deps.note,
  })
}
