import type { ReceiptTick } from '../../../contract/proof'
import { comparePrices } from '../../../proof/rule'

/** A price as the stream gave it to this device, with its number in the product's log. */
export interface SeenPrice {
  sequence: number
  price: string
}

/**
 * Where a receipt has other prices than this device was shown while the order ran. One is enough to say so: the first of
 * them.
 */
export function otherPrices(
  seen: readonly SeenPrice[],
  ticks: readonly Pick<ReceiptTick, 'sequence' | 'price'>[],
): { kind: 'other_prices'; sequence: number }[] {
  const shown = new Map(seen.map(({ sequence, price }) => [sequence, price]))
  const other = ticks.find(({ sequence, price }) => comparePrices(shown.get(sequence) ?? price, price) !== 0)
  return other ? [{ kind: 'other_prices', sequence: other.sequence }] : []
}
