// node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key <public key, hex>] [--symbol BTCUSDT]
//   [--from 2026-11-20T10:00:00Z] [--to 2026-11-20T11:00:00Z]
//
// Reads the public log of feed events (docs/PROOF_DESIGN.md, "Feeds") without believing the server: plain Node, one file. Each page
// is checked against the signed log of heads, and with --all the whole log from its first entry. Exit code 0: what is shown
// is in the log, and nothing of the page is left out. 1: it does not. 2: the file, an option or the server could not be
// read.
//
// Built from tools/readFeeds.ts and proof/ by npm run build:tools; change it there.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createHash, createPublicKey, verify } from 'node:crypto'
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
var sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
// proof/hashing.ts
function join(prefix, ...parts) {
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
var leafHash = (text) => sha256(join(0, asciiBytes(text)))
var sha256Hex = (bytes) => sha256(Uint8Array.from(bytes))
/** Both halves are hex; a half that is not gives a hash that fits nothing. */
function nodeHash(left, right) {
  const parts = [fromHex(left), fromHex(right)]
  return sha256(join(1, parts[0] ?? /* @__PURE__ */ new Uint8Array(0), parts[1] ?? /* @__PURE__ */ new Uint8Array(0)))
}
// proof/texts.ts
/** Leaf of the tree over the logs of a head. */
var logText = ({ name, size, root }) => ['log', 1, name, size, root].join('|')
/** Leaf of the log of heads; `logs` is the root over the logs. */
var headText = ({ number, at, products }, logs) => ['head', 2, number, at, products, logs].join('|')
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
/** The root of the tree of `size` that has the leaf at `index`; undefined for a wrong path. */
function rootAbove(leaf, index, size, path) {
  const sides = index < 0 || index >= size ? void 0 : sidesOf(index, size - 1, path.length)
  return sides && climb(leaf, path, sides)
}
/** Whether the leaf is at `index` in the tree of `size` with that root. */
var isIncluded = (leaf, index, size, path, root) => rootAbove(leaf, index, size, path) === root
/** Neighboring leaves that begin at `from` are in that tree (docs/PROOF_FORMAT.md, "Ranges"). */
function isRange(leaves, from, tree, path) {
  const to = from + leaves.length
  if (from < 0 || leaves.length === 0 || to > tree.size) return false
  let taken = 0
  const walk = (low, high) => {
    if (high <= from || low >= to) return path[taken++] ?? ''
    if (low >= from && high <= to) return rootOf(leaves, low - from, high - from)
    const middle = low + splitOf(high - low)
    return nodeHash(walk(low, middle), walk(middle, high))
  }
  return walk(0, tree.size) === tree.root && taken === path.length
}
// proof/heads.ts
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
// proof/steps.ts
/** A time as people read it. */
var timeOf = (ms) => new Date(ms).toISOString()
/** The log of feeds under the head of a page. */
var feedsOf = ({ head }) =>
  head.logs.find(({ name }) => name === 'feeds') ?? {
    name: 'feeds',
    size: 0,
    root: EMPTY_ROOT,
  }
/** The problem with a page of the log of feeds, in words; undefined if it is proven and whole. */
function pageProblem(page, key) {
  const { head, headPath, from, entries, path, publicKey } = page
  if (key && key !== publicKey) return 'the log is not signed with that key'
  const checkpoint = parseCheckpoint(page.checkpoint)
  if (checkpoint?.size !== head.number || !isSignedByLog(checkpoint, publicKey)) return 'the log of heads is not signed'
  if (!isIncluded(headLeaf(head, head.products), head.number - 1, checkpoint.size, headPath, checkpoint.root))
    return 'the head is not in the log of heads'
  const log = feedsOf(page)
  if (from + entries.length > log.size) return 'there are more entries than the head has'
  if (entries.length < Math.min(500, log.size - from)) return 'entries are left out'
  if (entries.length > 0 && !isRange(entries.map(leafHash), from, log, path))
    return 'the entries are not those of the log'
  const times = entries.map((entry) => Number(entry.split('|')[2]))
  return times.some((at, index) => at < (times[index - 1] ?? at)) ? 'times fall' : void 0
}
/** The fields of each kind of entry (docs/PROOF_FORMAT.md, "Feeds"). */
var FIELDS = {
  began: ['feed', 'lastTickAt'],
  ended: ['feed'],
  settings: [
    'source',
    'instrument',
    'sourceLagMs',
    'jumpBp',
    'failoverMs',
    'recoveryMs',
    'entryTimeoutMs',
    'staleAfterMs',
  ],
  source: ['from', 'to'],
  held: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  passed: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  dropped: ['source', 'instrument', 'price', 'sourceAt', 'trade'],
  stopped: ['lastTickAt'],
  resumed: ['lastTickAt'],
  skipped: ['source', 'reason', 'ticks', 'since'],
  more: ['entries', 'since'],
  audit: ['entry', 'hash'],
  archive: ['file', 'note'],
  restored: ['kept', 'root', 'reason', 'signature'],
  sealed: ['fromAt', 'untilAt', 'hash'],
  revealed: ['fromAt', 'untilAt', 'seed', 'plan'],
  moved: ['factor', 'how'],
}
/** An entry as a line for people: the time, the product, what happened. */
function shownEntry(entry) {
  const [, , at, kind = '', symbol, ...fields] = entry.split('|')
  const names = FIELDS[kind] ?? []
  const facts = fields.map((field, index) => {
    const name = names[index] ?? 'field'
    return `${name} ${/At$|^since$/.test(name) && Number(field) > 0 ? timeOf(Number(field)) : field}`
  })
  return `${timeOf(Number(at))} ${symbol} ${kind}: ${facts.join(', ')}`
}
// tools/lib/files.ts
/** How a program is used: the comment at the head of its file. */
var helpOf = (file) => (readFileSync(file, 'utf8').split(/^import /m)[0] ?? '').replace(/^\/\/ ?/gm, '')
// tools/readFeeds.ts
var isAddress = (where) => /^https?:/.test(where)
async function readPage(where, from) {
  if (!isAddress(where)) return JSON.parse(readFileSync(where, 'utf8'))
  const address = `${where.replace(/\/+$/, '')}/api/proof/feeds${from === void 0 ? '' : `?from=${from}`}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(3e4) })
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
  return await answer.json()
}
/** Every entry, in order; the last page's head then holds all of them. */
async function readAll(where, key) {
  const entries = []
  for (;;) {
    const page = await readPage(where, entries.length)
    const problem = pageProblem(page, key) ?? (page.from === entries.length ? void 0 : 'a page is missing')
    if (problem)
      return {
        problem,
        entries,
      }
    entries.push(...page.entries)
    const { size, root } = feedsOf(page)
    if (entries.length < size) continue
    return {
      problem: rootOf(entries.map(leafHash)) === root ? void 0 : 'the pages are of different logs',
      entries,
    }
  }
}
/** The newest page of a server, or the page in a file. */
async function readOne(where, key) {
  const page = await readPage(where)
  const isNewest = !isAddress(where) || page.from === Math.max(0, feedsOf(page).size - 500)
  return {
    problem: pageProblem(page, key) ?? (isNewest ? void 0 : 'it is not the newest page'),
    entries: page.entries,
  }
}
var USAGE =
  'node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key HEX] [--symbol S] [--from TIME] [--to TIME]'
/** Where to read and what to show; throws a sentence that says what to set for anything that is not exactly this. */
function readOptions() {
  const text = {
    type: 'string',
    multiple: true,
  }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      key: text,
      symbol: text,
      from: text,
      to: text,
    },
  })
  const { all = false, ...given } = values
  const [where] = positionals
  if (!where || positionals.length > 1) throw new Error(`Give one address or one file. Usage: ${USAGE}`)
  for (const [name, [value, ...more]] of Object.entries(given)) {
    if (value === '') throw new Error(`--${name} is empty: give it a value, or leave it out.`)
    if (more.length > 0) throw new Error(`--${name} is given twice: give it once.`)
  }
  const [key, symbol] = [given.key?.[0], given.symbol?.[0]]
  const timeIn = (name) => {
    const at = given[name] && Date.parse(given[name][0] ?? '')
    if (Number.isNaN(at)) throw new Error(`--${name} takes a time: 2026-11-20T10:00:00Z.`)
    return at
  }
  const [from = 0, to = Number.POSITIVE_INFINITY] = [timeIn('from'), timeIn('to')]
  if (key && !/^[0-9a-f]{64}$/.test(key)) throw new Error('--key takes the public key of the log: 64 of 0-9 and a-f.')
  if (symbol && !/^[A-Z0-9]{2,16}$/.test(symbol)) throw new Error('--symbol takes a product: BTCUSDT.')
  if (all && !isAddress(where)) throw new Error('--all reads from a server: give its address, https://host.')
  return {
    where,
    all,
    key,
    symbol,
    from,
    to,
  }
}
async function main() {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const { where, all, key, symbol, from, to } = readOptions()
  const { problem, entries } = await (all ? readAll : readOne)(where, key)
  const isWithin = (entry) => {
    const [, , at, , product] = entry.split('|')
    return (!symbol || product === '-' || product === symbol) && Number(at) >= from && Number(at) <= to
  }
  for (const entry of entries.filter(isWithin)) console.log(shownEntry(entry))
  console.log(problem ? `does not hold: ${problem}` : `holds: ${entries.length} entries stand in the log`)
  return problem ? 1 : 0
}
if (import.meta.filename === process.argv[1])
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.message.replace(/\s+/g, ' '))
      process.exitCode = 2
    },
  )
export {}
