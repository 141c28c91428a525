import type { Database } from '../../database/database'
import type { OrderRow } from '../../shared/orderRow'
import type { Settings } from '../../shared/settings'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { toWire } from './wire'

type NamedOrder = Omit<OrderRow, 'body_hash'> & { symbol: string; decimals: number }

/** Orders stay after a deletion: they hold nothing personal, and the public log proves them. */
export function ordersPersonalData(deps: {
  database: Database
  config: Pick<Settings, 'currency'>
}): PersonalDataSource {
  return {
    section: 'orders',
    kept: {
      trade_order: 'says nothing about the person, and the public log proves it',
    },
    async read(userId) {
      const rows = await deps.database.query<NamedOrder>(
        `select placed.*, product.symbol, product.decimals from trade_order placed join product on product.id = placed.product_id
          where placed.user_id = $1 order by placed.number desc limit $2`,
        [userId, EXPORT_ROWS_MAX + 1],
      )
      return boundedRows(rows.map((row) => toWire(row, row, deps.config.currency.scale)))
    },
    async blockers(tx, userId) {
      const found = await tx.some(
        'select 1 as found from trade_order where user_id = $1 and status <= order_open() limit 1',
        [userId],
      )
      return found ? ['orders'] : []
    },
  }
}
