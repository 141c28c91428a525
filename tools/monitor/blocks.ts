import { toBase64 } from '../../proof/base64'
import { asciiBytes, fromHex } from '../../proof/bytes'
import { readOts, WrongOts } from '../../proof/ots'
import { sha256 } from '../../proof/sha256'
import { timeOf, WrongLog } from '../../proof/steps'
import type { Block } from '../lib/bitcoin'
import { beginAt, type LogReader } from '../lib/logReader'
import type { Seen } from './seen'

/** How many are checked in one look; the others wait for the next. */
const CHECKED_IN_LOOK = 30
/** Other nodes take a block whose time is ahead by so much. */
const AHEAD_MS = 2 * 3_600_000
/** Calendars need hours for a block; a longer gap is mentioned. */
const GAP_MS = 24 * 3_600_000
const NEVER_SEEN = /^0*$/

/** Ends of the proof of a head that lead to a block of Bitcoin; throws `WrongLog` unless there is one, and it is about this head. */
function blocksIn(file: Buffer, head: number, text: string): { height: number; message: string }[] {
  try {
    const { digest, results } = readOts(file)
    if (digest !== sha256(asciiBytes(text))) throw new WrongOts('it is about something else')
    const found = results.flatMap(({ message, attestation }) =>
      attestation.by === 'bitcoin' ? [{ height: attestation.height, message }] : [],
    )
    if (found.length === 0) throw new WrongOts('it leads to no block')
    return found
  } catch (error) {
    if (error instanceof WrongOts)
      throw new WrongLog(`the OpenTimestamps proof of head ${head} does not hold: ${error.message}`)
    throw error
  }
}

/** The first block that has what a proof leads to; undefined if none of them does. */
async function blockWith(ends: ReturnType<typeof blocksIn>, blockAt: (height: number) => Promise<Block>) {
  for (const { height, message } of ends) {
    const block = await blockAt(height)
    if (block.root === message) return { height, at: block.at }
  }
  return undefined
}

/** What the time of a block says of that of a head; throws `WrongLog` if the head is dated after it. */
function compareTimes(head: number, headAt: number, block: { height: number; at: number }): string[] {
  if (headAt > block.at + AHEAD_MS)
    throw new WrongLog(
      `head ${head} is dated ${timeOf(headAt)}, and is in block ${block.height} of ${timeOf(block.at)}`,
    )
  if (block.at - headAt <= GAP_MS) return []
  return [`head ${head} of ${timeOf(headAt)} is only in a block of ${timeOf(block.at)}`]
}

/**
 * Checks the OpenTimestamps proofs of the log that are new since the last look, against the roots that this monitor has itself and
 * against blocks of Bitcoin (docs/PROOF_FORMAT.md, "Time stamps"). Throws `WrongLog`. That a block has another root is only noted, as
 * it may be the calendar's lie, the block's source that is wrong, or a block that others have replaced: the house only passes it on.
 * @param blockAt the block of a height; without it, no block is looked at
 * @returns what to note
 */
export async function checkBlocks(
  reader: LogReader,
  seen: Seen,
  origin: string,
  blockAt: ((height: number) => Promise<Block>) | undefined,
  now: number,
): Promise<string[]> {
  const notes: string[] = []
  const heads = await reader.provenHeads(seen.proofsTo === undefined ? undefined : seen.proofsTo + 1)
  for (const head of heads.slice(0, CHECKED_IN_LOOK)) {
    if (head > seen.known.number) break
    const root = seen.roots.get(head)
    if (NEVER_SEEN.test(root)) continue
    const ends = blocksIn(await reader.proof(head), head, `${origin}\n${head}\n${toBase64(fromHex(root) ?? [])}\n`)
    const { known, head: shown } = await beginAt(reader, head)
    if (known.root !== root) throw new WrongLog(`head ${head} is not what it was`)
    const heights = ends.map(({ height }) => height).join(', ')
    if (!blockAt)
      notes.splice(0, 1, `the proof of head ${head} leads to block ${heights}, which was not checked (--bitcoin)`)
    else {
      try {
        const block = await blockWith(ends, blockAt)
        if (block) {
          notes.push(...compareTimes(head, shown.at, block))
          seen.proven = { head, at: shown.at }
        } else notes.push(`the proof of head ${head} proves nothing: block ${heights} has another root`)
      } catch (error) {
        if (error instanceof WrongLog) throw error
        notes.push(`the block of head ${head} could not be checked: ${(error as Error).message}`)
        break
      }
    }
    seen.proofsTo = head
  }
  seen.save()
  if (!blockAt) return notes
  if (!seen.proven) return [...notes, 'no head that was looked at is in a block of Bitcoin yet']
  const { head, at } = seen.proven
  return now - at > GAP_MS
    ? [...notes, `the newest head in a block of Bitcoin is head ${head} of ${timeOf(at)}`]
    : notes
}
