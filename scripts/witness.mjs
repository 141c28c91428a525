// node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--log …] [--folder DIR] [--host HOST] [--port PORT]
//                          [--every SECONDS]
//
// A witness of transparency logs (c2sp.org/tlog-witness): it signs a checkpoint only if the checkpoint continues the
// last signed one, and if each head since then is valid. Heads are read from the address that is given with the key, and
// from no other. Plain Node, one file. The key is made at first start; the line it prints is what a log is configured
// with. DIR has all there is: `key.pem`, two files for each log, and `asks`, the hashes of orders that devices asked for and
// left here, so that an order which the house never answered can be shown to others. With `--every`, it asks each log for new checkpoints
// itself, so that it needs no log to name it: users of the app add its address.
//
// Built from tools/witness.ts and proof/ by npm run build:tools; change it there.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
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
// tools/lib/sha256.ts
/** The function of proof/sha256.ts, by Node.js: the built programs have this one in its place. */
var sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
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
var EMPTY_ROOT = sha256(/* @__PURE__ */ new Uint8Array(0))
var leafHash = (text) => sha256(join$1(0, asciiBytes(text)))
var sha256Hex = (bytes) => sha256(Uint8Array.from(bytes))
var sha256Text = (text) => sha256(asciiBytes(text))
/** Both halves are hex; a half that is not gives a hash that fits nothing. */
function nodeHash(left, right) {
  const parts = [fromHex(left), fromHex(right)]
  return sha256(join$1(1, parts[0] ?? /* @__PURE__ */ new Uint8Array(0), parts[1] ?? /* @__PURE__ */ new Uint8Array(0)))
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
var KEY_ID_DIGITS = 8
/** The four bytes that tell a key from others of its name. */
function keyIdOf(name, type, publicKey) {
  return sha256Hex([
    ...[...`${name}\n`].map((letter) => letter.charCodeAt(0)),
    ...(fromHex(type + publicKey) ?? []),
  ]).slice(0, KEY_ID_DIGITS)
}
// proof/texts.ts
/** Leaf of the tree over the products of a head. */
var productText = ({ symbol, size, through, root }) => ['product', 2, symbol, size, through, root].join('|')
/** Leaf of the tree over the logs of a head. */
var logText = ({ name, size, root }) => ['log', 1, name, size, root].join('|')
/** Leaf of the log of heads; `logs` is the root over the logs. */
var headText = ({ number, at, products }, logs) => ['head', 2, number, at, products, logs].join('|')
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
// proof/witnesses.ts
/** A key as `name+id+key` whose first byte is `type`; undefined for anything else. */
function parseVerifierKey(text, type) {
  const [, name = '', id = '', key = ''] = /^([!-*,-~]{1,120})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const bytes = fromBase64(key) ?? ''
  const publicKey = bytes.slice(2)
  return bytes.startsWith(type) && keyIdOf(name, type, publicKey) === id
    ? {
        name,
        publicKey,
      }
    : void 0
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
var ANSWER_MAX = 8e6
var placesOf = (index) =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?!$)/g, 'x$&/')
var tilePath = (index, width) => `${placesOf(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`
/** The body of an answer; throws as soon as it is longer than `most` bytes. */
async function readAnswer(response, most = ANSWER_MAX) {
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
// tools/witness/asks.ts
/** The newest hashes that are kept, some 220 bytes each; whoever left an older one has what was signed. */
var KEPT_MAX = 1e4
/** New ones in a second, from everybody together. */
var PER_SECOND = 50
/** The hash of an ask, as JSON or bare. */
var BODY = /^"?([0-9a-f]{64})"?\n?$/
/** Hashes of asks that devices leave, each with when it came and the signature that says so (docs/PROOF_FORMAT.md). */
function createAsks(folder, sign, now = Date.now) {
  const file = join(folder, 'asks')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-1e4) : []
  const kept = new Map(lines.map((line) => [line.slice(0, 64), line.slice(65)]))
  let written = kept.size
  let second = 0
  let inSecond = 0
  /** Whether one more may come in this second. */
  function hasRoom(at) {
    const current = Math.floor(at / 1e3)
    inSecond = current === second ? inSecond + 1 : 1
    second = current
    return inSecond <= PER_SECOND
  }
  function keep(hash, said) {
    kept.set(hash, said)
    const [oldest] = kept.size > KEPT_MAX ? kept.keys() : []
    if (oldest) kept.delete(oldest)
    if (written < 2 * KEPT_MAX) {
      appendFileSync(file, `${hash} ${said}\n`, { mode: 384 })
      written += 1
    } else {
      storeFile(file, [...kept].map(([known, each]) => `${known} ${each}\n`).join(''))
      written = kept.size
    }
  }
  return {
    /** Takes a hash and says when it first came: the time in ms, and the signature. */
    leave(body) {
      const [, hash] = BODY.exec(body) ?? []
      if (!hash)
        return {
          status: 400,
          text: 'this is not the hash of an ask\n',
        }
      const known = kept.get(hash)
      if (known)
        return {
          status: 200,
          text: `${known}\n`,
        }
      const at = now()
      if (!hasRoom(at))
        return {
          status: 429,
          text: 'too many asks are left in this second\n',
        }
      const said = `${at} ${sign(`left|1|${hash}|${at}`)}`
      keep(hash, said)
      return {
        status: 200,
        text: `${said}\n`,
      }
    },
    /** The time and signature of a hash; undefined if it is not kept. */
    find: (hash) => kept.get(hash),
  }
}
var NAME = /^[!-*,-~]{1,120}$/
/** How long reading may take: the log waits 5 s for its answer. */
var READ_WITHIN_MS = 2e3
var PATH_MAX = 63
var SIGNATURES_MAX = 64
/** A log from `name+id+key`, a space and the address of its server; throws a sentence for anything else. */
function parseLog(text) {
  const [verifierKey = '', url = ''] = text.split(' ')
  const key = parseVerifierKey(verifierKey, '01')
  if (!key) throw new Error(`${text} has no key of a log, or is misspelt: the id is that of another name or key`)
  if (!/^https?:\/\/[^/]+/.test(url)) throw new Error(`${text} lacks the address at which heads are read`)
  return {
    origin: key.name,
    publicKey: key.publicKey,
    reader: createLogReader(url, { withinMs: READ_WITHIN_MS }),
  }
}
/** A hash of 32 bytes as hex, in its one spelling. */
function readHash(text) {
  const hash = fromBase64(text ?? '')
  return hash?.length === 64 ? hash : void 0
}
var readSize = (text) => (/^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : void 0)
/** The parts of `old size, path, empty line, checkpoint`; undefined for anything else. */
function readRequest(body) {
  const middle = body.indexOf('\n\n')
  const end = body.lastIndexOf('\n\n')
  if (middle < 0 || end === middle || !body.endsWith('\n')) return void 0
  const [first = '', ...hashes] = body.slice(0, middle).split('\n')
  const old = first.startsWith('old ') ? readSize(first.slice(4)) : void 0
  const path = hashes.flatMap((hash) => readHash(hash) ?? [])
  const text = body.slice(middle + 2, end + 1)
  const [origin, sizeText, rootText, ...more] = text.split('\n')
  const [size, root] = [readSize(sizeText), readHash(rootText)]
  const isPath = path.length === hashes.length && path.length <= PATH_MAX
  if (old === void 0 || size === void 0 || root === void 0 || !isPath || !origin) return void 0
  if (more.at(-1) !== '' || more.slice(0, -1).includes('')) return void 0
  return {
    old,
    path,
    text,
    origin,
    size,
    root,
    signatures: body
      .slice(end + 2)
      .trimEnd()
      .split('\n')
      .slice(0, SIGNATURES_MAX),
  }
}
/** The log's own lines; undefined if there is none, or one is wrong. */
function logLines({ text, signatures, origin }, keys) {
  const own = []
  for (const { publicKey } of keys) {
    const id = keyIdOf(origin, '01', publicKey)
    for (const line of signatures) {
      const [dash, name, signature] = line.split(' ')
      const hex = fromBase64(signature ?? '') ?? ''
      if (dash !== '—' || name !== origin || !hex.startsWith(id)) continue
      if (!isSignedBy(text, hex.slice(id.length), publicKey)) return void 0
      own.push(line)
    }
  }
  return own.length > 0 ? own : void 0
}
// tools/witness.ts
var WITNESS_KEY = '04'
var BODY_MAX = 64e3
/** Heads that are read for one request. */
var HEADS_PER_REQUEST = 200
/** Requests for one log that wait for each other. */
var WAITING_MAX = 8
/** The public part of a key, hex. */
var publicKeyOf = (key) =>
  createPublicKey(key)
    .export({
      format: 'der',
      type: 'spki',
    })
    .subarray(-32)
    .toString('hex')
var base64Of = (hex) => Buffer.from(hex, 'hex').toString('base64')
var later = (text) => ({
  status: 503,
  text: `${text}\n`,
  headers: { 'retry-after': '1' },
})
/** The last head that was looked at. */
var readKnown = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : void 0)
var storeKnown = (file, { number, root, leaf }) =>
  storeFile(
    file,
    JSON.stringify({
      number,
      root,
      leaf,
    }),
  )
/** Says that heads are older than they should be when they are shown first: when they were made is the log's word alone. */
function markLate(late, offMs) {
  const [first, last] = [late[0], late[late.length - 1]]
  if (!first || !last) return
  const seconds = Math.round(offMs / 1e3)
  process.stderr.write(
    `LATE: heads ${first.number} to ${last.number}, dated from ${timeOf(first.at)} on, are shown ${seconds} s after that\n`,
  )
}
/**
 * Continues from the last head that was looked at towards head `size`, as far as one request may. Heads that are shown
 * later than they say are marked: a signature says when all of them were there, and receipts show the first one that has
 * each head that decides.
 */
async function readOn({ reader, file, now }, known, size) {
  const until = performance.now() + READ_WITHIN_MS
  const to = Math.min(size, known.number + HEADS_PER_REQUEST)
  let last = known
  let newest
  const late = []
  try {
    while (last.number < to && performance.now() < until) {
      const step = await reader.step(last.number)
      last = checkStep(last, step)
      newest = step.to
      if (step.to.at < now() - 5e3) late.push(step.to)
    }
  } finally {
    if (last !== known) storeKnown(file, last)
    markLate(late, now() - (late[0]?.at ?? 0))
  }
  return {
    last,
    newest,
  }
}
/**
 * Looks at all heads up to the one that is to be signed. Undefined if they are in order, else what to say instead of
 * signing: 422 for a head that is not as heads have to be, 503 if heads could not be read or more of them are to be
 * read. A log of which nothing is known is looked at from that head on.
 */
async function problemWithHeads(watched, size, root) {
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
    if (Math.abs(offMs) > 5e3)
      throw new WrongLog(`head ${size} is dated ${Math.round(offMs / 1e3)} s off the clock of this witness`)
    return
  } catch (error) {
    if (!(error instanceof WrongLog)) return later(`the heads could not be read: ${error.message}`)
    process.stderr.write(`REFUSED: ${error.message}\n`)
    return {
      status: 422,
      text: `${error.message}\n`,
    }
  }
}
var fileOf = (folder, origin) => join(folder, sha256Text(origin))
/** What a file of `cosign` has: the last state of a log that was signed. */
function signedLast(file) {
  const [, sizeText = '0', rootText = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return {
    size: Number(sizeText),
    root: fromBase64(rootText) || EMPTY_ROOT,
  }
}
/** Signs a checkpoint, and keeps it before it says so. */
function cosign({ folder, name, key, now = Date.now }, { text, origin }, lines) {
  const time = Math.floor(now() / 1e3)
  const stamp = time.toString(16).padStart(16, '0')
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key).toString('hex')
  const line = `— ${name} ${base64Of(keyIdOf(name, WITNESS_KEY, publicKeyOf(key)) + stamp + signature)}\n`
  storeFile(fileOf(folder, origin), `${text}\n${lines.join('\n')}\n${line}`)
  return {
    status: 200,
    text: line,
  }
}
async function answerTo(witness, request, log, lines) {
  const { folder, now = Date.now } = witness
  const { old, path, text, origin, size, root } = request
  const file = fileOf(folder, origin)
  const known = signedLast(file)
  const isFork = size === known.size && root !== known.root
  if (isFork) process.stderr.write(`REFUSED: ${origin} shows another log of ${size}\n${text}\n${lines.join('\n')}\n`)
  if (old !== known.size || isFork)
    return {
      status: 409,
      text: `${known.size}\n`,
      type: 'text/x.tlog.size',
    }
  if (
    !isConsistent(
      known,
      {
        size,
        root,
      },
      path,
    ) ||
    (size === 0 && root !== EMPTY_ROOT)
  ) {
    process.stderr.write(
      `REFUSED: ${origin} shows a log of ${size} that does not go on from ${known.size}\n${text}\n${lines.join('\n')}\n`,
    )
    return {
      status: 422,
      text: 'the checkpoint does not go on from the last one\n',
    }
  }
  const watched = {
    reader: log.reader,
    file: `${file}.heads`,
    now,
  }
  return (size > known.size ? await problemWithHeads(watched, size, root) : void 0) ?? cosign(witness, request, lines)
}
/** Requests for one log wait for each other: between reading its state and writing it nothing else runs. */
var turns = /* @__PURE__ */ new Map()
async function inTurn(origin, work) {
  const turn = turns.get(origin) ?? {
    waiting: 0,
    last: Promise.resolve(),
  }
  turns.set(origin, turn)
  if (turn.waiting >= WAITING_MAX) return later('too many requests for this log wait already')
  turn.waiting += 1
  const done = turn.last.then(work)
  turn.last = done.then(
    () => void 0,
    () => void 0,
  )
  return done.finally(() => {
    turn.waiting -= 1
  })
}
/** A witness's response to a request, as status and text. */
async function addCheckpoint(witness, body) {
  const request = readRequest(body)
  if (!request)
    return {
      status: 400,
      text: 'this is not a request to add a checkpoint\n',
    }
  const keys = witness.logs.filter((log) => log.origin === request.origin)
  const [log] = keys
  if (!log)
    return {
      status: 404,
      text: 'this witness does not know that log\n',
    }
  const lines = logLines(request, keys)
  if (!lines)
    return {
      status: 403,
      text: 'the log has not signed this checkpoint\n',
    }
  if (request.old > request.size)
    return {
      status: 400,
      text: 'the old size is larger than the new one\n',
    }
  return inTurn(request.origin, () => answerTo(witness, request, log, lines))
}
/** Asks a log for its newest checkpoint, which is treated as if the log had offered it. */
async function askFor(witness, { origin, reader }) {
  const { size } = signedLast(fileOf(witness.folder, origin))
  const { checkpoint, path } = await reader.newest(size)
  const lines = path.map((hash) => `${base64Of(hash)}\n`).join('')
  if (checkpoint.split('\n')[1] === String(size)) return
  const { status, text } = await addCheckpoint(witness, `old ${size}\n${lines}\n${checkpoint}`)
  if (status !== 200) throw new Error(text.trim())
}
/** Asks all logs, again and again. A log that does not answer is asked at its next turn. */
async function askEvery(witness, seconds) {
  for (;;) {
    await Promise.all(
      witness.logs.map((log) =>
        askFor(witness, log).catch((error) => process.stderr.write(`${log.origin} is not signed: ${error.message}\n`)),
      ),
    )
    await setTimeout(seconds * 1e3)
  }
}
/** Pages of other hosts, such as the app's, may read it, and always the newest. */
var FOR_PAGES = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
}
/** The last checkpoint that it signed of a log, the key that it signs with, or what it said about an ask. */
function monitored({ folder, name, key }, asks, url) {
  if (url === '/key')
    return {
      status: 200,
      text: `${verifierKey(name, key)}\n`,
      headers: FOR_PAGES,
    }
  const said = asks.find(/^\/ask\/([0-9a-f]{64})$/.exec(url)?.[1] ?? '')
  if (said)
    return {
      status: 200,
      text: `${said}\n`,
      headers: FOR_PAGES,
    }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const file = hash && join(folder, hash)
  return file && existsSync(file)
    ? {
        status: 200,
        text: readFileSync(file, 'utf8'),
        headers: FOR_PAGES,
      }
    : {
        status: 404,
        text: 'not found\n',
      }
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
/** The key of this witness, made if there is none yet. */
function loadKey(folder) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(
      file,
      privateKey.export({
        format: 'pem',
        type: 'pkcs8',
      }),
      {
        mode: 384,
        flag: 'wx',
      },
    )
  }
  return createPrivateKey(readFileSync(file, 'utf8'))
}
/** `name+id+key`, which a log is configured with. */
function verifierKey(name, key) {
  const raw = publicKeyOf(key)
  return `${name}+${keyIdOf(name, WITNESS_KEY, raw)}+${base64Of(WITNESS_KEY + raw)}`
}
function readOptions() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      log: {
        type: 'string',
        multiple: true,
      },
      folder: {
        type: 'string',
        default: 'witness',
      },
      host: {
        type: 'string',
        default: '127.0.0.1',
      },
      port: {
        type: 'string',
        default: '8090',
      },
      every: {
        type: 'string',
        default: '0',
      },
    },
  })
  const { name = '', log = [], ...where } = values
  if (!NAME.test(name) || log.length === 0 || !/^\d{1,4}$/.test(where.every)) {
    process.stderr.write(
      `Usage: node scripts/witness.mjs --name NAME --log 'VERIFIER_KEY https://HOST' [--folder DIR] [--host HOST] [--port PORT] [--every SECONDS]\n`,
    )
    process.exit(2)
  }
  return {
    name,
    log,
    ...where,
  }
}
function main() {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return
  }
  const { name, log, folder, host, port, every } = readOptions()
  const witness = {
    folder,
    name,
    key: loadKey(folder),
    logs: log.map(parseLog),
  }
  const asks = createAsks(folder, (text) => sign(null, Buffer.from(text), witness.key).toString('hex'))
  const answerOf = async ({ method, url = '' }, body) => {
    if (method === 'POST' && url.endsWith('/add-checkpoint')) return addCheckpoint(witness, await body())
    if (method === 'POST' && url === '/ask')
      return {
        ...asks.leave(await body()),
        headers: FOR_PAGES,
      }
    return monitored(witness, asks, url)
  }
  const server = createServer(async (request, response) => {
    const answer = await answerOf(request, () => readBody(request)).catch((error) => {
      process.stderr.write(`${error.stack}\n`)
      return {
        status: 500,
        text: 'this witness has failed\n',
      }
    })
    response
      .writeHead(answer.status, {
        'content-type': answer.type ?? 'text/plain; charset=utf-8',
        ...answer.headers,
      })
      .end(answer.text)
  })
  server.listen(Number(port), host, () => {
    process.stdout.write(`${verifierKey(name, witness.key)} http://${host}:${server.address().port}\n`)
  })
  if (Number(every) > 0) askEvery(witness, Number(every))
}
if (import.meta.filename === process.argv[1]) main()
export { addCheckpoint, loadKey, parseLog, verifierKey }
