// node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--log …] [--folder DIR] [--host HOST] [--port PORT]
//                          [--every SECONDS]
//
// A witness of transparency logs (c2sp.org/tlog-witness): it signs a checkpoint only if the checkpoint continues the
// last signed one, and if each head since then is valid. Heads are read from the address that is given with the key, and
// from no other. Plain Node, one file. The key is made at first start; the line it prints is what a log is configured
// with. DIR has all there is: `key.pem`, two files for each log, and `asks`, the hashes of orders that devices asked for and
// left here, so that an order which the house never answered can be shown to others. With `--every`, it asks each log for new checkpoints
// itself, so that it needs no log to name it: users of the app add its address.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { TreeHead } from '../contract/proof'
import { fromBase64 } from '../proof/base64'
import { EMPTY_ROOT, sha256Text } from '../proof/hashing'
import { keyIdOf } from '../proof/notes'
import { checkStep, type KnownHead, leafOfHead, timeOf, WrongLog } from '../proof/steps'
import { CLOCK_TOLERANCE_MS } from '../proof/time'
import { isConsistent, type TreeState } from '../proof/trees'
import { helpOf, storeFile } from './lib/files'
import { beginAt, type LogReader } from './lib/logReader'
import { type Asks, createAsks } from './witness/asks'
import { type Log, logLines, NAME, parseLog, READ_WITHIN_MS, type Request, readRequest } from './witness/request'

export { parseLog }

interface Witness {
  folder: string
  name: string
  key: KeyObject
  logs: readonly Log[]
  now?: () => number
}

interface Answer {
  status: number
  text: string
  type?: string
  headers?: Record<string, string>
}

const WITNESS_KEY = '04'
const BODY_MAX = 64_000
/** Heads that are read for one request. */
const HEADS_PER_REQUEST = 200
/** Requests for one log that wait for each other. */
const WAITING_MAX = 8

/** The public part of a key, hex. */
const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

const later = (text: string): Answer => ({ status: 503, text: `${text}\n`, headers: { 'retry-after': '1' } })

/** The last head that was looked at. */
const readKnown = (file: string): KnownHead | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

const storeKnown = (file: string, { number, root, leaf }: KnownHead): void =>
  storeFile(file, JSON.stringify({ number, root, leaf }))

/** A log, and the file with the last head of it that was looked at. */
interface Watched {
  reader: LogReader
  file: string
  now: () => number
}

/** Says that heads are older than they should be when they are shown first: when they were made is the log's word alone. */
function markLate(late: readonly TreeHead[], offMs: number): void {
  const [first, last] = [late[0], late[late.length - 1]]
  if (!first || !last) return
  const seconds = Math.round(offMs / 1_000)
  process.stderr.write(
    `LATE: heads ${first.number} to ${last.number}, dated from ${timeOf(first.at)} on, are shown ${seconds} s after that\n`,
  )
}

/**
 * Continues from the last head that was looked at towards head `size`, as far as one request may. Heads that are shown
 * later than they say are marked: a signature says when all of them were there, and receipts show the first one that has
 * each head that decides.
 */
async function readOn({ reader, file, now }: Watched, known: KnownHead, size: number) {
  const until = performance.now() + READ_WITHIN_MS
  const to = Math.min(size, known.number + HEADS_PER_REQUEST)
  let last = known
  let newest: TreeHead | undefined
  const late: TreeHead[] = []
  try {
    while (last.number < to && performance.now() < until) {
      const step = await reader.step(last.number)
      last = checkStep(last, step)
      newest = step.to
      if (step.to.at < now() - CLOCK_TOLERANCE_MS) late.push(step.to)
    }
  } finally {
    if (last !== known) storeKnown(file, last)
    markLate(late, now() - (late[0]?.at ?? 0))
  }
  return { last, newest }
}

/**
 * Looks at all heads up to the one that is to be signed. Undefined if they are in order, else what to say instead of
 * signing: 422 for a head that is not as heads have to be, 503 if heads could not be read or more of them are to be
 * read. A log of which nothing is known is looked at from that head on.
 */
async function problemWithHeads(watched: Watched, size: number, root: string) {
  const { reader, file, now } = watched
  try {
    const known = readKnown(file) ?? (await beginAt(reader, size)).known
    storeKnown(file, known)
    const { last, newest } = await readOn(watched, known, size)
    if (last.number < size) return later(`heads up to ${last.number} are looked at, and others are to be`)
    if (last.number > size) return later(`heads up to ${last.number} are looked at, offer the newest one`)
    const head = newest ?? (await reader.head(size))
    if (last.root !== root || leafOfHead(head) !== last.leaf)
      throw new WrongLog(`head ${size} is not the one that the checkpoint has`)
    const offMs = head.at - now()
    if (Math.abs(offMs) > CLOCK_TOLERANCE_MS)
      throw new WrongLog(`head ${size} is dated ${Math.round(offMs / 1_000)} s off the clock of this witness`)
    return undefined
  } catch (error) {
    if (!(error instanceof WrongLog)) return later(`the heads could not be read: ${(error as Error).message}`)
    process.stderr.write(`REFUSED: ${error.message}\n`)
    return { status: 422, text: `${error.message}\n` }
  }
}

const fileOf = (folder: string, origin: string): string => join(folder, sha256Text(origin))

/** What a file of `cosign` has: the last state of a log that was signed. */
function signedLast(file: string): TreeState {
  const [, sizeText = '0', rootText = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return { size: Number(sizeText), root: fromBase64(rootText) || EMPTY_ROOT }
}

/** Signs a checkpoint, and keeps it before it says so. */
function cosign({ folder, name, key, now = Date.now }: Witness, { text, origin }: Request, lines: string[]): Answer {
  const time = Math.floor(now() / 1_000)
  const stamp = time.toString(16).padStart(16, '0')
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key).toString('hex')
  const line = `— ${name} ${base64Of(keyIdOf(name, WITNESS_KEY, publicKeyOf(key)) + stamp + signature)}\n`
  storeFile(fileOf(folder, origin), `${text}\n${lines.join('\n')}\n${line}`)
  return { status: 200, text: line }
}

async function answerTo(witness: Witness, request: Request, log: Log, lines: string[]): Promise<Answer> {
  const { folder, now = Date.now } = witness
  const { old, path, text, origin, size, root } = request
  const file = fileOf(folder, origin)
  const known = signedLast(file)
  const isFork = size === known.size && root !== known.root
  if (isFork) process.stderr.write(`REFUSED: ${origin} shows another log of ${size}\n${text}\n${lines.join('\n')}\n`)
  if (old !== known.size || isFork) return { status: 409, text: `${known.size}\n`, type: 'text/x.tlog.size' }
  if (!isConsistent(known, { size, root }, path) || (size === 0 && root !== EMPTY_ROOT)) {
    process.stderr.write(
      `REFUSED: ${origin} shows a log of ${size} that does not go on from ${known.size}\n${text}\n${lines.join('\n')}\n`,
    )
    return { status: 422, text: 'the checkpoint does not go on from the last one\n' }
  }
  const watched = { reader: log.reader, file: `${file}.heads`, now }
  const problem = size > known.size ? await problemWithHeads(watched, size, root) : undefined
  return problem ?? cosign(witness, request, lines)
}

/** Requests for one log wait for each other: between reading its state and writing it nothing else runs. */
const turns = new Map<string, { waiting: number; last: Promise<unknown> }>()
async function inTurn(origin: string, work: () => Promise<Answer>): Promise<Answer> {
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

/** A witness's response to a request, as status and text. */
export async function addCheckpoint(witness: Witness, body: string): Promise<Answer> {
  const request = readRequest(body)
  if (!request) return { status: 400, text: 'this is not a request to add a checkpoint\n' }
  const keys = witness.logs.filter((log) => log.origin === request.origin)
  const [log] = keys
  if (!log) return { status: 404, text: 'this witness does not know that log\n' }
  const lines = logLines(request, keys)
  if (!lines) return { status: 403, text: 'the log has not signed this checkpoint\n' }
  if (request.old > request.size) return { status: 400, text: 'the old size is larger than the new one\n' }
  return inTurn(request.origin, () => answerTo(witness, request, log, lines))
}

/** Asks a log for its newest checkpoint, which is treated as if the log had offered it. */
async function askFor(witness: Witness, { origin, reader }: Log): Promise<void> {
  const { size } = signedLast(fileOf(witness.folder, origin))
  const { checkpoint, path } = await reader.newest(size)
  const lines = path.map((hash) => `${base64Of(hash)}\n`).join('')
  if (checkpoint.split('\n')[1] === String(size)) return
  const { status, text } = await addCheckpoint(witness, `old ${size}\n${lines}\n${checkpoint}`)
  if (status !== 200) throw new Error(text.trim())
}

/** Asks all logs, again and again. A log that does not answer is asked at its next turn. */
async function askEvery(witness: Witness, seconds: number): Promise<never> {
  for (;;) {
    await Promise.all(
      witness.logs.map((log) =>
        askFor(witness, log).catch((error) => process.stderr.write(`${log.origin} is not signed: ${error.message}\n`)),
      ),
    )
    await sleep(seconds * 1_000)
  }
}

/** Pages of other hosts, such as the app's, may read it, and always the newest. */
const FOR_PAGES = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** The last checkpoint that it signed of a log, the key that it signs with, or what it said about an ask. */
function monitored({ folder, name, key }: Witness, asks: Asks, url: string): Answer {
  if (url === '/key') return { status: 200, text: `${verifierKey(name, key)}\n`, headers: FOR_PAGES }
  const said = asks.find(/^\/ask\/([0-9a-f]{64})$/.exec(url)?.[1] ?? '')
  if (said) return { status: 200, text: `${said}\n`, headers: FOR_PAGES }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const file = hash && join(folder, hash)
  return file && existsSync(file)
    ? { status: 200, text: readFileSync(file, 'utf8'), headers: FOR_PAGES }
    : { status: 404, text: 'not found\n' }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > BODY_MAX) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The key of this witness, made if there is none yet. */
export function loadKey(folder: string): KeyObject {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  return createPrivateKey(readFileSync(file, 'utf8'))
}

/** `name+id+key`, which a log is configured with. */
export function verifierKey(name: string, key: KeyObject): string {
  const raw = publicKeyOf(key)
  return `${name}+${keyIdOf(name, WITNESS_KEY, raw)}+${base64Of(WITNESS_KEY + raw)}`
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      folder: { type: 'string', default: 'witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8090' },
      every: { type: 'string', default: '0' },
    },
  })
  const { name = '', log = [], ...where } = values
  if (!NAME.test(name) || log.length === 0 || !/^\d{1,4}$/.test(where.every)) {
    process.stderr.write(
      `Usage: node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--folder DIR] [--host HOST] [--port PORT] [--every SECONDS]\n`,
    )
    process.exit(2)
  }
  return { name, log, ...where }
}

function main(): void {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return
  }
  const { name, log, folder, host, port, every } = readOptions()
  const witness = { folder, name, key: loadKey(folder), logs: log.map(parseLog) }
  const asks = createAsks(folder, (text) => sign(null, Buffer.from(text), witness.key).toString('hex'))
  const answerOf = async ({ method, url = '' }: IncomingMessage, body: () => Promise<string>): Promise<Answer> => {
    if (method === 'POST' && url.endsWith('/add-checkpoint')) return addCheckpoint(witness, await body())
    if (method === 'POST' && url === '/ask') return { ...asks.leave(await body()), headers: FOR_PAGES }
    return monitored(witness, asks, url)
  }
  const server = createServer(async (request, response) => {
    const answer: Answer = await answerOf(request, () => readBody(request)).catch((error) => {
      process.stderr.write(`${error.stack}\n`)
      return { status: 500, text: 'this witness has failed\n' }
    })
    response
      .writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain; charset=utf-8', ...answer.headers })
      .end(answer.text)
  })
  server.listen(Number(port), host, () => {
    process.stdout.write(`${verifierKey(name, witness.key)} http://${host}:${(server.address() as AddressInfo).port}\n`)
  })
  if (Number(every) > 0) void askEvery(witness, Number(every))
}

if (import.meta.filename === process.argv[1]) main()
