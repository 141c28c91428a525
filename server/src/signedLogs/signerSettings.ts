import { isAbsolute } from 'node:path'
import { ConfigError, type Env } from '../shared/env'

/** Certificates by which a node and the signer know each other, as PEM. */
export interface SignerTls {
  ca: string
  cert: string
  key: string
}

/** Where the process is that holds the signing keys: a socket of this machine, or a host over mutual TLS. */
export type SignerSettings = { path: string } | { host: string; port: number; tls: SignerTls }

const isPem = (text: string) => text.includes('-----BEGIN ')

function readTls(env: Env): SignerTls {
  const tls = { ca: env.SIGNER_CA ?? '', cert: env.SIGNER_CERT ?? '', key: env.SIGNER_CERT_KEY ?? '' }
  const names = { ca: 'SIGNER_CA', cert: 'SIGNER_CERT', key: 'SIGNER_CERT_KEY' } as const
  const missing = (['ca', 'cert', 'key'] as const).filter((part) => !isPem(tls[part])).map((part) => names[part])
  if (missing.length === 0) return tls
  throw new ConfigError(
    `SIGNER_URL with https needs PEM in ${missing.join(', ')}: node and signer show each other a certificate.`,
  )
}

/** SIGNER_URL: the same on the signer, which listens there, and on nodes. Throws `ConfigError`. */
export function readSigner(env: Env): SignerSettings | undefined {
  const text = env.SIGNER_URL?.trim()
  if (!text) return undefined
  const path = text.startsWith('unix:') ? text.slice('unix:'.length).replace(/^\/\//, '') : undefined
  if (path !== undefined && isAbsolute(path)) return { path }
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol === 'https:' && address.port && address.pathname === '/')
    return { host: address.hostname, port: Number(address.port), tls: readTls(env) }
  throw new ConfigError('SIGNER_URL must be unix:/path/to/socket or https://host:port.')
}

/** The settings of a node; with a signer it has no key. */
export function readSignerOfNode(env: Env): SignerSettings | undefined {
  const signer = readSigner(env)
  if (!signer || !env.PROOF_KEY?.trim()) return signer
  throw new ConfigError('PROOF_KEY is set beside SIGNER_URL: take it away from this node, the signer holds it.')
}
