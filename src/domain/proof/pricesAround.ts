import type { ReceiptTick } from '../../../contract/proof'

/** A row of the list: a price, or how many there are between the one before and the one after it. */
export type PriceRow =
  | { kind: 'price'; tick: ReceiptTick; is: 'entry' | 'exit' | undefined }
  | { kind: 'gap'; count: number }

/** Prices shown before and after each of the two that decided. */
const AROUND = 2

/**
 * The prices that decided an order with their neighbors, in the order of the log. Numbers follow each other without a gap, so
 * those of two prices tell how many lie between them, even if a receipt leaves them out.
 */
export function pricesAround(
  ticks: readonly ReceiptTick[],
  entrySequence: number | null,
  exitSequence: number | null,
): PriceRow[] {
  const isNear = (sequence: number) =>
    [entrySequence, exitSequence].some((of) => of !== null && Math.abs(sequence - of) <= AROUND)
  const rows: PriceRow[] = []
  let before: number | undefined
  for (const tick of ticks.filter(({ sequence }) => isNear(sequence))) {
    const { sequence } = tick
    const between = before === undefined ? 0 : sequence - before - 1
    if (between > 0) rows.push({ kind: 'gap', count: between })
    rows.push({
      kind: 'price',
      tick,
      is: sequence === entrySequence ? 'entry' : sequence === exitSequence ? 'exit' : undefined,
    })
    before = sequence
  }
  return rows
}
