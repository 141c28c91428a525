import { Counter, type Registry } from 'prom-client'
import { DIRECTION, storedName } from '../../shared/stored'
import type { ShownOrder } from '../orders/service'

type Row = Pick<ShownOrder, 'product_id' | 'direction' | 'stake' | 'scale' | 'profit_loss'>

/**
 * Traded amounts, by the number of the product and its side, as counted by the nodes that settle. A gain and a loss of
 * the house are counted apart, because a counter only grows. Figures to watch, not to book: floats are exact enough.
 */
export function registerTradeMetrics(registry: Registry) {
  const counter = (name: string, help: string) =>
    new Counter({ name: `fairtick_${name}_total`, help, labelNames: ['product', 'side'], registers: [registry] })
  const entered = counter('orders_entered', 'Orders that got their entry')
  const stakes = counter('stakes', 'Their stakes, in the platform currency')
  const settled = counter('orders_settled', 'Orders that ended, void ones too')
  const gains = counter('house_gains', 'What users lost to the house by orders, in the platform currency')
  const losses = counter('house_losses', 'What users won from the house by orders, in the platform currency')

  const labelsOf = ({ product_id: product, direction }: Row) => ({ product, side: storedName(DIRECTION, direction) })
  return {
    entered(rows: readonly Row[]) {
      for (const row of rows) {
        entered.inc(labelsOf(row))
        stakes.inc(labelsOf(row), Number(row.stake) / 10 ** row.scale)
      }
    },
    closed(rows: readonly Row[]) {
      for (const row of rows) {
        settled.inc(labelsOf(row))
        const result = Number(row.profit_loss ?? 0n) / 10 ** row.scale
        gains.inc(labelsOf(row), Math.max(0, -result))
        losses.inc(labelsOf(row), Math.max(0, result))
      }
    },
  }
}
