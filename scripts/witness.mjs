// node scripts/witness.mjs --name NAME --log VERIFIER_KEY [--log …] [--folder DIR] [--host HOST] [--port PORT]
//
// A witness of transparency logs (c2sp.org/tlog-witness): it signs a checkpoint only where that goes on from the last one
// that it has signed, and keeps that one on disk. Plain Node, no packages. The key is made at first start; the line it
// prints is what a log is configured with. DIR has all there is: `key.pem`, and a file a log.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const node = (left, right) => sha256(Buffer.of(1), left, right)
const keyId = (name, type, key) => sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4)
const rawKey = (key) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const EMPTY_ROOT = sha256('')
const LOG_KEY = 1
const WITNESS_KEY = 4
const BODY_MAX = 64_000
const NAME = /^[!-*,-~]{1,120}$/

/** `name+id+key` of a log. */
function parseLogKey(text) {
  const [name, id, key] =
    text.split('+').length >= 3 ? [text.split('+')[0], text.split('+')[1], text.split('+').slice(2).join('+')] : []
  const bytes = Buffer.from(key ?? '', 'base64')
  if (!NAME.test(name ?? '') || bytes.length !== 33 || bytes[0] !== LOG_KEY)
    throw new Error(`${text} is no key of a log`)
  const raw = bytes.subarray(1)
  if (keyId(name, LOG_KEY, raw).toString('hex') !== id) throw new Error(`${text} is misspelt: its id is another`)
  return {
    origin: name,
    id: keyId(name, LOG_KEY, raw),
    key: createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' }),
  }
}

/** RFC 9162, section 2.1.4.2. */
function isConsistent(oldSize, oldRoot, size, root, path) {
  if (oldSize === size) return path.length === 0 && oldRoot.equals(root)
  if (oldSize === 0) return path.length === 0
  let place = oldSize - 1
  let last = size - 1
  while (place % 2 === 1) {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const rest = [...path]
  const first = place === 0 ? oldRoot : rest.shift()
  if (!first) return false
  let [before, after] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      before = node(hash, before)
      after = node(hash, after)
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else after = node(after, hash)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && before.equals(oldRoot) && after.equals(root)
}

/** A hash of 32 bytes in its one spelling. */
function readHash(text) {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : undefined
}

const readSize = (text) => (/^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : undefined)

/** The parts of `old size, path, empty line, checkpoint`; undefined for anything else. */
function readRequest(body) {
  const middle = body.indexOf('\n\n')
  const end = body.lastIndexOf('\n\n')
  if (middle < 0 || end === middle || !body.endsWith('\n')) return undefined
  const [first, ...hashes] = body.slice(0, middle).split('\n')
  const old = first.startsWith('old ') ? readSize(first.slice(4)) : undefined
  const path = hashes.map(readHash)
  const text = body.slice(middle + 2, end + 1)
  const [origin, sizeText, rootText, ...more] = text.split('\n')
  const [size, root] = [readSize(sizeText), readHash(rootText)]
  const isWhole = old !== undefined && size !== undefined && root && path.length <= 63 && !path.includes(undefined)
  if (!isWhole || !origin || more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined
  const signatures = body
    .slice(end + 2)
    .trimEnd()
    .split('\n')
    .slice(0, 64)
  return { old, path, text, origin, size, root, signatures }
}

/** The log's own lines; undefined where there is none, or one is wrong. */
function logLines({ text, signatures, origin }, keys) {
  const own = []
  for (const { id, key } of keys) {
    for (const line of signatures) {
      const [dash, name, signature] = line.split(' ')
      const bytes = Buffer.from(signature ?? '', 'base64')
      if (dash !== '—' || name !== origin || !bytes.subarray(0, 4).equals(id)) continue
      if (!verify(null, Buffer.from(text), key, bytes.subarray(4))) return undefined
      own.push(line)
    }
  }
  return own.length > 0 ? own : undefined
}

/** Written aside, flushed and moved into place: after a crash there is the old state or the new one. */
function store(file, text) {
  const handle = openSync(`${file}.new`, 'w', 0o600)
  writeFileSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}

/**
 * What a witness answers to a request, as status and text. Between reading its state and writing it nothing else runs.
 * @param {{ folder: string, name: string, key: import('node:crypto').KeyObject, logs: any[], now?: () => number }} witness
 */
export function addCheckpoint({ folder, name, key, logs, now = Date.now }, body) {
  const request = readRequest(body)
  if (!request) return { status: 400, text: 'this is not a request to add a checkpoint\n' }
  const { old, path, text, origin, size, root } = request
  const keys = logs.filter((log) => log.origin === origin)
  if (keys.length === 0) return { status: 404, text: 'this witness does not know that log\n' }
  const lines = logLines(request, keys)
  if (!lines) return { status: 403, text: 'the log has not signed this checkpoint\n' }
  if (old > size) return { status: 400, text: 'the old size is larger than the new one\n' }
  const file = join(folder, sha256(origin).toString('hex'))
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : ['', '0', EMPTY_ROOT.toString('base64')]
  const [knownSize, knownRoot] = [Number(known[1]), Buffer.from(known[2], 'base64')]
  const isFork = size === knownSize && !root.equals(knownRoot)
  if (isFork) process.stderr.write(`REFUSED: ${origin} shows another log of ${size}\n${body}\n`)
  if (old !== knownSize || isFork) return { status: 409, text: `${knownSize}\n`, type: 'text/x.tlog.size' }
  if (!isConsistent(knownSize, knownRoot, size, root, path) || (size === 0 && !root.equals(EMPTY_ROOT))) {
    process.stderr.write(`REFUSED: ${origin} shows a log of ${size} that does not go on from ${knownSize}\n${body}\n`)
    return { status: 422, text: 'the checkpoint does not go on from the last one\n' }
  }
  const time = Math.floor(now() / 1_000)
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(BigInt(time))
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key)
  const line = `— ${name} ${Buffer.concat([keyId(name, WITNESS_KEY, rawKey(key)), stamp, signature]).toString('base64')}\n`
  store(file, `${text}\n${lines.join('\n')}\n${line}`)
  return { status: 200, text: line }
}

/** The last checkpoint that it signed of a log. */
function monitored(folder, url) {
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const file = hash && join(folder, hash)
  return file && existsSync(file)
    ? { status: 200, text: readFileSync(file, 'utf8') }
    : { status: 404, text: 'not found\n' }
}

async function readBody(request) {
  const parts = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > BODY_MAX) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The key of this witness, made where there is none yet. */
export function loadKey(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  return createPrivateKey(readFileSync(file, 'utf8'))
}

/** `name+id+key`, which a log is configured with. */
export function verifierKey(name, key) {
  const raw = rawKey(key)
  return `${name}+${keyId(name, WITNESS_KEY, raw).toString('hex')}+${Buffer.concat([Buffer.of(WITNESS_KEY), raw]).toString('base64')}`
}

function main() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      folder: { type: 'string', default: 'witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
    },
  })
  const { name = '', log = [], folder, host, port } = values
  if (!NAME.test(name) || log.length === 0) {
    process.stderr.write(
      'Usage: node scripts/witness.mjs --name NAME --log VERIFIER_KEY [--folder DIR] [--host HOST] [--port PORT]\n',
    )
    process.exit(2)
  }
  const witness = { folder, name, key: loadKey(folder), logs: log.map(parseLogKey) }
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const answer =
      method === 'POST' && url.endsWith('/add-checkpoint')
        ? addCheckpoint(witness, await readBody(request))
        : monitored(folder, url)
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain; charset=utf-8' }).end(answer.text)
  })
  server.listen(Number(port), host, () => {
    process.stdout.write(`${verifierKey(name, witness.key)} http://${host}:${server.address().port}\n`)
  })
}

if (import.meta.filename === process.argv[1]) main()
