import type { KeyChange, LogRestore, TreeHead } from '../../contract/proof'
import { type Checkpoint, isSignedByLog, parseCheckpoint } from '../../proof/notes'
import { isSignedBy } from '../../proof/signatures'
import { checkStep, leafOfHead, timeOf, WrongLog } from '../../proof/steps'
import { keyText, restoreText } from '../../proof/texts'
import { CLOCK_TOLERANCE_MS } from '../../proof/time'
import type { LogReader } from '../lib/logReader'
import type { Seen } from './seen'

/** A statement of a restored log is not of the future. */
const RESTORE_AHEAD_MS = 60_000
const SAVE_EVERY = 100

/** Heads come every five seconds: so long a silence is mentioned, and the other is the end of a log. */
const [QUIET_MS, DEAD_MS] = [30_000, 120_000]

/**
 * Throws if the clock of this machine is not the service's: whose is wrong cannot be told, so that nothing is said of times, and
 * nothing is kept of this look.
 * @returns how far the service's clock may be ahead of this one, and behind it, in ms
 */
export async function checkClock(reader: LogReader, now: () => number): Promise<{ ahead: number; behind: number }> {
  const askedAt = now()
  const serverAt = await reader.serverAt()
  const answeredAt = now()
  if (serverAt >= askedAt - CLOCK_TOLERANCE_MS && serverAt <= answeredAt + CLOCK_TOLERANCE_MS)
    return { ahead: Math.max(0, serverAt - askedAt), behind: Math.max(0, answeredAt - serverAt) }
  throw new Error(
    `this machine has ${timeOf(answeredAt)} and the service ${timeOf(serverAt)}: set the clock that is wrong; nothing was judged`,
  )
}

/** What to note about the time since the newest head; throws `WrongLog` if nobody continues the log. */
export function silenceOf({ number, at }: TreeHead, now: number): string[] {
  const seconds = Math.round((now - at) / 1_000)
  if (now - at > DEAD_MS) throw new WrongLog(`there is no head since head ${number} of ${timeOf(at)}, for ${seconds} s`)
  return now - at > QUIET_MS ? [`the newest head, ${number}, is ${seconds} s old`] : []
}

/** The key that signs now, after every change from `key` on that both keys have signed. */
export function keyAfter(key: string, changes: readonly KeyChange[]): string {
  let last = key
  for (const change of changes) {
    const { from, to, oldSignature, newSignature } = change
    const text = keyText(change)
    if (from === last && isSignedBy(text, oldSignature, from) && isSignedBy(text, newSignature, to)) last = to
  }
  return last
}

/** The newest head, with the checkpoint that is signed over it. */
export interface Latest {
  head: TreeHead
  signed: Checkpoint
  leaf: string
}

/** The newest head, if the log of heads is signed with the key that is known, or one that it handed over to. */
export async function readLatest(reader: LogReader, seen: Seen, now: () => number): Promise<Latest> {
  const latest = await reader.latest()
  seen.key ??= latest.publicKey
  if (latest.publicKey !== seen.key) seen.key = keyAfter(seen.key, (await reader.policy()).keys)
  const signed = parseCheckpoint(latest.checkpoint)
  if (!signed || !isSignedByLog(signed, seen.key))
    throw new WrongLog('the log of heads is not signed with its key, nor with one that its key handed over to')
  const { head } = latest
  if (signed.size !== head.number)
    throw new WrongLog(`the checkpoint has ${signed.size} heads, and the newest is ${head.number}`)
  if (head.at > now() + CLOCK_TOLERANCE_MS)
    throw new WrongLog(`head ${head.number} is of ${timeOf(head.at)}, which is to come`)
  return { head, signed, leaf: leafOfHead(head) }
}

/** A statement with its text and its entry in the log feeds. */
export type FoundRestore = LogRestore & { text: string; entry: string }

/**
 * The signed statement, not used before, that the log was put back to a head of which this monitor has the root, after the last
 * one that it has seen (docs/PROOF_FORMAT.md, "Restored logs"); undefined if there is none.
 */
export async function findRestore(
  reader: LogReader,
  seen: Seen,
  { signed, head }: Latest,
  now: () => number,
): Promise<FoundRestore | undefined> {
  const { restores } = await reader.policy()
  for (const restore of restores.toSorted((a, b) => a.kept - b.kept)) {
    const text = restoreText(signed.origin, restore)
    const { kept, root, at, reason, publicKey, signature } = restore
    if (seen.restores.includes(text) || publicKey !== seen.key || kept >= seen.known.number || kept > head.number)
      continue
    if (at < seen.knownAt || at > now() + RESTORE_AHEAD_MS || seen.roots.get(kept) !== root) continue
    if (!isSignedBy(text, signature, publicKey)) continue
    return { ...restore, text, entry: `feed|1|${at}|restored|-|${kept}|${root}|${reason}|${signature}` }
  }
  return undefined
}

/** Continues from the last head that was looked at to the newest one; throws `WrongLog`. */
export async function followTo(reader: LogReader, seen: Seen, { head, signed, leaf }: Latest): Promise<void> {
  const since = seen.lookedAt ?? 0
  while (seen.known.number < head.number) {
    const step = await reader.step(seen.known.number)
    const next = checkStep(seen.known, step)
    if (step.to.at < since - CLOCK_TOLERANCE_MS)
      throw new WrongLog(`head ${next.number} is dated ${timeOf(step.to.at)}, and was not there at ${timeOf(since)}`)
    await seen.take({ ...step, newest: head })
    seen.moveTo(next, step.to.at)
    if (next.number % SAVE_EVERY === 0) seen.save()
  }
  if (seen.known.number !== signed.size || seen.known.root !== signed.root || seen.known.leaf !== leaf)
    throw new WrongLog(`the log of heads is another one than the ${seen.known.number} heads that were looked at`)
}
