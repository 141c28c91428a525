import type { FeedEventPage, LoggedHead, LogRestore, TreeHead } from '../contract/proof'
import { leafHash } from './hashing'
import { headLeaf, productsRoot, type RememberedHead } from './heads'
import { keysOf } from './keys'
import { parseCheckpoint } from './notes'
import { logOf } from './results'
import type { SeenLog } from './seenLog'
import { isSignedBy } from './signatures'
import { restoreText } from './texts'
import { type SignedLog, signedState } from './time'
import { isIncluded, isRange, type TreeState } from './trees'

/** The house's statement about a log that it had to restore from a backup: the heads of that time are void. */
export type Restored = Pick<LogRestore, 'kept' | 'keptAt' | 'at' | 'reason'>

/** A statement is about the past: its time may be ahead of the present by this much. */
const AHEAD_MAX_MS = 60_000

/** Whether the log of that origin signed the statement, with the key of today or one that handed over. */
const isSigned = (restore: LogRestore, origin: string, keys: readonly string[]): boolean =>
  keys.includes(restore.publicKey) && isSignedBy(restoreText(origin, restore), restore.signature, restore.publicKey)

/**
 * The house's statement about a state of the log that it no longer has; undefined if there is none. Only a receipt
 * shows whether everybody is told the same.
 */
export const restoreSaid = (
  restores: readonly LogRestore[],
  { origin, size, keys }: Pick<SeenLog, 'origin' | 'size' | 'keys'>,
): Restored | undefined =>
  restores.filter((restore) => restore.kept < size && isSigned(restore, origin, keys)).sort((a, b) => b.at - a.at)[0]

/** A head that the device has seen, the key that signed its log, and signatures of statements that it has taken. */
export type SeenHead = Pick<RememberedHead, 'publicKey' | 'taken'> & { head: Pick<TreeHead, 'number' | 'at'> }

/**
 * The statement that accounts for a seen head that the log does not continue; undefined if there is none. Each
 * explains one broken history: a second one under the same statement is a fork. If the log was restored several times
 * since then, it continues from the earliest head that was kept.
 */
export function restoreOf(
  restores: readonly LogRestore[],
  receipt: SignedLog,
  { head, publicKey, taken = [] }: SeenHead,
  now: number,
): LogRestore | undefined {
  if (!keysOf(receipt).includes(publicKey)) return undefined
  const mine = restores.filter(
    (restore) =>
      restore.kept < head.number &&
      head.at <= restore.at &&
      restore.at <= now + AHEAD_MAX_MS &&
      !taken.includes(restore.signature) &&
      isSigned(restore, parseCheckpoint(receipt.checkpoint)?.origin ?? '', keysOf(receipt)),
  )
  return mine.sort((a, b) => a.kept - b.kept)[0]
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
