import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPrivateKeys } from './settings'
import { createSigningThread, type SignMany } from './signingThread'

/** Signs tree heads with Ed25519. */
export interface Signer {
  /** 32 bytes. */
  publicKey: Buffer
  sign(text: string): Buffer
  /** The same signature, for what is signed thousands of times a second. */
  signMany: SignMany
}

/** A SubjectPublicKeyInfo of Ed25519 is a fixed prefix and the 32 bytes of the key. */
const KEY_BYTES = 32

export function createSigner(key: KeyObject): Signer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  const signHere = (text: string) => sign(null, Buffer.from(text, 'utf8'), key)
  return { publicKey, sign: signHere, signMany: createSigningThread(key, signHere) }
}

/** The keys in `file`, the newest first; one is made there (readable by its owner only) where there is none yet. */
function loadOrMakeKeys(file: string): KeyObject[] {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  const keys = readPrivateKeys(readFileSync(file, 'utf8'))
  if (!keys) throw new Error(`${file} holds no Ed25519 private key: restore it, or name one with PROOF_KEY.`)
  return keys
}

/** The signers of this installation, the newest key first. */
export const loadSigners = (config: { proofKeys: readonly KeyObject[]; dataDir: string }): Signer[] =>
  (config.proofKeys.length > 0 ? config.proofKeys : loadOrMakeKeys(join(config.dataDir, 'proof-key.pem'))).map(
    createSigner,
  )
