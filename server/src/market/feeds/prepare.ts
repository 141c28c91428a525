import type { Database, Queryable } from '../../database/database'
import { ConfigError } from '../../shared/env'
import { isSigned, SIGNED } from '../../shared/signed/source'
import { DEMO_PRODUCTS, seedDemoProducts } from '../demoProducts'
import { loadProducts, type ProductRecord } from '../products'
import { type PricedBy, pricedProducts } from './createFeed'
import { type FeedSettings, feedName, LIVE, TEST_SET_ID } from './settings'

/** True for prices of a real market, false for made-up ones, undefined for a source known as neither. */
function isReal({ source, instrument }: PricedBy): boolean | undefined {
  if (isSigned(source)) return !instrument.endsWith(TEST_SET_ID)
  if (source === 'simulated' || source.startsWith('replay:')) return false
  return source.split(',').every((part) => LIVE.some((kind) => kind === part)) ? true : undefined
}

/**
 * Runs before a feed starts: adds the demo products that it can price, and no others, and records the price source of
 * each product. Refuses to continue with real prices where made-up ones ended, and the other way round: one log, one
 * chart and one open order must not hold both.
 */
export async function prepareProducts(database: Database, settings: FeedSettings, scale: number): Promise<void> {
  const name = feedName(settings)
  const known = await loadProducts(database)
  const fresh = DEMO_PRODUCTS.filter((product) => !known.some(({ symbol }) => symbol === product.symbol))
  const priced = await pricedProducts(settings, [...known, ...fresh])
  const symbols = [...priced.keys()]
  const ticked = await database.query<PricedBy & { symbol: string }>(
    `select symbol, source, instrument from product
      where symbol = any ($1)
        and exists (select 1 from tick where tick.product_id = product.id)
      order by position, id`,
    [symbols],
  )
  // By product: next to an exchange a feed may have a made-up source for other products.
  const other = ticked.find((each) => {
    const [before, now] = [each, priced.get(each.symbol) ?? each].map(isReal)
    return before !== undefined && now !== undefined && before !== now
  })
  if (other) {
    throw new ConfigError(
      `FEED is ${name} but this database holds prices of ${other.symbol} from ${other.source}: ` +
        `set DATA_DIR or DATABASE_URL to a new place, or FEED to what it was.`,
    )
  }
  await database.withTransaction(async (tx) => {
    await seedDemoProducts(tx, scale, name, new Set(symbols))
    await noteSources(tx, priced, settings)
  })
}

/** A limit rises only once no order runs that agreed to a lower one. */
async function noteSources(tx: Queryable, priced: ReadonlyMap<string, PricedBy>, { skewMs }: FeedSettings) {
  await refuseParts(tx, priced)
  await refuseOtherSigners(tx, priced)
  await tx.query(
    `update product set source = priced.source, instrument = priced.instrument, source_lag_ms = priced.lag_ms
       from (select product.id, given.source, given.instrument,
                    least($4::int, (select min(source_lag_ms) from trade_order
                                     where product_id = product.id and status <= order_open())) as lag_ms
               from unnest($1::text[], $2::text[], $3::text[]) as given (symbol, source, instrument)
               join product on product.symbol = given.symbol) priced
      where product.id = priced.id
        and (product.source, product.instrument, product.source_lag_ms)
              is distinct from (priced.source, priced.instrument, priced.lag_ms)`,
    [
      [...priced.keys()],
      [...priced.values()].map(({ source }) => source),
      [...priced.values()].map(({ instrument }) => instrument),
      skewMs,
    ],
  )
}

/** Orders that wait for prices of a set of signers get none of another: they end first, if that set is gone after a day without prices. */
async function refuseOtherSigners(tx: Queryable, priced: ReadonlyMap<string, PricedBy>) {
  const held = await tx.first<{ symbol: string }>(
    `select product.symbol from unnest($1::text[], $2::text[]) as priced (symbol, instrument)
       join product on product.symbol = priced.symbol and is_signed(product.source)
                       and product.instrument <> priced.instrument
      where exists (select from trade_order where product_id = product.id and status <= order_open()) limit 1`,
    [[...priced.keys()], [...priced.values()].map(({ instrument }) => instrument)],
  )
  if (held)
    throw new ConfigError(
      `Orders of ${held.symbol} wait for prices of the signers before: run with those (PYTH_SIGNERS) until they have ended, at the latest a day after the last price.`,
    )
}

/** Signed prices are of whole seconds, and so are the limits that rule 4 compares them with. */
async function refuseParts(tx: Queryable, priced: ReadonlyMap<string, PricedBy>) {
  const signed = [...priced].filter(([, { source }]) => source === SIGNED).map(([symbol]) => symbol)
  const part = await tx.first<{ symbol: string }>(
    `select symbol from product
      where symbol = any ($1) and (stale_after_ms % 1000 <> 0 or entry_timeout_ms % 1000 <> 0) limit 1`,
    [signed],
  )
  if (part) throw new ConfigError(`FEED has pyth but the time limits of ${part.symbol} are not whole seconds.`)
}

/** The same for products that were added while the feed runs: they have no prices yet, so none can be of another kind. */
export async function prepareAdded(
  database: Database,
  settings: FeedSettings,
  added: readonly Pick<ProductRecord, 'symbol' | 'code' | 'category'>[],
): Promise<void> {
  await noteSources(database, await pricedProducts(settings, added), settings)
}
