import type { AcceptedOrder } from '../../../../contract/proof'
import type { OrderRow } from '../../shared/orderRow'
import { hasBody, replay } from '../../shared/replay'
import type { OrdersDeps } from './deps'
import * as repository from './repository'
import { termsOf, toWire } from './wire'

/** Reads orders as they go over the wire. */
export function createReader({ config, database, market, acceptances }: OrdersDeps) {
  const { scale } = config.currency
  /** Products by number; for an unknown number the market is asked again. */
  const products = new Map<number, { symbol: string; decimals: number }>()

  function productOf(productId: number) {
    if (!products.has(productId)) for (const product of market.products()) products.set(product.id, product)
    return products.get(productId) ?? { symbol: '', decimals: 0 }
  }

  const wireOf = (row: repository.ShownOrder) => toWire(row, productOf(row.product_id), scale)
  const agreedIn = (row: Omit<OrderRow, 'body_hash'>) => termsOf(row, productOf(row.product_id).symbol)
  const acceptedOf = async (row: OrderRow): Promise<AcceptedOrder> => ({
    ...wireOf(row),
    acceptance: await acceptances.find(row.number, agreedIn(row)),
  })
  /** The answer to an id that exists: the same order for the same body, a conflict for another. */
  const repeat = async (userId: bigint, id: string, hash: Buffer) =>
    replay(await repository.findOrder(database, userId, id), hasBody(hash), 'order_id_conflict', async (row) => ({
      order: await acceptedOf(row),
      created: false,
    }))

  return { productOf, wireOf, agreedIn, acceptedOf, repeat }
}

export type OrderReader = ReturnType<typeof createReader>
