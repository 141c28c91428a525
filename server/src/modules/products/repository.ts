import type { Tx } from '../../database/database'

/** Returns the earlier state, or undefined for an unknown product. */
export async function setMaintenance(
  tx: Tx,
  symbol: string,
  maintenance: boolean,
  until: Date | null,
): Promise<{ before: boolean; beforeOpensAt: string | null } | undefined> {
  const product = await tx.first<{ before: boolean; before_until: Date | null }>(
    'select maintenance as before, maintenance_until as before_until from product where symbol = $1 for update',
    [symbol],
  )
  if (!product) return undefined
  await tx.query('update product set maintenance = $2, maintenance_until = $3 where symbol = $1', [
    symbol,
    maintenance,
    until,
  ])
  return { before: product.before, beforeOpensAt: product.before_until?.toISOString() ?? null }
}
