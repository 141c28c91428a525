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

/** The text of a checkpoint, which gets signed. */
export const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Signs a checkpoint with each key of the log, in their order; the lines of witnesses follow. */
export async function checkpointNote(
  { origin, size, root }: { origin: string; size: number; root: Buffer },
  signers: readonly { publicKey: Buffer; sign(text: string): Promise<Buffer> }[],
  cosignatures: readonly string[] = [],
): Promise<string> {
  const text = checkpointText(origin, size, root)
  const own = await Promise.all(
    signers.map(async ({ publicKey, sign }) =>
      signatureLine(origin, keyId(origin, LOG_KEY, publicKey), await sign(text)),
    ),
  )
  return `${text}\n${own.join('')}${cosignatures.join('')}`
}
