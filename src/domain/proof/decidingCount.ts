import type { ReceiptOrder } from '../../../contract/proof'

/** How many prices decided an order, from its entry to its exit: their numbers follow each other. Undefined without both. */
export function decidingCount({
  entrySequence,
  exitSequence,
}: Pick<ReceiptOrder, 'entrySequence' | 'exitSequence'>): number | undefined {
  return entrySequence === null || exitSequence === null ? undefined : exitSequence - entrySequence + 1
}
