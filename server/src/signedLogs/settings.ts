import { createPrivateKey, type KeyObject } from 'node:crypto'
import { ConfigError, type Env, integer } from '../shared/env'
import { keyId, WITNESS_KEY } from './note'

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

const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g

/** One key or several: PEM after PEM, or base64 with commas between. Undefined if one of them is none. */
export function readPrivateKeys(text: string): KeyObject[] | undefined {
  const parts = text.includes('-----') ? (text.match(PEM) ?? ['']) : text.split(/[\s,]+/).filter((part) => part !== '')
  const keys = parts.flatMap((part) => readPrivateKey(part) ?? [])
  return keys.length === parts.length && keys.length > 0 ? keys : undefined
}

/** PROOF_KEY, the newest first; empty if nothing is set. Throws `ConfigError`. */
export function readProofKeys(env: Env): KeyObject[] {
  const text = env.PROOF_KEY?.trim()
  if (!text) return []
  const keys = readPrivateKeys(text)
  if (!keys)
    throw new ConfigError(
      'PROOF_KEY must be an Ed25519 private key, as PEM or as base64 of PKCS #8, or several, the newest first.',
    )
  return keys
}

/** A name that has to stay: those who watch the log know it by this. The default is the address of its checkpoint. */
export function readProofOrigin(env: Env): string {
  const address = env.PUBLIC_ORIGIN?.trim()
  const host = address && URL.canParse(address) ? new URL(address).host : 'localhost'
  const origin = env.PROOF_ORIGIN?.trim() || `${host}/api/log`
  if (/^[\x21-\x2a\x2c-\x7e]{1,120}$/.test(origin)) return origin
  throw new ConfigError(
    'PROOF_ORIGIN must be a name without spaces or plus signs, for example trade.example.com/api/log.',
  )
}

/** Someone elsewhere who signs the log of heads if it only grows (c2sp.org/tlog-witness). */
export interface WitnessSettings {
  name: string
  /** 32 bytes. */
  publicKey: Buffer
  /** Where heads are offered, without a slash at the end. */
  url: string
  /** `name+id+key`, as it was set. */
  verifierKey: string
}

/** `name+id+key https://host`, as scripts/witness.mjs prints it. */
function witnessOf(text: string): WitnessSettings {
  const [verifierKey = '', url = '', ...more] = text.trim().split(/\s+/)
  const [, name = '', id = '', key = ''] =
    /^([!-*,-~]{1,120})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(verifierKey) ?? []
  const bytes = Buffer.from(key, 'base64')
  const publicKey = bytes.subarray(1)
  const isKey = bytes[0] === WITNESS_KEY && keyId(name, WITNESS_KEY, publicKey).toString('hex') === id
  if (isKey && more.length === 0 && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    return { name, publicKey, url: url.replace(/\/+$/, ''), verifierKey }
  throw new ConfigError(
    `WITNESSES has "${text.trim()}" but takes entries of a key and an address, name+id+key https://host, with commas between.`,
  )
}

/** WITNESSES, and how many of them must have signed a checkpoint that an app trusts. */
export function readWitnesses(env: Env): { witnesses: WitnessSettings[]; witnessesNeeded: number } {
  const witnesses = (env.WITNESSES ?? '')
    .split(/,\s*(?=\S+\+\S+\s)/)
    .filter((text) => text.trim() !== '')
    .map(witnessOf)
  if (new Set(witnesses.map(({ publicKey }) => publicKey.toString('hex'))).size < witnesses.length)
    throw new ConfigError('WITNESSES names a key twice.')
  const usual = witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1
  return { witnesses, witnessesNeeded: integer(env, 'WITNESSES_NEEDED', 0, witnesses.length, usual) }
}

const CALENDARS_MAX = 3
/** The characters of addresses in proofs. What calendars answer is not signed, so that only this machine's come without TLS. */
const CALENDAR = /^(https:\/\/[A-Za-z0-9.-]+|http:\/\/(127\.0\.0\.1|localhost))(:\d{1,5})?(\/[\w./-]*)?$/

/** TIME_STAMP_CALENDARS: addresses of calendars of OpenTimestamps, without slashes at their ends. Throws `ConfigError`. */
export function readCalendars(env: Env): string[] {
  const texts = (env.TIME_STAMP_CALENDARS ?? '').split(',').map((text) => text.trim())
  const urls = texts.filter((text) => text !== '').map((text) => text.replace(/\/+$/, ''))
  if (urls.length <= CALENDARS_MAX && new Set(urls).size === urls.length && urls.every((url) => CALENDAR.test(url)))
    return urls
  throw new ConfigError(
    `TIME_STAMP_CALENDARS takes up to ${CALENDARS_MAX} different addresses https://host with commas between.`,
  )
}
