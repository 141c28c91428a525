import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPrivateKey } from './settings'
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

function createSigner(key: KeyObject): Signer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  const signHere = (text: string) => sign(null, Buffer.from(text, 'utf8'), key)
  return { publicKey, sign: signHere, signMany: createSigningThread(key, signHere) }
}

/** The key in `file`, made there (readable by its owner only) where there is none yet. */
function loadOrMakeKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
    chmodSync(file, 0o600)
  }
  const key = readPrivateKey(readFileSync(file, 'utf8'))
  if (!key) throw new Error(`${file} holds no Ed25519 private key: restore it, or name one with PROOF_KEY.`)
  return key
}

/** The signer of this installation. The key is read, or made, when it first signs: not every program does. */
export function createLazySigner(config: { proofKey: KeyObject | undefined; dataDir: string }): Signer {
  let signer: Signer | undefined
  const ready = () => {
    signer ??= createSigner(config.proofKey ?? loadOrMakeKey(join(config.dataDir, 'proof-key.pem')))
    return signer
  }
  return {
    get publicKey() {
      return ready().publicKey
    },
    sign: (text) => ready().sign(text),
    signMany: (text) => ready().signMany(text),
  }
}
