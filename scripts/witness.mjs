// node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--log …] [--folder DIR] [--host HOST] [--port PORT]
//
// A witness of transparency logs (c2sp.org/tlog-witness): it signs a checkpoint only if the checkpoint continues the
// last signed one, and if each head since then is valid (headChecks.mjs, which is installed next to this file). Heads
// are read from the address that is given with the key, and from no other. Plain Node, no packages. The key is made at
// first start; the line it prints is what a log is configured with. DIR has all there is: `key.pem`, and two files for
// each log.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  beginAt,
  checkStep,
  createLogReader,
  EMPTY_ROOT,
  ed25519Key,
  helpOf,
  isConsistent,
  leafOfHead,
  sha256,
  storeFile,
  WrongLog,
} from './headChecks.mjs'

/**
 * @typedef {import('./headChecks.mjs').Known} Known
 * @typedef {import('./headChecks.mjs').LogReader} LogReader
 * @typedef {import('node:crypto').KeyObject} KeyObject
 * @typedef {ReturnType<typeof parseLog>} Log
 * @typedef {{ folder: string, name: string, key: KeyObject, logs: Log[], now?: () => number }} Witness
 * @typedef {NonNullable<ReturnType<typeof readRequest>>} Request
 * @typedef {{ status: number, text: string, type?: string, headers?: Record<string, string> }} Answer
 */

/** @param {string} name @param {number} type @param {Buffer} key */
const keyId = (name, type, key) => sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4)
/** @param {KeyObject} key */
const rawKey = (key) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
const LOG_KEY = 1
const WITNESS_KEY = 4
const BODY_MAX = 64_000
/** Heads that are read for one request, and how long that may take: the log waits 5 s for its answer. */
const HEADS_PER_REQUEST = 200
const READ_WITHIN_MS = 2_000
/** Requests for one log that wait for each other. */
const WAITING_MAX = 8
/** How far the time of a head may be off the clock of this machine. */
const CLOCK_OFF_MS = 10_000
const NAME = /^[!-*,-~]{1,120}$/

/** A log that is watched: `name+id+key`, a space and the address of its server. @param {string} text */
export function parseLog(text) {
  const [verifierKey = '', url = ''] = text.split(' ')
  const [name = '', id, ...rest] = verifierKey.split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64')
  if (!NAME.test(name) || bytes.length !== 33 || bytes[0] !== LOG_KEY) throw new Error(`${text} has no key of a log`)
  const raw = bytes.subarray(1)
  if (keyId(name, LOG_KEY, raw).toString('hex') !== id) throw new Error(`${text} is misspelt: its id is another`)
  if (!/^https?:\/\/[^/]+/.test(url)) throw new Error(`${text} lacks the address at which heads are read`)
  const key = ed25519Key(raw)
  return {
    origin: name,
    id: keyId(name, LOG_KEY, raw),
    key,
    reader: createLogReader(url, { withinMs: READ_WITHIN_MS }),
  }
}

/** A hash of 32 bytes in its one spelling. @param {string | undefined} text */
function readHash(text) {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : undefined
}

/** @param {string | undefined} text */
const readSize = (text) => (/^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : undefined)

/** The parts of `old size, path, empty line, checkpoint`; undefined for anything else. @param {string} body */
function readRequest(body) {
  const middle = body.indexOf('\n\n')
  const end = body.lastIndexOf('\n\n')
  if (middle < 0 || end === middle || !body.endsWith('\n')) return undefined
  const [first, ...hashes] = body.slice(0, middle).split('\n')
  const old = first.startsWith('old ') ? readSize(first.slice(4)) : undefined
  const path = hashes.flatMap((hash) => readHash(hash) ?? [])
  const text = body.slice(middle + 2, end + 1)
  const [origin, sizeText, rootText, ...more] = text.split('\n')
  const [size, root] = [readSize(sizeText), readHash(rootText)]
  const isWhole = old !== undefined && size !== undefined && root && path.length === hashes.length && path.length <= 63
  if (!isWhole || !origin || more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined
  const signatures = body
    .slice(end + 2)
    .trimEnd()
    .split('\n')
    .slice(0, 64)
  return { old, path, text, origin, size, root, signatures }
}

/** The log's own lines; undefined if there is none, or one is wrong. @param {Request} request @param {Log[]} keys */
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

/** @param {string} text */
const later = (text) => ({ status: 503, text: `${text}\n`, headers: { 'retry-after': '1' } })

/**
 * The last head that was looked at: `number`, the root of the log up to it and the hash of its leaf.
 * @param {string} file
 */
function readKnown(file) {
  if (!existsSync(file)) return undefined
  const { number, root, leaf } = JSON.parse(readFileSync(file, 'utf8'))
  return { number, root: Buffer.from(root, 'hex'), leaf: Buffer.from(leaf, 'hex') }
}

/** @param {string} file @param {Known} known */
const storeKnown = (file, { number, root, leaf }) =>
  storeFile(file, JSON.stringify({ number, root: root.toString('hex'), leaf: leaf.toString('hex') }))

/**
 * Continues from the last head that was looked at towards head `size`, as far as one request may.
 * @param {LogReader} reader @param {Known} known @param {number} size @param {string} file
 */
async function readOn(reader, known, size, file) {
  const until = performance.now() + READ_WITHIN_MS
  const to = Math.min(size, known.number + HEADS_PER_REQUEST)
  let last = known
  /** @type {import('./headChecks.mjs').Head | undefined} */
  let newest
  try {
    while (last.number < to && performance.now() < until) {
      const step = await reader.step(last.number)
      last = checkStep(last, step)
      newest = step.to
    }
  } finally {
    if (last !== known) storeKnown(file, last)
  }
  return { last, newest }
}

/**
 * Looks at all heads up to the one that is to be signed. Undefined if they are in order, else what to say instead of
 * signing: 422 for a head that is not as heads have to be, 503 if heads could not be read or more of them are to be
 * read. A log of which nothing is known is looked at from that head on.
 * @param {{ reader: LogReader, file: string, now: () => number }} watched @param {number} size @param {Buffer} root
 */
async function problemWithHeads({ reader, file, now }, size, root) {
  try {
    const known = readKnown(file) ?? (await beginAt(reader, size)).known
    storeKnown(file, known)
    const { last, newest } = await readOn(reader, known, size, file)
    if (last.number < size) return later(`heads up to ${last.number} are looked at, and others are to be`)
    if (last.number > size) return later(`heads up to ${last.number} are looked at, offer the newest one`)
    const head = newest ?? (await reader.head(size))
    if (!last.root.equals(root) || !leafOfHead(head).equals(last.leaf))
      throw new WrongLog(`head ${size} is not the one that the checkpoint has`)
    const offMs = head.at - now()
    if (Math.abs(offMs) > CLOCK_OFF_MS)
      throw new WrongLog(`head ${size} is dated ${Math.round(offMs / 1_000)} s off the clock of this witness`)
    return undefined
  } catch (error) {
    if (!(error instanceof WrongLog))
      return later(`the heads could not be read: ${/** @type {Error} */ (error).message}`)
    process.stderr.write(`REFUSED: ${error.message}\n`)
    return { status: 422, text: `${error.message}\n` }
  }
}

/**
 * Signs a checkpoint, and keeps it before it says so.
 * @param {Witness} witness @param {Request} request @param {string[]} lines
 */
function cosign({ folder, name, key, now = Date.now }, { text, origin }, lines) {
  const time = Math.floor(now() / 1_000)
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(BigInt(time))
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key)
  const line = `— ${name} ${Buffer.concat([keyId(name, WITNESS_KEY, rawKey(key)), stamp, signature]).toString('base64')}\n`
  storeFile(fileOf(folder, origin), `${text}\n${lines.join('\n')}\n${line}`)
  return { status: 200, text: line }
}

/** @param {string} folder @param {string} origin */
const fileOf = (folder, origin) => join(folder, sha256(origin).toString('hex'))

/** @param {Witness} witness @param {Request} request @param {Log[]} keys @param {string[]} lines @returns {Promise<Answer>} */
async function answerTo(witness, request, keys, lines) {
  const { folder, now = Date.now } = witness
  const { old, path, text, origin, size, root } = request
  const file = fileOf(folder, origin)
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : ['', '0', EMPTY_ROOT.toString('base64')]
  const [knownSize, knownRoot] = [Number(known[1]), Buffer.from(known[2], 'base64')]
  const isFork = size === knownSize && !root.equals(knownRoot)
  if (isFork) process.stderr.write(`REFUSED: ${origin} shows another log of ${size}\n${text}\n${lines.join('\n')}\n`)
  if (old !== knownSize || isFork) return { status: 409, text: `${knownSize}\n`, type: 'text/x.tlog.size' }
  if (!isConsistent(knownSize, knownRoot, size, root, path) || (size === 0 && !root.equals(EMPTY_ROOT))) {
    process.stderr.write(
      `REFUSED: ${origin} shows a log of ${size} that does not go on from ${knownSize}\n${text}\n${lines.join('\n')}\n`,
    )
    return { status: 422, text: 'the checkpoint does not go on from the last one\n' }
  }
  const watched = { reader: keys[0].reader, file: `${file}.heads`, now }
  const problem = size > knownSize ? await problemWithHeads(watched, size, root) : undefined
  return problem ?? cosign(witness, request, lines)
}

/** Requests for one log wait for each other: between reading its state and writing it nothing else runs. */
const turns = new Map()
/** @param {string} origin @param {() => Promise<Answer>} work @returns {Promise<Answer>} */
async function inTurn(origin, work) {
  const turn = turns.get(origin) ?? { waiting: 0, last: Promise.resolve() }
  turns.set(origin, turn)
  if (turn.waiting >= WAITING_MAX) return later('too many requests for this log wait already')
  turn.waiting += 1
  const done = turn.last.then(work)
  turn.last = done.then(
    () => undefined,
    () => undefined,
  )
  return done.finally(() => {
    turn.waiting -= 1
  })
}

/**
 * A witness's response to a request, as status and text.
 * @param {Witness} witness @param {string} body @returns {Promise<Answer>}
 */
export async function addCheckpoint(witness, body) {
  const request = readRequest(body)
  if (!request) return { status: 400, text: 'this is not a request to add a checkpoint\n' }
  const keys = witness.logs.filter((log) => log.origin === request.origin)
  if (keys.length === 0) return { status: 404, text: 'this witness does not know that log\n' }
  const lines = logLines(request, keys)
  if (!lines) return { status: 403, text: 'the log has not signed this checkpoint\n' }
  if (request.old > request.size) return { status: 400, text: 'the old size is larger than the new one\n' }
  return inTurn(request.origin, () => answerTo(witness, request, keys, lines))
}

/** The last checkpoint that it signed of a log. @param {string} folder @param {string} url @returns {Answer} */
function monitored(folder, url) {
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const file = hash && join(folder, hash)
  return file && existsSync(file)
    ? { status: 200, text: readFileSync(file, 'utf8') }
    : { status: 404, text: 'not found\n' }
}

/** @param {import('node:http').IncomingMessage} request */
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

/** The key of this witness, made if there is none yet. @param {string} folder */
export function loadKey(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  return createPrivateKey(readFileSync(file, 'utf8'))
}

/** `name+id+key`, which a log is configured with. @param {string} name @param {KeyObject} key */
export function verifierKey(name, key) {
  const raw = rawKey(key)
  return `${name}+${keyId(name, WITNESS_KEY, raw).toString('hex')}+${Buffer.concat([Buffer.of(WITNESS_KEY), raw]).toString('base64')}`
}

function main() {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return
  }
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
      `Usage: node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--folder DIR] [--host HOST] [--port PORT]\n`,
    )
    process.exit(2)
  }
  const witness = { folder, name, key: loadKey(folder), logs: log.map(parseLog) }
  /** @param {import('node:http').IncomingMessage} request @param {() => Promise<string>} body */
  const answerOf = async ({ method, url = '' }, body) =>
    method === 'POST' && url.endsWith('/add-checkpoint') ? addCheckpoint(witness, await body()) : monitored(folder, url)
  const server = createServer(async (request, response) => {
    /** @type {Answer} */
    const answer = await answerOf(request, () => readBody(request)).catch((error) => {
      process.stderr.write(`${error.stack}\n`)
      return { status: 500, text: 'this witness has failed\n' }
    })
    response
      .writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain; charset=utf-8', ...answer.headers })
      .end(answer.text)
  })
  server.listen(Number(port), host, () => {
    process.stdout.write(
      `${verifierKey(name, witness.key)} http://${host}:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}\n`,
    )
  })
}

if (import.meta.filename === process.argv[1]) main()
