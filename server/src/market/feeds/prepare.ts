import type { Database, Queryable } from '../../database/database'
import { ConfigError } from '../../shared/env'
import { DEMO_PRODUCTS, seedDemoProducts } from '../demoProducts'
import { loadProducts, type ProductRecord } from '../products'
import { pricedProducts } from './createFeed'
import { type FeedSettings, feedName, LIVE } from './settings'

/** True for prices of a real market, false for made-up ones, undefined for a source known as neither. */
function isReal(source: string): boolean | undefined {
  if (source === 'simulated' || source.startsWith('replay:')) return false
  return source.split(',').every((part) => LIVE.some((kind) => kind === part)) ? true : undefined
}

/**
 * Before a feed starts: adds the demo products that it can price, and no others, and notes on each product that it prices
 * from where its prices come. Refuses to go on with real prices where made-up ones ended, and the other way round: one
 * log, one chart and one open order must not hold both.
 */
export async function prepareProducts(database: Database, settings: FeedSettings, scale: number): Promise<void> {
  const name = feedName(settings)
  const known = await loadProducts(database)
  const fresh = DEMO_PRODUCTS.filter((product) => !known.some(({ symbol }) => symbol === product.symbol))
  const priced = await pricedProducts(settings, [...known, ...fresh])
  const symbols = [...priced.keys()]
  const ticked = await database.query<{ symbol: string; source: string }>(
    `select symbol, source from product
      where symbol = any ($1) and source <> $2
        and exists (select 1 from tick where tick.product_id = product.id)
      order by position, id`,
    [symbols, name],
  )
  const other = ticked.find(({ source }) => isReal(source) !== undefined && isReal(source) !== isReal(name))
  if (other) {
    throw new ConfigError(
      `FEED is ${name} but this database holds prices of ${other.symbol} from ${other.source}: ` +
        `set DATA_DIR or DATABASE_URL to a new place, or FEED to what it was.`,
    )
  }
  await database.withTransaction(async (tx) => {
    await seedDemoProducts(tx, scale, name, new Set(symbols))
    await noteSources(tx, name, priced)
  })
}

async function noteSources(tx: Queryable, name: string, priced: ReadonlyMap<string, string>) {
  await tx.query(
    `update product set source = $3, instrument = priced.instrument
       from unnest($1::text[], $2::text[]) as priced (symbol, instrument)
      where product.symbol = priced.symbol and (product.source, product.instrument) is distinct from ($3, priced.instrument)`,
    [[...priced.keys()], [...priced.values()], name],
  )
}

/** The same for products that were added while the feed runs: they have no prices yet, so none can be of another kind. */
export async function prepareAdded(
  database: Database,
  settings: FeedSettings,
  added: readonly Pick<ProductRecord, 'symbol' | 'code' | 'category'>[],
): Promise<void> {
  await noteSources(database, feedName(settings), await pricedProducts(settings, added))
}
