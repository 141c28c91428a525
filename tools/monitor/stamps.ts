import { toBase64 } from '../../proof/base64'
import { fromHex } from '../../proof/bytes'
import { timeOf, WrongLog } from '../../proof/steps'
import type { LogReader } from '../lib/logReader'
import { stampedAt } from '../lib/timeStamp'
import type { Seen } from './seen'

/** Stamps come every five minutes; a longer gap than this is mentioned. */
const GAP_MS = 900_000
const NEVER_SEEN = /^0*$/

/**
 * Checks the time stamps of the log that are new since the last look, against the roots that this monitor has itself
 * (docs/PROOF_FORMAT.md, "Time stamps"). Throws `WrongLog`.
 * @param certificates of the time-stamping authority, PEM
 * @returns what to note
 */
export async function checkStamps(
  reader: LogReader,
  seen: Seen,
  origin: string,
  certificates: string,
  now: number,
): Promise<string[]> {
  for (const head of await reader.stampedHeads(seen.stamped ? seen.stamped.head + 1 : undefined)) {
    if (head > seen.known.number) break
    const root = seen.roots.get(head)
    if (NEVER_SEEN.test(root)) continue
    const text = `${origin}\n${head}\n${toBase64(fromHex(root) ?? [])}\n`
    seen.stamped = { head, at: stampOf(await reader.stamp(head), head, text, certificates) }
  }
  seen.save()
  if (!seen.stamped) return ['no head that was looked at has a time stamp yet']
  const { head, at } = seen.stamped
  return now - at > GAP_MS ? [`the newest time stamp is that of head ${head}, of ${timeOf(at)}`] : []
}

function stampOf(reply: Buffer, head: number, text: string, certificates: string): number {
  try {
    return stampedAt(reply, text, certificates)
  } catch (error) {
    throw new WrongLog(`the time stamp of head ${head} does not hold: ${(error as Error).message}`)
  }
}
