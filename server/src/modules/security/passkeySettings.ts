import { isIP } from 'node:net'

/** Where passkeys are created and used. */
export interface PasskeySettings {
  /** RP ID: passkeys belong to this domain for good. */
  domain: string
  /** The one origin of the app; undefined means a local one, on any port of `http://localhost`. */
  origin: string | undefined
}

/**
 * From PUBLIC_ORIGIN for the app, from CONSOLE_ORIGIN for the console; without it they are local ones. Undefined, for
 * no passkeys, if the origin is a bare IP address: a passkey belongs to a name.
 */
export function readPasskeySettings(given: string | undefined): PasskeySettings | undefined {
  const text = given?.trim()
  if (!text) return { domain: 'localhost', origin: undefined }
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin } = new URL(text)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || hostname === 'localhost' ? { domain: hostname, origin } : undefined
}

/** The origin that an answer must come from. `clientData` is only read to let a local server have any port. */
export function expectedOrigin({ origin }: PasskeySettings, clientData: string): string {
  if (origin !== undefined) return origin
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')).origin
    if (typeof said === 'string' && /^http:\/\/localhost(:\d{1,5})?$/.test(said)) return said
  } catch {
    // The check itself refuses anything that is not JSON.
  }
  return 'http://localhost'
}
