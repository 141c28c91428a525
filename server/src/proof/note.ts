import { createHash } from 'node:crypto'
import type { Signer } from './signer'

/** Signed notes and checkpoints of c2sp.org/signed-note and c2sp.org/tlog-checkpoint. */

/** The byte that says of a key that it signs as the log does. */
const LOG_KEY = 0x01

/** Four bytes that tell a key from others of its name. */
const keyId = (name: string, type: number, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Buffer.of(type)).update(publicKey).digest().subarray(0, 4)

const signatureLine = (name: string, id: Buffer, signature: Buffer): string =>
  `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`

/** The text of a checkpoint, which is what is signed. */
export const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** The checkpoint with the signature of the log, and the lines of witnesses after it. */
export function checkpointNote(
  checkpoint: { origin: string; size: number; root: Buffer; signature: Buffer; publicKey: Buffer },
  cosignatures: readonly string[] = [],
): string {
  const { origin, size, root, signature, publicKey } = checkpoint
  const own = signatureLine(origin, keyId(origin, LOG_KEY, publicKey), signature)
  return `${checkpointText(origin, size, root)}\n${own}${cosignatures.join('')}`
}

export const signCheckpoint = (signer: Signer, origin: string, size: number, root: Buffer): Buffer =>
  signer.sign(checkpointText(origin, size, root))
