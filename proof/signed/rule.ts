import type { VoidReason } from '../../contract/orders'
import type { ReceiptOrder } from '../../contract/proof'
import { comparePrices, isLoggedLate, LOGGED_LATE, type Ruled, SIGN, type Verdict } from '../rule'
import type { SignedPrice } from './update'

/** Which update is not the one that decides. */
export type MissingUpdate = 'entry_update' | 'exit_update'

/** Exactly one published update holds for a second: the first one at or after it. */
const isFor = (second: number, update: SignedPrice | undefined): update is SignedPrice =>
  update !== undefined && update.previousAt < second && second <= update.publishedAt

const pointOf = ({ publishedAt, price }: SignedPrice) => ({ sequence: null, at: publishedAt * 1000, price })

/** The second of the entry, which the ask fixes. */
export const entrySecondOf = ({ acceptedAt }: Pick<ReceiptOrder, 'acceptedAt'>): number =>
  Math.floor(acceptedAt / 1000) + 1

/** Up to when a price could come, without an entry: the end of the order then. */
export const endWithoutEntry = (order: Pick<ReceiptOrder, 'acceptedAt' | 'entryTimeoutMs'>): number =>
  entrySecondOf(order) * 1000 + order.entryTimeoutMs

/**
 * Rule 4's verdict on an order (PRODUCT.md 10.3), decided by the updates of its entry and its exit; or which of them
 * is not the one for its second.
 * @param isSilent whether no price came for a day from a second on; undefined if the receipt does not claim it
 */
export function decideSigned(
  ruled: Ruled,
  updates: readonly SignedPrice[],
  isSilent?: (second: number) => boolean,
): Verdict | MissingUpdate {
  const { order } = ruled
  const [first, second] = updates
  if (isLoggedLate(ruled)) return first || isSilent ? 'entry_update' : LOGGED_LATE
  const voided = (voidReason: VoidReason, entry: Verdict['entry']): Verdict => ({
    status: 'void',
    voidReason,
    entry,
    exit: null,
  })
  const entryAt = entrySecondOf(order)
  if (!first && isSilent?.(entryAt)) return voided('no_entry_tick', null)
  if (!isFor(entryAt, first)) return 'entry_update'
  if ((first.publishedAt - entryAt) * 1000 > order.entryTimeoutMs)
    return second || isSilent ? 'exit_update' : voided('no_entry_tick', null)
  const entry = pointOf(first)
  const exitAt = first.publishedAt + order.durationSeconds
  if (!second && isSilent?.(exitAt)) return voided('stale_at_expiry', entry)
  if (!isFor(exitAt, second) || isSilent) return 'exit_update'
  if ((second.publishedAt - exitAt) * 1000 > order.staleAfterMs) return voided('stale_at_expiry', entry)
  const change = comparePrices(second.price, first.price) * SIGN[order.direction]
  const status = change > 0 ? 'won' : change < 0 ? 'lost' : 'tie'
  return { status, voidReason: null, entry, exit: pointOf(second) }
}
