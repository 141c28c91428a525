import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../shared/env'
import { makeKeyFile } from '../shared/keyFile'
import { readPrivateKeys } from './settings'

/** Signs with one Ed25519 key, here or in its own process. */
export interface Signer {
  /** 32 bytes. */
  publicKey: Buffer
  sign(text: string): Promise<Buffer>
}

/** A signer whose key is in this process. */
export interface KeyHolder extends Signer {
  signNow(text: string): Buffer
}

/** Where the keys of this installation are. */
export interface KeySource {
  /** The newest key first. */
  signers(): Promise<readonly Signer[]>
  /** Throws if nothing can be signed now. */
  ready(): void
  /** Nobody asks what is ready any more: another process is probed no longer. */
  close(): void
}

/** A SubjectPublicKeyInfo of Ed25519 is a fixed prefix and the 32 bytes of the key. */
const KEY_BYTES = 32
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The key of 32 bytes in hex. Each order needs one: Node.js reads PEM in a third of the time that it takes for DER. */
export function publicKeyOf(hex: string): KeyObject {
  const der = Buffer.concat([SPKI, Buffer.from(hex, 'hex')])
  return createPublicKey(`-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----`)
}

/** On Node.js's pool of threads, so that the event loop continues with requests: a signature takes 40 µs. */
const signAside = promisify<null, Buffer, KeyObject, Buffer>(sign)

export function createSigner(key: KeyObject): KeyHolder {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  return {
    publicKey,
    sign: (text) => signAside(null, Buffer.from(text, 'utf8'), key),
    signNow: (text) => sign(null, Buffer.from(text, 'utf8'), key),
  }
}

/** The keys in `file`, the newest first; one is made there (readable by its owner only) if there is none yet. */
function loadOrMakeKeys(file: string): KeyObject[] {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    makeKeyFile(file, String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  }
  const keys = readPrivateKeys(readFileSync(file, 'utf8'))
  if (!keys)
    throw new ConfigError(`${file} holds no Ed25519 private key: restore it from a backup, or name one with PROOF_KEY.`)
  return keys
}

/** Where the keys are that no setting names. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'proof-key.pem')

/** Keys of the settings, or of the file that takes their place. It is read, or made, when it first signs. */
export function createHeldKeys(config: { proofKeys: readonly KeyObject[]; dataDir: string }): KeySource {
  let signers: KeyHolder[] | undefined
  const load = () => (config.proofKeys.length > 0 ? config.proofKeys : loadOrMakeKeys(keyFileOf(config.dataDir)))
  return {
    async signers() {
      signers ??= load().map(createSigner)
      return signers
    },
    ready() {},
    close() {},
  }
}
