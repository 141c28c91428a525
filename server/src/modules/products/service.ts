import { fallbacksOf, type Locale } from '../../../../contract/locales'
import type { Interval, Product, ProductSummary } from '../../../../contract/market'
import type { Database } from '../../database/database'
import { listCandles } from '../../market/candles'
import { type FeedSettings, pricedHow } from '../../market/feeds/settings'
import type { Market } from '../../market/market'
import type { ProductRecord } from '../../market/products'
import { readTicks } from '../../market/tickLog'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import { ok, refuse } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { DAY_MS } from '../../shared/time'
import type { ProductChanges } from './changes'
import { limitExposure } from './exposure'
import type { ProductIcons } from './icons'
import * as repository from './repository'

export interface ProductsDeps {
  config: Pick<Settings, 'currency'> & { feeds: FeedSettings }
  clock: Clock
  database: Database
  market: Market
  icons: ProductIcons
  changes: ProductChanges
}

const SPARK_POINTS = 48
const CHANGES_SHOWN = 10
const SPARK_KEPT_MS = 60_000

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

function summaryOf(deps: ProductsDeps, product: ProductRecord, locale: Locale) {
  const { symbol, code, names, category, decimals, recommended } = product
  const state = deps.market.tradingState(product, deps.clock.now())
  const iconUrl = deps.icons.urlOf(symbol)
  return {
    symbol,
    code,
    name:
      fallbacksOf(locale)
        .map((one) => names[one])
        .find((name) => name !== undefined) ?? code,
    category,
    decimals,
    recommended,
    status: state.status,
    opensAt: instant(state.opensAtMs),
    closesAt: instant(state.closesAtMs),
    quote: deps.market.quote(symbol) ?? null,
    ...(iconUrl === undefined ? {} : { iconUrl }),
  }
}

function detailOf(deps: ProductsDeps, product: ProductRecord, locale: Locale): Product {
  const { scale } = deps.config.currency
  return {
    ...summaryOf(deps, product, locale),
    durations: product.durations,
    stakePresets: product.stakePresets.map((preset) => formatMoney(preset, scale)),
    stakeMin: formatMoney(product.stakeMin, scale),
    stakeMax: formatMoney(product.stakeMax, scale),
    staleAfterMs: product.staleAfterMs,
    sourceLagMs: product.sourceLagMs,
    entryTimeoutMs: product.entryTimeoutMs,
    source: product.source,
    instrument: product.instrument,
    ...pricedHow(deps.config.feeds, product),
    calendar: product.calendar,
    changes: product.changes.slice(0, CHANGES_SHOWN),
  }
}

/** Half-hour closes of the last 24 hours for every product, read at most once a minute. */
function createSparks(deps: ProductsDeps) {
  let loadedAt = Number.NEGATIVE_INFINITY
  let sparks: Promise<Map<number, string[]>> | undefined
  const load = async () => {
    const rows = await deps.database.query<{ product_id: number; closes: string[] }>(
      `select product_id, array_agg(close::text order by bucket) as closes
         from (select distinct on (product.id, candle.open_at_ms / 1800000)
                      product.id as product_id, candle.open_at_ms / 1800000 as bucket, candle.close
                 from product
                 join candle on candle.product_id = product.id and candle.interval = '5m' and candle.open_at_ms > $1
                order by product.id, candle.open_at_ms / 1800000, candle.open_at_ms desc) sampled
        group by product_id`,
      [deps.clock.now() - DAY_MS],
    )
    return new Map(rows.map((row) => [row.product_id, row.closes.slice(-SPARK_POINTS)]))
  }
  return () => {
    const now = deps.clock.now()
    if (!sparks || now - loadedAt >= SPARK_KEPT_MS) {
      loadedAt = now
      sparks = load().catch((error) => {
        sparks = undefined
        throw error
      })
    }
    return sparks
  }
}

export type ProductsService = ReturnType<typeof createProductsService>

export function createProductsService(deps: ProductsDeps) {
  const { market, database, clock } = deps
  const loadSparks = createSparks(deps)
  return {
    icons: deps.icons,
    async list(locale: Locale): Promise<ProductSummary[]> {
      const sparks = await loadSparks()
      return market
        .products()
        .map((product) => ({ ...summaryOf(deps, product, locale), spark: sparks.get(product.id) ?? [] }))
    },
    get(symbol: string, locale: Locale) {
      const product = market.productBySymbol(symbol)
      return product ? ok(detailOf(deps, product, locale)) : refuse('product_unknown')
    },
    async candles(
      symbol: string,
      { interval, beforeMs, limit }: { interval: Interval; beforeMs?: number; limit: number },
    ) {
      const product = market.productBySymbol(symbol)
      if (!product) return refuse('product_unknown')
      const before = beforeMs ?? clock.now() + 1
      return ok({ interval, items: await listCandles(database, product.id, interval, before, limit) })
    },
    async ticks(symbol: string, { after, limit }: { after?: number; limit: number }) {
      const product = market.productBySymbol(symbol)
      if (!product) return refuse('product_unknown')
      return ok({ items: await readTicks(database, product.id, after, limit) })
    },
    setMaintenance: repository.setMaintenance,
    limitExposure,
    changes: deps.changes,
  }
}
