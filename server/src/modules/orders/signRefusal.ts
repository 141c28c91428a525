import type { ErrorCode } from '../../../../contract/errors'
import type { PlaceOrder } from '../../../../contract/orders'
import type { Refusal } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { OrdersDeps } from './deps'
import * as repository from './repository'

/** They say nothing about what becomes of the ask: it is sent again, or is none, or another order has its id. */
const UNSIGNED: ReadonlySet<ErrorCode> = new Set(['ask_invalid', 'order_id_conflict', 'unauthenticated', 'unavailable'])

/**
 * A refusal with the house's signature, so that the user can show to anybody what became of the ask (docs/PROOF_FORMAT.md,
 * "Refusals"). Undefined if the order is there after all, from another try: what is on its way into the database is waited for.
 */
export async function signRefusal<C extends ErrorCode>(
  { asks, clock, database }: Pick<OrdersDeps, 'asks' | 'clock' | 'database'>,
  userId: bigint,
  body: PlaceOrder,
  stake: bigint | undefined,
  error: Refusal<C>,
): Promise<Refusal<C | 'order_id_conflict' | 'unavailable'> | undefined> {
  if (UNSIGNED.has(error.code) || stake === undefined) return error
  const order = await findCommitted({ clock, database }, userId, body.id, repository.findOrder)
  if (order.ok) return undefined
  if (order.error.code === 'unavailable') return { code: 'unavailable' }
  if (await repository.isIdTaken(database, body.id)) return { code: 'order_id_conflict' }
  const refusal = await asks.refuse(body, stake, error.code, clock.now())
  return refusal ? { ...error, details: { ...error.details, refusal } } : error
}
