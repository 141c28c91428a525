import type { Locale } from '../../../contract/locales'
import type { Category } from '../../../contract/market'
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
  /** Without an entry tick for this long an order is void. */
  entryTimeoutMs: number
  source: string
  /** For each source its name of the product, with commas between; `-` where it has none. */
  instrument: string
  durations: { seconds: number; earningsRateBp: number }[]
}

interface ProductRow {
  id: number
  symbol: string
  code: string
  names: Partial<Record<Locale, string>>
  category: Category
  decimals: number
  recommended: boolean
  position: number
  maintenance: boolean
  maintenance_until: Date | null
  calendar: Calendar
  stake_min: bigint
  stake_max: bigint
  stake_presets: string[]
  stale_after_ms: number
  entry_timeout_ms: number
  source: string
  instrument: string
  durations: { seconds: number; earningsRateBp: number }[]
}

const PRODUCTS_MAX = 500

/** All products in the order of the list. */
export async function loadProducts(database: Queryable): Promise<ProductRecord[]> {
  const rows = await database.query<ProductRow>(
    `select p.id, p.symbol, p.code, p.names, p.category, p.decimals, p.recommended, p.position, p.maintenance,
            p.maintenance_until, p.calendar, p.stake_min, p.stake_max, p.stake_presets::text[] as stake_presets, p.stale_after_ms,
            p.entry_timeout_ms, p.source, p.instrument,
            coalesce(d.durations, '[]') as durations
       from product p
       left join lateral (
         select jsonb_agg(jsonb_build_object('seconds', seconds, 'earningsRateBp', earnings_rate_bp) order by seconds)
                  as durations
           from product_duration where product_id = p.id) d on true
      order by p.position, p.id limit ${PRODUCTS_MAX}`,
  )
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    code: row.code,
    names: row.names,
    category: row.category,
    decimals: row.decimals,
    recommended: row.recommended,
    position: row.position,
    maintenance: row.maintenance,
    maintenanceUntilMs: row.maintenance_until?.getTime(),
    calendar: row.calendar,
    stakeMin: row.stake_min,
    stakeMax: row.stake_max,
    stakePresets: row.stake_presets.map(BigInt),
    staleAfterMs: row.stale_after_ms,
    entryTimeoutMs: row.entry_timeout_ms,
    source: row.source,
    instrument: row.instrument,
    durations: row.durations,
  }))
}
