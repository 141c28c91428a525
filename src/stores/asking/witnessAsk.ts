import type { ProofPolicy } from '../../../contract/proof'
import { sha256Text } from '../../../proof/hashing'
import { readCheckpoint, type SeenLog } from '../../../proof/seenLog'
import type { SeenCheckpoint } from '../../../proof/time'
import { isConsistent } from '../../../proof/trees'
import { cosignaturesOf } from '../../../proof/witnesses'
import type { Http } from '../../api/http'

/** Most witnesses that are asked for an order. */
const ASKED_MAX = 3

export interface WitnessAskDeps {
  http: Http
  /** The text at an address of somebody else; undefined without an answer. */
  readPage(url: string): Promise<string | undefined>
  /** This device's clock, epoch ms. */
  now(): number
}

/** What the witnesses have signed of the log that this device has seen. */
export interface WitnessedLog {
  /** Of one log with what this device has seen. `asked` is 0: how old the checkpoint was is the witness's to say. */
  joined: SeenCheckpoint[]
  /** One that the service cannot show to be of one log with what this device has seen. */
  other: SeenLog | undefined
}

/** The addresses of those witnesses that count, by the service's own word; the keys are what is believed. */
const addressesOf = ({ witnesses, witnessUrls }: ProofPolicy, trusted: readonly string[]) =>
  witnesses.flatMap((key, index) => {
    const url = witnessUrls[index] ?? ''
    return trusted.includes(key) && url !== '' ? [{ key, url }] : []
  })

/** The last checkpoint of a log that a witness has signed; undefined without an answer that both have signed. */
async function lastSeenBy({ readPage, now }: WitnessAskDeps, { key, url }: { key: string; url: string }, log: SeenLog) {
  const text = await readPage(`${url}/${sha256Text(log.origin)}/checkpoint`)
  const read = text === undefined ? undefined : readCheckpoint(text, log.keys)
  if (text === undefined || read?.origin !== log.origin) return undefined
  const [publicKey = ''] = log.keys
  if (cosignaturesOf(text, [key], { keys: [], publicKey }).length === 0) return undefined
  return { ...read, keys: log.keys, checkpoint: { asked: 0, at: now(), text } }
}

/** Whether the service shows that one of two states continues the other; undefined without an answer. */
async function areOneLog({ http }: WitnessAskDeps, one: SeenLog, other: SeenLog): Promise<boolean | undefined> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  if (older.size === 0 || older.size === newer.size) return isConsistent(older, newer, [])
  const answer = await http.call('getConsistency', { query: { from: String(older.size), to: String(newer.size) } })
  // A server that lacks these heads has another history.
  if (!answer.ok) return answer.error.code === 'not_found' ? false : undefined
  return isConsistent(older, newer, answer.value.heads)
}

/**
 * Asks the witnesses, and not the service, what they have seen of the log: whoever is shown a log of their own learns of it
 * (docs/PROOF_FORMAT.md, "Witnesses").
 * @param trusted keys of the witnesses that count for this device
 * @param log what the device has seen
 */
export async function askWitnesses(
  deps: WitnessAskDeps,
  policy: ProofPolicy,
  trusted: readonly string[],
  log: SeenLog,
): Promise<WitnessedLog> {
  const joined: SeenCheckpoint[] = []
  for (const witness of addressesOf(policy, trusted).slice(0, ASKED_MAX)) {
    const seen = await lastSeenBy(deps, witness, log)
    const isOne = seen && (await areOneLog(deps, seen, log))
    if (seen && isOne === false) return { joined, other: seen }
    if (seen && isOne) joined.push(seen.checkpoint)
  }
  return { joined, other: undefined }
}
