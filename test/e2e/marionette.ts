import { connect } from 'node:net'
import { until } from '../support/until'

const COLON = ':'.charCodeAt(0)

/** Splits what Marionette sends, "<bytes>:<JSON>" one after the other, into its messages. */
function createReader() {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): unknown[] => {
    const messages: unknown[] = []
    rest = Buffer.concat([rest, chunk])
    for (let at = rest.indexOf(COLON); at > 0; at = rest.indexOf(COLON)) {
      const end = at + 1 + Number(rest.subarray(0, at))
      if (rest.length < end) break
      messages.push(JSON.parse(rest.subarray(at + 1, end).toString()))
      rest = rest.subarray(end)
    }
    return messages
  }
}

/**
 * One command of Firefox's own protocol, which knows what WebDriver BiDi does not yet: authenticators. The connection stays open
 * as long as Firefox does, which would end every session with it.
 */
function command(port: number, name: string, params: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify([0, 1, name, params])
    const socket = connect(port, '127.0.0.1', () => socket.write(`${Buffer.byteLength(text)}:${text}`)).unref()
    const read = createReader()
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      for (const message of read(chunk)) {
        // The first message is a greeting.
        if (!Array.isArray(message)) continue
        if (message[2]) reject(new Error(`${name}: ${message[2].message}`))
        else resolve()
      }
    })
  })
}

/** Gives a Firefox that listens on this port a phone's own authenticator, which has verified the person. */
export async function plugAuthenticatorIn(port: number): Promise<void> {
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  }
  const plugged = () => command(port, 'WebAuthn:AddVirtualAuthenticator', options).then(() => true)
  await until('Firefox to take an authenticator', () => plugged().catch(() => undefined), {
    everyMs: 200,
  })
}

/** Firefox's options for it. */
export const marionettePrefs = (port: number) => ({
  'marionette.port': port,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
})
