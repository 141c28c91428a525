import type { Direction } from '../../../../contract/orders'
import type { Tx } from '../../database/database'
import { DIRECTION } from '../../shared/stored'

/** Minor units; null for no limit. */
export type ExposureLimits = Record<Direction, bigint | null>

/**
 * In the caller's transaction: from now on no order is accepted that would raise what the house may have to pay above
 * the limit of its product and side (PRODUCT.md 10.13). Returns what it may have to pay now; undefined for an unknown
 * product.
 */
export async function limitExposure(
  tx: Tx,
  symbol: string,
  limits: ExposureLimits,
): Promise<Record<Direction, bigint> | undefined> {
  const product = await tx.first<{ id: number }>('select id from product where symbol = $1', [symbol])
  if (!product) return undefined
  // In the order in which placing locks them.
  const row = await tx.first<Record<Direction, bigint>>(
    `select down.open as down, up.open as up
       from (select limit_exposure($1, $2, $3) as open offset 0) down,
            lateral (select limit_exposure($1, $4, $5) as open where down.open is not null offset 0) up`,
    [product.id, DIRECTION.down, limits.down, DIRECTION.up, limits.up],
  )
  return row
}
