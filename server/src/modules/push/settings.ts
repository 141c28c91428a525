import { createECDH } from 'node:crypto'
import { ConfigError, type Env } from '../../shared/env'

/** Where pushes may go. */
export interface PushHosts {
  /** Host names, or `*.name` for all below one: https, port 443 and public addresses only. */
  names: readonly string[]
  /** Whole origins that the operator has named, e.g. a push service in their own network. */
  origins: readonly string[]
}

export interface PushSettings {
  /** VAPID (RFC 8292), both base64url. */
  publicKey: string
  privateKey: string
  /** The contact of a push service about problems: `https:` or `mailto:`. */
  subject: string
  hosts: PushHosts
  /** Whether browsers on Apple's systems can be pushed to: Apple refuses a sender without a contact that exists. */
  toApple: boolean
}

/** Chrome and its relatives, Firefox, Edge, Safari. */
const WELL_KNOWN = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]
const NAME = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/

function hostsOf(env: Env): PushHosts {
  const entries = (env.PUSH_HOSTS?.trim() || WELL_KNOWN.join(','))
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  const isOrigin = (entry: string) => /^https?:\/\//.test(entry)
  const wrong = entries.find((entry) =>
    isOrigin(entry) ? !URL.canParse(entry) || new URL(entry).origin !== entry : !NAME.test(entry),
  )
  if (wrong !== undefined) {
    throw new ConfigError(
      `PUSH_HOSTS names "${wrong}" but takes host names such as push.example.com or *.example.com, or origins such as https://10.0.0.7:8443.`,
    )
  }
  return { names: entries.filter((entry) => !isOrigin(entry)), origins: entries.filter(isOrigin) }
}

function publicKeyOf(privateKey: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return undefined
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

/** Sent if the operator names no contact: RFC 8292 asks for none, but the library does. */
const NO_CONTACT = 'mailto:nobody@localhost.invalid'
const isAppleHost = (name: string) => /(^|\.)push\.apple\.com$/.test(name)

/** Whether the host of a contact can be one that others reach: a name with a domain, not one for private use. */
function isContact(subject: string): boolean {
  const [, host = ''] = /^(?:https:\/\/|mailto:[^\s@<>]+@)([^\s/:@<>]+)(?:[:/]\S*)?$/.exec(subject) ?? []
  return NAME.test(host.toLowerCase()) && !/\.(invalid|localhost|local|internal|lan|test)$/i.test(host)
}

/** VAPID_SUBJECT, or else our own address. Throws `ConfigError` for one that a push service would refuse. */
function contactOf(env: Env): string | undefined {
  const named = env.VAPID_SUBJECT?.trim()
  if (named && !isContact(named)) {
    throw new ConfigError(
      'VAPID_SUBJECT must be an https address or mailto: and an e-mail address, of a domain that others can reach.',
    )
  }
  const subject = named || env.PUBLIC_ORIGIN?.trim() || ''
  return isContact(subject) ? subject : undefined
}

/** VAPID_KEY, VAPID_SUBJECT and PUSH_HOSTS; undefined without a key. Throws `ConfigError`. */
export function readPushSettings(env: Env): PushSettings | undefined {
  const hosts = hostsOf(env)
  const privateKey = env.VAPID_KEY?.trim()
  const contact = contactOf(env)
  if (!privateKey) return undefined
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === undefined) {
    throw new ConfigError(
      'VAPID_KEY must be a private key of P-256, 32 bytes in base64url (npx web-push generate-vapid-keys).',
    )
  }
  const names = hosts.names.filter((name) => contact !== undefined || !isAppleHost(name))
  const toApple = names.some(isAppleHost)
  return { publicKey, privateKey, subject: contact ?? NO_CONTACT, hosts: { ...hosts, names }, toApple }
}
