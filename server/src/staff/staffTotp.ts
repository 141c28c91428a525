import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app supports it; a clock may be one step off, either way. */
const RULE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const WINDOW = 1

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).buffer)

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** The secret that is typed or scanned into the authenticator app. */
export function secretForApp(bytes: Buffer, issuer: string, label: string) {
  const secret = secretOf(bytes)
  return { secret: secret.base32, uri: new TOTP({ ...RULE, secret, issuer, label }).toString() }
}

/** The time step that the code belongs to, or undefined for a wrong one. */
export function stepOf(bytes: Buffer, code: string, nowMs: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...RULE, secret: secretOf(bytes) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / RULE.period) + delta
}
