import { fromBase64 } from './base64'
import { fromHex } from './bytes'
import { sha256Hex } from './hashing'
import { isSignedBy } from './signatures'

/** The log of heads up to one of them, signed: c2sp.org/tlog-checkpoint in a note of c2sp.org/signed-note. */
export interface Checkpoint {
  origin: string
  size: number
  root: string
  /** The signed part: the first three lines. */
  text: string
  signatures: { name: string; id: string; signature: string }[]
}

/** Most characters of a checkpoint in a receipt (docs/PROOF_FORMAT.md, "The file"). */
export const CHECKPOINT_MAX = 12_000

/** Any length: keys of other kinds sign with thousands of characters, and their lines are skipped. */
const NOTE =
  /^([!-*,-~]{1,120})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [!-*,-~]{1,120} [A-Za-z0-9+/]{8,}={0,2}\n){1,32})$/
const LOG_KEY = '01'
const KEY_ID_DIGITS = 8

/** Undefined for a text that is not a checkpoint of this form, without extension lines. */
export function parseCheckpoint(note: string): Checkpoint | undefined {
  const [, origin = '', size = '', root64 = '', lines = ''] = NOTE.exec(note) ?? []
  const root = fromBase64(root64)
  if (root === undefined || origin === '') return undefined
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', signature = ''] = line.split(' ')
      const hex = fromBase64(signature) ?? ''
      return { name, id: hex.slice(0, KEY_ID_DIGITS), signature: hex.slice(KEY_ID_DIGITS) }
    })
  if (signatures.some(({ id }) => id === '')) return undefined
  return { origin, size: Number(size), root, text: `${origin}\n${size}\n${root64}\n`, signatures }
}

/** The same checkpoint with the signatures of the log alone. */
export function withoutWitnesses(note: string): string {
  const [origin = ''] = note.split('\n', 1)
  const lines = note.split('\n').filter((line) => !line.startsWith('— ') || line.startsWith(`— ${origin} `))
  return lines.join('\n')
}

/** The four bytes that tell a key from others of its name. */
export function keyIdOf(name: string, type: string, publicKey: string): string {
  const bytes = [...`${name}\n`].map((letter) => letter.charCodeAt(0))
  return sha256Hex([...bytes, ...(fromHex(type + publicKey) ?? [])]).slice(0, KEY_ID_DIGITS)
}

/** Whether the log itself signed it: at least once, and each time that it says so. */
export function isSignedByLog({ origin, text, signatures }: Checkpoint, publicKey: string): boolean {
  const id = keyIdOf(origin, LOG_KEY, publicKey)
  const own = signatures.filter((each) => each.name === origin && each.id === id)
  return own.length > 0 && own.every(({ signature }) => isSignedBy(text, signature, publicKey))
}
