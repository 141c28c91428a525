import type { AcceptedOrder } from '../../../../contract/proof'
import type { Queryable } from '../../database/database'
import { isIdTimeOff } from '../../shared/ids'
import { hasBody, replay } from '../../shared/replay'
import type { OrdersDeps } from './deps'
import * as repository from './repository'
import { termsOf, toWire } from './wire'

/** Reads orders of the database and of the archive, as they go over the wire. */
export function createReader({ config, clock, database, market, archive, acceptances }: OrdersDeps) {
  const { scale } = config.currency
  /** Products by number; for an unknown number the market is asked again. */
  const products = new Map<number, { symbol: string; decimals: number }>()

  function productOf(productId: number) {
    if (!products.has(productId)) for (const product of market.products()) products.set(product.id, product)
    return products.get(productId) ?? { symbol: '', decimals: 0 }
  }

  const wireOf = (row: repository.ShownOrder) => toWire(row, productOf(row.product_id), scale)
  const agreedIn = (row: Omit<repository.OrderRow, 'body_hash'>) => termsOf(row, productOf(row.product_id).symbol)
  const acceptedOf = async (row: repository.OrderRow): Promise<AcceptedOrder> => ({
    ...wireOf(row),
    acceptance: await acceptances.find(row.number, agreedIn(row)),
  })
  // No order is archived before a year has passed (`RECORDS_KEPT_DAYS`), so an id from about now is in no archive.
  const mayBeArchived = (id: string) => isIdTimeOff(id, clock.now())

  async function find(source: Queryable, userId: bigint, id: string): Promise<repository.OrderRow | undefined> {
    const row = await repository.findOrder(source, userId, id)
    if (row || !mayBeArchived(id)) return row
    const record = await archive.findOrder(userId, id)
    return record === undefined ? undefined : repository.readRecord(source, record)
  }

  /** The answer to an id that exists: the same order for the same body, a conflict for another. */
  const repeat = async (userId: bigint, id: string, hash: Buffer) =>
    replay(await find(database, userId, id), hasBody(hash), 'order_id_conflict', async (row) => ({
      order: await acceptedOf(row),
      created: false,
    }))

  return { productOf, wireOf, agreedIn, acceptedOf, find, repeat }
}

export type OrderReader = ReturnType<typeof createReader>
