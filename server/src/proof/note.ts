import { createHash } from 'node:crypto'

/** Signed notes and checkpoints of c2sp.org/signed-note and c2sp.org/tlog-checkpoint. */

/** Bytes that say of a key how it signs: as the log does, or as a witness, with the time. */
const LOG_KEY = 0x01
export const WITNESS_KEY = 0x04

/** Four bytes that tell a key from others of its name. */
export const keyId = (name: string, type: number, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Buffer.of(type)).update(publicKey).digest().subarray(0, 4)

/** A key as other programs take it: `name+id+key`. */
export const logKey = (name: string, publicKey: Buffer): string => {
  const id = keyId(name, LOG_KEY, publicKey).toString('hex')
  return `${name}+${id}+${Buffer.concat([Buffer.of(LOG_KEY), publicKey]).toString('base64')}`
}

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

export const signCheckpoint = (
  signer: { sign(text: string): Buffer },
  origin: string,
  size: number,
  root: Buffer,
): Buffer => signer.sign(checkpointText(origin, size, root))
