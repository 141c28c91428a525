// node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE]
//                          [--tsa PEM] [--bitcoin URL]
//
// Looks at every head of a Fairtick log from its public endpoints, as anyone can (docs/PROOF_DESIGN.md, "Heads"): each
// continues from the one before, all prices hash to the roots in the heads and were not dated back, and no order has
// two results. A log without a head for two minutes is dead. With --tsa, the certificates of a time-stamping authority, it also
// checks the time stamps of heads. Proofs of OpenTimestamps are followed to their block of Bitcoin, whose header is asked for at
// --bitcoin, an address that answers as Esplora does. Plain Node, one file. DIR (default: monitor) has what it has
// seen. Exit code 0: all heads hold. 1: they do not, and the sentence says why. 2: the log could not be read, or the clock
// of this machine is not that of the service, so that nothing was judged.
//
// Built from tools/monitor.ts and proof/ by npm run build:tools; change it there.
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { parseArgs } from 'node:util'
import { X509Certificate, createHash, createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
// proof/bytes.ts
/** Bytes of the proof's texts and their hex. */
var HEX = '0123456789abcdef'
function toHex(bytes) {
  let text = ''
  for (const byte of bytes) text += `${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`
  return text
}
function digitAt(text, place) {
  const code = text.charCodeAt(place)
  return code < 58 ? code - 48 : code - 87
}
/** Undefined for a text that is not hex of whole bytes. */
function fromHex(text) {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return void 0
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = (digitAt(text, index * 2) << 4) | digitAt(text, index * 2 + 1)
  return bytes
}
/** The texts of docs/PROOF_FORMAT.md are ASCII; anything else cannot be one of them. */
function asciiBytes(text) {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    bytes[index] = code < 128 ? code : 63
  }
  return bytes
}
// tools/lib/sha256.ts
/** The function of proof/sha256.ts, by Node.js: the built programs have this one in its place. */
var sha256$1 = (bytes) => createHash('sha256').update(bytes).digest('hex')
// proof/hashing.ts
function join$1(prefix, ...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 1))
  bytes[0] = prefix
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
/** RFC 6962, section 2.1, as hex. */
var EMPTY_ROOT = sha256$1(/* @__PURE__ */ new Uint8Array(0))
var leafHash = (text) => sha256$1(join$1(0, asciiBytes(text)))
var sha256Hex = (bytes) => sha256$1(Uint8Array.from(bytes))
/** Both halves are hex; a half that is not gives a hash that fits nothing. */
function nodeHash(left, right) {
  const parts = [fromHex(left), fromHex(right)]
  return sha256$1(
    join$1(1, parts[0] ?? /* @__PURE__ */ new Uint8Array(0), parts[1] ?? /* @__PURE__ */ new Uint8Array(0)),
  )
}
// proof/texts.ts
/** Leaf of the tree over the products of a head. */
var productText = ({ symbol, size, through, root }) => ['product', 2, symbol, size, through, root].join('|')
/** Leaf of the tree over the logs of a head. */
var logText = ({ name, size, root }) => ['log', 1, name, size, root].join('|')
/** Leaf of the log of heads; `logs` is the root over the logs. */
var headText = ({ number, at, products }, logs) => ['head', 2, number, at, products, logs].join('|')
/** The text that both keys sign when one takes the place of the other. */
var keyText = ({ from, to, at }) => ['key', 1, from, to, at].join('|')
/** The text that the house signs after its database was restored to an earlier instant. */
var restoreText = (origin, { kept, root, keptAt, at, reason }) =>
  ['restore', 1, origin, kept, root, keptAt, at, reason].join('|')
// proof/results.ts
/** The map of results: one place for each order, so that an order has one result (docs/PROOF_DESIGN.md, "Results"). */
var RESULTS = 'results'
// proof/trees.ts
/**
 * Checks of RFC 6962 trees. Hashes are hex; sizes and places are counts of leaves. Each returns a value, none throws.
 */
/** The largest power of two below `count`; `count` is at least 2. */
function splitOf(count) {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}
/** The root over leaf hashes. */
function rootOf(leaves, from = 0, to = leaves.length) {
  if (to === from) return EMPTY_ROOT
  if (to - from === 1) return leaves[from] ?? EMPTY_ROOT
  const middle = from + splitOf(to - from)
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to))
}
/**
 * For each step of a path from a node up to the root of its tree (RFC 9162, section 2.1.3.2), whether the sibling is on the
 * left; undefined if the tree has another number of steps.
 */
function sidesOf(index, lastIndex, steps) {
  let [place, last] = [index, lastIndex]
  const up = () => {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const sides = []
  while (sides.length < steps && last !== 0) {
    const isLeft = place % 2 === 1 || place === last
    sides.push(isLeft)
    if (isLeft) while (place % 2 === 0 && place !== 0) up()
    up()
  }
  return last === 0 && sides.length === steps ? sides : void 0
}
var climb = (start, path, sides) =>
  path.reduce((hash, sibling, step) => (sides[step] ? nodeHash(sibling, hash) : nodeHash(hash, sibling)), start)
/**
 * The roots of the older and of the newer tree that a path of consistency leads to (RFC 9162, section 2.1.4.2); undefined for one
 * that leads nowhere. The older one still has to be compared with the root that is known.
 */
function rootsOf(older, size, path) {
  if (older.size === size) return path.length === 0 ? [older.root, older.root] : void 0
  if (older.size === 0 || older.size > size) return void 0
  let place = older.size - 1
  let last = size - 1
  while (place % 2 === 1) {
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  const rest = place === 0 ? path : path.slice(1)
  const first = place === 0 ? older.root : path[0]
  const sides = sidesOf(place, last, rest.length)
  if (first === void 0 || !sides) return void 0
  const isLeft = (_, step) => sides[step] === true
  return [rest.filter(isLeft).reduce((hash, sibling) => nodeHash(sibling, hash), first), climb(first, rest, sides)]
}
/** Whether the newer tree begins with the whole older one. */
function isConsistent(older, newer, path) {
  if (older.size === 0 && newer.size > 0) return path.length === 0 && older.root === EMPTY_ROOT
  const roots = rootsOf(older, newer.size, path)
  return roots?.[0] === older.root && roots[1] === newer.root
}
// proof/heads.ts
/** A head may say that prices are complete up to this much after its own time: clocks of several nodes differ. */
var THROUGH_AHEAD_MAX_MS = 1e3
var isAscending = (names) => names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
var isInOrder = ({ products, logs }) =>
  isAscending(products.map(({ symbol }) => symbol)) && isAscending(logs.map(({ name }) => name))
var productsRoot = (head) => rootOf(head.products.map((each) => leafHash(productText(each))))
/** Hash of a head's leaf in the log of heads; `products` and `logs` are the roots over them. */
var headLeafOf = (head) => leafHash(headText(head, head.logs))
/** The same of a head that names its logs; `products` is their root. */
var headLeaf = ({ number, at, logs }, products) =>
  headLeafOf({
    number,
    at,
    products,
    logs: rootOf(logs.map((log) => leafHash(logText(log)))),
  })
// proof/shape.ts
var text = (pattern) => (value) => typeof value === 'string' && pattern.test(value)
var whole =
  (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
var listOf =
  (shape, max, min = 0) =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(shape)
var record = (fields) => (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  const names = Object.keys(fields)
  return keys.length === names.length && names.every((name) => keys.includes(name) && fields[name]?.(value[name]))
}
var HASH = text(/^[0-9a-f]{64}$/)
var PATH = listOf(HASH, 130)
var SYMBOL = text(/^[A-Z0-9]{2,16}$/)
var LOGS = listOf(
  record({
    name: text(/^[a-z]{2,20}$/),
    size: whole(),
    root: HASH,
  }),
  16,
)
var HEAD = record({
  number: whole(1),
  at: whole(),
  products: listOf(
    record({
      symbol: SYMBOL,
      size: whole(),
      through: whole(),
      root: HASH,
    }),
    500,
  ),
  logs: LOGS,
})
var isHead = (value) => HEAD(value)
var isPath = (value) => PATH(value)
// proof/steps.ts
/** The house's fault, in one sentence. */
var WrongLog = class extends Error {}
/** A time as people read it. */
var timeOf = (ms) => new Date(ms).toISOString()
/**
 * The hash of the leaf of a head, which by itself is as heads have to be; throws `WrongLog` if it is not.
 * @param head as the server sent it
 */
function leafOfHead(head) {
  if (!isHead(head) || !isInOrder(head)) throw new WrongLog(`head ${head?.number} is not in the form of a head`)
  const { number, at, products } = head
  const early = products.find(({ through }) => through > at + THROUGH_AHEAD_MAX_MS)
  if (early) {
    const { symbol, through } = early
    throw new WrongLog(
      `head ${number} of ${timeOf(at)} calls the prices of ${symbol} complete up to ${timeOf(through)}, which was to come`,
    )
  }
  const sizeOf = (name) => head.logs.find((log) => log.name === name)?.size
  const [results, settlements] = [sizeOf(RESULTS), sizeOf('settlements')]
  if (results === void 0 || results !== settlements)
    throw new WrongLog(`head ${number} has a map of ${results ?? 'no'} results of ${settlements ?? 'no'} settlements`)
  return headLeaf(head, productsRoot(head))
}
/** One log or product of a head and of the head after it; throws `WrongLog`. */
function checkTree(what, number, before, after, path) {
  if (!after) throw new WrongLog(`head ${number} lacks ${what}, which the head before it has`)
  if (after.size < before.size)
    throw new WrongLog(`${what} went from ${before.size} to ${after.size} entries with head ${number}`)
  const [through, throughBefore] = [after.through ?? 0, before.through ?? 0]
  if (through < throughBefore)
    throw new WrongLog(
      `${what} of head ${number} are complete up to ${timeOf(through)}, in the head before it up to ${timeOf(throughBefore)}`,
    )
  if (!isPath(path) || !isConsistent(before, after, path))
    throw new WrongLog(`${what} of head ${number} do not go on from the ${before.size} entries of the head before it`)
}
/** The path of the one that is looked for; the answer may be anything. */
var pathOf = (list, isIt) => (Array.isArray(list) ? list.find((each) => each && isIt(each))?.path : void 0)
/**
 * Looks at the step from one head to the next, as `/api/proof/consistency` shows it. Returns what is known of the next head; throws
 * `WrongLog`.
 */
function checkStep(known, { from, to, products, logs, heads }) {
  const number = known.number + 1
  if (leafOfHead(from) !== known.leaf) throw new WrongLog(`head ${known.number} is not what it was`)
  const leaf = leafOfHead(to)
  const path = isPath(heads) ? heads : []
  const roots = rootsOf(
    {
      size: known.number,
      root: known.root,
    },
    number,
    path,
  )
  const place = Number.isInteger(Math.log2(known.number)) ? 0 : 1
  if (to.number !== number || roots?.[0] !== known.root || path[place] !== leaf)
    throw new WrongLog(`the log of heads does not go on from head ${known.number} to head ${number}`)
  if (to.at <= from.at)
    throw new WrongLog(`head ${number} is of ${timeOf(to.at)}, and the head before it of ${timeOf(from.at)}`)
  for (const earlier of from.products) {
    const isIt = ({ symbol }) => symbol === earlier.symbol
    checkTree(`the prices of ${earlier.symbol}`, number, earlier, to.products.find(isIt), pathOf(products, isIt))
  }
  for (const earlier of from.logs) {
    const isIt = ({ name }) => name === earlier.name
    const later = to.logs.find(isIt)
    if (earlier.name === 'results' && later) continue
    checkTree(`the log ${earlier.name}`, number, earlier, later, pathOf(logs, isIt))
  }
  return {
    number,
    root: roots[1],
    leaf,
  }
}
// proof/frontier.ts
/** The right edge of a growing tree: complete subtrees from the largest to the smallest. */
var Frontier = class Frontier {
  size
  edge
  constructor(size = 0, peaks = []) {
    this.size = size
    this.edge = [...peaks]
  }
  get peaks() {
    return this.edge
  }
  /** Takes the hash of the next leaf. */
  append(leaf) {
    let [level, hash] = [0, leaf]
    const last = () => this.edge[this.edge.length - 1]
    for (let left = last(); left?.level === level; left = last()) {
      this.edge.pop()
      hash = nodeHash(left.hash, hash)
      level += 1
    }
    this.edge.push({
      level,
      hash,
    })
    this.size += 1
  }
  root() {
    const [last, ...rest] = this.edge.map(({ hash }) => hash).reverse()
    return last === void 0 ? EMPTY_ROOT : rest.reduce((right, left) => nodeHash(left, right), last)
  }
  copy() {
    return new Frontier(this.size, this.edge)
  }
  /** As JSON keeps it; `new Frontier(size, peaks)` reads it again. */
  toJSON() {
    return {
      size: this.size,
      peaks: this.edge,
    }
  }
}
// tools/lib/logReader.ts
var TILE_WIDTH = 256
var ANSWER_MAX$1 = 8e6
var placesOf = (index) =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?!$)/g, 'x$&/')
var tilePath = (index, width) => `${placesOf(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`
/** The body of an answer; throws as soon as it is longer than `most` bytes. */
async function readAnswer(response, most = ANSWER_MAX$1) {
  const parts = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
/** Hashes of leaves as subtrees, the largest first. `hashes` are those of one tile's level. */
function peaksIn(hashes, level) {
  const peaks = []
  for (let bit = 7, at = 0; bit >= 0; bit--) {
    if ((hashes.length & (1 << bit)) === 0) continue
    peaks.push({
      level: level + bit,
      hash: rootOf(hashes, at, at + (1 << bit)),
    })
    at += 1 << bit
  }
  return peaks
}
/** Reads the public endpoints of one log at the address that was configured for it. */
function createLogReader(url, { withinMs = 1e4, wait = async () => false } = {}) {
  const base = url.replace(/\/+$/, '')
  async function read(path) {
    for (;;) {
      const response = await fetch(`${base}/api${path}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      })
      const bytes = await readAnswer(response)
      if (response.ok) return bytes
      if (!(await wait(response))) throw new Error(`${path} is answered with ${response.status}`)
    }
  }
  const json = async (path) => JSON.parse((await read(path)).toString('utf8'))
  async function hashes(log, level, index, width) {
    const bytes = await read(`/log/${log}tile/${level}/${tilePath(index, width)}`)
    if (bytes.length !== width * 32) throw new WrongLog(`a tile of ${log || 'heads'} is not of ${width} hashes`)
    return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32).toString('hex'))
  }
  return {
    latest: () => json('/proof/heads/latest'),
    /** The newest checkpoint, and the path to it from the first `from` heads. */
    newest: (from) => json(`/log/newest${from > 0 ? `?from=${from}` : ''}`),
    /** The service's own clock, in ms since 1970. */
    serverAt: async () => Date.parse((await json('/app-info')).serverAt),
    policy: () => json('/proof/policy'),
    head: async (number) => (await json(`/proof/heads/${number}`)).head,
    /** The heads `number` and `number + 1`, and the paths between them. */
    step: (number) => json(`/proof/consistency?from=${number}&to=${number + 1}`),
    /** Numbers of heads with a time stamp, oldest first: from one on, or the newest ones. */
    stampedHeads: async (from) => (await json(`/log/stamps${from === void 0 ? '' : `?from=${from}`}`)).heads,
    stamp: (head) => read(`/log/stamps/${head}`),
    /** Numbers of heads with a proof of OpenTimestamps that leads into a block, oldest first: from one on, or the newest ones. */
    provenHeads: async (from) => (await json(`/log/ots${from === void 0 ? '' : `?from=${from}`}`)).heads,
    proof: (head) => read(`/log/ots/${head}`),
    /** The first `width` texts of a bundle of 256. `log` is empty for the log of heads, else ends with a slash. */
    async entries(log, index, width) {
      const bytes = await read(`/log/${log}tile/entries/${tilePath(index, width)}`)
      const texts = []
      for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.readUInt16BE(at))
        texts.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)).toString('utf8'))
      if (texts.length !== width) throw new WrongLog(`a bundle of ${log || 'heads'} is not of ${width} entries`)
      return texts
    },
    /** The right edge of a log at `size`, from its tiles; its root still has to be compared. */
    async frontier(log, size) {
      const peaks = []
      for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
        const width = count % TILE_WIDTH
        const found = width > 0 ? await hashes(log, level, Math.floor(count / TILE_WIDTH), width) : []
        peaks.unshift(...peaksIn(found, level * 8))
      }
      return new Frontier(size, peaks)
    },
  }
}
/**
 * Where to begin with a log of which nothing is known yet: at head `number`. Its root still has to be compared with one that
 * is signed, or followed up to one.
 */
async function beginAt(log, number) {
  const [head, frontier] = await Promise.all([log.head(number), log.frontier('', number - 1)])
  const leaf = leafOfHead(head)
  frontier.append(leaf)
  if (head.number !== number) throw new WrongLog(`head ${number} is shown as head ${head.number}`)
  return {
    known: {
      number,
      root: frontier.root(),
      leaf,
    },
    head,
  }
}
// tools/lib/bitcoin.ts
var HEADER = /^[0-9a-f]{160}$/
var ANSWER_MAX = 1e3
var WITHIN_MS = 1e4
/** Places in a header of 80 bytes: the root of its transactions, its time, and how much work its hash has to show. */
var [ROOT_AT, TIME_AT, TARGET_AT] = [36, 68, 72]
/** The block of a header; throws unless its hash shows the work that it names, and that is `leastWork` doublings at least. */
function blockOf(header, leastWork) {
  const hash = createHash('sha256').update(createHash('sha256').update(header).digest()).digest()
  const compact = header.readUInt32LE(TARGET_AT)
  const target = BigInt(compact & 8388607) << (8n * BigInt(Math.max(0, (compact >>> 24) - 3)))
  if (target >= 1n << BigInt(256 - leastWork) || BigInt(`0x${hash.reverse().toString('hex')}`) > target)
    throw new Error('its header shows too little work')
  return {
    root: header.toString('hex', ROOT_AT, TIME_AT),
    at: header.readUInt32LE(TIME_AT) * 1e3,
  }
}
/**
 * Blocks of Bitcoin by their height, from an address that answers as Esplora does (`/block-height/:height`, `/block/:hash/header`).
 * The source is believed which block has a height; it cannot invent one without the work of a block. Throws a sentence if it has
 * none, or one without the work.
 */
function createBlocks(url, leastWork) {
  const known = /* @__PURE__ */ new Map()
  const read = async (path) => {
    const signal = AbortSignal.timeout(WITHIN_MS)
    const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      redirect: 'error',
      signal,
    })
    const text = (await readAnswer(answer, ANSWER_MAX)).toString('latin1').trim()
    if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`)
    return text
  }
  async function blockAt(height) {
    const hash = await read(`/block-height/${height}`)
    const header = /^[0-9a-f]{64}$/.test(hash) ? await read(`/block/${hash}/header`) : ''
    if (!HEADER.test(header)) throw new Error(`block ${height} has no header there`)
    return blockOf(Buffer.from(header, 'hex'), leastWork)
  }
  return (height) => {
    const block = known.get(height) ?? blockAt(height)
    known.set(height, block)
    return block
  }
}
// tools/lib/files.ts
/** How a program is used: the comment at the head of its file. */
var helpOf = (file) => (readFileSync(file, 'utf8').split(/^import /m)[0] ?? '').replace(/^\/\/ ?/gm, '')
/** Writes a file aside, flushes it and moves it into place: after a crash there is the old one or the new one. */
function storeFile(file, text, mode = 384) {
  const handle = openSync(`${file}.new`, 'w', mode)
  writeFileSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}
// proof/base64.ts
/** Base 64 in its one spelling, without `atob` and `btoa`, which WeChat lacks. */
var ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
function toBase64(bytes) {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const shown = Math.min(4, bytes.length - at + 1)
    text += digits.map((digit, index) => (index < shown ? (ALPHABET[digit] ?? '') : '=')).join('')
  }
  return text
}
/** The bytes as hex; undefined for a text that is not the one spelling of whole bytes. */
function fromBase64(text) {
  const digits = Array.from(text.replace(/=+$/, ''), (letter) => ALPHABET.indexOf(letter))
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (let at = 0; at < bytes.length; at++) {
    const first = Math.floor((at * 4) / 3)
    const twelveBits = ((digits[first] ?? 0) << 6) | (digits[first + 1] ?? 0)
    bytes[at] = twelveBits >> (4 - (at % 3) * 2)
  }
  return toBase64(bytes) === text ? toHex(bytes) : void 0
}
// proof/ots.ts
/** Proofs of OpenTimestamps, as far as heads need them (docs/PROOF_FORMAT.md, "Time stamps"). */
/** Why a proof is none, in a few words. */
var WrongOts = class extends Error {}
/** The beginning of a file: what it is, its version, and that the digest after it is a SHA-256. */
var BEGIN = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108'
var DIGEST_BYTES = 32
var [ATTESTATION, SHA256, APPEND, PREPEND, FORK] = [0, 8, 240, 241, 255]
var [PENDING, BITCOIN] = ['83dfe30d2ef90c8e', '0588960d73d71901']
var TAG_BYTES = 8
var [MESSAGE_MAX, PAYLOAD_MAX, ADDRESS_MAX, OPERATIONS_MAX] = [4096, 8192, 1e3, 256]
var ADDRESS = /^[\w.:/-]+$/
/** Operations of the format that nothing here uses. */
var UNUSED = {
  2: 'sha1',
  3: 'ripemd160',
  103: 'keccak256',
  242: 'reverse',
  243: 'hexlify',
}
/** Reads some bytes from their beginning to their end; throws `WrongOts` if there are too few. */
var Cursor = class {
  bytes
  at = 0
  constructor(bytes) {
    this.bytes = bytes
  }
  take(length) {
    this.at += length
    if (this.at > this.bytes.length) throw new WrongOts('it ends too early')
    return this.bytes.subarray(this.at - length, this.at)
  }
  byte() {
    return this.take(1)[0] ?? 0
  }
  /** Seven bits in a byte, the lowest ones first. */
  number() {
    let value = 0
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new WrongOts('it has too large a number')
  }
  /** Bytes after their number. */
  block(most) {
    const length = this.number()
    if (length > most) throw new WrongOts(`it has a part of ${length} bytes, and ${most} are the most`)
    return this.take(length)
  }
  end() {
    if (this.at < this.bytes.length) throw new WrongOts('it goes on after its end')
  }
}
function readAttestation(cursor) {
  const tag = toHex(cursor.take(TAG_BYTES))
  const payload = new Cursor(cursor.block(PAYLOAD_MAX))
  if (tag !== PENDING && tag !== BITCOIN) return { by: 'other' }
  const attestation =
    tag === BITCOIN
      ? {
          by: 'bitcoin',
          height: payload.number(),
        }
      : {
          by: 'calendar',
          address: String.fromCharCode(...payload.block(ADDRESS_MAX)),
        }
  payload.end()
  if (attestation.by === 'calendar' && !ADDRESS.test(attestation.address))
    throw new WrongOts('it names a calendar with no address')
  return attestation
}
function apply(operation, message, cursor) {
  if (operation === SHA256) return fromHex(sha256$1(message)) ?? /* @__PURE__ */ new Uint8Array()
  if (operation !== APPEND && operation !== PREPEND) {
    const name = UNUSED[operation]
    throw new WrongOts(
      name ? `it uses ${name}, which this program does not` : `it has an unknown operation ${operation}`,
    )
  }
  const more = cursor.block(MESSAGE_MAX)
  const result = Uint8Array.from(operation === APPEND ? [...message, ...more] : [...more, ...message])
  if (more.length === 0 || result.length > MESSAGE_MAX)
    throw new WrongOts(`it makes a message of ${result.length} bytes with ${more.length} more`)
  return result
}
/**
 * Reads a file (`.ots`) about a digest and carries out its operations; throws `WrongOts`.
 * @param file its bytes
 * @returns the digest, hex, and each end that its operations lead to
 */
function readOts(file) {
  const cursor = new Cursor(file)
  if (toHex(cursor.take(33)) !== BEGIN) throw new WrongOts('it does not begin as a proof of a SHA-256')
  const digest = cursor.take(DIGEST_BYTES)
  const results = []
  const open = [
    {
      message: digest,
      depth: 0,
    },
  ]
  for (let from = open.pop(); from; from = open.pop()) {
    let tag = cursor.byte()
    if (tag === FORK) {
      open.push(from)
      tag = cursor.byte()
    }
    if (tag === ATTESTATION) {
      results.push({
        message: toHex(from.message),
        attestation: readAttestation(cursor),
      })
      continue
    }
    if (from.depth === OPERATIONS_MAX) throw new WrongOts(`it has more than ${OPERATIONS_MAX} operations in a row`)
    open.push({
      message: apply(tag, from.message, cursor),
      depth: from.depth + 1,
    })
  }
  cursor.end()
  return {
    digest: toHex(digest),
    results,
  }
}
// proof/sha256.ts
/** SHA-256 (FIPS 180-4), the same on every browser and in the mini program: nothing here needs `BigInt` or `crypto`. */
var words = (hex) => Int32Array.from(hex.split(' '), (word) => Number.parseInt(word, 16) | 0)
var INITIAL = words('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19')
var ROUNDS = words(
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2',
)
var BLOCK = 64
var schedule = new Int32Array(BLOCK)
var turned = (word, by) => (word >>> by) | (word << (32 - by))
/** Takes the block of a message at a place into the state. */
function compress(state, message, from) {
  for (let t = 0; t < 16; t++) schedule[t] = message.getInt32(from + 4 * t)
  for (let t = 16; t < BLOCK; t++) {
    const x = schedule[t - 15]
    const y = schedule[t - 2]
    const mixed = (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10))
    schedule[t] = schedule[t - 16] + mixed + schedule[t - 7]
  }
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  let e = state[4]
  let f = state[5]
  let g = state[6]
  let h = state[7]
  for (let t = 0; t < BLOCK; t++) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
    const first = (h + chosen + ROUNDS[t] + schedule[t]) | 0
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let place = 0; place < 8; place++) state[place] = state[place] + sums[place]
}
var hexOf = (state) => Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
/** The hash as hex. */
function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 128
  const message = new DataView(padded.buffer)
  message.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  message.setUint32(padded.length - 4, bytes.length * 8)
  const state = Int32Array.from(INITIAL)
  for (let from = 0; from < padded.length; from += BLOCK) compress(state, message, from)
  return hexOf(state)
}
// tools/monitor/blocks.ts
/** How many are checked in one look; the others wait for the next. */
var CHECKED_IN_LOOK = 30
/** Other nodes take a block whose time is ahead by so much. */
var AHEAD_MS = 72e5
/** Calendars need hours for a block; a longer gap is mentioned. */
var GAP_MS$1 = 864e5
var NEVER_SEEN$1 = /^0*$/
/** Ends of the proof of a head that lead to a block of Bitcoin; throws `WrongLog` unless there is one, and it is about this head. */
function blocksIn(file, head, text) {
  try {
    const { digest, results } = readOts(file)
    if (digest !== sha256(asciiBytes(text))) throw new WrongOts('it is about something else')
    const found = results.flatMap(({ message, attestation }) =>
      attestation.by === 'bitcoin'
        ? [
            {
              height: attestation.height,
              message,
            },
          ]
        : [],
    )
    if (found.length === 0) throw new WrongOts('it leads to no block')
    return found
  } catch (error) {
    if (error instanceof WrongOts)
      throw new WrongLog(`the OpenTimestamps proof of head ${head} does not hold: ${error.message}`)
    throw error
  }
}
/** The first block that has what a proof leads to; undefined if none of them does. */
async function blockWith(ends, blockAt) {
  for (const { height, message } of ends) {
    const block = await blockAt(height)
    if (block.root === message)
      return {
        height,
        at: block.at,
      }
  }
}
/** What the time of a block says of that of a head; throws `WrongLog` if the head is dated after it. */
function compareTimes(head, headAt, block) {
  if (headAt > block.at + AHEAD_MS)
    throw new WrongLog(
      `head ${head} is dated ${timeOf(headAt)}, and is in block ${block.height} of ${timeOf(block.at)}`,
    )
  if (block.at - headAt <= GAP_MS$1) return []
  return [`head ${head} of ${timeOf(headAt)} is only in a block of ${timeOf(block.at)}`]
}
/**
 * Checks the OpenTimestamps proofs of the log that are new since the last look, against the roots that this monitor has itself and
 * against blocks of Bitcoin (docs/PROOF_FORMAT.md, "Time stamps"). Throws `WrongLog`. That a block has another root is only noted, as
 * it may be the calendar's lie, the block's source that is wrong, or a block that others have replaced: the house only passes it on.
 * @param blockAt the block of a height; without it, no block is looked at
 * @returns what to note
 */
async function checkBlocks(reader, seen, origin, blockAt, now) {
  const notes = []
  const heads = await reader.provenHeads(seen.proofsTo === void 0 ? void 0 : seen.proofsTo + 1)
  for (const head of heads.slice(0, CHECKED_IN_LOOK)) {
    if (head > seen.known.number) break
    const root = seen.roots.get(head)
    if (NEVER_SEEN$1.test(root)) continue
    const ends = blocksIn(await reader.proof(head), head, `${origin}\n${head}\n${toBase64(fromHex(root) ?? [])}\n`)
    const { known, head: shown } = await beginAt(reader, head)
    if (known.root !== root) throw new WrongLog(`head ${head} is not what it was`)
    const heights = ends.map(({ height }) => height).join(', ')
    if (!blockAt)
      notes.splice(0, 1, `the proof of head ${head} leads to block ${heights}, which was not checked (--bitcoin)`)
    else
      try {
        const block = await blockWith(ends, blockAt)
        if (block) {
          notes.push(...compareTimes(head, shown.at, block))
          seen.proven = {
            head,
            at: shown.at,
          }
        } else notes.push(`the proof of head ${head} proves nothing: block ${heights} has another root`)
      } catch (error) {
        if (error instanceof WrongLog) throw error
        notes.push(`the block of head ${head} could not be checked: ${error.message}`)
        break
      }
    seen.proofsTo = head
  }
  seen.save()
  if (!blockAt) return notes
  if (!seen.proven) return [...notes, 'no head that was looked at is in a block of Bitcoin yet']
  const { head, at } = seen.proven
  return now - at > GAP_MS$1
    ? [...notes, `the newest head in a block of Bitcoin is head ${head} of ${timeOf(at)}`]
    : notes
}
// tools/lib/ed25519.ts
/** The beginning of a public key of Ed25519 in DER. */
var SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** The key of Ed25519 with these 32 bytes. */
var keyOf = (raw) =>
  createPublicKey({
    key: Buffer.concat([SPKI, raw]),
    format: 'der',
    type: 'spki',
  })
/** The function of proof/ed25519.ts, by Node.js: the built programs have this one in its place. */
function verifies(message, signature, publicKey) {
  return verify(null, message, keyOf(publicKey), signature)
}
// proof/signatures.ts
/** The order of the group and the prime of the field of Ed25519 (RFC 8032, section 5.1), big-endian. */
var GROUP_ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed'
var FIELD_PRIME = '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed'
/**
 * The points of order 1, 2, 4 and 8 without their sign bits, big-endian. Anyone can sign with such a key, and its owner can
 * deny every signature.
 */
var SMALL_ORDER = [
  `${'0'.repeat(63)}1`,
  `7${'f'.repeat(61)}ec`,
  '0'.repeat(64),
  '7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7',
  '05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826',
]
/** 32 little-endian bytes as big-endian hex, which compares as the number does; the sign bit of a point is left out. */
function bigEndian(bytes, isPoint) {
  const turned = Uint8Array.from(bytes).reverse()
  if (isPoint) turned[0] = (turned[0] ?? 0) & 127
  return toHex(turned)
}
/**
 * Whether `signature` (hex, 64 bytes) over `text` was made with the key of `publicKey` (hex, 32 bytes). Ed25519, and only
 * the one spelling of a signature that RFC 8032 allows, which has no S + L. Never for a key of small order.
 */
function isSignedBy(text, signature, publicKey) {
  const [signed, key] = [fromHex(signature), fromHex(publicKey)]
  if (signed?.length !== 64 || key?.length !== 32) return false
  if (bigEndian(signed.slice(32), false) >= GROUP_ORDER) return false
  const point = bigEndian(key, true)
  if (bigEndian(signed.slice(0, 32), true) >= FIELD_PRIME || point >= FIELD_PRIME) return false
  if (SMALL_ORDER.includes(point)) return false
  return verifies(asciiBytes(text), signed, key)
}
// proof/notes.ts
/** Any length: keys of other kinds sign with thousands of characters, and their lines are skipped. */
var NOTE =
  /^([!-*,-~]{1,120})\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [!-*,-~]{1,120} [A-Za-z0-9+/]{8,}={0,2}\n){1,32})$/
var LOG_KEY = '01'
var KEY_ID_DIGITS = 8
/** Undefined for a text that is not a checkpoint of this form, without extension lines. */
function parseCheckpoint(note) {
  const [, origin = '', size = '', root64 = '', lines = ''] = NOTE.exec(note) ?? []
  const root = fromBase64(root64)
  if (root === void 0 || origin === '') return void 0
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', signature = ''] = line.split(' ')
      const hex = fromBase64(signature) ?? ''
      return {
        name,
        id: hex.slice(0, KEY_ID_DIGITS),
        signature: hex.slice(KEY_ID_DIGITS),
      }
    })
  if (signatures.some(({ id }) => id === '')) return void 0
  return {
    origin,
    size: Number(size),
    root,
    text: `${origin}\n${size}\n${root64}\n`,
    signatures,
  }
}
/** The four bytes that tell a key from others of its name. */
function keyIdOf(name, type, publicKey) {
  return sha256Hex([
    ...[...`${name}\n`].map((letter) => letter.charCodeAt(0)),
    ...(fromHex(type + publicKey) ?? []),
  ]).slice(0, KEY_ID_DIGITS)
}
/** Whether the log itself signed it: at least once, and each time that it says so. */
function isSignedByLog({ origin, text, signatures }, publicKey) {
  const id = keyIdOf(origin, LOG_KEY, publicKey)
  const own = signatures.filter((each) => each.name === origin && each.id === id)
  return own.length > 0 && own.every(({ signature }) => isSignedBy(text, signature, publicKey))
}
// tools/monitor/look.ts
/** A statement of a restored log is not of the future. */
var RESTORE_AHEAD_MS = 6e4
var SAVE_EVERY = 100
/** Heads come every five seconds: so long a silence is mentioned, and the other is the end of a log. */
var [QUIET_MS, DEAD_MS] = [3e4, 12e4]
/**
 * Throws if the clock of this machine is not the service's: whose is wrong cannot be told, so that nothing is said of times, and
 * nothing is kept of this look.
 * @returns how far the service's clock may be ahead of this one, and behind it, in ms
 */
async function checkClock(reader, now) {
  const askedAt = now()
  const serverAt = await reader.serverAt()
  const answeredAt = now()
  if (serverAt >= askedAt - 5e3 && serverAt <= answeredAt + 5e3)
    return {
      ahead: Math.max(0, serverAt - askedAt),
      behind: Math.max(0, answeredAt - serverAt),
    }
  throw new Error(
    `this machine has ${timeOf(answeredAt)} and the service ${timeOf(serverAt)}: set the clock that is wrong; nothing was judged`,
  )
}
/** What to note about the time since the newest head; throws `WrongLog` if nobody continues the log. */
function silenceOf({ number, at }, now) {
  const seconds = Math.round((now - at) / 1e3)
  if (now - at > DEAD_MS) throw new WrongLog(`there is no head since head ${number} of ${timeOf(at)}, for ${seconds} s`)
  return now - at > QUIET_MS ? [`the newest head, ${number}, is ${seconds} s old`] : []
}
/** The key that signs now, after every change from `key` on that both keys have signed. */
function keyAfter(key, changes) {
  let last = key
  for (const change of changes) {
    const { from, to, oldSignature, newSignature } = change
    const text = keyText(change)
    if (from === last && isSignedBy(text, oldSignature, from) && isSignedBy(text, newSignature, to)) last = to
  }
  return last
}
/** The newest head, if the log of heads is signed with the key that is known, or one that it handed over to. */
async function readLatest(reader, seen, now) {
  const latest = await reader.latest()
  seen.key ??= latest.publicKey
  if (latest.publicKey !== seen.key) seen.key = keyAfter(seen.key, (await reader.policy()).keys)
  const signed = parseCheckpoint(latest.checkpoint)
  if (!signed || !isSignedByLog(signed, seen.key))
    throw new WrongLog('the log of heads is not signed with its key, nor with one that its key handed over to')
  const { head } = latest
  if (signed.size !== head.number)
    throw new WrongLog(`the checkpoint has ${signed.size} heads, and the newest is ${head.number}`)
  if (head.at > now() + 5e3) throw new WrongLog(`head ${head.number} is of ${timeOf(head.at)}, which is to come`)
  return {
    head,
    signed,
    leaf: leafOfHead(head),
  }
}
/**
 * The signed statement, not used before, that the log was put back to a head of which this monitor has the root, after the last
 * one that it has seen (docs/PROOF_FORMAT.md, "Restored logs"); undefined if there is none.
 */
async function findRestore(reader, seen, { signed, head }, now) {
  const { restores } = await reader.policy()
  for (const restore of restores.toSorted((a, b) => a.kept - b.kept)) {
    const text = restoreText(signed.origin, restore)
    const { kept, root, at, reason, publicKey, signature } = restore
    if (seen.restores.includes(text) || publicKey !== seen.key || kept >= seen.known.number || kept > head.number)
      continue
    if (at < seen.knownAt || at > now() + RESTORE_AHEAD_MS || seen.roots.get(kept) !== root) continue
    if (!isSignedBy(text, signature, publicKey)) continue
    return {
      ...restore,
      text,
      entry: `feed|1|${at}|restored|-|${kept}|${root}|${reason}|${signature}`,
    }
  }
}
/** Continues from the last head that was looked at to the newest one; throws `WrongLog`. */
async function followTo(reader, seen, { head, signed, leaf }) {
  const since = seen.lookedAt ?? 0
  while (seen.known.number < head.number) {
    const step = await reader.step(seen.known.number)
    const next = checkStep(seen.known, step)
    if (step.to.at < since - 5e3)
      throw new WrongLog(`head ${next.number} is dated ${timeOf(step.to.at)}, and was not there at ${timeOf(since)}`)
    await seen.take({
      ...step,
      newest: head,
    })
    seen.moveTo(next, step.to.at)
    if (next.number % SAVE_EVERY === 0) seen.save()
  }
  if (seen.known.number !== signed.size || seen.known.root !== signed.root || seen.known.leaf !== leaf)
    throw new WrongLog(`the log of heads is another one than the ${seen.known.number} heads that were looked at`)
}
// tools/monitor/followedLog.ts
var BUNDLE$1 = 256
/**
 * Reads a log from bundle to bundle and hashes its entries to the roots in the heads. What is kept of it is the edge of its whole
 * bundles, so the last one is read again.
 */
var FollowedLog = class {
  reader
  path
  what
  size
  root
  whole
  bundle
  /**
   * @param path of the log below `/api/log/`, with a slash at its end
   * @param what it is, for people
   */
  constructor(reader, path, what, kept) {
    this.reader = reader
    this.path = path
    this.what = what
    this.size = kept?.size ?? 0
    this.root = kept?.root
    this.whole = new Frontier(kept?.whole.size, kept?.whole.peaks)
  }
  toJSON() {
    return {
      size: this.size,
      root: this.root ?? new Frontier().root(),
      whole: this.whole.toJSON(),
    }
  }
  async readBundle(index, limit) {
    const texts = await this.reader.entries(this.path, index, Math.min(BUNDLE$1, limit - index * BUNDLE$1))
    const edge = this.whole.copy()
    for (const text of texts.slice(0, this.size - index * BUNDLE$1)) edge.append(leafHash(text))
    if (this.root !== void 0 && edge.root() !== this.root)
      throw new WrongLog(`${this.what}: the first ${this.size} entries are no longer those that a head has`)
    this.bundle = {
      index,
      texts,
      edge,
    }
    return this.bundle
  }
  /**
   * Reads on to `size` entries, which have this root, and up to `limit` if a bundle is fetched anyway.
   * @param check throws if an entry is not as it has to be
   */
  async readTo(size, root, limit, check) {
    while (this.size < size) {
      const index = Math.floor(this.size / BUNDLE$1)
      const end = Math.min(size, (index + 1) * BUNDLE$1)
      const kept = this.bundle
      const { texts, edge } =
        kept?.index === index && kept.texts.length >= end - index * BUNDLE$1
          ? kept
          : await this.readBundle(index, limit)
      for (const text of texts.slice(this.size - index * BUNDLE$1, end - index * BUNDLE$1)) {
        check(this.size, text)
        edge.append(leafHash(text))
        this.size += 1
      }
      this.root = edge.root()
      if (end % BUNDLE$1 === 0) this.whole = edge.copy()
    }
    if (size > 0 && this.root !== root)
      throw new WrongLog(`${this.what}: the ${size} public entries are not those whose root the head has`)
  }
}
// proof/map.ts
/** The map of results built from its leaves (docs/PROOF_FORMAT.md, "Results"). */
var DAY_MINUTES = 1440
var KEY_BITS = 256
var LEAF = /^settled\|1\|(0|[1-9]\d{0,7})\|([0-9a-f]{64})\|[0-9a-f]{64}$/
/** Settlement `index` of the log, and the minute of its order; throws `WrongLog`. */
function readResult(index, text) {
  const [, minuteText, key] = LEAF.exec(text) ?? []
  const minute = Number(minuteText)
  if (!key || minute >= 2 ** 16 * 1440) throw new WrongLog(`settlement ${index + 1} is not in the form of a settlement`)
  return {
    index,
    minute,
    key,
    leaf: leafHash(text),
  }
}
/** Two neighboring subtrees as one; a subtree with one leaf is that leaf. */
function joined(left, right) {
  if (!left || !right) {
    const only = left ?? right
    if (!only || only.isLeaf) return only
  }
  return {
    isLeaf: false,
    hash: nodeHash(left?.hash ?? EMPTY_ROOT, right?.hash ?? EMPTY_ROOT),
  }
}
/** A subtree of `bits` levels over subtrees at places of it. */
function treeOver(places, bits) {
  if (places.length === 0) return void 0
  if (bits === 0) return places[0]?.tree
  const isRight = ({ place }) => Math.floor(place / 2 ** (bits - 1)) % 2 === 1
  return joined(
    treeOver(
      places.filter((each) => !isRight(each)),
      bits - 1,
    ),
    treeOver(places.filter(isRight), bits - 1),
  )
}
/** The subtree of one minute. */
function treeOfMinute(results, bit = 0) {
  const [first] = results
  if (!first || results.length === 1 || bit === KEY_BITS)
    return (
      first && {
        isLeaf: true,
        hash: first.leaf,
      }
    )
  const isRight = ({ key }) => ((Number.parseInt(key.charAt(bit >> 2), 16) >> (3 - (bit & 3))) & 1) === 1
  return joined(
    treeOfMinute(
      results.filter((each) => !isRight(each)),
      bit + 1,
    ),
    treeOfMinute(results.filter(isRight), bit + 1),
  )
}
// tools/monitor/resultsMap.ts
/** Index of the settlement, key, hash of the leaf. */
var RECORD = 72
/** The kind of a subtree: none, one leaf or several, and its hash. */
var ROOT = 33
var readRoot = (bytes) =>
  bytes[0] === 0
    ? void 0
    : {
        isLeaf: bytes[0] === 1,
        hash: bytes.subarray(1, ROOT).toString('hex'),
      }
var writeRoot = (tree) => (tree ? Buffer.from(`${tree.isLeaf ? '01' : '02'}${tree.hash}`, 'hex') : Buffer.alloc(ROOT))
/** The subtree of a day, from the roots of its minutes. */
function treeOfDay(roots) {
  return treeOver(
    Array.from({ length: DAY_MINUTES }, (_, place) => ({
      place,
      tree: readRoot(roots.subarray(place * ROOT, (place + 1) * ROOT)),
    })).filter(({ tree }) => tree),
    11,
  )
}
/**
 * The map of results, built again from the public settlements: one result for each order. Memory holds a root for each day; the
 * results of a minute, and the roots of a day's minutes, are files.
 */
var ResultsMap = class {
  folder
  size
  added
  days
  /** Minutes with results that are not in the files yet. */
  waiting = /* @__PURE__ */ new Map()
  /**
   * @param folder of its files, made if there is none
   * @param kept as `toJSON` gave it; without, the map begins empty
   */
  constructor(folder, kept) {
    this.folder = folder
    this.size = this.added = kept?.size ?? 0
    if (!kept)
      rmSync(folder, {
        recursive: true,
        force: true,
      })
    const days = Object.entries(kept?.days ?? {})
    this.days = new Map(days.map(([day, root]) => [Number(day), readRoot(Buffer.from(root, 'hex'))]))
  }
  toJSON() {
    const days = Object.fromEntries([...this.days].map(([day, tree]) => [day, writeRoot(tree).toString('hex')]))
    return {
      size: this.size,
      days,
    }
  }
  /** Takes settlement `index`; throws `WrongLog` if it is the second one of an order. */
  add(index, text) {
    const { minute, ...result } = readResult(index, text)
    const results = this.waiting.get(minute) ?? this.readMinute(minute, index)
    const first = results.find(({ key }) => key === result.key)
    if (first)
      throw new WrongLog(
        `settlement ${index + 1} is a second result of the order that settlement ${first.index + 1} ended`,
      )
    results.push(result)
    this.waiting.set(minute, results)
    this.added = index + 1
  }
  /** The root over all that was added. */
  root() {
    const touched = /* @__PURE__ */ new Map()
    for (const [minute, results] of this.waiting) {
      const [day, place] = [Math.floor(minute / DAY_MINUTES), minute % DAY_MINUTES]
      this.writeMinute(minute, results)
      touched.set(day, [
        ...(touched.get(day) ?? []),
        {
          place,
          tree: treeOfMinute(results),
        },
      ])
    }
    this.waiting.clear()
    for (const [day, minutes] of touched) this.days.set(day, this.writeDay(day, minutes))
    this.size = this.added
    return (
      treeOver(
        [...this.days].map(([place, tree]) => ({
          place,
          tree,
        })),
        16,
      )?.hash ?? EMPTY_ROOT
    )
  }
  fileOf(minute) {
    return join(this.folder, String(Math.floor(minute / DAY_MINUTES)), String(minute % DAY_MINUTES))
  }
  /** The results of a minute before settlement `end`: after a crash the file may have some that were not kept as read. */
  readMinute(minute, end) {
    const file = this.fileOf(minute)
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    return Array.from({ length: Math.floor(bytes.length / RECORD) }, (_, nth) => {
      const record = bytes.subarray(nth * RECORD, (nth + 1) * RECORD)
      return {
        index: Number(record.readBigUInt64BE()),
        key: record.toString('hex', 8, 40),
        leaf: record.toString('hex', 40),
      }
    }).filter(({ index }) => index < end)
  }
  writeMinute(minute, results) {
    const parts = results.flatMap(({ index, key, leaf }) => {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(index))
      return [number, Buffer.from(key + leaf, 'hex')]
    })
    mkdirSync(join(this.folder, String(Math.floor(minute / DAY_MINUTES))), { recursive: true })
    storeFile(this.fileOf(minute), Buffer.concat(parts))
  }
  /** The roots of a day's minutes as they were at the last root; after a crash the file may be ahead, and is made again. */
  readDay(day) {
    const file = join(this.folder, String(day), 'roots')
    const found = existsSync(file) ? readFileSync(file) : Buffer.alloc(DAY_MINUTES * ROOT)
    if (writeRoot(treeOfDay(found)).equals(writeRoot(this.days.get(day)))) return found
    const minutes = Array.from({ length: DAY_MINUTES }, (_, place) =>
      writeRoot(treeOfMinute(this.readMinute(day * DAY_MINUTES + place, this.size))),
    )
    return Buffer.concat(minutes)
  }
  /** Takes minutes into the roots of their day; returns the day's. */
  writeDay(day, minutes) {
    const roots = this.readDay(day)
    for (const { place, tree } of minutes) writeRoot(tree).copy(roots, place * ROOT)
    storeFile(join(this.folder, String(day), 'roots'), roots)
    return treeOfDay(roots)
  }
}
// tools/monitor/tickCheck.ts
/** How far `sourceAt` may be off `at` by any terms (docs/PROOF_FORMAT.md, "The file"). */
var SOURCE_OFF_MS = 6e4
var SOURCES_MAX = 64
var TICK =
  /^tick\|2\|([A-Z0-9]{2,16})\|(\d{1,16})\|(\d{1,16})\|[\d.]{1,29}\|[\d.]{1,29}\|([\w:.-]{1,80})\|(\d{1,16})\|([\w.*-]{1,64})\|(\d{1,16}|-)$/
/** One source's tick after the ones that it gave before: times never fall, and numbers of trades rise. */
function checkSource(what, known, sourceAt, trade) {
  if (sourceAt < known.sourceAt)
    throw new WrongLog(
      `${what} is of ${timeOf(sourceAt)} at its source, which had given one of ${timeOf(known.sourceAt)}`,
    )
  if (trade !== null && trade <= known.trade)
    throw new WrongLog(`${what} is trade ${trade} of its source, which had given trade ${known.trade} before`)
  if (trade !== null) known.trade = trade
  known.sourceAt = sourceAt
}
/** How far the times of a product's prices may be from those at the source, by the house's own entries in the log feeds. */
var LagLimits = class {
  limits
  constructor(limits) {
    this.limits = limits
  }
  toJSON() {
    return [...this.limits]
  }
  takeEntry(at, text) {
    const [, , , kind, symbol = '', , , ms = ''] = text.split('|')
    if (kind !== 'settings') return
    this.limits.set(symbol, {
      at,
      ms: ms === '-' ? 0 : Number(ms),
      before: this.limits.get(symbol)?.ms ?? 0,
    })
  }
  /** The limit of a price of that time; the node that wrote the last price under the limit before may have another clock. */
  at(symbol, at) {
    const limit = this.limits.get(symbol)
    if (!limit) return SOURCE_OFF_MS
    return at < limit.at + 5e3 ? Math.max(limit.before, limit.ms) : limit.ms
  }
}
/**
 * Checks the ticks of one product, in order. `state` is kept, and moved on; `lagAt` says how far from its time at the source a price
 * of that time may be.
 */
function createTickCheck(symbol, state) {
  return (place, lagAt, index, text) => {
    const { number, after, through } = place
    const what = `tick ${index + 1} of ${symbol}`
    const [, named, sequence, atText, source, sourceAtText, instrument, tradeText] = TICK.exec(text) ?? []
    if (named !== symbol || Number(sequence) !== index + 1) throw new WrongLog(`${what} is not in the form of a tick`)
    const [at, sourceAt, trade] = [Number(atText), Number(sourceAtText), tradeText === '-' ? null : Number(tradeText)]
    if (at < state.at) throw new WrongLog(`${what} is of ${timeOf(at)}, and the one before it of ${timeOf(state.at)}`)
    if (at <= after)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, was added by head ${number}, when prices were said to be complete up to ${timeOf(after)}`,
      )
    if (at > through)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, is in head ${number}, which is only complete up to ${timeOf(through)}`,
      )
    const lagMs = lagAt(at)
    if (Math.abs(at - sourceAt) > lagMs)
      throw new WrongLog(
        `${what}, of ${timeOf(at)}, is of ${timeOf(sourceAt)} at its source, more than the ${lagMs} ms that the house allows`,
      )
    state.at = at
    const key = `${source} ${instrument}`
    const known = state.sources[key] ?? {
      trade: -1,
      sourceAt: 0,
    }
    if (!state.sources[key] && Object.keys(state.sources).length >= SOURCES_MAX) state.sources = {}
    state.sources[key] = known
    checkSource(what, known, sourceAt, trade)
  }
}
// tools/monitor/seen.ts
var HASH_BYTES = 32
var STATE = 'fairtick-monitor-1'
var BUNDLE = 256
/** Roots of the log of heads, one for each number: what a restored log has to continue from. */
var HeadRoots = class {
  handle
  constructor(file) {
    this.handle = openSync(file, existsSync(file) ? 'r+' : 'w+', 384)
  }
  set(number, root) {
    writeSync(this.handle, Buffer.from(root, 'hex'), 0, HASH_BYTES, number * HASH_BYTES)
  }
  /** The root up to a head; zeros if that was never looked at. */
  get(number) {
    const root = Buffer.alloc(HASH_BYTES)
    readSync(this.handle, root, 0, HASH_BYTES, number * HASH_BYTES)
    return root.toString('hex')
  }
  cutAfter(number) {
    ftruncateSync(this.handle, (number + 1) * HASH_BYTES)
  }
  close() {
    closeSync(this.handle)
  }
}
/** A monitor's state for one log, in files of `folder`. */
var Seen = class {
  folder
  reader
  roots
  key
  /** When it looked last, by its own clock. */
  lookedAt
  /** Texts of the statements of restored logs that it has taken. */
  restores
  /** The last head with a time stamp that was checked, and what the stamp says. */
  stamped
  /** The last head whose proof of OpenTimestamps was looked at. */
  proofsTo
  /** The last head that was found in a block of Bitcoin, and the head's own time. */
  proven
  /** The entry of the log feeds that a statement has to have. */
  awaited
  /** The last head that was looked at; number 0 before the first one. */
  known
  knownAt
  file
  products = /* @__PURE__ */ new Map()
  feeds
  settlements
  results
  feedAt
  lagLimits
  constructor(folder, reader) {
    this.folder = folder
    this.reader = reader
    mkdirSync(folder, { recursive: true })
    this.file = join(folder, 'state.json')
    this.roots = new HeadRoots(join(folder, 'heads'))
    const kept = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : void 0
    if (kept && kept.format !== STATE) throw new Error(`${this.file} is not the state of a monitor of this version`)
    this.key = kept?.key
    this.lookedAt = kept?.lookedAt
    this.restores = kept?.restores ?? []
    this.stamped = kept?.stamped
    this.proofsTo = kept?.proofsTo
    this.proven = kept?.proven
    this.awaited = kept?.awaited
    this.known = kept?.known ?? {
      number: 0,
      root: '',
      leaf: '',
    }
    this.knownAt = kept?.knownAt ?? 0
    for (const [symbol, log, order] of kept?.products ?? []) this.products.set(symbol, this.product(symbol, log, order))
    this.feeds = this.log('feeds', kept?.feeds)
    this.settlements = this.log('settlements', kept?.settlements)
    this.results = new ResultsMap(join(folder, 'results'), kept?.results)
    this.feedAt = kept?.feedAt ?? 0
    this.lagLimits = new LagLimits(new Map(kept?.lagLimits))
  }
  log(name, kept) {
    return new FollowedLog(this.reader, `${name}/`, `the log ${name}`, kept)
  }
  product(
    symbol,
    kept,
    order = {
      at: 0,
      sources: {},
    },
  ) {
    return {
      log: new FollowedLog(this.reader, `ticks/${symbol}/`, `the prices of ${symbol}`, kept),
      order,
      check: createTickCheck(symbol, order),
    }
  }
  /** Begins with a head: prices up to it are taken by their roots, settlements and feeds are read from the first on. */
  async beginWith(number) {
    const { known, head } = await beginAt(this.reader, number)
    this.products = /* @__PURE__ */ new Map()
    for (const { symbol, size, root } of head.products) {
      const whole = await this.reader.frontier(`ticks/${symbol}/`, size - (size % BUNDLE))
      this.products.set(
        symbol,
        this.product(symbol, {
          size,
          root,
          whole: whole.toJSON(),
        }),
      )
    }
    this.feeds = this.log('feeds')
    this.settlements = this.log('settlements')
    this.results = new ResultsMap(join(this.folder, 'results'))
    this.feedAt = 0
    this.lagLimits = new LagLimits(/* @__PURE__ */ new Map())
    await this.take({
      from: { products: head.products },
      to: head,
      newest: head,
    })
    this.moveTo(known, head.at)
  }
  moveTo(known, at) {
    this.known = known
    this.knownAt = at
    this.roots.set(known.number, known.root)
  }
  /** Reads what a head adds to the logs. */
  async take({ from, to, newest }) {
    const read = async (log, name, check) => {
      const { size, root } = to.logs.find((each) => each.name === name) ?? {
        size: 0,
        root: '',
      }
      const limit = newest.logs.find((each) => each.name === name)?.size ?? size
      await log.readTo(size, root, Math.max(size, limit), check)
    }
    await read(this.feeds, 'feeds', (index, text) => this.takeFeedEvent(index, text))
    for (const { symbol, size, root, through } of to.products) {
      const product = this.products.get(symbol) ?? this.product(symbol)
      this.products.set(symbol, product)
      const after = from.products.find((each) => each.symbol === symbol)?.through ?? -1
      const limit = newest.products.find((each) => each.symbol === symbol)?.size ?? size
      const place = {
        number: to.number,
        after,
        through,
      }
      const lagAt = (at) => this.lagLimits.at(symbol, at)
      await product.log.readTo(size, root, Math.max(size, limit), (index, text) =>
        product.check(place, lagAt, index, text),
      )
    }
    const map = to.logs.find(({ name }) => name === 'results')
    await read(this.settlements, 'settlements', (index, text) => this.results.add(index, text))
    if (!map || this.results.root() !== map.root)
      throw new WrongLog(`head ${to.number} has another map of results than its ${map?.size ?? 0} settlements make`)
  }
  takeFeedEvent(index, text) {
    const at = Number(text.split('|')[2])
    if (!text.startsWith('feed|1|') || !(at >= this.feedAt))
      throw new WrongLog(`entry ${index + 1} of the log feeds is not in order: ${text.slice(0, 100)}`)
    this.feedAt = at
    this.lagLimits.takeEntry(at, text)
    if (text === this.awaited) this.awaited = void 0
  }
  save() {
    const {
      key,
      lookedAt,
      restores,
      stamped,
      proofsTo,
      proven,
      awaited,
      known,
      knownAt,
      feeds,
      settlements,
      results,
      feedAt,
      lagLimits,
    } = this
    const products = [...this.products].map(([symbol, { log, order }]) => [symbol, log, order])
    const own = {
      format: STATE,
      key,
      lookedAt,
      restores,
      stamped,
      proofsTo,
      proven,
      awaited,
      known: known.number > 0 ? known : void 0,
      knownAt,
    }
    storeFile(
      this.file,
      JSON.stringify({
        ...own,
        products,
        feeds,
        settlements,
        results,
        feedAt,
        lagLimits,
      }),
    )
  }
}
// tools/lib/timeStamp.ts
var SEQUENCE = 48
var OID = 6
var OCTETS = 4
var GENERALIZED_TIME = 24
/** Context-specific tags, constructed. */
var [FIRST, SET] = [160, 49]
var NAMES = {
  '2a864886f70d010702': 'signedData',
  '2a864886f70d0109100104': 'tstInfo',
  '2a864886f70d010904': 'messageDigest',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}
/** The extended use of a certificate that may sign times. */
var TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** The values one after the other in some bytes; throws for anything else. */
function valuesIn(bytes) {
  const values = []
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
    const width = first < 128 ? 0 : first & 127
    if (width > 4 || at + 2 + width > bytes.length) throw new Error('this is not DER')
    const length = width === 0 ? first : bytes.readUIntBE(at + 2, width)
    const begin = at + 2 + width
    if (begin + length > bytes.length) throw new Error('this is not DER')
    values.push({
      tag,
      content: bytes.subarray(begin, begin + length),
      whole: bytes.subarray(at, begin + length),
    })
    at = begin + length
  }
  return values
}
function part(values, index, tag) {
  const value = values[index]
  if (value?.tag !== tag) throw new Error('this is not a time stamp')
  return value
}
var partsOf = (value) => valuesIn(value.content)
var nameOf = (oid) => NAMES[oid.content.toString('hex')] ?? ''
/** The name of the algorithm in an AlgorithmIdentifier. */
var algorithmOf = (value) => nameOf(part(partsOf(value), 0, OID))
/** YYYYMMDDhhmmss, with or without a fraction, and Z. */
function timeIn(text) {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,6})?Z$/.exec(text) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at)) throw new Error('this time stamp has no time')
  return at
}
/** Whether a certificate, valid then and made to sign times, is one of these or was issued by one of them, directly or by one in between. */
function isTrusted(certificate, trusted, between, at) {
  const isValid = (each) => Date.parse(each.validFrom) <= at && at <= Date.parse(each.validTo)
  const isIssuedBy = (one, issuer) => one.checkIssued(issuer) && one.verify(issuer.publicKey)
  const isKnown = (one) => trusted.some((each) => each.fingerprint256 === one.fingerprint256 || isIssuedBy(one, each))
  const mayStamp = certificate.keyUsage?.includes(TIME_STAMPING) ?? false
  const issuers = between.filter((each) => each.ca && isValid(each) && isIssuedBy(certificate, each))
  return mayStamp && isValid(certificate) && (isKnown(certificate) || issuers.some(isKnown))
}
/**
 * When an authority says that a text was there, in ms since 1970. Throws a sentence unless the reply is granted, has the hash of this
 * text, and is signed by the authority of one of these certificates (PEM, one after the other).
 */
function stampedAt(reply, text, certificates) {
  const [status, token] = partsOf(part(valuesIn(reply), 0, SEQUENCE))
  if (!status || !token || ![0, 1].includes(partsOf(status)[0]?.content[0] ?? 9)) throw new Error('it was not granted')
  const signed = partsOf(part(partsOf(part(partsOf(token), 1, FIRST)), 0, SEQUENCE))
  if (nameOf(part(partsOf(token), 0, OID)) !== 'signedData') throw new Error('this is not a time stamp')
  const about = partsOf(part(signed, 2, SEQUENCE))
  const info = part(partsOf(part(about, 1, FIRST)), 0, OCTETS).content
  const fields = partsOf(part(valuesIn(info), 0, SEQUENCE))
  const [algorithm, hash] = partsOf(part(fields, 2, SEQUENCE))
  const own = createHash('sha256').update(text).digest()
  if (
    nameOf(part(about, 0, OID)) !== 'tstInfo' ||
    !algorithm ||
    algorithmOf(algorithm) !== 'sha256' ||
    !hash?.content.equals(own)
  )
    throw new Error('it is about something else')
  const at = timeIn(part(fields, 4, GENERALIZED_TIME).content.toString('ascii'))
  checkSignature(signed, info, certificates, at)
  return at
}
/** Throws unless one signer of a SignedData (RFC 5652, section 5) is of a trusted certificate and has signed the content. */
function checkSignature(signed, info, certificates, at) {
  const trusted = (certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )
  const included = (signed[3]?.tag === FIRST ? partsOf(signed[3]) : []).map(({ whole }) => new X509Certificate(whole))
  const [signer] = partsOf(part(signed, signed.length - 1, SET))
  if (!signer) throw new Error('nobody has signed it')
  const parts = partsOf(signer)
  const [digest, attributes] = [part(parts, 2, SEQUENCE), part(parts, 3, FIRST)]
  const algorithm = algorithmOf(digest)
  if (!algorithm) throw new Error('it is signed over a hash that this program does not know')
  const said = partsOf(attributes)
    .map(partsOf)
    .find(([oid]) => oid && nameOf(oid) === 'messageDigest')
  const hash = said?.[1] && partsOf(said[1])[0]?.content
  const content = Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)])
  const signature = part(parts, 5, OCTETS).content
  if (
    !(
      hash?.equals(createHash(algorithm).update(info).digest()) &&
      [...included, ...trusted].some(
        (each) => isTrusted(each, trusted, included, at) && verify(algorithm, content, each.publicKey, signature),
      )
    )
  )
    throw new Error('it is not signed by the authority whose certificate was given')
}
// tools/monitor/stamps.ts
/** Stamps come every five minutes; a longer gap than this is mentioned. */
var GAP_MS = 9e5
var NEVER_SEEN = /^0*$/
/**
 * Checks the time stamps of the log that are new since the last look, against the roots that this monitor has itself
 * (docs/PROOF_FORMAT.md, "Time stamps"). Throws `WrongLog`.
 * @param certificates of the time-stamping authority, PEM
 * @returns what to note
 */
async function checkStamps(reader, seen, origin, certificates, now) {
  for (const head of await reader.stampedHeads(seen.stamped ? seen.stamped.head + 1 : void 0)) {
    if (head > seen.known.number) break
    const root = seen.roots.get(head)
    if (NEVER_SEEN.test(root)) continue
    const text = `${origin}\n${head}\n${toBase64(fromHex(root) ?? [])}\n`
    seen.stamped = {
      head,
      at: stampOf(await reader.stamp(head), head, text, certificates),
    }
  }
  seen.save()
  if (!seen.stamped) return ['no head that was looked at has a time stamp yet']
  const { head, at } = seen.stamped
  return now - at > GAP_MS ? [`the newest time stamp is that of head ${head}, of ${timeOf(at)}`] : []
}
function stampOf(reply, head, text, certificates) {
  try {
    return stampedAt(reply, text, certificates)
  } catch (error) {
    throw new WrongLog(`the time stamp of head ${head} does not hold: ${error.message}`)
  }
}
// tools/monitor.ts
var EVERY_SECONDS = 10
/** "Too many requests" responses that one look waits for. */
var WAITS_MAX = 20
/** A monitor of the log at `url`, with its state in `folder`. */
function createMonitor({ url, folder, key, from = 1, authority = '', bitcoin = '', leastWork = 76, now = Date.now }) {
  let waits = 0
  const reader = createLogReader(url, {
    async wait(response) {
      waits += 1
      if (response.status !== 429 || waits > WAITS_MAX) return false
      const seconds = Math.min(60, Number(response.headers.get('retry-after')) || 10)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1e3))
      return true
    },
  })
  async function look(seen, notes) {
    seen.key ??= key
    if (key && key !== seen.key && keyAfter(key, (await reader.policy()).keys) !== seen.key)
      throw new WrongLog('the log that was looked at before is of another key than the one that is given')
    if (seen.key === void 0) notes.push('the key is taken from the service; give the one that you know with --key')
    const off = await checkClock(reader, now)
    const askedAt = now()
    const latest = await readLatest(reader, seen, () => now() + off.ahead)
    const before = seen.known.number || Math.min(from, latest.head.number) - 1
    if (seen.known.number === 0) await seen.beginWith(before + 1)
    try {
      await followTo(reader, seen, latest)
    } catch (error) {
      const restore = error instanceof WrongLog ? await findRestore(reader, seen, latest, now) : void 0
      if (!restore) throw error
      notes.push(
        `the log was restored (${restore.reason}) to head ${restore.kept} of ${timeOf(restore.keptAt)}: heads after it that were looked at before are void`,
      )
      seen.roots.cutAfter(restore.kept)
      if (seen.stamped && seen.stamped.head > restore.kept) seen.stamped = void 0
      if (seen.proven && seen.proven.head > restore.kept) seen.proven = void 0
      if (seen.proofsTo && seen.proofsTo > restore.kept) seen.proofsTo = restore.kept
      await seen.beginWith(restore.kept)
      if (seen.known.root !== restore.root) throw error
      seen.restores.push(restore.text)
      seen.awaited = restore.entry
      await followTo(reader, seen, latest)
    }
    if (seen.awaited && seen.known.number > Number(seen.awaited.split('|')[5]))
      throw new WrongLog('the log feeds lacks the statement with which the log was restored')
    seen.lookedAt = askedAt - off.behind
    seen.save()
    notes.push(...silenceOf(latest.head, askedAt))
    const blockAt = bitcoin ? createBlocks(bitcoin, leastWork) : void 0
    notes.push(...(await checkBlocks(reader, seen, latest.signed.origin, blockAt, askedAt)))
    if (authority) notes.push(...(await checkStamps(reader, seen, latest.signed.origin, authority, askedAt)))
    return {
      first: before + 1,
      last: latest.head.number,
      at: latest.head.at,
    }
  }
  return {
    /** Looks at all heads since the last time. Throws if the log cannot be read. */
    async runOnce() {
      waits = 0
      const notes = []
      const seen = new Seen(folder, reader)
      try {
        return {
          notes,
          ...(await look(seen, notes)),
          problem: void 0,
        }
      } catch (error) {
        if (!(error instanceof WrongLog)) throw error
        return {
          notes,
          last: seen.known.number,
          problem: error.message,
        }
      } finally {
        seen.roots.close()
      }
    },
  }
}
/** Figures for the textfile collector of node_exporter. */
function writeMetrics(file, url, { last, problem }) {
  const line = (name, value) => `# TYPE ${name} gauge\n${name}{log="${url.replace(/["\\\n]/g, '')}"} ${value}\n`
  storeFile(
    file,
    line('fairtick_monitor_holds', problem ? 0 : 1) +
      line('fairtick_monitor_head', last) +
      line('fairtick_monitor_looked_timestamp_seconds', Math.floor(Date.now() / 1e3)),
    420,
  )
}
var USAGE =
  'usage: node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE] [--tsa PEM] [--bitcoin URL]'
function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      state: {
        type: 'string',
        default: 'monitor',
      },
      key: { type: 'string' },
      from: { type: 'string' },
      once: { type: 'boolean' },
      every: { type: 'string' },
      metrics: { type: 'string' },
      tsa: { type: 'string' },
      bitcoin: { type: 'string' },
    },
  })
  const { state, key, from = '1', once = false, every = String(EVERY_SECONDS), metrics, tsa, bitcoin } = values
  const [url = ''] = positionals
  if (
    !(
      positionals.length === 1 &&
      /^https?:\/\/[^/]+/.test(url) &&
      (key === void 0 || /^[0-9a-f]{64}$/.test(key)) &&
      [from, every].every((number) => /^[1-9]\d{0,9}$/.test(number)) &&
      (bitcoin === void 0 || /^https?:\/\/[^/]+/.test(bitcoin)) &&
      !(once && values.every)
    )
  )
    throw new Error(USAGE)
  const authority = tsa && { authority: readFileSync(tsa, 'utf8') }
  return {
    url,
    folder: state,
    ...(key && { key }),
    ...authority,
    ...(bitcoin && { bitcoin }),
    from: Number(from),
    once,
    everyMs: Number(every) * 1e3,
    metrics,
  }
}
/** Looks once; returns the exit code. */
async function lookOnce(monitor, url, metrics) {
  try {
    const found = await monitor.runOnce()
    for (const note of found.notes) console.log(`NOTE ${note}`)
    if (metrics) writeMetrics(metrics, url, found)
    const { first, last, at, problem } = found
    if (problem) console.log(`does not hold: ${problem}`)
    else if (at !== void 0 && first !== void 0 && first <= last)
      console.log(`holds: heads ${first} to ${last} of ${timeOf(at)}`)
    return problem ? 1 : 0
  } catch (error) {
    console.error(`could not be read: ${error.message}`)
    return 2
  }
}
async function main() {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const options = readOptions()
  const monitor = createMonitor(options)
  for (;;) {
    const code = await lookOnce(monitor, options.url, options.metrics)
    if (options.once || code === 1) return code
    await new Promise((resolve) => setTimeout(resolve, options.everyMs))
  }
}
if (import.meta.filename === process.argv[1])
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.message)
      process.exitCode = 2
    },
  )
export { ResultsMap, createMonitor }
