import { ASSETS_POINTS, ASSETS_STEP_HOURS, type AssetsWeek } from '../../../../contract/assets'
import type { Database } from '../../database/database'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import type { Settings } from '../../shared/settings'

export interface AssetsDeps {
  database: Database
  config: Pick<Settings, 'currency'>
}

interface TotalRow {
  at: Date
  /** Null when no account of the user had a balance yet. */
  total: bigint | null
}

/**
 * The last balance of each account before each instant: one index entry each, however much the user trades. An instant is taken at the number that transfers had then, which is exact but for transfers that were under way.
 */
const TOTALS = `
  with step as materialized (
         select at, ledger_transfer_near(at) as first_after
           from generate_series(1, $2::int) as back
          cross join lateral (
            select date_bin($3 * interval '1 hour', now(), timestamptz 'epoch')
                   - (back - 1) * $3 * interval '1 hour' as at) as instant)
  select step.at, sum(last.balance_after)::bigint as total
    from step
    left join ledger_account own on own.user_id = $1
    left join lateral (
      select balance_after from ledger_posting
       where account_id = own.id and transfer_id < step.first_after
       order by transfer_id desc limit 1) last on true
   group by step.at order by step.at`

/** A user's assets over the last week (PRODUCT.md 11.6). */
export async function readAssetsWeek({ database, config }: AssetsDeps, userId: bigint): Promise<AssetsWeek> {
  const rows = await database.query<TotalRow>(TOTALS, [userId, ASSETS_POINTS, ASSETS_STEP_HOURS])
  return {
    from: present(rows[0], 'there is a row for each point').at.toISOString(),
    totals: rows.map(({ total }) => (total === null ? null : formatMoney(total, config.currency.scale))),
  }
}
