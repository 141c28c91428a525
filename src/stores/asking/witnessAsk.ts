import type { ProofPolicy } from '../../../contract/proof'
import { sha256Text } from '../../../proof/hashing'
import { type AskSeen, isAskSeen } from '../../../proof/leftAsk'
import { readCheckpoint, type SeenLog } from '../../../proof/seenLog'
import { type SeenCheckpoint, withoutTime } from '../../../proof/time'
import { isConsistent } from '../../../proof/trees'
import { cosignaturesOf, parseVerifierKey } from '../../../proof/witnesses'
import type { Http } from '../../api/http'
import type { Witness } from '../persistence/ownWitnesses'

/** Most witnesses that are asked for an order. */
const ASKED_MAX = 3

export interface WitnessAskDeps {
  http: Http
  /** The text at an address of somebody else; undefined without an answer. */
  readPage(url: string, body?: string): Promise<string | undefined>
}

/** What the witnesses have signed of the log that this device has seen. */
export interface WitnessedLog {
  /** Of one log with what this device has seen, without times: how old a checkpoint was is the witness's to say. */
  joined: SeenCheckpoint[]
  /** One that the service cannot show to be of one log with what this device has seen. */
  other: SeenLog | undefined
}

/** The addresses of the service's witnesses, by its own word; the keys are what is believed. */
export const namedWitnesses = ({ witnesses, witnessUrls }: ProofPolicy): Witness[] =>
  witnesses.flatMap((key, index) => {
    const url = witnessUrls[index] ?? ''
    return url === '' ? [] : [{ key, url }]
  })

/**
 * The last checkpoint of a log that a witness has signed; undefined without an answer that both have signed.
 * @param log its origin, and the keys from which its signature is taken, today's first
 */
export async function lastSeenBy(
  { readPage }: Pick<WitnessAskDeps, 'readPage'>,
  { key, url }: Witness,
  log: Pick<SeenLog, 'origin' | 'keys'>,
): Promise<SeenLog | undefined> {
  const text = await readPage(`${url}/${sha256Text(log.origin)}/checkpoint`)
  const read = text === undefined ? undefined : readCheckpoint(text, log.keys)
  if (text === undefined || read?.origin !== log.origin) return undefined
  const [publicKey = ''] = log.keys
  if (cosignaturesOf(text, [key], { keys: [], publicKey }).length === 0) return undefined
  return { ...read, keys: log.keys, checkpoint: withoutTime(text) }
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
 * @param witnesses those that count for this device
 * @param log what the device has seen
 */
export async function askWitnesses(
  deps: WitnessAskDeps,
  witnesses: readonly Witness[],
  log: SeenLog,
): Promise<WitnessedLog> {
  const joined: SeenCheckpoint[] = []
  for (const witness of witnesses.slice(0, ASKED_MAX)) {
    const seen = await lastSeenBy(deps, witness, log)
    const isOne = seen && (await areOneLog(deps, seen, log))
    if (seen && isOne === false) return { joined, other: seen }
    if (seen && isOne) joined.push(seen.checkpoint)
  }
  return { joined, other: undefined }
}

/** An address, and before it the key of the witness if the user has it, as `scripts/witness.mjs` prints both. */
const ENTERED = /^(?:(\S+\+\S+) )?(https:\/\/[^\s/?#]+(?:\/[^\s?#]*)?)$/
const WITNESS_KEY = '04'

/** `address`: the text names no witness. `silent`: nobody at that address has signed a checkpoint of this log. */
export type FoundWitness = Witness | 'address' | 'silent' | { other: SeenLog }

/**
 * The witness that a user names, if it answers with a checkpoint of the log that this device has seen. Without its key, the one that it
 * gives at its own address counts. `other`: it has signed another log.
 */
export async function findWitness(deps: WitnessAskDeps, entered: string, log: SeenLog): Promise<FoundWitness> {
  const [, known, address = ''] = ENTERED.exec(entered.trim().replace(/\s+/, ' ')) ?? []
  const url = address.replace(/\/+$/, '')
  if (url === '' || (known !== undefined && !parseVerifierKey(known, WITNESS_KEY))) return 'address'
  const key = known ?? (await deps.readPage(`${url}/key`))?.trim() ?? ''
  if (!parseVerifierKey(key, WITNESS_KEY)) return 'silent'
  const seen = await lastSeenBy(deps, { key, url }, log)
  const isOne = seen && (await areOneLog(deps, seen, log))
  if (seen && isOne === false) return { other: seen }
  return isOne ? { key, url } : 'silent'
}

/** What a witness answers about an ask: when it first had its hash, and its signature. */
const ANSWERED = /^(\d{1,15}) ([0-9a-f]{128})\n?$/

/**
 * Leaves the hash of an ask with witnesses, and returns what they have signed about it: an ask that the service never answers can then be
 * shown to others (docs/PROOF_FORMAT.md, "Asks left with a witness").
 */
export async function leaveAsk(
  { readPage }: Pick<WitnessAskDeps, 'readPage'>,
  witnesses: readonly Witness[],
  ask: string,
): Promise<AskSeen[]> {
  const hash = sha256Text(ask)
  const asked = witnesses.slice(0, ASKED_MAX).map(async ({ key, url }) => {
    const [, at, signature = ''] = ANSWERED.exec((await readPage(`${url}/ask`, hash)) ?? '') ?? []
    const seen = { witness: key, at: Number(at), signature }
    return at !== undefined && isAskSeen(ask, seen) ? [seen] : []
  })
  return (await Promise.all(asked)).flat()
}
