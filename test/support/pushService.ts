import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '../../contract/push'

/** One browser as its push service knows it: an address, and keys that only the browser has. */
export interface FakeBrowser {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Arrived {
  /** Path of the browser's address. */
  browser: string
  headers: IncomingHttpHeaders
  payload: PushPayload
  /** Length of the body as it traveled. */
  bytes: number
}

interface Keys {
  pair: ECDH
  auth: Buffer
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291 over RFC 8188 with one record, written from the standards. */
export function decryptPush(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return plain.subarray(0, end).toString('utf8')
}

/** The claims of `Authorization: vapid t=…, k=…` (RFC 8292) whose signature holds under the key that it names. */
export function readVapid(authorization: string | undefined): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature does not hold')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) }
}

/** A push service on this machine that opens what it is given, as only the browsers could. */
export async function startPushService() {
  const browsers = new Map<string, Keys>()
  const arrived: Arrived[] = []
  let answerWith: (browser: string) => { status: number; headers?: Record<string, string> } = () => ({ status: 201 })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = request.url ?? ''
      const keys = browsers.get(browser)
      const { status, headers } = keys ? answerWith(browser) : { status: 404 }
      if (keys && status === 201) {
        const body = Buffer.concat(chunks)
        const payload = JSON.parse(decryptPush(body, keys))
        arrived.push({ browser, headers: request.headers, payload, bytes: body.length })
      }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    arrived,
    newBrowser(): FakeBrowser {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(16).toString('base64url')}`
      browsers.set(path, { pair, auth })
      return { endpoint: origin + path, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
    },
    to: ({ endpoint }: FakeBrowser) => arrived.filter(({ browser }) => endpoint.endsWith(browser)),
    /** How it answers from now on; 201 takes the push. */
    answer(how: typeof answerWith) {
      answerWith = how
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>
