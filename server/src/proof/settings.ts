import { createPrivateKey, type KeyObject } from 'node:crypto'
import { ConfigError, type Env } from '../shared/env'

/** Undefined for a text that is no Ed25519 private key (PEM, or base64 of PKCS #8). */
export function readPrivateKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** PROOF_KEY; undefined where nothing is set. Throws `ConfigError`. */
export function readProofKey(env: Env): KeyObject | undefined {
  const text = env.PROOF_KEY?.trim()
  if (!text) return undefined
  const key = readPrivateKey(text)
  if (!key) throw new ConfigError('PROOF_KEY must be an Ed25519 private key, as PEM or as base64 of PKCS #8.')
  return key
}

/** A name that stays: whoever watches the log knows it by that. Where nothing is set, the address of its checkpoint. */
export function readProofOrigin(env: Env): string {
  const address = env.PUBLIC_ORIGIN?.trim()
  const host = address && URL.canParse(address) ? new URL(address).host : 'localhost'
  const origin = env.PROOF_ORIGIN?.trim() || `${host}/api/log`
  if (/^[\x21-\x2a\x2c-\x7e]{1,120}$/.test(origin)) return origin
  throw new ConfigError(
    'PROOF_ORIGIN must be a name without spaces or plus signs, for example trade.example.com/api/log.',
  )
}
