import type { FeedEventPage, LoggedHead, LogRestore } from '../../../contract/proof'
import { parseCheckpoint } from './checkpoint'
import { isSignedBy, leafHash } from './hashing'
import { headLeaf, productsRoot, type RememberedHead } from './heads'
import { keysOf } from './keys'
import { isIncluded, isRange, type TreeState } from './merkle'
import { logOf } from './results'
import { restoreText } from './texts'
import { type SignedLog, signedState } from './ties'

/** The house's statement about a log that it had to restore from a backup: the heads of that time are void. */
export type Restored = Pick<LogRestore, 'kept' | 'keptAt' | 'at' | 'reason'>

/** A statement is about what has happened: its time may be ahead of this device's clock by so much. */
const AHEAD_MAX_MS = 60_000

/** Whether the log of this receipt signed the statement, with the key of today or one that handed over. */
function isSigned(restore: LogRestore, receipt: SignedLog): boolean {
  const origin = parseCheckpoint(receipt.checkpoint)?.origin ?? ''
  const isKey = keysOf(receipt).includes(restore.publicKey)
  return isKey && isSignedBy(restoreText(origin, restore), restore.signature, restore.publicKey)
}

/**
 * The statement that accounts for a remembered head which the log does not continue; undefined if there is none. Each
 * explains one broken history: a second one under the same statement is a fork.
 */
export function restoreOf(
  restores: readonly LogRestore[],
  receipt: SignedLog,
  { head, publicKey, taken = [] }: RememberedHead,
  now: number,
): LogRestore | undefined {
  if (!keysOf(receipt).includes(publicKey)) return undefined
  return restores.find(
    (restore) =>
      restore.kept < head.number &&
      head.at <= restore.at &&
      restore.at <= now + AHEAD_MAX_MS &&
      !taken.includes(restore.signature) &&
      isSigned(restore, receipt),
  )
}

/** Whether the head that a statement calls the last one kept is the last one of the part of the log that it names. */
export function isKeptHead({ kept, keptAt, root }: LogRestore, shown: LoggedHead, receipt: SignedLog): boolean {
  const { head, checkpoint, path } = shown
  const state = signedState(checkpoint, receipt)
  const isThat = head.number === kept && head.at === keptAt && state?.size === kept && state.root === root
  return isThat && isIncluded(headLeaf(head, productsRoot(head)), kept - 1, kept, path, root)
}

/** Whether an entry of the log of feed events is the statement. Its time may be later: times never fall in that log. */
export function isEntryOf({ kept, root, reason, signature }: LogRestore, entry: string): boolean {
  const facts = ['restored', '-', kept, root, reason, signature].join('|')
  return entry.startsWith('feed|1|') && entry.endsWith(`|${facts}`)
}

/** The log of heads under which a page of feed events is proven; undefined if the page proves nothing. */
export function provenBy(page: FeedEventPage, receipt: SignedLog): TreeState | undefined {
  const { head, headPath, entries, from, path } = page
  const state = signedState(page.checkpoint, receipt)
  const isProven =
    state?.size === head.number &&
    isIncluded(headLeaf(head, head.products), head.number - 1, state.size, headPath, state.root) &&
    isRange(entries.map(leafHash), from, logOf(head, 'feeds'), path)
  return isProven ? state : undefined
}
