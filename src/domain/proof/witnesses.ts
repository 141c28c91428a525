import type { Receipt } from '../../../contract/proof'
import { type Checkpoint, fromBase64, keyIdOf, parseCheckpoint } from './checkpoint'
import { isSignedBy } from './hashing'

/** Who has to have seen the log of heads: keys as `name+id+key` of c2sp.org/signed-note, and how many of them. */
export interface WitnessPolicy {
  witnesses: readonly string[]
  needed: number
}

/** What a deployment builds into the app (docs/PROOF.md, "What the app believes"). */
export interface ProofPin {
  /** The log's own key; undefined where only witnesses are pinned. */
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

/** The pin of a build: keys of the log and of witnesses, separated by spaces, then how many witnesses it takes. */
export function parsePin(text: string): ProofPin | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const [log] = words.flatMap((word) => parseVerifierKey(word, LOG_KEY) ?? [])
  const witnesses = words.filter((word) => parseVerifierKey(word, WITNESS_KEY))
  const last = words[words.length - 1] ?? ''
  return { log, policy: { witnesses, needed: /^\d{1,2}$/.test(last) ? Number(last) : witnesses.length } }
}

function hasSigned({ text, signatures }: Checkpoint, { name, publicKey }: VerifierKey): boolean {
  const id = keyIdOf(name, WITNESS_KEY, publicKey)
  const own = signatures.filter((each) => each.name === name && each.id === id)
  return (
    own.length > 0 &&
    own.every(({ signature }) => {
      const time = Number.parseInt(signature.slice(0, TIME_DIGITS), 16)
      const isWhole = signature.length === SIGNED_DIGITS && Number.isSafeInteger(time)
      return isWhole && isSignedBy(`cosignature/v1\ntime ${time}\n${text}`, signature.slice(TIME_DIGITS), publicKey)
    })
  )
}

/** Names of the witnesses that have signed the checkpoint of a receipt (c2sp.org/tlog-cosignature). */
export function witnessesOf({ checkpoint: note }: Pick<Receipt, 'checkpoint'>, witnesses: readonly string[]): string[] {
  const checkpoint = parseCheckpoint(note)
  const keys = [...new Set(witnesses)].flatMap((text) => parseVerifierKey(text, WITNESS_KEY) ?? [])
  return checkpoint ? keys.filter((key) => hasSigned(checkpoint, key)).map(({ name }) => name) : []
}

/** Whether the log that signed this is the pinned one, under its key or one that followed it. */
export function isPinnedLog(
  { name, publicKey }: VerifierKey,
  receipt: Pick<Receipt, 'checkpoint' | 'keys' | 'publicKey'>,
) {
  const isKnown = receipt.publicKey === publicKey || receipt.keys.some(({ from }) => from === publicKey)
  return isKnown && parseCheckpoint(receipt.checkpoint)?.origin === name
}
