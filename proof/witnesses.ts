import type { AnyReceipt } from '../contract/proof'
import { fromBase64 } from './base64'
import { keysOf } from './keys'
import { type Checkpoint, keyIdOf, parseCheckpoint } from './notes'
import { isSignedBy } from './signatures'

/**
 * The witnesses that must have seen the log of heads: keys as `name+id+key` of c2sp.org/signed-note, and how many of
 * them.
 */
export interface WitnessPolicy {
  witnesses: readonly string[]
  needed: number
}

/** Values that a deployment builds into the app (docs/PROOF_FORMAT.md, "What the app believes"). */
export interface ProofPin {
  /** The log's own key; undefined if only witnesses are pinned. */
  log: VerifierKey | undefined
  policy: WitnessPolicy
}

export interface VerifierKey {
  name: string
  /** Hex. */
  publicKey: string
}

const LOG_KEY = '01'
const WITNESS_KEY = '04'
const SIGNED_DIGITS = 16 + 128
const TIME_DIGITS = 16

/** A key as `name+id+key` whose first byte is `type`; undefined for anything else. */
export function parseVerifierKey(text: string, type: string): VerifierKey | undefined {
  const [, name = '', id = '', key = ''] = /^([!-*,-~]{1,120})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const bytes = fromBase64(key) ?? ''
  const publicKey = bytes.slice(2)
  return bytes.startsWith(type) && keyIdOf(name, type, publicKey) === id ? { name, publicKey } : undefined
}

/**
 * The pin of a build: keys of the log and of witnesses, separated by spaces, then how many witnesses it takes. A key whose id
 * does not fit is a witness that never signs, so a mistake in a pin asks for more, never for less.
 */
export function parsePin(text: string): ProofPin | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const [log] = words.flatMap((word) => parseVerifierKey(word, LOG_KEY) ?? [])
  const witnesses = words.filter((word) => word.includes('+') && !parseVerifierKey(word, LOG_KEY))
  const last = words[words.length - 1] ?? ''
  return { log, policy: { witnesses, needed: /^\d{1,2}$/.test(last) ? Number(last) : witnesses.length } }
}

/** When a witness first signed a checkpoint, in milliseconds; undefined: it has not, or one of its lines is wrong. */
function signedAt({ text, signatures }: Checkpoint, { name, publicKey }: VerifierKey): number | undefined {
  const id = keyIdOf(name, WITNESS_KEY, publicKey)
  const own = signatures.filter((each) => each.name === name && each.id === id)
  const times = own.flatMap(({ signature }) => {
    const time = Number.parseInt(signature.slice(0, TIME_DIGITS), 16)
    const isWhole = signature.length === SIGNED_DIGITS && Number.isSafeInteger(time)
    const said = `cosignature/v1\ntime ${time}\n${text}`
    return isWhole && isSignedBy(said, signature.slice(TIME_DIGITS), publicKey) ? [time * 1_000] : []
  })
  return times.length > 0 && times.length === own.length ? Math.min(...times) : undefined
}

export interface Cosignature {
  /** Name of the witness. */
  name: string
  /** In milliseconds. */
  at: number
}

/**
 * Those of these witnesses that have signed a checkpoint, and when (c2sp.org/tlog-cosignature). A key counts once,
 * regardless of its names, and the keys of the log itself do not count.
 */
export function cosignaturesOf(
  note: string,
  witnesses: readonly string[],
  log: Pick<AnyReceipt, 'keys' | 'publicKey'>,
): Cosignature[] {
  const checkpoint = parseCheckpoint(note)
  if (!checkpoint) return []
  const counted = new Set(keysOf(log))
  return witnesses.flatMap((text) => {
    const key = parseVerifierKey(text, WITNESS_KEY)
    const at = key && !counted.has(key.publicKey) ? signedAt(checkpoint, key) : undefined
    if (!key || at === undefined) return []
    counted.add(key.publicKey)
    return [{ name: key.name, at }]
  })
}

/** Names of the witnesses that have signed the checkpoint of a receipt. */
export const witnessesOf = (
  receipt: Pick<AnyReceipt, 'checkpoint' | 'keys' | 'publicKey'>,
  witnesses: readonly string[],
): string[] => cosignaturesOf(receipt.checkpoint, witnesses, receipt).map(({ name }) => name)

/** Whether the log that signed this is the pinned one, under its key or one that followed it. */
export function isPinnedLog(
  { name, publicKey }: VerifierKey,
  receipt: Pick<AnyReceipt, 'checkpoint' | 'keys' | 'publicKey'>,
) {
  const isKnown = receipt.publicKey === publicKey || receipt.keys.some(({ from }) => from === publicKey)
  return isKnown && parseCheckpoint(receipt.checkpoint)?.origin === name
}
