import type { SignedReceipt } from '../../contract/proof'
import { leafHash } from '../hashing'
import type { Checkpoint } from '../notes'
import { tickText } from '../texts'
import { isIncluded } from '../trees'
import { leafOf } from '../window'

/** Without any price of the feed for so long, an order no longer waits for its update. */
const SILENT_MS = 86_400_000

/**
 * Whether the house's own log shows no price of the order's feed from a second on for a day: a head of the log is complete up to
 * then, and its last tick is older at its source.
 */
export function isSilentFrom(
  { order, silence }: SignedReceipt,
  checkpoint: Checkpoint | undefined,
  second: number,
): boolean {
  if (!silence || !checkpoint) return false
  const { head, path, tick, tickPath } = silence
  const [from, [feed]] = [second * 1000, order.instrument.split(':')]
  return (
    isIncluded(leafOf(order.symbol, head) ?? '', head.number - 1, checkpoint.size, path, checkpoint.root) &&
    isIncluded(leafHash(tickText(order.symbol, tick)), head.size - 1, head.size, tickPath, head.root) &&
    head.through >= from + SILENT_MS &&
    tick.sequence === head.size &&
    tick.source === order.source &&
    tick.instrument === feed &&
    tick.sourceAt < from
  )
}
