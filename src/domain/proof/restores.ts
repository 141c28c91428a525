import type { LogRestore, Receipt } from '../../../contract/proof'
import { parseCheckpoint } from './checkpoint'
import { isSignedBy } from './hashing'
import type { RememberedHead } from './heads'
import { restoreText } from './texts'

/** What the house says of a log that it had to restore from a backup: the heads of that time are void. */
export type Restored = Pick<LogRestore, 'keptAt' | 'at' | 'reason'>

/** Whether the log of this receipt signed the statement, with the key of today or one that handed over. */
function isSigned(restore: LogRestore, { checkpoint, publicKey, keys }: Receipt): boolean {
  const origin = parseCheckpoint(checkpoint)?.origin ?? ''
  const isKey = restore.publicKey === publicKey || keys.some(({ from }) => from === restore.publicKey)
  return isKey && isSignedBy(restoreText(origin, restore), restore.signature, restore.publicKey)
}

/** The statement that accounts for a remembered head which the log does not continue; undefined where there is none. */
export function restoreOf(
  restores: readonly LogRestore[],
  receipt: Receipt,
  { head, publicKey }: RememberedHead,
): LogRestore | undefined {
  const isOurs = publicKey === receipt.publicKey || receipt.keys.some(({ from }) => from === publicKey)
  if (!isOurs) return undefined
  return restores.find((restore) => restore.kept < head.number && head.at <= restore.at && isSigned(restore, receipt))
}
