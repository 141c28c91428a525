import type { ConsoleProduct, ProductDetail } from '../../../../contract/consoleProducts'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { MINUTE_MS } from '../../shared/time'
import type { ConsoleDeps } from '../action'

interface ProductRow {
  symbol: string
  code: string
  maintenance: boolean
  maintenance_until: Date | null
  open_orders: bigint
  up: bigint
  down: bigint
  limit_up: bigint | null
  limit_down: bigint | null
}

/** The status that users see; for a product that this node has not loaded yet only its maintenance is known. */
function statusOf({ market, clock }: ConsoleDeps, { symbol, maintenance, maintenance_until }: ProductRow): string {
  const isOver = maintenance_until !== null && maintenance_until.getTime() <= clock.now()
  if (maintenance && !isOver) return 'maintenance'
  const product = market.productBySymbol(symbol)
  return product ? market.tradingState(product, clock.now()).status : 'unknown'
}

/** Products with the most that the house can pay for the open orders of each side, on top of their stakes. */
async function list(deps: ConsoleDeps): Promise<{ items: ConsoleProduct[] }> {
  const money = (minor: bigint) => formatMoney(minor, deps.config.currency.scale)
  const rows = await deps.database.query<ProductRow>(
    `select symbol, code, maintenance, maintenance_until, coalesce(running.orders, 0) as open_orders,
            coalesce(running.up, 0)::bigint as up, coalesce(running.down, 0)::bigint as down,
            (select profit_max from product_exposure
              where product_id = product.id and direction = direction_up() and stripe = 0) as limit_up,
            (select profit_max from product_exposure
              where product_id = product.id and direction = direction_down() and stripe = 0) as limit_down
       from product
       left join (
         select product_id, count(*) as orders,
                sum(payout - stake) filter (where direction = direction_up()) as up,
                sum(payout - stake) filter (where direction = direction_down()) as down
           from trade_order where status <= order_open() group by product_id) running on running.product_id = product.id
      order by position limit 500`,
  )
  return {
    items: rows.map((row) => ({
      symbol: row.symbol,
      name: row.code,
      status: statusOf(deps, row),
      maintenanceUntil: row.maintenance_until?.toISOString() ?? null,
      openOrders: Number(row.open_orders),
      exposureUp: money(row.up),
      exposureDown: money(row.down),
      limitUp: row.limit_up === null ? null : money(row.limit_up),
      limitDown: row.limit_down === null ? null : money(row.limit_down),
    })),
  }
}

/** The terms of one product. */
async function get(
  { database, config, products }: ConsoleDeps,
  symbol: string,
): Promise<Result<ProductDetail, 'not_found'>> {
  const terms = await products.changes.termsOf(symbol)
  const row = await database.first<{ category: string; decimals: number; source: string; revision: number }>(
    'select category, decimals, source, revision from product where symbol = $1',
    [symbol],
  )
  if (!terms || !row) return refuse('not_found')
  return ok({ symbol, ...row, ...terms, noticeMinutes: config.productNoticeMs / MINUTE_MS })
}

/** Products as staff see them; actions change them. */
export const createProductService = (deps: ConsoleDeps) => ({
  list: () => list(deps),
  get: (symbol: string) => get(deps, symbol),
  changes: (query: { symbol?: string; cursor?: string; limit?: string }) => deps.products.changes.listChanges(query),
})
