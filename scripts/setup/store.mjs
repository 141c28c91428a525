// node scripts/setup/store.mjs <folder> <address> <port> <certificate> <key>: an S3 store with TLS, for tests only. Its
// buckets are called backups and photos; the key and its secret are S3RVER.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'
import signatures from '@20minutes/s3rver/lib/signature/v4.js'

const SECRET = 'S3RVER'

/** As RFC 3986 has it, which signatures demand. @param {string} text */
const encoded = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Whether the request is signed with the key (AWS signature, version 4). The store's own check leaves out the slash that ends
 * the path of a bucket, and lets requests pass that are not signed at all.
 * @param {import('node:http').IncomingMessage} request
 */
function isSigned({ method, url = '/', headers }) {
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return false
  const { pathname, searchParams } = new URL(url, 'http://store')
  const signed = signatures.parseHeader(headers)
  const { date, region, service } = signed.credential
  const querystring = [...searchParams].map((pair) => pair.map(encoded).join('=')).sort()
  const text = signatures.getStringToSign(
    { method, headers, uri: pathname, querystring: querystring.join('&'), timestamp: headers['x-amz-date'] },
    signed,
  )
  const key = signatures.getSigningKey(SECRET, date, region, service)
  return (
    signed.accessKeyId === SECRET && createHmac('sha256', key).update(text).digest('hex') === signed.signatureProvided
  )
}

class Store extends S3rver {
  /** @param {ConstructorParameters<typeof S3rver>[0]} options */
  constructor(options) {
    super(options)
    const { store } = this
    const list = store.listObjects.bind(store)
    // Its tokens of further pages need a cipher that OpenSSL has given up; a caller that names the start of a page
    // needs none.
    store.listObjects = async (bucket, asked) => {
      const found = await list(bucket, asked)
      return asked.startAfter === undefined ? found : { ...found, isTruncated: false }
    }
  }

  /** @returns {import('node:http').RequestListener} */
  callback() {
    const answer = super.callback()
    return (request, response) => {
      if (isSigned(request)) return answer(request, response)
      response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>')
    }
  }
}

/**
 * An S3 store that takes signed requests only. Its files outlive it: the same folder is the same store.
 * @param {{ folder: string, buckets: string[], address?: string, port?: number, tls?: { cert: Buffer, key: Buffer } }} of
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startStore({ folder, buckets, address = '127.0.0.1', port = 0, tls }) {
  const store = new Store({
    address,
    port,
    silent: true,
    directory: folder,
    ...tls,
    configureBuckets: buckets.map((name) => ({ name })),
    allowMismatchedSignatures: true,
    // The bucket is in the path, regardless of the name of the machine.
    vhostBuckets: false,
  })
  const listening = await store.run()
  return {
    url: `${tls ? 'https' : 'http'}://${address}:${listening.port}`,
    async stop() {
      store.httpServer?.closeAllConnections()
      await store.close()
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder, address, port, certificate, key] = process.argv.slice(2)
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) }
  void startStore({ folder, buckets: ['backups', 'photos'], address, port: Number(port), tls })
}
