import type { Locale } from '../../../contract/locales'
import type { AnnouncedChange, Category } from '../../../contract/market'
import type { Queryable } from '../database/database'
import type { Calendar } from './calendar'

/** A product as the market keeps it in memory. Amounts are minor units. */
export interface ProductRecord {
  id: number
  symbol: string
  code: string
  names: Partial<Record<Locale, string>>
  category: Category
  decimals: number
  recommended: boolean
  position: number
  maintenance: boolean
  /** When the maintenance ends, epoch ms; undefined for one without a known end. */
  maintenanceUntilMs: number | undefined
  calendar: Calendar
  stakeMin: bigint
  stakeMax: bigint
  stakePresets: bigint[]
  /** Without a tick for this long the price is stale. */
  staleAfterMs: number
  /** At most so far from its time at the source is the time of a price. */
  sourceLagMs: number
  /** Without an entry tick for this long an order is void. */
  entryTimeoutMs: number
  source: string
  /** For each source its name of the product, with commas between; `-` if it has none. */
  instrument: string
  /** Counts the changes of its terms. */
  revision: number
  /** Announced changes that are not yet in force, the soonest first. */
  changes: AnnouncedChange[]
  durations: { seconds: number; earningsRateBp: number }[]
}

/** As the statement names its columns. */
interface ProductRow extends Omit<ProductRecord, 'maintenanceUntilMs' | 'stakePresets'> {
  maintenanceUntil: Date | null
  stakePresets: string[]
}

const PRODUCTS_MAX = 500

/** All products in the order of the list. */
export async function loadProducts(database: Queryable): Promise<ProductRecord[]> {
  const rows = await database.query<ProductRow>(
    `select product.id, product.symbol, code, names, category, decimals, recommended, position, maintenance,
            maintenance_until as "maintenanceUntil", calendar, stake_min as "stakeMin", stake_max as "stakeMax",
            stake_presets::text[] as "stakePresets", stale_after_ms as "staleAfterMs", source_lag_ms as "sourceLagMs",
            entry_timeout_ms as "entryTimeoutMs", source, instrument, revision,
            coalesce(terms.durations, '[]') as durations, coalesce(announced.changes, '[]') as changes
       from product
       left join lateral (
         select jsonb_agg(jsonb_build_object('seconds', seconds, 'earningsRateBp', earnings_rate_bp) order by seconds)
                  as durations
           from product_duration where product_id = product.id) terms on true
       left join (
         select symbol, jsonb_agg(jsonb_build_object('part', part, 'from', to_char(effective_at at time zone 'UTC',
                                                       'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'terms', terms)
                                  order by effective_at, id) as changes
           from product_change where applied_at is null and withdrawn_at is null and part <> 'added'
          group by symbol) announced on announced.symbol = product.symbol
      order by position, product.id limit ${PRODUCTS_MAX}`,
  )
  return rows.map(({ maintenanceUntil, stakePresets, ...row }) => ({
    ...row,
    maintenanceUntilMs: maintenanceUntil?.getTime(),
    stakePresets: stakePresets.map(BigInt),
  }))
}
