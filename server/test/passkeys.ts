import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AddPasskey, PasskeyAssertion } from '../../contract/passkeys'

/** How the software authenticator departs from the standard, by which it makes passkeys and signs differently. */
export interface Lie {
  origin?: string
  domain?: string
  type?: string
  /** The person was not verified, only present. */
  unverified?: boolean
  counter?: number
  /** Kept by a password manager on several devices. */
  synced?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
/** Eligible for it as well. */
const BACKED_UP = 0x18
const HAS_CREDENTIAL = 0x40

const b64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const cborInt = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))

/** COSE, ES256. */
function publicKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string }
  return Buffer.concat([
    head(5, 5),
    cborInt(1),
    cborInt(2),
    cborInt(3),
    cborInt(-7),
    cborInt(-1),
    cborInt(1),
    cborInt(-2),
    cborBytes(Buffer.from(x, 'base64url')),
    cborInt(-3),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

export function createAuthenticator({ origin = 'http://localhost:8080', domain = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(JSON.stringify({ type: lie.type ?? type, challenge, origin: lie.origin ?? origin, crossOrigin: false }))
  function authenticatorData(flags: number, lie: Lie): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? ++counter)
    const verified = lie.unverified ? 0 : USER_VERIFIED
    const synced = lie.synced ? BACKED_UP : 0
    return Buffer.concat([sha256(lie.domain ?? domain), Buffer.from([flags | USER_PRESENT | verified | synced]), count])
  }

  return {
    id: b64(credentialId),
    /** The body of POST /passkeys. */
    make({ challenge }: { challenge: string }, lie: Lie = {}): AddPasskey {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const data = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, lie),
        Buffer.alloc(16),
        length,
        credentialId,
        publicKeyOf(publicKey),
      ])
      const attestation = Buffer.concat([
        head(5, 3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        head(5, 0),
        cborText('authData'),
        cborBytes(data),
      ])
      return {
        id: b64(credentialId),
        clientData: b64(clientData('webauthn.create', challenge, lie)),
        attestation: b64(attestation),
        transports: ['internal'],
      }
    },
    /** The response that proves it: to log in with, or in place of a code. */
    sign({ challenge }: { challenge: string }, lie: Lie = {}): PasskeyAssertion {
      const client = clientData('webauthn.get', challenge, lie)
      const data = authenticatorData(0, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: b64(credentialId),
        clientData: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
