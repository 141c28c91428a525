// node scripts/verify-receipt.mjs <receipt.json or evidence.json> [--server https://host] [--key <public key, hex>]
//   [--acceptance <file>] [--witness <verifier key>]… [--needed <number>] [--tlog-proof <file to write>]
//   [--signers <text or file>]…
// node scripts/verify-receipt.mjs --checkpoint <file> --checkpoint <file> --key <public key, hex> [--server https://host]
//
// Checks a receipt without the app and without believing the server: plain Node, one file. It has the app's checks;
// verify_receipt.py has none of its code. docs/PROOF_FORMAT.md describes every text and every step. Two checkpoints without a
// receipt are compared with each other.
//
// Exit code 0: it holds; a line NOTE names what it does not show. 1: it does not hold, and the lines say why. 2: the file,
// an option or the server could not be read. 3: it holds by itself, but the house has signed that a restored backup made
// the log of its time void. 4: it holds by itself, but its prices were fixed so late that they could be chosen.
//
// Built from tools/verifyReceipt.ts and proof/ by npm run build:tools; change it there.
import { readFileSync, writeFileSync } from 'node:fs'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { parseArgs } from 'node:util'
// proof/json.ts
/**
 * JSON can spell one receipt in many ways, and parsers read some of them differently: a field that occurs twice, 30.0
 * for 30. Only the plain spelling is a receipt (docs/PROOF_FORMAT.md, "The file").
 */
var TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|-?\d[\d.eE+-]*/g
var INTEGER = /^(0|[1-9]\d*)$/
/** Whether no object of a text that is JSON has a field twice, and each number is a whole one in plain digits. */
function isPlain(json) {
  /** The names so far of each object around the place; undefined for a list. */
  const around = []
  let before = ''
  for (const token of json.match(TOKEN) ?? []) {
    if (token === '{') around.push(/* @__PURE__ */ new Set())
    else if (token === '[') around.push(void 0)
    else if (token === '}' || token === ']') around.pop()
    else if (token === ':') {
      const name = JSON.parse(before)
      const names = around[around.length - 1]
      if (names?.has(name)) return false
      names?.add(name)
    } else if (!token.startsWith('"') && !INTEGER.test(token)) return false
    before = token
  }
  return true
}
/** The content of a text from outside: a receipt, or a file with one. Undefined unless it is JSON spelled plainly. */
function readPlainJson(text) {
  try {
    const value = JSON.parse(text)
    return isPlain(text) ? value : void 0
  } catch {
    return
  }
}
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
var sha256Text = (text) => sha256(asciiBytes(text))
/** Both halves are hex; a half that is not gives a hash that fits nothing. */
function nodeHash(left, right) {
  const parts = [fromHex(left), fromHex(right)]
  return sha256(join(1, parts[0] ?? /* @__PURE__ */ new Uint8Array(0), parts[1] ?? /* @__PURE__ */ new Uint8Array(0)))
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
// proof/texts.ts
/** The texts that are hashed and signed (docs/PROOF_FORMAT.md, "Texts"). */
/** In the order in which the texts have them. */
var TERM_FIELDS = [
  'id',
  'number',
  'symbol',
  'source',
  'instrument',
  'direction',
  'stake',
  'currency',
  'scale',
  'payout',
  'earningsRateBp',
  'durationSeconds',
  'acceptedAt',
  'entryTimeoutMs',
  'staleAfterMs',
  'sourceLagMs',
  'rule',
  'seenHead',
  'seenRoot',
  'deviceKey',
  'deviceSignature',
]
var RESULT_FIELDS = [
  'entrySequence',
  'entryAt',
  'entryPrice',
  'expiresAt',
  'exitSequence',
  'exitAt',
  'exitPrice',
  'status',
  'voidReason',
  'profitLoss',
  'closedAt',
]
var ASKED_FIELDS = [
  'id',
  'symbol',
  'direction',
  'stake',
  'currency',
  'scale',
  'durationSeconds',
  'earningsRateBp',
  'seenHead',
  'seenRoot',
  'deviceKey',
]
/**
 * The text that the device signs when the user places an order; `origin` is the first line of the log's checkpoints.
 */
var askText = (origin, terms) => ['ask', 1, origin, ...ASKED_FIELDS.map((field) => terms[field])].join('|')
/** The text that the house signs when it accepts an order, and the order's leaf in the orders log. */
var acceptanceText = (terms) => ['accept', 4, ...TERM_FIELDS.map((field) => terms[field])].join('|')
/** The terms and the result; the leaf of the settlement log has its hash (results.ts). */
var settlementText = (order) =>
  [
    'settlement',
    5,
    ...TERM_FIELDS.map((field) => order[field]),
    ...RESULT_FIELDS.map((field) => order[field] ?? '-'),
  ].join('|')
/** Leaf of a product's price log. */
var tickText = (symbol, tick) =>
  [
    'tick',
    2,
    symbol,
    tick.sequence,
    tick.at,
    tick.price,
    tick.size,
    tick.source,
    tick.sourceAt,
    tick.instrument,
    tick.trade ?? '-',
  ].join('|')
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
function rootOf$1(leaves, from = 0, to = leaves.length) {
  if (to === from) return EMPTY_ROOT
  if (to - from === 1) return leaves[from] ?? EMPTY_ROOT
  const middle = from + splitOf(to - from)
  return nodeHash(rootOf$1(leaves, from, middle), rootOf$1(leaves, middle, to))
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
/** Neighboring leaves that begin at `from` are in that tree (docs/PROOF_FORMAT.md, "Ranges"). */
function isRange(leaves, from, tree, path) {
  const to = from + leaves.length
  if (from < 0 || leaves.length === 0 || to > tree.size) return false
  let taken = 0
  const walk = (low, high) => {
    if (high <= from || low >= to) return path[taken++] ?? ''
    if (low >= from && high <= to) return rootOf$1(leaves, low - from, high - from)
    const middle = low + splitOf(high - low)
    return nodeHash(walk(low, middle), walk(middle, high))
  }
  return walk(0, tree.size) === tree.root && taken === path.length
}
// proof/keys.ts
/** Whether each key hands over to the next, both signing it, no key comes twice, and the last one is `publicKey`. */
function isChain(keys, publicKey) {
  const all = [...keysBefore(keys), publicKey]
  return keys.every((change, index) => {
    const text = keyText(change)
    return (
      new Set(all).size === all.length &&
      change.to === (keys[index + 1]?.from ?? publicKey) &&
      isSignedBy(text, change.oldSignature, change.from) &&
      isSignedBy(text, change.newSignature, change.to)
    )
  })
}
/**
 * Whether these are all changes of the key that a head covers: a change that is not in the log has not been published.
 */
var areLogged = (keys, log) =>
  (log?.size ?? 0) === keys.length && (!log || log.root === rootOf$1(keys.map((change) => leafHash(keyText(change)))))
/** Keys that were those of the log before. */
var keysBefore = (keys) => keys.map(({ from }) => from)
/** Keys that this log signs with or has signed with. */
var keysOf = ({ keys, publicKey }) => [...keysBefore(keys), publicKey]
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
// proof/notes.ts
/** Most characters of a checkpoint in a receipt (docs/PROOF_FORMAT.md, "The file"). */
var CHECKPOINT_MAX = 12e3
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
// proof/entry.ts
/** The second of an order's entry follows from the time in the id that the device has signed (docs/PROOF_FORMAT.md, "The second of the entry"). */
/** As short as it takes a request to arrive and a head to hold the order. */
var ENTRY_DELAY_MS = 3e3
var SECOND_MS = 1e3
var ID_TIME_DIGITS = 12
/** When the user asked for the order, as the device has put it into the id (UUID version 7), in milliseconds. */
var askedAt = (id) => Number.parseInt(id.replace(/-/g, '').slice(0, ID_TIME_DIGITS), 16)
/** When the second begins whose first price is the entry of an order that is asked for at `ms`, epoch ms. */
var entrySecondAt = (ms) => (Math.floor((ms + ENTRY_DELAY_MS) / SECOND_MS) + 1) * SECOND_MS
/** The last millisecond before that second: what the terms have as `acceptedAt`. By then a head holds the order, or it is void. */
var acceptedAtOf = (id) => entrySecondAt(askedAt(id)) - 1
/** By then no node takes the ask for an order any more, however its clock runs. */
var FINAL_AFTER_MS = 1e4
/** From when the house's word that it refused the order is final, epoch ms (docs/PROOF_FORMAT.md, "Refusals"). */
var finalFrom = (id) => acceptedAtOf(id) + 1 + FINAL_AFTER_MS
// proof/results.ts
/** The map of results: one place for each order, so that an order has one result (docs/PROOF_DESIGN.md, "Results"). */
var RESULTS = 'results'
var MINUTE_MS = 6e4
var DAY_MINUTES = 1440
var DAY_BITS = 16
var MINUTE_BITS = 11
/** The days of the map end with the year 2149. */
var MINUTES_MAX = DAY_MINUTES * 2 ** DAY_BITS
var minuteOf = (id) => Math.floor(askedAt(id) / MINUTE_MS)
/** Leaf of the settlement log and of the map. */
var settledText = (order) =>
  ['settled', 1, minuteOf(order.id), sha256Text(order.id), sha256Text(settlementText(order))].join('|')
/** An order in the address of its place in the map: its minute and the hash of its id. */
var placeInMap = (id) => `${minuteOf(id)}/${sha256Text(id)}`
var bitsOf = (value, count) => value.toString(2).padStart(count, '0').slice(-count)
/** The way to an order's place in the map: its day, its minute of that day, then the hash of its id. */
function placeOf$1(id) {
  const minute = minuteOf(id)
  const day = bitsOf(Math.floor(minute / DAY_MINUTES), DAY_BITS)
  const key = Array.from(sha256Text(id), (digit) => bitsOf(Number.parseInt(digit, 16), 4)).join('')
  return day + bitsOf(minute % DAY_MINUTES, MINUTE_BITS) + key
}
/** Whether the map with that root has exactly this result for the order; `path` leads from the leaf up. */
function isTheResult(order, path, root) {
  const place = placeOf$1(order.id)
  if (path.length > place.length || minuteOf(order.id) >= MINUTES_MAX) return false
  let hash = leafHash(settledText(order))
  for (const [index, sibling] of path.entries())
    hash = place[path.length - 1 - index] === '1' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  return hash === root
}
var logOf = ({ logs }, name) =>
  logs.find((log) => log.name === name) ?? {
    name,
    size: 0,
    root: '',
  }
/** Whether the map of a head is over all of its settlements. */
var hasWholeMap = (head) => logOf(head, RESULTS).size === logOf(head, 'settlements').size
// proof/proofCode.ts
/** Crockford's base 32: no letter that could be taken for a digit. */
var LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Digits of the hash in a group of four letters: 20 bits. */
var GROUP_DIGITS = 5
/** A group of the code from its digits of the hash. */
var lettersOf = (digits) =>
  Number.parseInt(digits, 16)
    .toString(32)
    .padStart(4, '0')
    .replace(/./g, (digit) => LETTERS[Number.parseInt(digit, 32)] ?? '')
/** The result of an order as twelve letters to read out: the first 60 bits of the hash of its leaf, "7K3Q-9X2T-AB4C". */
function proofCode(order) {
  const hash = leafHash(settledText(order))
  return [0, 1, 2].map((group) => lettersOf(hash.slice(group * GROUP_DIGITS, (group + 1) * GROUP_DIGITS))).join('-')
}
// proof/signed/signers.ts
var ID_DIGITS = 16
var signerSetId = (text) => sha256Text(text).slice(0, ID_DIGITS)
/** The guardians of Wormhole but for the first one, whose key changed in 2024. */
var GUARDIANS = [
  'ff6cb952589bde862c25ef4392132fb9d4a42157',
  '114de8460193bdf3a2fcf81f86a09765f4762fd1',
  '107a0086b32d7a0977926a205131d8731d39cbeb',
  '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
  '11b39756c042441be6d8650b69b54ebe715e2343',
  '54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd',
  '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
  '74a3bf913953d695260d88bc1aa25a4eee363ef0',
  '000ac0076727b35fbea2dac28fee5ccb0fea768e',
  'af45ced136b9d9e24903464ae889f5c8a723fc14',
  'f93124b7c738843cbb89e864c862c38cddcccf95',
  'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
  'da798f6896a3331f64b48c12d1d57fd9cbe70811',
  '71aa1be1d36cafe3867910f99c09e347899c19c3',
  '8192b6e7387ccd768277c17dab1b7a5027c0b3cf',
  '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
  '5e1487f35515d02a92753504a8d75471b9f49edb',
  '6fbebc898f403e4773e95feb15e80c9a99c8348d',
]
var WORMHOLE = '26|e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71|13|'
/** Those that Pyth has published: two sets of Wormhole's guardians, and the five routers that sign since August 2026. */
var PUBLISHED_SIGNERS = [
  `signers|1|3|${WORMHOLE}${['58cc3ae5c097b213ce3c81979e1b9f9570746aa5', ...GUARDIANS].join()}`,
  `signers|1|4|${WORMHOLE}${['5893b5a76c3f739645648885bdccc06cd70a3cd3', ...GUARDIANS].join()}`,
  `signers|1|5|26|507974686e6574507974686e6574507974686e6574507974686e657450797468|3|${[
    '41534bb176e461a3fb30479400f210549ecce638',
    '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
    '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
    'd9d7d4529577864352c9a6539a48238fcd447052',
    '1663a5a822336ece48559b1dfb1e93a017a7dac3',
  ].join()}`,
]
/** The two earlier ones. What holders of these keys sign today is no price of Pyth. */
var RETIRED_IDS = new Set(PUBLISHED_SIGNERS.slice(0, 2).map((text) => signerSetId(text)))
/** September 2026, seconds since 1970: since August, only the routers have signed. */
var RETIRED_FROM = 1788220800
/** Whether a set signed prices no more in that second. */
var isRetired = (id, second) => RETIRED_IDS.has(id) && second >= RETIRED_FROM
/** The test signers of development: anybody can make their keys, so a result that they decide proves nothing (id of the set). */
var TEST_SET_ID = 'c566c5b6b5a8d098'
var TEXT =
  /^signers\|1\|(0|[1-9]\d{0,9})\|(0|[1-9]\d{0,4})\|([0-9a-f]{64})\|([1-9]\d?)\|([0-9a-f]{40}(?:,[0-9a-f]{40}){0,63})$/
/** A set from its text; undefined for anything else. */
function parseSignerSet(text) {
  const [, index = '', emitterChain = '', emitter = '', quorum = '', list = ''] = TEXT.exec(text) ?? []
  const addresses = list.split(',')
  return list !== '' &&
    new Set(addresses).size === addresses.length &&
    Number(quorum) <= addresses.length &&
    Number(index) < 2 ** 32 &&
    Number(emitterChain) < 2 ** 16
    ? {
        index: Number(index),
        emitterChain: Number(emitterChain),
        emitter,
        quorum: Number(quorum),
        addresses,
      }
    : void 0
}
/**
 * The sets that this app knows, by id: the published ones, and those that its build names.
 * @param built texts of sets with spaces between
 */
function knownSigners(built) {
  const texts = [...PUBLISHED_SIGNERS, ...built.split(/\s+/)]
  return new Map(
    texts.flatMap((text) => {
      const set = parseSignerSet(text)
      return set ? [[signerSetId(text), set]] : []
    }),
  )
}
// proof/witnesses.ts
var WITNESS_KEY$2 = '04'
var SIGNED_DIGITS = 144
var TIME_DIGITS = 16
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
/** When a witness first signed a checkpoint, in milliseconds; undefined: it has not, or one of its lines is wrong. */
function signedAt({ text, signatures }, { name, publicKey }) {
  const id = keyIdOf(name, WITNESS_KEY$2, publicKey)
  const own = signatures.filter((each) => each.name === name && each.id === id)
  const times = own.flatMap(({ signature }) => {
    const time = Number.parseInt(signature.slice(0, TIME_DIGITS), 16)
    const isWhole = signature.length === SIGNED_DIGITS && Number.isSafeInteger(time)
    const said = `cosignature/v1\ntime ${time}\n${text}`
    return isWhole && isSignedBy(said, signature.slice(TIME_DIGITS), publicKey) ? [time * 1e3] : []
  })
  return times.length > 0 && times.length === own.length ? Math.min(...times) : void 0
}
/**
 * Those of these witnesses that have signed a checkpoint, and when (c2sp.org/tlog-cosignature). A key counts once,
 * regardless of its names, and the keys of the log itself do not count.
 */
function cosignaturesOf(note, witnesses, log) {
  const checkpoint = parseCheckpoint(note)
  if (!checkpoint) return []
  const counted = new Set(keysOf(log))
  return witnesses.flatMap((text) => {
    const key = parseVerifierKey(text, WITNESS_KEY$2)
    const at = key && !counted.has(key.publicKey) ? signedAt(checkpoint, key) : void 0
    if (!key || at === void 0) return []
    counted.add(key.publicKey)
    return [
      {
        name: key.name,
        at,
      },
    ]
  })
}
/** Names of the witnesses that have signed the checkpoint of a receipt. */
var witnessesOf = (receipt, witnesses) => cosignaturesOf(receipt.checkpoint, witnesses, receipt).map(({ name }) => name)
/** By when somebody outside has to have seen a head, counted from the second that it is about, in ms. */
var SEEN_WITHIN_MS = 1e4
/** A checkpoint's statement about the log, if a key of the log has signed it. */
function signedState(text, receipt) {
  const checkpoint = parseCheckpoint(text)
  return checkpoint !== void 0 &&
    checkpoint.origin === parseCheckpoint(receipt.checkpoint)?.origin &&
    keysOf(receipt).some((key) => isSignedByLog(checkpoint, key))
    ? checkpoint
    : void 0
}
/** The checkpoints that a receipt says were witnessed are of this log, and its own one continues them. */
var earlierProblems = (receipt, now) =>
  receipt.witnessed.flatMap(({ checkpoint, path }) => {
    const state = signedState(checkpoint, receipt)
    if (!state) return [{ kind: 'checkpoint' }]
    return isConsistent(state, now, path)
      ? []
      : [
          {
            kind: 'history',
            problem: { kind: 'heads_rewritten' },
          },
        ]
  })
/**
 * The heads that decide when things were written: the one that holds the order, the one that fixes its entry and the one that
 * fixes its end. The last two are none if others have signed the prices, so that the house could not choose them at any time.
 */
function momentsOf(receipt, end) {
  const { order, accepted } = receipt
  const moment = (number, second) => ({
    number,
    by: second + SEEN_WITHIN_MS,
  })
  const moments = [moment(accepted.number, order.acceptedAt + 1)]
  if (!('window' in receipt)) return moments
  const { entryAt } = order
  const heads = receipt.window.flatMap((range) => range.heads)
  const entered = entryAt === null ? void 0 : heads.find(({ through }) => through >= entryAt)
  if (entered && entryAt !== null) moments.push(moment(entered.number, entryAt))
  return [...moments, moment(receipt.fixed.number, end)]
}
/** Whether enough witnesses had the heads that decide in time. */
function isTiedByWitnesses(receipt, end, { witnesses, needed }) {
  const isSeen = ({ number, by }) =>
    receipt.witnessed.some(({ checkpoint }) => {
      const inTime = cosignaturesOf(checkpoint, witnesses, receipt).filter(({ at }) => at <= by)
      return (parseCheckpoint(checkpoint)?.size ?? 0) >= number && inTime.length >= needed
    })
  return needed > 0 && momentsOf(receipt, end).every(isSeen)
}
var sizeOf = ({ text }, receipt) => signedState(text, receipt)?.size ?? 0
/** Whether this device had the heads that decide in time. That the log continues what it had is the caller's to ask. */
var isTiedByDevice = (receipt, end, seen) =>
  momentsOf(receipt, end).every(({ number, by }) =>
    seen.some((each) => each.at <= by && sizeOf(each, receipt) >= number),
  )
/** The heads of a receipt, as far as it says when they were made. */
var datedHeads = (receipt) => [
  ...(receipt.before ? [receipt.before] : []),
  receipt.accepted,
  ...('window' in receipt ? [...receipt.window.flatMap(({ heads }) => heads), receipt.fixed] : []),
  receipt.head,
]
/**
 * Where the times of heads are not those at which this device saw the log without them, or with them (docs/PROOF_FORMAT.md,
 * "Time").
 * @param seen all that the device has fetched while the order ran
 * @param continued those of them that the log of today continues; the others may be of a log that was restored since
 */
function seenProblems(receipt, seen, continued) {
  const heads = datedHeads(receipt)
  const late = seen.flatMap((each) => {
    const state = signedState(each.text, receipt)
    return heads.filter(({ number, at }) => state && number > state.size && at < each.asked - 5e3)
  })
  const early = continued.flatMap((each) => {
    const size = sizeOf(each, receipt)
    return heads.filter(({ number, at }) => number <= size && at > each.at + 5e3)
  })
  return [
    ...late.slice(0, 1).map(({ number }) => ({
      kind: 'heads_late',
      number,
    })),
    ...early.slice(0, 1).map(({ number }) => ({
      kind: 'heads_early',
      number,
    })),
  ]
}
// proof/tlogProof.ts
/** UTF-8 without `TextEncoder`, which WeChat lacks as well. */
var utf8 = (text) =>
  Array.from(encodeURIComponent(text).match(/%[0-9A-F]{2}|./g) ?? [], (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )
/**
 * A valid receipt as a file of c2sp.org/tlog-proof: the proof is that of its last head, which other programs can check,
 * and the line `extra` contains the receipt. `scripts/verify-receipt.mjs` reads and writes the same bytes.
 */
function tlogProof(receipt) {
  const { head, heads, checkpoint } = receipt
  const path = heads.head.map((hash) => `${toBase64(fromHex(hash) ?? [])}\n`).join('')
  return `c2sp.org/tlog-proof@v1\nextra ${toBase64(utf8(JSON.stringify(receipt)))}\nindex ${head.number - 1}\n${path}\n${checkpoint}`
}
// proof/heads.ts
/** A head may say that prices are complete up to this much after its own time: clocks of several nodes differ. */
var THROUGH_AHEAD_MAX_MS = 1e3
var isAscending = (names) => names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
var isInOrder = ({ products, logs }) =>
  isAscending(products.map(({ symbol }) => symbol)) && isAscending(logs.map(({ name }) => name))
var productsRoot = (head) => rootOf$1(head.products.map((each) => leafHash(productText(each))))
/** Hash of a head's leaf in the log of heads; `products` and `logs` are the roots over them. */
var headLeafOf = (head) => leafHash(headText(head, head.logs))
/** The same of a head that names its logs; `products` is their root. */
var headLeaf = ({ number, at, logs }, products) =>
  headLeafOf({
    number,
    at,
    products,
    logs: rootOf$1(logs.map((log) => leafHash(logText(log)))),
  })
/** Whether the logs other than the prices only add to those of `older`; `results` is a map and has no path. */
function haveGrown(older, newer, paths) {
  const logs = older.logs.filter(({ name }) => name !== RESULTS)
  return (
    [older, newer].every(hasWholeMap) &&
    paths.length === logs.length &&
    logs.every((log, index) => {
      const now = newer.logs.find(({ name }) => name === log.name)
      const proof = paths[index]
      return now !== void 0 && proof?.name === log.name && isConsistent(log, now, proof.path)
    })
  )
}
/** The first product whose prices do not only add to those of `older`; undefined: they do. */
function rewrittenPrices(older, newer, paths) {
  if (paths.length !== older.products.length) return ''
  const later = new Map(newer.products.map((product) => [product.symbol, product]))
  return older.products.find((product, index) => {
    const now = later.get(product.symbol)
    const proof = paths[index]
    return (
      !(now && now.through >= product.through && proof?.symbol === product.symbol) ||
      !isConsistent(product, now, proof.path)
    )
  })?.symbol
}
/** Where prices or logs of `newer` do not only add to those of `older`. */
function logsProblems(older, newer, paths) {
  const symbol = rewrittenPrices(older, newer, paths.products)
  return [
    ...(older.number <= newer.number && older.at <= newer.at ? [] : [{ kind: 'order' }]),
    ...(symbol === void 0
      ? []
      : [
          {
            kind: 'prices_rewritten',
            symbol,
          },
        ]),
    ...(haveGrown(older, newer, paths.logs) ? [] : [{ kind: 'logs_rewritten' }]),
  ]
}
// proof/window.ts
/** Up to this many heads a receipt shows all; of more the first and the last ones, and some in between. */
var WHOLE_MAX$1 = 120
var EDGE = 50
var SAMPLES = 16
var SAMPLE_DIGITS = 12
/**
 * For how long the prices of the order stood in no head, in ms: so long the house could still choose them. Only
 * neighbors count if not all heads are shown.
 */
var unfixedMs = ({ window }) =>
  Math.max(
    0,
    ...window.flatMap(({ heads }) => heads.slice(1).map(({ at }, index) => at - (heads[index]?.through ?? at))),
  )
var numbersFrom = (first, count) => Array.from({ length: count }, (_, index) => first + index)
/**
 * Numbers of the heads that a receipt has to show, neighbors grouped. The sample follows from the root of the
 * checkpoint, so a house that signs a log does not choose which of its heads are looked at.
 */
function windowNumbers({ order, accepted, fixed }, root) {
  const total = fixed.number - accepted.number + 1
  if (total <= WHOLE_MAX$1) return [numbersFrom(accepted.number, total)]
  const sampled = numbersFrom(0, SAMPLES).map((index) => {
    const hash = sha256Text(['window', 1, order.id, root, index].join('|'))
    const drawn = Number.parseInt(hash.slice(0, SAMPLE_DIGITS), 16)
    return accepted.number + EDGE + (drawn % (total - 100))
  })
  const between = [...new Set(sampled)].sort((a, b) => a - b)
  const last = numbersFrom(fixed.number - EDGE + 1, EDGE)
  return [numbersFrom(accepted.number, EDGE), ...between.map((number) => [number]), last]
}
/** The leaf of a head in the log of heads, with the product of that symbol at its place; undefined for a wrong path. */
function leafOf$1(symbol, head) {
  const products = rootAbove(
    leafHash(
      productText({
        ...head,
        symbol,
      }),
    ),
    head.index,
    head.count,
    head.path,
  )
  return products === void 0
    ? void 0
    : headLeafOf({
        ...head,
        products,
      })
}
/** Whether these are the heads from `accepted` to `fixed` that have to be shown, each in the signed log of heads. */
function isTheWindow(receipt, { size, root }) {
  const { order, accepted, fixed, window } = receipt
  if (accepted.number > fixed.number) return false
  const numbers = windowNumbers(receipt, root)
  const leaves = window.map(({ heads }) => heads.map((head) => leafOf$1(order.symbol, head) ?? ''))
  const last = leaves[leaves.length - 1] ?? []
  return (
    numbers.length === window.length &&
    areCounted(
      window.flatMap(({ heads }) => heads),
      fixed,
    ) &&
    window.every(({ heads, path }, part) => {
      const wanted = numbers[part] ?? []
      return (
        heads.length === wanted.length &&
        heads.every(({ number }, at) => number === wanted[at]) &&
        isRange(
          leaves[part] ?? [],
          (wanted[0] ?? 0) - 1,
          {
            size,
            root,
          },
          path,
        )
      )
    }) &&
    leaves[0]?.[0] === headLeaf(accepted, accepted.products) &&
    last[last.length - 1] === headLeaf(fixed, productsRoot(fixed))
  )
}
/** A path fits several counts of products; they only grow, up to those of `fixed`, which are all shown. */
function areCounted(heads, { products }) {
  const counts = heads.map(({ count }) => count)
  return (
    counts.every((count, index) => index === 0 || (counts[index - 1] ?? 0) <= count) &&
    counts[counts.length - 1] === products.length
  )
}
/** From head to head times rise, no tick goes, and nothing is called complete that lies ahead. */
function isRising(heads) {
  return heads.every(({ at, size, through }, index) => {
    const before = heads[index - 1]
    return (!before || (at > before.at && size >= before.size && through >= before.through)) && through <= at + 1e3
  })
}
/**
 * The heads between the acceptance and the end of an order, as the product's log grew. With them no head can have been made
 * for one order with fewer prices, and no price added later with an earlier time.
 */
function windowProblems(receipt, checkpoint, ticks, end) {
  const heads = receipt.window.flatMap((range) => range.heads)
  const reached = heads.findIndex(({ through }) => through >= end)
  const late = ticks.filter(({ sequence, at }) => heads.some(({ size, through }) => sequence > size !== at > through))
  return [
    ...(checkpoint && !isTheWindow(receipt, checkpoint) ? [{ kind: 'window' }] : []),
    ...(isRising(heads) ? [] : [{ kind: 'window_order' }]),
    ...(reached === heads.length - 1 ? [] : [{ kind: 'fixed_not_first' }]),
    ...late.map(({ sequence }) => ({
      kind: 'dated_back',
      sequence,
    })),
  ]
}
// tools/lib/files.ts
/** How a program is used: the comment at the head of its file. */
var helpOf = (file) => (readFileSync(file, 'utf8').split(/^import /m)[0] ?? '').replace(/^\/\/ ?/gm, '')
// proof/rule.ts
/** A change of the price, times this, is the gain of an order. */
var SIGN = {
  up: 1,
  down: -1,
}
var WHOLE_BP = 1e4
/** A number of ten-thousandths of an amount in minor units, rounded down; without `BigInt`, which some phones lack. */
function shareOf(amount, bp) {
  let [digits, carry] = ['', 0]
  for (const digit of Array.from(amount).reverse()) {
    const sum = Number(digit) * bp + carry
    digits = (sum % 10) + digits
    carry = Math.floor(sum / 10)
  }
  return `${carry}${digits}`.slice(0, -4).replace(/^0+(?=\d)/, '') || '0'
}
var TRAILING_ZEROS = /0+$/
/** Compares two decimal strings by value: negative, 0 or positive. */
function comparePrices(a, b) {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const [leftA, leftB] = [wholeA.replace(/^0+/, ''), wholeB.replace(/^0+/, '')]
  if (leftA.length !== leftB.length) return leftA.length - leftB.length
  const [textA, textB] = [
    leftA + fractionA.replace(TRAILING_ZEROS, '').padEnd(24, '0'),
    leftB + fractionB.replace(TRAILING_ZEROS, '').padEnd(24, '0'),
  ]
  return textA === textB ? 0 : textA < textB ? -1 : 1
}
/** Whether the first head that holds the order is dated after the second of its entry began. */
var isLoggedLate = ({ order, accepted }) => accepted !== void 0 && accepted.at > order.acceptedAt
var LOGGED_LATE = {
  status: 'void',
  voidReason: 'logged_late',
  entry: null,
  exit: null,
}
/**
 * Rule 3. Entry: the first tick of the second that the ask fixes or later, within its time-out. Expiry: entry plus duration. Exit: the last tick at or
 * before expiry. When it was settled decides nothing. `ticks` are in the order of the log and reach from the acceptance to the
 * end.
 */
function decide(ruled, ticks) {
  const { order } = ruled
  if (isLoggedLate(ruled)) return LOGGED_LATE
  const entry = ticks.find((tick) => tick.at > order.acceptedAt) ?? null
  if (!entry || entry.at > order.acceptedAt + order.entryTimeoutMs)
    return {
      status: 'void',
      voidReason: 'no_entry_tick',
      entry: null,
      exit: null,
    }
  const expiresAt = entry.at + order.durationSeconds * 1e3
  const until = ticks.filter(({ at, sequence }) => at <= expiresAt && sequence >= entry.sequence)
  const exit = until[until.length - 1] ?? entry
  const voided = (voidReason) => ({
    status: 'void',
    voidReason,
    entry,
    exit,
  })
  if (exit.sequence === entry.sequence) return voided('too_few_ticks')
  if (expiresAt - exit.at > order.staleAfterMs) return voided('stale_at_expiry')
  const change = comparePrices(exit.price, entry.price) * SIGN[order.direction]
  return {
    status: change > 0 ? 'won' : change < 0 ? 'lost' : 'tie',
    voidReason: null,
    entry,
    exit,
  }
}
// proof/shape.ts
var text = (pattern) => (value) => typeof value === 'string' && pattern.test(value)
/** An object with these fields, and maybe others. */
var atLeast = (fields) => (value) =>
  typeof value === 'object' && value !== null && Object.entries(fields).every(([name, shape]) => shape(value[name]))
/** A text of at most so many characters. */
var textOf = (max) => (value) => typeof value === 'string' && value.length <= max
var whole =
  (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
var oneOf =
  (...values) =>
  (value) =>
    values.some((each) => each === value)
var orNull = (shape) => (value) => value === null || shape(value)
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
var SIGNATURE = text(/^[0-9a-f]{128}$/)
var PATH = listOf(HASH, 130)
var SYMBOL = text(/^[A-Z0-9]{2,16}$/)
var LOG_NAME = text(/^[a-z]{2,20}$/)
var LOGS = listOf(
  record({
    name: LOG_NAME,
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
var BRIEF_HEAD = record({
  number: whole(1),
  at: whole(),
  products: HASH,
  logs: LOGS,
})
var LOG_PATHS = listOf(
  record({
    name: LOG_NAME,
    path: PATH,
  }),
  16,
)
// proof/file.ts
/** The closed format of a receipt (docs/PROOF_FORMAT.md, "The file"). */
var SOURCE = text(/^[A-Za-z0-9:._,-]{1,80}$/)
var INSTRUMENT = text(/^[A-Za-z0-9._*,-]{1,140}$/)
var PRICE = text(/^\d{1,16}(\.\d{1,12})?$/)
var MINOR = text(/^(0|[1-9]\d{0,17})$/)
var LIMIT_MS = whole(0, 864e5)
var TERMS = {
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  number: text(/^FT-[0-9A-Z]{10}$/),
  symbol: SYMBOL,
  source: SOURCE,
  instrument: INSTRUMENT,
  direction: oneOf(...Object.keys(SIGN)),
  stake: MINOR,
  currency: text(/^[A-Z0-9]{2,12}$/),
  scale: whole(0, 18),
  payout: MINOR,
  earningsRateBp: whole(0, 1e6),
  durationSeconds: whole(1, 86400),
  acceptedAt: whole(),
  entryTimeoutMs: LIMIT_MS,
  staleAfterMs: LIMIT_MS,
  sourceLagMs: whole(0, 6e4),
  rule: oneOf(3),
  seenHead: whole(),
  seenRoot: HASH,
  deviceKey: HASH,
  deviceSignature: SIGNATURE,
}
var RESULT$1 = {
  entrySequence: orNull(whole(1)),
  entryAt: orNull(whole()),
  entryPrice: orNull(PRICE),
  expiresAt: orNull(whole()),
  exitSequence: orNull(whole(1)),
  exitAt: orNull(whole()),
  exitPrice: orNull(PRICE),
  status: oneOf('won', 'lost', 'tie', 'void'),
  voidReason: orNull(oneOf('no_entry_tick', 'logged_late', 'too_few_ticks', 'stale_at_expiry')),
  profitLoss: text(/^(0|-?[1-9]\d{0,17})$/),
  closedAt: whole(),
}
var SIGNED_TERMS = {
  ...TERMS,
  source: oneOf('pyth'),
  instrument: text(/^[0-9a-f]{64}:[0-9a-f]{16}$/),
  rule: oneOf(4),
}
var ORDER = record({
  ...TERMS,
  ...RESULT$1,
})
var SIGNED_ORDER = record({
  ...SIGNED_TERMS,
  ...RESULT$1,
})
var PRODUCT_PATHS = listOf(
  record({
    symbol: SYMBOL,
    path: PATH,
  }),
  500,
)
var TICK = record({
  sequence: whole(1),
  at: whole(),
  price: PRICE,
  size: PRICE,
  source: SOURCE,
  sourceAt: whole(),
  instrument: text(/^[A-Za-z0-9._*-]{1,64}$/),
  trade: orNull(whole()),
})
var PLACE = record({
  leaf: whole(),
  path: PATH,
})
var KEYS = listOf(
  record({
    from: HASH,
    to: HASH,
    at: whole(),
    oldSignature: SIGNATURE,
    newSignature: SIGNATURE,
  }),
  16,
)
var WINDOW_HEAD = record({
  number: whole(1),
  at: whole(),
  logs: HASH,
  size: whole(),
  through: whole(),
  root: HASH,
  index: whole(),
  count: whole(1, 500),
  path: PATH,
})
var CHECKPOINT = textOf(CHECKPOINT_MAX)
var FORMAT_NAME = 'fairtick-receipt-'
var SIGNED_NUMBER = 9
var FORMAT = `${FORMAT_NAME}8`
/** Format of a receipt whose prices others have signed. */
var SIGNED_FORMAT = `${FORMAT_NAME}${SIGNED_NUMBER}`
/** The common part of receipts of both formats. */
var RECEIPT_FIELDS = {
  acceptance: record({
    signature: SIGNATURE,
    publicKey: HASH,
  }),
  accepted: BRIEF_HEAD,
  before: orNull(BRIEF_HEAD),
  witnessed: listOf(
    record({
      checkpoint: CHECKPOINT,
      path: PATH,
    }),
    3,
  ),
  places: record({
    acceptance: PLACE,
    settlement: PLACE,
    result: listOf(HASH, 283),
  }),
  checkpoint: CHECKPOINT,
  publicKey: HASH,
  keys: KEYS,
}
var RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(FORMAT),
  order: ORDER,
  tickCount: whole(),
  ranges: listOf(
    record({
      ticks: listOf(TICK, 1002, 1),
      path: PATH,
    }),
    2,
  ),
  fixed: HEAD,
  head: HEAD,
  consistency: record({
    products: PRODUCT_PATHS,
    logs: LOG_PATHS,
  }),
  window: listOf(
    record({
      heads: listOf(WINDOW_HEAD, 120, 1),
      path: PATH,
    }),
    24,
    1,
  ),
  heads: record({
    before: PATH,
    accepted: PATH,
    fixed: PATH,
    head: PATH,
    seen: PATH,
  }),
})
var SIGNED_RECEIPT = record({
  ...RECEIPT_FIELDS,
  format: oneOf(SIGNED_FORMAT),
  order: SIGNED_ORDER,
  head: BRIEF_HEAD,
  consistency: record({ logs: LOG_PATHS }),
  heads: record({
    before: PATH,
    accepted: PATH,
    head: PATH,
    seen: PATH,
  }),
  updates: listOf(text(/^(?:[0-9a-f]{2}){1,4096}$/), 2),
  silence: orNull(
    record({
      head: WINDOW_HEAD,
      path: PATH,
      tick: TICK,
      tickPath: PATH,
    }),
  ),
})
var ACCEPTANCES = [TERMS, SIGNED_TERMS].map((terms) =>
  record({
    terms: record(terms),
    signature: SIGNATURE,
    publicKey: HASH,
  }),
)
/** Whether it is an acceptance as a user keeps it, under either rule. */
var isAcceptance = (value) => ACCEPTANCES.some((shape) => shape(value))
var isReceipt = (value) => RECEIPT(value)
var isSignedReceipt = (value) => SIGNED_RECEIPT(value)
/** Whether it says of itself that it has a format after those that this app knows. */
function isNewerFormat(value) {
  const { format } = value ?? {}
  const number = typeof format === 'string' && format.startsWith(FORMAT_NAME) ? format.slice(17) : ''
  return /^[1-9]\d{0,3}$/.test(number) && Number(number) > SIGNED_NUMBER
}
// proof/ask.ts
/** Whether the device that the terms name has signed for them. */
var isAskSigned = (origin, terms) => isSignedBy(askText(origin, terms), terms.deviceSignature, terms.deviceKey)
// proof/leftAsk.ts
var WITNESS_KEY$1 = '04'
var LEFT_ASK = record({
  ask: text(/^ask\|1\|[!-~]{1,120}(\|[0-9A-Za-z-]{1,64}){11}$/),
  signature: SIGNATURE,
  seenBy: listOf(
    record({
      witness: textOf(200),
      at: whole(),
      signature: SIGNATURE,
    }),
    3,
    1,
  ),
})
/** Whether it is such an ask, by its form. */
var isLeftAsk = (value) => LEFT_ASK(value)
/** The text that a witness signs about an ask: its hash alone, so that it learns nothing of the order. */
var seenText = (askHash, at) => ['left', 1, askHash, at].join('|')
/** Whether the witness that is named has signed that it had the hash of this ask. */
function isAskSeen(ask, { witness, at, signature }) {
  const key = parseVerifierKey(witness, WITNESS_KEY$1)
  return key !== void 0 && isSignedBy(seenText(sha256Text(ask), at), signature, key.publicKey)
}
/** Whether the device whose key the ask ends with has signed it, and each of the witnesses its hash. */
function isLeftAskSigned({ ask, signature, seenBy }) {
  const deviceKey = ask.slice(ask.lastIndexOf('|') + 1)
  return HASH(deviceKey) && isSignedBy(ask, signature, deviceKey) && seenBy.every((seen) => isAskSeen(ask, seen))
}
// proof/refusal.ts
/** The house's refusals of asks (docs/PROOF_FORMAT.md, "Refusals"). */
var REFUSAL = record({
  askHash: HASH,
  code: text(/^[a-z_]{1,40}$/),
  at: whole(),
  signature: SIGNATURE,
  publicKey: HASH,
})
var isRefusal = (value) => REFUSAL(value)
/** Whether one of these keys has signed that what is asked for is refused. */
function isRefusedBy(keys, { origin, id, text: asked }, refusal) {
  const { askHash, code, at, signature, publicKey } = refusal
  const said = ['refuse', 1, origin, id, askHash, code, at].join('|')
  return askHash === sha256Text(asked) && keys.includes(publicKey) && isSignedBy(said, signature, publicKey)
}
/** Whether the house has signed, when nothing could change that any more, that there is no such order as the receipt's. */
function isReceiptRefused(receipt, refusal) {
  const origin = parseCheckpoint(receipt.checkpoint)?.origin ?? ''
  const { order } = receipt
  const asked = {
    origin,
    id: order.id,
    text: askText(origin, order),
  }
  return refusal.at >= finalFrom(order.id) && isRefusedBy(keysOf(receipt), asked, refusal)
}
// tools/verify/answers.ts
/** Shapes of what a server answers, and of a file of evidence. */
var SIGNED = {
  checkpoint: textOf(64e3),
  publicKey: HASH,
}
var LATEST = record({
  head: HEAD,
  ...SIGNED,
})
var LOGGED_HEAD = record({
  head: HEAD,
  path: PATH,
  ...SIGNED,
})
var CONSISTENCY = record({
  from: HEAD,
  to: HEAD,
  heads: PATH,
  products: PRODUCT_PATHS,
  logs: LOG_PATHS,
})
var RESULT = record({
  head: HEAD,
  leaf: orNull(textOf(200)),
  path: listOf(HASH, 283),
  ...SIGNED,
})
var FEED_PAGE$1 = record({
  head: BRIEF_HEAD,
  headPath: PATH,
  from: whole(),
  path: PATH,
  entries: listOf(textOf(400), 500),
  ...SIGNED,
})
var POLICY = atLeast({
  keys: KEYS,
  restores: listOf(
    record({
      kept: whole(1),
      root: HASH,
      keptAt: whole(),
      at: whole(),
      reason: oneOf('hardware', 'mistake', 'attack'),
      signature: SIGNATURE,
      publicKey: HASH,
    }),
    16,
  ),
})
var EVIDENCE_FIELDS = {
  format: oneOf('fairtick-evidence-2'),
  receipt: () => true,
  acceptance: () => true,
  checkpoints: listOf(
    record({
      asked: whole(),
      at: whole(),
      text: textOf(64e3),
    }),
    24,
  ),
}
var [REFUSED, LEFT] = [{ refusal: isRefusal }, { left: isLeftAsk }]
var EVIDENCES = [
  {},
  REFUSED,
  LEFT,
  {
    ...REFUSED,
    ...LEFT,
  },
].map((more) =>
  record({
    ...EVIDENCE_FIELDS,
    ...more,
  }),
)
var isLatest = (value) => LATEST(value)
var isLoggedHead = (value) => LOGGED_HEAD(value)
var isConsistencyAnswer = (value) => CONSISTENCY(value)
var isResultAnswer = (value) => RESULT(value)
var isFeedPage = (value) => FEED_PAGE$1(value)
var isPolicy = (value) => POLICY(value)
var isEvidence = (value) => EVIDENCES.some((shape) => shape(value))
// proof/asked.ts
/** Whether the device signed the order, for this log, when the head that it had seen was the newest that it could see. */
function isAsked({ order, accepted, heads }, { origin, size, root }) {
  const seen = {
    size: order.seenHead,
    root: order.seenRoot,
  }
  return (
    isAskSigned(origin, order) &&
    seen.size <= accepted.number &&
    isConsistent(
      seen,
      {
        size,
        root,
      },
      heads.seen,
    )
  )
}
/** The order is what a device asked for, and its entry is of the second that this fixes. */
function askProblems(receipt, checkpoint) {
  const { id, acceptedAt } = receipt.order
  return [
    ...(checkpoint && !isAsked(receipt, checkpoint) ? [{ kind: 'ask' }] : []),
    ...(acceptedAt === acceptedAtOf(id) ? [] : [{ kind: 'asked_time' }]),
  ]
}
// proof/prices.ts
/** Up to this many ticks a receipt shows all of them; of more the middle may be left out. */
var WHOLE_MAX = 2e3
/** The moment up to which the price log decides: the expiry, or the end of the time for an entry. */
function endOf(ruled, ticks) {
  const { order } = ruled
  const deadline = order.acceptedAt + order.entryTimeoutMs
  const entry = isLoggedLate(ruled) ? void 0 : ticks.find((tick) => tick.at > order.acceptedAt)
  return entry && entry.at <= deadline ? entry.at + order.durationSeconds * 1e3 : deadline
}
/** The number of the first tick that is missing between others. */
function gapIn(ticks) {
  const before = ticks.find((tick, index) => (ticks[index + 1]?.sequence ?? tick.sequence + 1) !== tick.sequence + 1)
  return before && before.sequence + 1
}
function rangeProblems(receipt, tree) {
  const problems = []
  for (const { ticks, path } of receipt.ranges) {
    const gap = gapIn(ticks)
    if (gap !== void 0)
      problems.push({
        kind: 'tick_missing',
        sequence: gap,
      })
    if (
      !isRange(
        ticks.map((tick) => leafHash(tickText(receipt.order.symbol, tick))),
        (ticks[0]?.sequence ?? 0) - 1,
        tree,
        path,
      )
    )
      problems.push({ kind: 'ticks' })
  }
  return problems
}
/**
 * Over both ranges: none is left out unless there are very many, the log is in the order of time, and the second range
 * begins after the first.
 */
function orderProblems(tickCount, ticks) {
  const problems = []
  if (tickCount <= WHOLE_MAX && ticks.length < tickCount)
    problems.push({
      kind: 'tick_missing',
      sequence: gapIn(ticks) ?? (ticks[ticks.length - 1]?.sequence ?? 0) + 1,
    })
  for (const [index, tick] of ticks.entries()) {
    const before = ticks[index - 1]
    if (before && (tick.sequence <= before.sequence || tick.at < before.at))
      problems.push({
        kind: 'tick_order',
        sequence: tick.sequence,
      })
  }
  return problems
}
/**
 * The shown ticks must begin with the neighbor before the entry and end with the neighbor after the exit, or with the
 * first or the last tick of the log. Without both neighbors a gap could hide the ticks that really decide.
 */
function spanProblems(receipt, tree, ticks) {
  const { order, tickCount } = receipt
  const problems = []
  const isAfter = (index) => {
    const [before, tick] = [ticks[index - 1], ticks[index]]
    return before !== void 0 && tick !== void 0 && before.sequence === tick.sequence - 1
  }
  const [first, last] = [ticks[0], ticks[ticks.length - 1]]
  if (tickCount !== (first && last ? last.sequence - first.sequence + 1 : 0)) problems.push({ kind: 'ticks' })
  const entry = ticks.findIndex((tick) => tick.at > order.acceptedAt)
  if (!(entry === 1 ? isAfter(1) : entry === 0 ? first?.sequence === 1 : ticks.length <= 1))
    problems.push({ kind: 'begins_late' })
  const end = endOf(receipt, ticks)
  const successor = ticks.findIndex((tick) => tick.at > end)
  if (
    !(successor < 0
      ? (last?.sequence ?? 0) === tree.size
      : successor === ticks.length - 1 && (successor === 0 || isAfter(successor)))
  )
    problems.push({ kind: 'ends_early' })
  return problems
}
/** Prices come from the sources that the terms name, as new at the source as the terms say. */
function sourceProblems(ruled, ticks) {
  const { order } = ruled
  const sources = order.source.split(',')
  const instruments = order.instrument.split(',')
  const deciding = ticks.filter(({ at }) => at > order.acceptedAt && at <= endOf(ruled, ticks))
  const isAgreed = ({ source, instrument }) =>
    sources.some((name, index) => name === source && instruments[index] === instrument)
  return deciding.flatMap((tick) => {
    const { sequence, at, sourceAt } = tick
    return [
      ...(isAgreed(tick)
        ? []
        : [
            {
              kind: 'source',
              sequence,
            },
          ]),
      ...(Math.abs(at - sourceAt) <= order.sourceLagMs
        ? []
        : [
            {
              kind: 'source_time',
              sequence,
            },
          ]),
    ]
  })
}
/** A source's own trade numbers rise as well: an old trade is no new price. */
function sourceOrderProblems(ticks) {
  const latest = /* @__PURE__ */ new Map()
  const problems = []
  for (const { sequence, source, instrument, sourceAt, trade } of ticks) {
    const name = `${source}|${instrument}`
    const before = latest.get(name) ?? {
      sourceAt,
      trade: null,
    }
    if (sourceAt < before.sourceAt || (trade !== null && before.trade !== null && trade <= before.trade))
      problems.push({
        kind: 'source_order',
        sequence,
      })
    latest.set(name, {
      sourceAt: Math.max(sourceAt, before.sourceAt),
      trade: trade ?? before.trade,
    })
  }
  return problems
}
/** The problem with the shown ticks under the product's tree of the head `fixed`; undefined: it has none. */
function tickProblems(receipt, tree, ticks) {
  return [
    ...(tree
      ? [
          ...rangeProblems(receipt, tree),
          ...orderProblems(receipt.tickCount, ticks),
          ...spanProblems(receipt, tree, ticks),
        ]
      : [{ kind: 'ticks' }]),
    ...sourceProblems(receipt, ticks),
    ...sourceOrderProblems(ticks),
  ]
}
// proof/receipt.ts
/** The checkpoint, if the log has signed it up to the last head. */
function signedCheckpoint({ checkpoint: note, head, publicKey }) {
  const checkpoint = parseCheckpoint(note)
  return checkpoint?.size === head.number && isSignedByLog(checkpoint, publicKey) ? checkpoint : void 0
}
/** The three heads are in the log of heads, in their order; the last one is the last of the signed ones. */
function headProblems$1(receipt, checkpoint) {
  const { accepted, fixed, head, heads } = receipt
  if (!checkpoint) return [{ kind: 'checkpoint' }]
  const { size, root } = checkpoint
  const isIn = (leaf, number, path) => isIncluded(leaf, number - 1, size, path, root)
  const areIn =
    isIn(headLeaf(accepted, accepted.products), accepted.number, heads.accepted) &&
    isIn(headLeaf(fixed, productsRoot(fixed)), fixed.number, heads.fixed) &&
    isIn(headLeaf(head, productsRoot(head)), head.number, heads.head) &&
    isInOrder({
      products: [],
      logs: accepted.logs,
    }) &&
    [fixed, head].every(isInOrder)
  const history = logsProblems(fixed, head, receipt.consistency)
  const arePromisesOfThen = [fixed, head].every(({ at, products }) =>
    products.every(({ through }) => through <= at + THROUGH_AHEAD_MAX_MS),
  )
  const inOrder = accepted.number <= fixed.number && accepted.at <= fixed.at
  return [
    ...(areIn ? [] : [{ kind: 'heads' }]),
    ...history.map((problem) => ({
      kind: 'history',
      problem,
    })),
    ...(inOrder
      ? []
      : [
          {
            kind: 'history',
            problem: { kind: 'order' },
          },
        ]),
    ...(arePromisesOfThen ? [] : [{ kind: 'through' }]),
  ]
}
/** A device's clock may be ahead of the house's by this much. */
var ASKED_AHEAD_MAX_MS = 2e3
/**
 * Whether it is not shown that `accepted` is the first head which holds the order. Only a void as logged late needs that:
 * without it, the house could show a later head to void an order.
 */
function wasLoggedBefore(receipt) {
  const { accepted, before, heads, places } = receipt
  if (!isLoggedLate(receipt) || accepted.number === 1) return before !== null || heads.before.length > 0
  const checkpoint = parseCheckpoint(receipt.checkpoint)
  if (!before || !checkpoint) return true
  const { size, root } = checkpoint
  const isIn = isIncluded(headLeaf(before, before.products), before.number - 1, size, heads.before, root)
  const isNext =
    before.number === accepted.number - 1 &&
    isInOrder({
      products: [],
      logs: before.logs,
    })
  return !isIn || !isNext || logOf(before, 'orders').size > places.acceptance.leaf
}
/** The order was accepted with these terms, before a price could decide it, and settled with them. */
function logProblems(receipt) {
  const { order, acceptance, accepted, head, places, publicKey, keys } = receipt
  const text = acceptanceText(order)
  const isIn = (leaf, place, log) => isIncluded(leafHash(leaf), place.leaf, log.size, place.path, log.root)
  const isAccepted =
    isSignedBy(text, acceptance.signature, acceptance.publicKey) &&
    acceptance.publicKey === publicKey &&
    isIn(text, places.acceptance, logOf(accepted, 'orders'))
  const isOurs =
    isChain(keys, publicKey) &&
    areLogged(
      keys,
      head.logs.find(({ name }) => name === 'keys'),
    )
  const isSettled = isIn(settledText(order), places.settlement, logOf(head, 'settlements'))
  const isOnlyResult = isTheResult(order, places.result, logOf(head, RESULTS).root)
  return [
    ...(isOurs ? [] : [{ kind: 'keys' }]),
    ...(isAccepted ? [] : [{ kind: 'acceptance' }]),
    ...(accepted.at >= askedAt(order.id) - ASKED_AHEAD_MAX_MS ? [] : [{ kind: 'accepted_early' }]),
    ...(wasLoggedBefore(receipt) ? [{ kind: 'logged_before' }] : []),
    ...(isSettled ? [] : [{ kind: 'settlement' }]),
    ...(isOnlyResult ? [] : [{ kind: 'result_place' }]),
  ]
}
/** Where the order has another result than the rule gives. */
function verdictProblems(order, verdict) {
  const { entry, exit } = verdict
  const { stake, earningsRateBp } = order
  const endings = {
    won: shareOf(stake, earningsRateBp),
    lost: stake === '0' ? '0' : `-${stake}`,
    tie: '0',
    void: '0',
  }
  const expected = {
    status: verdict.status,
    voidReason: verdict.voidReason,
    profitLoss: endings[verdict.status],
    payout: shareOf(stake, earningsRateBp + WHOLE_BP),
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt: entry ? entry.at + order.durationSeconds * 1e3 : null,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
  }
  return Object.keys(expected)
    .filter((field) => order[field] !== expected[field])
    .map((field) => ({
      kind: 'field',
      field,
    }))
}
/** The order was closed after its end, when the log had fixed its prices, and before the head that holds its settlement. */
function closingProblems({ order, fixed, head, places }, tree, end) {
  const problems = []
  if (!(tree && tree.through >= end && logOf(fixed, 'settlements').size <= places.settlement.leaf))
    problems.push({ kind: 'not_fixed_before' })
  if (order.closedAt < end) problems.push({ kind: 'closed_early' })
  if (order.closedAt < fixed.at || order.closedAt > head.at) problems.push({ kind: 'closed_order' })
  return problems
}
/** The steps of the check. A signature or a tree of hashes takes tens of ms on a slow phone: each is a step. */
function* checkSteps(receipt) {
  if (!isReceipt(receipt))
    return {
      problems: [
        {
          kind: 'format',
          newer: isNewerFormat(receipt),
        },
      ],
      verdict: null,
      end: 0,
      ticks: [],
      whole: false,
    }
  yield
  const { order, fixed } = receipt
  const checkpoint = signedCheckpoint(receipt)
  const ticks = receipt.ranges.flatMap((range) => range.ticks)
  const tree = fixed.products.find(({ symbol }) => symbol === order.symbol)
  const end = endOf(receipt, ticks)
  const verdict = decide(receipt, ticks)
  const problems = []
  for (const step of [
    () => headProblems$1(receipt, checkpoint),
    () => (checkpoint ? earlierProblems(receipt, checkpoint) : []),
    () => askProblems(receipt, checkpoint),
    () => logProblems(receipt),
    () => windowProblems(receipt, checkpoint, ticks, end),
    () => tickProblems(receipt, tree, ticks),
    () => closingProblems(receipt, tree, end),
    () => verdictProblems(order, verdict),
  ]) {
    yield
    problems.push(...step())
  }
  return {
    problems,
    verdict,
    end,
    ticks,
    whole: ticks.length === receipt.tickCount,
  }
}
/** Checks everything that a receipt under rule 3 claims, on this device and believing nobody (PRODUCT.md 1.1). */
function checkReceipt(receipt) {
  const steps = checkSteps(receipt)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
/** The terms that this device was given when it placed the order, against those that the receipt settles. */
function termsProblems(kept, { order, publicKey, keys }) {
  if (
    !(kept.publicKey === publicKey || keysBefore(keys).includes(kept.publicKey)) ||
    !isSignedBy(acceptanceText(kept.terms), kept.signature, kept.publicKey)
  )
    return [{ kind: 'acceptance' }]
  return TERM_FIELDS.filter((field) => kept.terms[field] !== order[field]).map((field) => ({
    kind: 'terms_changed',
    field,
  }))
}
// proof/signed/rule.ts
/** Exactly one published update holds for a second: the first one at or after it. */
var isFor = (second, update) => update !== void 0 && update.previousAt < second && second <= update.publishedAt
var pointOf = ({ publishedAt, price }) => ({
  sequence: null,
  at: publishedAt * 1e3,
  price,
})
/** The second of the entry, which the ask fixes. */
var entrySecondOf = ({ acceptedAt }) => Math.floor(acceptedAt / 1e3) + 1
/** Up to when a price could come, without an entry: the end of the order then. */
var endWithoutEntry = (order) => entrySecondOf(order) * 1e3 + order.entryTimeoutMs
/**
 * Rule 4's verdict on an order (PRODUCT.md 10.3), decided by the updates of its entry and its exit; or which of them
 * is not the one for its second.
 * @param isSilent whether no price came for a day from a second on; undefined if the receipt does not claim it
 */
function decideSigned(ruled, updates, isSilent) {
  const { order } = ruled
  const [first, second] = updates
  if (isLoggedLate(ruled)) return first || isSilent ? 'entry_update' : LOGGED_LATE
  const voided = (voidReason, entry) => ({
    status: 'void',
    voidReason,
    entry,
    exit: null,
  })
  const entryAt = entrySecondOf(order)
  if (!first && isSilent?.(entryAt)) return voided('no_entry_tick', null)
  if (!isFor(entryAt, first)) return 'entry_update'
  if ((first.publishedAt - entryAt) * 1e3 > order.entryTimeoutMs)
    return second || isSilent ? 'exit_update' : voided('no_entry_tick', null)
  const entry = pointOf(first)
  const exitAt = first.publishedAt + order.durationSeconds
  if (!second && isSilent?.(exitAt)) return voided('stale_at_expiry', entry)
  if (!isFor(exitAt, second) || isSilent) return 'exit_update'
  if ((second.publishedAt - exitAt) * 1e3 > order.staleAfterMs) return voided('stale_at_expiry', entry)
  const change = comparePrices(second.price, first.price) * SIGN[order.direction]
  return {
    status: change > 0 ? 'won' : change < 0 ? 'lost' : 'tie',
    voidReason: null,
    entry,
    exit: pointOf(second),
  }
}
// proof/signed/silence.ts
/** Without any price of the feed for so long, an order no longer waits for its update. */
var SILENT_MS = 864e5
/**
 * Whether the house's own log shows no price of the order's feed from a second on for a day: a head of the log is complete up to
 * then, and its last tick is older at its source.
 */
function isSilentFrom({ order, silence }, checkpoint, second) {
  if (!silence || !checkpoint) return false
  const { head, path, tick, tickPath } = silence
  const [from, [feed]] = [second * 1e3, order.instrument.split(':')]
  return (
    isIncluded(leafOf$1(order.symbol, head) ?? '', head.number - 1, checkpoint.size, path, checkpoint.root) &&
    isIncluded(leafHash(tickText(order.symbol, tick)), head.size - 1, head.size, tickPath, head.root) &&
    head.through >= from + SILENT_MS &&
    tick.sequence === head.size &&
    tick.source === order.source &&
    tick.instrument === feed &&
    tick.sourceAt < from
  )
}
// tools/lib/curve.ts
/**
 * The functions of proof/signed/curve.ts, written out: the built programs have these in their place, so that each is one file
 * without a library, and a fault of the app's library shows as a difference.
 */
var MASK = 2n ** 64n - 1n
/** The 24 constants and, lane by lane, the rotations of Keccak-f[1600] (FIPS 202, section 3.2), from their definitions. */
var ROUNDS = (() => {
  let state = 1
  const bit = () => {
    const out = state & 1
    state = state & 128 ? ((state << 1) ^ 369) & 255 : state << 1
    return BigInt(out)
  }
  return Array.from({ length: 24 }, () =>
    [0, 1, 3, 7, 15, 31, 63].reduce((sum, place) => sum | (bit() << BigInt(place)), 0n),
  )
})()
var ROTATIONS = (() => {
  const rotations = Array(25).fill(0n)
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step++) {
    rotations[x + 5 * y] = BigInt((((step + 1) * (step + 2)) / 2) % 64)
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return rotations
})()
var rotate = (lane, by) => ((lane << by) | (lane >> (64n - by))) & MASK
function permute(lanes) {
  for (const constant of ROUNDS) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20])
    const mixed = columns.map((_, x) => columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1n))
    const turned = Array(25).fill(0n)
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++)
        turned[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[x + 5 * y] ^ mixed[x], ROTATIONS[x + 5 * y])
    for (let at = 0; at < 25; at++) {
      const row = at - (at % 5)
      lanes[at] = turned[at] ^ (~turned[row + ((at + 1) % 5)] & MASK & turned[row + ((at + 2) % 5)])
    }
    lanes[0] ^= constant
  }
}
/** Keccak-256 with its padding of before FIPS 202, as chains use it. */
function keccak256(data) {
  const padded = Buffer.concat([data, Buffer.alloc(136 - (data.length % 136))])
  padded[data.length] |= 1
  padded[padded.length - 1] |= 128
  const lanes = Array(25).fill(0n)
  for (let from = 0; from < padded.length; from += 136) {
    for (let at = 0; at < 17; at++) lanes[at] ^= padded.readBigUInt64LE(from + 8 * at)
    permute(lanes)
  }
  const out = Buffer.alloc(32)
  for (let at = 0; at < 4; at++) out.writeBigUInt64LE(lanes[at], 8 * at)
  return out
}
/** secp256k1 (SEC 2, section 2.4.1): the field, the order of the group, and the base point. */
var FIELD = 2n ** 256n - 2n ** 32n - 977n
var GROUP = 115792089237316195423570985008687907852837564279074904382605163141518161494337n
var BASE = [
  55066263022277343669578718895168534326250603453777594175500187360389116729240n,
  32670510020758816978083085130507043184471273380659243275938904335757337482424n,
  1n,
]
var mod = (value, by) => ((value % by) + by) % by
function power(base, exponent, by) {
  let [result, square] = [1n, base % by]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % by
    square = (square * square) % by
  }
  return result
}
/** By Euclid; value is not 0. */
function inverse(value, by) {
  let [a, b, x, y] = [mod(value, by), by, 1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b, x, y] = [b % a, a, y - quotient * x, x]
  }
  return mod(x, by)
}
function twice([x, y, z]) {
  if (y === 0n) return [1n, 1n, 0n]
  const square = (y * y) % FIELD
  const product = (4n * x * square) % FIELD
  const slope = (3n * x * x) % FIELD
  const newX = mod(slope * slope - 2n * product, FIELD)
  return [newX, mod(slope * (product - newX) - 8n * square * square, FIELD), (2n * y * z) % FIELD]
}
function plus(p, q) {
  if (p[2] === 0n) return q
  if (q[2] === 0n) return p
  const [pz, qz] = [(p[2] * p[2]) % FIELD, (q[2] * q[2]) % FIELD]
  const [px, qx] = [(p[0] * qz) % FIELD, (q[0] * pz) % FIELD]
  const [py, qy] = [(p[1] * qz * q[2]) % FIELD, (q[1] * pz * p[2]) % FIELD]
  if (px === qx) return py === qy ? twice(p) : [1n, 1n, 0n]
  const [width, height] = [mod(qx - px, FIELD), mod(qy - py, FIELD)]
  const square = (width * width) % FIELD
  const cube = (square * width) % FIELD
  const x = mod(height * height - cube - 2n * px * square, FIELD)
  return [x, mod(height * (px * square - x) - py * cube, FIELD), (p[2] * q[2] * width) % FIELD]
}
/** a·P + b·Q in one pass over the bits. */
function combined(a, p, b, q) {
  const both = plus(p, q)
  let sum = [1n, 1n, 0n]
  for (let bit = 255n; bit >= 0n; bit--) {
    sum = twice(sum)
    const [inA, inB] = [(a >> bit) & 1n, (b >> bit) & 1n]
    if (inA && inB) sum = plus(sum, both)
    else if (inA) sum = plus(sum, p)
    else if (inB) sum = plus(sum, q)
  }
  return sum
}
var numberOf = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
/** The address of the key that signed a digest; undefined for a signature that is not in its one spelling (low s). */
function signerOf(digest, bytes, parity) {
  const [r, s] = [numberOf(bytes.subarray(0, 32)), numberOf(bytes.subarray(32))]
  if (r === 0n || r >= GROUP || s === 0n || s > GROUP / 2n) return void 0
  const square = (r * r * r + 7n) % FIELD
  const root = power(square, (FIELD + 1n) / 4n, FIELD)
  if ((root * root) % FIELD !== square) return void 0
  const point = [r, Number(root & 1n) === parity ? root : FIELD - root, 1n]
  const inverted = inverse(r, GROUP)
  const [x, y, z] = combined(mod(-numberOf(digest) * inverted, GROUP), BASE, (s * inverted) % GROUP, point)
  if (z === 0n) return void 0
  const unit = inverse(z, FIELD)
  const squared = (unit * unit) % FIELD
  const key = [(x * squared) % FIELD, (y * squared * unit) % FIELD].map((each) => each.toString(16).padStart(64, '0'))
  return Buffer.from(keccak256(Buffer.from(key.join(''), 'hex')).subarray(12)).toString('hex')
}
// proof/signed/update.ts
var HEADER = '504e415501000000'
var BYTES_MAX = 4096
var NODES_MAX = 20
var MESSAGE_BYTES = 85
var BODY_BYTES = 88
var HASH_BYTES = 20
var WHOLE_DIGITS_MAX = 16
var SECONDS_MAX = 2 ** 32
/** Reads forward; beyond the end there is nothing, which no check takes. */
var Reader = class {
  bytes
  at = 0
  constructor(bytes) {
    this.bytes = bytes
  }
  take(count) {
    const from = this.at
    this.at += count
    return this.bytes.subarray(from, this.at)
  }
  hex(count) {
    return toHex(this.take(count))
  }
  /** Up to six bytes, so that the number is exact. */
  number(count) {
    const digits = this.hex(count)
    return digits.length === count * 2 ? Number.parseInt(digits, 16) : NaN
  }
  get isAtEnd() {
    return this.at === this.bytes.length
  }
}
function compareBytes(a, b) {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
var hashOf = (...parts) => keccak256(Uint8Array.from(parts.flatMap((part) => [...part]))).subarray(0, HASH_BYTES)
/** The root that a message and its path lead to: the two children of a node are in the order of their bytes. */
function rootOf(message, path) {
  let hash = hashOf([0], message)
  for (const other of path) hash = compareBytes(hash, other) < 0 ? hashOf([1], hash, other) : hashOf([1], other, hash)
  return toHex(hash)
}
/** A price as it is written in an order; undefined for one that cannot be a price. */
function decimal(price, exponent) {
  const digits = BigInt.asIntN(64, BigInt(`0x${price}`)).toString()
  const decimals = -exponent
  if (digits.startsWith('-') || digits === '0' || decimals < 0 || decimals > 12) return void 0
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals)
  if (whole.length > WHOLE_DIGITS_MAX) return void 0
  return decimals === 0 ? whole : `${whole}.${padded.slice(whole.length)}`
}
/** The content of a price message; undefined for any other message. */
function readMessage(message) {
  const reader = new Reader(message)
  if (reader.number(1) !== 0) return void 0
  const [feed, digits] = [reader.hex(32), reader.hex(8)]
  reader.take(8)
  const price = decimal(digits, reader.number(4) | 0)
  const [publishedAt = SECONDS_MAX, previousAt = SECONDS_MAX] = [reader.hex(8), reader.hex(8)].map((hex) =>
    Number.parseInt(hex, 16),
  )
  return price !== void 0 && publishedAt < SECONDS_MAX && previousAt < SECONDS_MAX
    ? {
        feed,
        price,
        publishedAt,
        previousAt,
      }
    : void 0
}
/** The root that the signers of a set have signed; undefined if it is not a root, or is another emitter's. */
function rootIn(body, set) {
  const reader = new Reader(body)
  reader.take(8)
  const isOurs = reader.number(2) === set.emitterChain && reader.hex(32) === set.emitter
  reader.take(9)
  const isRoot = reader.hex(5) === '4155575600'
  reader.take(12)
  return isOurs && isRoot ? reader.hex(HASH_BYTES) : void 0
}
function readSignatures(reader, set) {
  const count = reader.number(1)
  if (!(count >= set.quorum && count <= set.addresses.length)) return void 0
  const signatures = Array.from({ length: count }, () => ({
    index: reader.number(1),
    compact: reader.take(64),
    recovery: reader.number(1),
  }))
  return signatures.every(
    ({ index, recovery }, at) =>
      recovery <= 1 && index < set.addresses.length && index > (signatures[at - 1]?.index ?? -1),
  )
    ? signatures
    : void 0
}
/** An update in its canonical form (docs/PROOF_FORMAT.md, "Signed prices"), signatures not yet looked at. */
function parseUpdate(hex, set) {
  const bytes = fromHex(hex)
  if (!bytes || bytes.length > BYTES_MAX) return void 0
  const reader = new Reader(bytes)
  if (reader.hex(8) !== HEADER) return void 0
  const vaa = new Reader(reader.take(reader.number(2)))
  if (vaa.number(1) !== 1 || vaa.number(4) !== set.index) return void 0
  const signatures = readSignatures(vaa, set)
  const body = vaa.take(BODY_BYTES)
  if (!signatures || body.length < BODY_BYTES || !vaa.isAtEnd) return void 0
  if (reader.number(1) !== 1 || reader.number(2) !== MESSAGE_BYTES) return void 0
  const message = reader.take(MESSAGE_BYTES)
  const nodes = reader.number(1)
  if (message.length < MESSAGE_BYTES || !(nodes <= NODES_MAX)) return void 0
  const path = Array.from({ length: nodes }, () => reader.take(HASH_BYTES))
  const said = readMessage(message)
  if (!said || !reader.isAtEnd || rootOf(message, path) !== rootIn(body, set)) return void 0
  return {
    ...said,
    digest: keccak256(keccak256(body)),
    signatures,
  }
}
/** Signatures checked in a row: each takes milliseconds on a slow phone, and the page has to answer in between. */
var SIGNATURES_AT_ONCE = 4
/**
 * The content of an update; undefined if it is not one in canonical form, or if not each signature shown is of the
 * signer that it names.
 * @param pause lets others work; awaited every few signatures
 */
async function readUpdate(hex, set, pause) {
  const parsed = parseUpdate(hex, set)
  if (!parsed) return void 0
  const { feed, price, publishedAt, previousAt, digest, signatures } = parsed
  for (const [at, { index, compact, recovery }] of signatures.entries()) {
    if (at % SIGNATURES_AT_ONCE === 0) await pause()
    if (signerOf(digest, compact, recovery) !== set.addresses[index]) return void 0
  }
  return {
    feed,
    price,
    publishedAt,
    previousAt,
  }
}
// proof/signed/receipt.ts
/** The clocks of an oracle may be ahead of the house's by this much. */
var ORACLE_AHEAD_MAX_MS = 2e3
/** Both heads are in the log of heads, in their order, and the logs of the later one continue from the earlier one. */
function headProblems(receipt, checkpoint) {
  const { accepted, head, heads, consistency } = receipt
  if (!checkpoint) return [{ kind: 'checkpoint' }]
  const { size, root } = checkpoint
  const areIn = [
    {
      each: accepted,
      path: heads.accepted,
    },
    {
      each: head,
      path: heads.head,
    },
  ].every(
    ({ each, path }) =>
      isIncluded(headLeaf(each, each.products), each.number - 1, size, path, root) &&
      isInOrder({
        products: [],
        logs: each.logs,
      }),
  )
  const inOrder = accepted.number <= head.number && accepted.at <= head.at
  const goOn = haveGrown(accepted, head, consistency.logs)
  return [
    ...(areIn ? [] : [{ kind: 'heads' }]),
    ...(inOrder
      ? []
      : [
          {
            kind: 'history',
            problem: { kind: 'order' },
          },
        ]),
    ...(goOn
      ? []
      : [
          {
            kind: 'history',
            problem: { kind: 'logs_rewritten' },
          },
        ]),
    ...earlierProblems(receipt, checkpoint),
  ]
}
/** The decision of the updates, once each is signed and is the one for its second. */
function decided(receipt, checkpoint, updates) {
  const { order, accepted, head, silence } = receipt
  const verdict = decideSigned(
    receipt,
    updates,
    silence ? (second) => isSilentFrom(receipt, checkpoint, second) : void 0,
  )
  if (typeof verdict === 'string')
    return {
      problems: [{ kind: verdict }],
      verdict: null,
    }
  const published = Math.max(0, ...updates.map(({ publishedAt }) => publishedAt * 1e3))
  const { closedAt } = order
  return {
    problems: [
      ...(closedAt >= Math.max(accepted.at, published - ORACLE_AHEAD_MAX_MS) && closedAt <= head.at
        ? []
        : [{ kind: 'closed_order' }]),
      ...verdictProblems(order, verdict),
    ],
    verdict,
  }
}
/** The prices: signed by enough of the signers that the terms name, of the feed that they name, and of the right seconds. */
async function priceFindings(receipt, checkpoint, known, pause) {
  const [feed = '', id = ''] = receipt.order.instrument.split(':')
  const set = known.get(id)
  if (!set || isRetired(id, entrySecondOf(receipt.order)))
    return {
      problems: [{ kind: 'signers' }],
      verdict: null,
    }
  const updates = []
  for (const hex of receipt.updates) {
    const update = await readUpdate(hex, set, pause)
    if (update) updates.push(update)
  }
  const signed = {
    needed: set.quorum,
    all: set.addresses.length,
    byTest: id === TEST_SET_ID,
  }
  if (updates.length < receipt.updates.length)
    return {
      problems: [{ kind: 'update' }],
      verdict: null,
    }
  if (updates.some((update) => update.feed !== feed))
    return {
      problems: [{ kind: 'feed' }],
      verdict: null,
    }
  return {
    ...decided(receipt, checkpoint, updates),
    signed,
  }
}
/**
 * Checks everything that a receipt under rule 4 claims, on this device and believing nobody (PRODUCT.md 1.1).
 * @param known sets of signers by id
 * @param pause lets others work; awaited before each step and every few signatures
 */
async function checkSignedReceipt(receipt, known, pause) {
  const { order } = receipt
  const checkpoint = signedCheckpoint(receipt)
  const prices = await priceFindings(receipt, checkpoint, known, pause)
  const problems = []
  for (const step of [
    () => headProblems(receipt, checkpoint),
    () => askProblems(receipt, checkpoint),
    () => logProblems(receipt),
  ]) {
    await pause()
    problems.push(...step())
  }
  return {
    ...prices,
    problems: [...problems, ...prices.problems],
    end: order.expiresAt ?? endWithoutEntry(order),
    ticks: [],
    whole: true,
  }
}
// proof/steps.ts
/** A time as people read it. */
var timeOf = (ms) => new Date(ms).toISOString()
// tools/verify/sentences.ts
var SENTENCES = {
  checkpoint: 'the log of heads up to the last head is not signed with the key, or an older part of it is not',
  heads: 'a head of the receipt is not in the log of heads',
  keys: 'the keys do not hand over to the one that signs, or their log has other changes',
  ask: 'the order is not signed by the device that asked for it, or the log does not go on from what the device had seen',
  asked_time: 'the entry is not of the second that the time in the id fixes',
  acceptance: 'the terms of the order are not what the house signed and logged',
  accepted_early: 'the head that holds the order was made before the device asked for it',
  logged_before: 'the order is said to be logged late, and the head before it is not shown, or has the order already',
  settlement: 'the order, as it is here, is not in the settlement log',
  result_place: 'the map of results has not this result at the place of the order',
  window: 'the heads from the acceptance to the end are not all shown, or do not stand so in the log of heads',
  window_order: 'a head of the window does not go on from the one before it',
  through: 'a head promises prices of a time after it',
  ticks: 'the ticks are not what stands in the price log',
  tick_order: 'a tick is earlier than the one before it',
  tick_missing: 'a tick is missing',
  dated_back: 'a tick was logged at another time than it says',
  begins_late: 'the ticks do not begin with the last one before the acceptance',
  ends_early: 'the ticks do not end with the first one after the end of the order',
  source: 'a tick comes from another source than the terms name',
  source_time: 'a tick is more than a minute off the time of its source',
  source_order: 'a tick is an older trade of its source than one before it',
  not_fixed_before: 'the prices were not fixed before the order was settled',
  fixed_not_first: 'the prices are not those of the first head after the end',
  closed_early: 'the order was closed before its end',
  closed_order: 'the order was closed before its prices were there, or after the head that holds it',
  signers: 'the prices are decided by signers that this program does not know: see --signers',
  update: 'an update is not whole, or not signed by enough of the set',
  feed: 'an update has the price of another feed',
  heads_late: 'a head is dated to a time at which this device saw the log without it',
  heads_early: 'a head is dated to a time that was to come when this device saw it',
  entry_update: 'the update for the second of the entry is not shown',
  exit_update: 'the updates do not end with the one that decides the exit',
}
/** Where a log does not continue. */
var HISTORY = {
  order: 'the heads are in the wrong order',
  heads_rewritten: 'the log of heads does not go on from an older part of it',
  prices_rewritten: 'a price log was rewritten between two heads',
  logs_rewritten: 'a log was rewritten between two heads, or the map of results has another number than were settled',
}
/** A receipt of another format, or one that is broken. */
function formatSentence(value) {
  const { format } = value ?? {}
  const version = /^fairtick-receipt-[0-9]{1,6}$/.exec(String(format))?.[0]
  return version && version !== 'fairtick-receipt-8' && version !== 'fairtick-receipt-9'
    ? `this receipt is of ${version}, and this script checks ${FORMAT} and ${SIGNED_FORMAT}: take the script of that version`
    : 'this file is not a whole receipt: something is missing in it, or was added or changed. Save it anew'
}
/** The number of the tick or head that a problem names. */
var placeOf = (problem) =>
  'sequence' in problem ? ` (${problem.sequence})` : 'number' in problem ? ` (head ${problem.number})` : ''
/** A problem of a receipt as a code and a sentence. `receipt` is what was checked. */
function findingOf(problem, receipt) {
  switch (problem.kind) {
    case 'format':
      return ['format', formatSentence(receipt)]
    case 'history':
      return [problem.problem.kind, HISTORY[problem.problem.kind] ?? '']
    case 'field':
      return ['field', `by the rule, ${problem.field} is another than the receipt says`]
    case 'terms_changed':
      return ['terms_changed', `the order was settled with another ${problem.field} than was accepted`]
    case 'other_order':
    case 'other_result':
    case 'other_prices':
      throw new Error(`only a device that has seen the order says ${problem.kind}`)
    default:
      return [problem.kind, `${SENTENCES[problem.kind]}${placeOf(problem)}`]
  }
}
// tools/verify/findings.ts
var isAnyReceipt = (value) => isReceipt(value) || isSignedReceipt(value)
/** Checks a receipt; `signers` are texts of sets of signers, besides those that are known. */
var checkOf = async (receipt, signers) =>
  isSignedReceipt(receipt)
    ? checkSignedReceipt(receipt, knownSigners(signers.join(' ')), async () => void 0)
    : checkReceipt(receipt)
/** Everything that does not hold, each as a code of docs/PROOF_FORMAT.md and a sentence; none if the receipt holds. */
async function findingsOf(receipt, signers = []) {
  const { problems } = await checkOf(receipt, signers)
  return problems.map((problem) => findingOf(problem, receipt))
}
/** If the receipt settles other terms than the acceptance that the user was given. */
function acceptanceFindings(receipt, kept) {
  if (!isAcceptance(kept)) return [['acceptance', 'the acceptance is not signed with a key of the receipt']]
  return termsProblems(kept, receipt).map((problem) => findingOf(problem, receipt))
}
/** If the house has signed for the user that it made nothing of the receipt's order. */
function refusalFindings(receipt, refusal) {
  if (!refusal || !isReceiptRefused(receipt, refusal)) return []
  return [
    [
      'refused',
      `the house signed at ${timeOf(refusal.at)} that it refused this order (${refusal.code}), and now shows a result of it`,
    ],
  ]
}
/** Where a log has signed two different states of the same size: that proves by itself that it has two histories. */
function forkFindings(checkpoints) {
  const [pair] = checkpoints.flatMap((one) =>
    checkpoints
      .filter(({ size, root }) => size === one.size && root !== one.root)
      .map((other) => ({
        one,
        other,
      })),
  )
  if (!pair) return []
  const { one, other } = pair
  return [
    [
      'forked',
      `${one.origin} has signed two logs of ${one.size} heads, one with the root ${one.root}, one with ${other.root}. Show both checkpoints to the witnesses and monitors of this log, to other users and to a supervisory authority, not to the house alone. Only a restored backup that the house has signed in public explains them`,
    ],
  ]
}
/** Where the checkpoints that a device fetched are not of the receipt's log, or contradict it, each other or its times. */
function fetchedFindings(receipt, fetched) {
  const own = parseCheckpoint(receipt.checkpoint)
  const checkpoints = fetched.flatMap(({ text }) => {
    const each = parseCheckpoint(text)
    const isOurs = each?.origin === own?.origin && keysOf(receipt).some((key) => each && isSignedByLog(each, key))
    return each && isOurs ? [each] : []
  })
  if (checkpoints.length !== fetched.length)
    return [['checkpoint', 'a checkpoint that the device fetched is not signed with a key of the log']]
  const late = seenProblems(receipt, fetched, []).map((problem) => findingOf(problem, receipt))
  return [...forkFindings(own ? [own, ...checkpoints] : []), ...late]
}
/** The stake as people write it: 3750 minor units of a currency with 2 decimals are "37.50 USD". */
function amountOf({ stake, scale, currency }) {
  const digits = stake.padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`} ${currency}`
}
/** The finding from an ask that was left with witnesses, if the file has nothing of the house: that it never answered. */
function unansweredFindings(left) {
  if (!isLeftAskSigned(left)) return [['format', 'this file has an ask that its device or a witness has not signed']]
  const [id, symbol, direction, stake = '', currency = '', scale] = left.ask.split('|').slice(-11)
  return [
    [
      'no_answer',
      `order ${id} was asked for (${`${symbol} ${direction}, ${amountOf({
        stake,
        currency,
        scale: Number(scale),
      })}`}), known to ${left.seenBy.map(({ witness, at }) => `${witness} at ${timeOf(at)}`).join(', ')}: ask the house for what it signed about it`,
    ],
  ]
}
/** The finding from evidence without a receipt: that the house accepted an order, and gives no account of how it ended. */
function findingsWithoutReceipt(acceptance) {
  if (
    !(
      isAcceptance(acceptance) &&
      isSignedBy(acceptanceText(acceptance.terms), acceptance.signature, acceptance.publicKey)
    )
  )
    return [['format', 'this file has no receipt, and no acceptance that is signed']]
  const { terms, publicKey } = acceptance
  const said = `${terms.symbol} ${terms.direction}, ${amountOf(terms)}`
  const at = timeOf(terms.acceptedAt)
  return [
    ['no_receipt', `key ${publicKey} signed that ${terms.number} was accepted at ${at} (${said}): ask for its receipt`],
  ]
}
// tools/verify/options.ts
var USAGE =
  'node scripts/verify-receipt.mjs <receipt.json> [--server URL] [--key HEX] [--acceptance FILE] [--witness VERIFIER_KEY]… [--needed NUMBER] [--tlog-proof FILE] [--signers TEXT_OR_FILE]…, or --checkpoint FILE --checkpoint FILE --key HEX'
var WITNESS_KEY = '04'
var isAddress = (text) => /^https?:[/][/]./.test(text)
/** A witness's key as `name+id+key` of c2sp.org/signed-note; throws a sentence for anything else. */
function checkWitness(text) {
  const key = parseVerifierKey(text, WITNESS_KEY)
  if (key) return key.publicKey
  throw new Error(`--witness takes name+id+key of a witness, and ${text} is none, or is misspelt: the id has to fit.`)
}
/** The text of a set of signers, given as it is or as a file; throws a sentence for anything else. */
function readSigners(given) {
  const written = given.startsWith('signers|') ? given : readFileSync(given, 'utf8').trim()
  if (!parseSignerSet(written))
    throw new Error('--signers takes a text signers|1|… of docs/PROOF_FORMAT.md, or a file with one.')
  return written
}
/** The arguments, each option that may occur once no more than that. */
function parse(args) {
  const option = {
    type: 'string',
    multiple: true,
  }
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: option,
      key: option,
      acceptance: option,
      witness: option,
      needed: option,
      checkpoint: option,
      'tlog-proof': option,
      signers: option,
    },
  })
  const { witness = [], checkpoint = [], signers = [], ...once } = values
  const isOneFile = positionals.length === 1 && positionals[0] !== '' && checkpoint.length === 0
  const areTwoCheckpoints = positionals.length === 0 && checkpoint.length === 2
  if (!isOneFile && !areTwoCheckpoints) throw new Error(`Give one file, or two checkpoints. Usage: ${USAGE}`)
  for (const [name, given] of Object.entries(values))
    if (given.includes('')) throw new Error(`--${name} is empty: give it a value, or leave it out.`)
  for (const [name, given] of Object.entries(once))
    if (given.length > 1) throw new Error(`--${name} is given twice: give it once.`)
  return {
    file: positionals[0],
    witness,
    checkpoint,
    signers,
    once,
  }
}
/** The file and the options; throws a sentence that says what to set for anything that is not exactly this. */
function readOptions(args) {
  const { file, witness, checkpoint, signers, once } = parse(args)
  const [server, key, needed] = [once.server?.[0], once.key?.[0], once.needed?.[0]]
  if (server && !isAddress(server)) throw new Error('--server takes an address: https://host.')
  if (key && !/^[0-9a-f]{64}$/.test(key))
    throw new Error('--key takes the public key of the log: 64 characters of 0-9 and a-f.')
  if (needed && witness.length === 0) throw new Error('--needed counts witnesses: name them with --witness.')
  if (needed && !/^[1-9][0-9]{0,3}$/.test(needed)) throw new Error('--needed takes an integer from 1 on.')
  const keys = witness.map(checkWitness)
  return {
    file,
    checkpoint,
    server,
    key,
    signers: signers.map(readSigners),
    /** The texts that witnesses have to sign, and how many of them. */
    policy: {
      witnesses: witness,
      needed: needed ? Number(needed) : new Set(keys).size,
    },
    acceptance: once.acceptance?.[0],
    proof: once['tlog-proof']?.[0],
  }
}
// proof/restores.ts
/** A statement is about the past: its time may be ahead of the present by this much. */
var AHEAD_MAX_MS = 6e4
/** Whether the log of that origin signed the statement, with the key of today or one that handed over. */
var isSigned = (restore, origin, keys) =>
  keys.includes(restore.publicKey) && isSignedBy(restoreText(origin, restore), restore.signature, restore.publicKey)
/**
 * The statement that accounts for a seen head that the log does not continue; undefined if there is none. Each
 * explains one broken history: a second one under the same statement is a fork. If the log was restored several times
 * since then, it continues from the earliest head that was kept.
 */
function restoreOf(restores, receipt, { head, publicKey, taken = [] }, now) {
  if (!keysOf(receipt).includes(publicKey)) return void 0
  return restores
    .filter(
      (restore) =>
        restore.kept < head.number &&
        head.at <= restore.at &&
        restore.at <= now + AHEAD_MAX_MS &&
        !taken.includes(restore.signature) &&
        isSigned(restore, parseCheckpoint(receipt.checkpoint)?.origin ?? '', keysOf(receipt)),
    )
    .sort((a, b) => a.kept - b.kept)[0]
}
/** Whether the head that a statement calls the last one kept is the last one of the part of the log that it names. */
function isKeptHead({ kept, keptAt, root }, shown, receipt) {
  const { head, checkpoint, path } = shown
  const state = signedState(checkpoint, receipt)
  return (
    head.number === kept &&
    head.at === keptAt &&
    state?.size === kept &&
    state.root === root &&
    isIncluded(headLeaf(head, productsRoot(head)), kept - 1, kept, path, root)
  )
}
/** Whether an entry of the log of feed events is the statement. Its time may be later: times never fall in that log. */
function isEntryOf({ kept, root, reason, signature }, entry) {
  const facts = ['restored', '-', kept, root, reason, signature].join('|')
  return entry.startsWith('feed|1|') && entry.endsWith(`|${facts}`)
}
/** The log of heads under which a page of feed events is proven; undefined if the page proves nothing. */
function provenBy(page, receipt) {
  const { head, headPath, entries, from, path } = page
  const state = signedState(page.checkpoint, receipt)
  return state?.size === head.number &&
    isIncluded(headLeaf(head, head.products), head.number - 1, state.size, headPath, state.root) &&
    isRange(entries.map(leafHash), from, logOf(head, 'feeds'), path)
    ? state
    : void 0
}
// tools/verify/server.ts
var askerOf = (server) => async (path, isThat) => {
  const answer = await fetch(new URL(`/api${path}`, server), { signal: AbortSignal.timeout(3e4) })
  if (answer.status === 404) return void 0
  if (!answer.ok) throw new Error(`${server} answers ${answer.status} for ${path}: try again later.`)
  const value = readPlainJson(await answer.text())
  if (!isThat(value)) throw new Error(`${server} answers ${path} with something else: is it the host of the service?`)
  return value
}
/** Whether the server shows that one of two states of the log of heads continues the other. */
async function areOfOneLog(one, other, ask) {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  if (older.size === 0 || older.size === newer.size) return isConsistent(older, newer, [])
  const proof = await ask(`/proof/consistency?from=${older.size}&to=${newer.size}`, isConsistencyAnswer)
  return proof !== void 0 && isConsistent(older, newer, proof.heads)
}
var leafOf = ({ head }) => headLeaf(head, productsRoot(head))
/** Whether a head is the last one of a checkpoint, by the path that the server shows. */
async function isLastOf(signed, { size, root }, ask) {
  const { number } = signed.head
  const shown = await ask(`/proof/heads/${number}`, isLoggedHead)
  return shown !== void 0 && isIncluded(leafOf(signed), number - 1, size, shown.path, root)
}
/** The log of today as the receipt of a log: what is proven of it is proven by its keys. */
var logOfToday = ({ latest, policy }) => ({
  checkpoint: latest.checkpoint,
  keys: policy.keys,
  publicKey: latest.publicKey,
})
/** How many pages of the log of feeds are read for a statement: 200,000 entries. */
var FEED_PAGES_MAX = 400
var FEED_PAGE = 500
/** Whether a statement is in the public log of feeds, under the log of today. */
async function isInFeeds(said, today) {
  let from = ''
  for (let pages = 0; pages < FEED_PAGES_MAX; pages++) {
    const page = await today.ask(`/proof/feeds${from}`, isFeedPage)
    const [first] = page?.entries ?? []
    if (!page || first === void 0) return false
    const state = provenBy(page, logOfToday(today))
    if (!state || !(await areOfOneLog(state, today.now, today.ask))) return false
    if (page.entries.some((entry) => isEntryOf(said, entry))) return true
    if (page.from === 0 || Number(first.split('|')[2]) < said.at) return false
    from = `?from=${Math.max(0, page.from - FEED_PAGE)}`
  }
  return false
}
/** The statement of a restored log that makes a head void, if a key of the log signed it and today's log bears it out. */
async function statementOn(seen, today) {
  const { latest, policy, now, ask, keys } = today
  if (keys.length === 0) return void 0
  const log = logOfToday(today)
  const said = restoreOf(
    policy.restores,
    log,
    {
      head: seen,
      publicKey: latest.publicKey,
    },
    Date.now(),
  )
  if (!said || said.kept > now.size) return void 0
  const shown = await ask(`/proof/heads/${said.kept}`, isLoggedHead)
  return shown &&
    isKeptHead(said, shown, log) &&
    (await areOfOneLog(
      {
        size: said.kept,
        root: said.root,
      },
      now,
      ask,
    )) &&
    (await isInFeeds(said, today))
    ? said
    : void 0
}
/** Where the log of today does not continue from the receipt's. */
async function logFindings(receipt, { latest, now, ask }) {
  const { number } = receipt.head
  const { head } = latest
  const proof =
    number > head.number
      ? void 0
      : await ask(`/proof/consistency?from=${number}&to=${head.number}`, isConsistencyAnswer)
  if (!proof) return [['order', `the log of today has no head ${number}`]]
  const own = headLeaf(
    receipt.head,
    typeof receipt.head.products === 'string'
      ? receipt.head.products
      : productsRoot({
          ...receipt.head,
          products: receipt.head.products,
        }),
  )
  const findings = []
  const isThat = leafOf({ head: proof.from }) === own && leafOf({ head: proof.to }) === leafOf(latest)
  if (!isThat) findings.push(['heads_rewritten', 'the paths of the server are those of other heads'])
  const problems = isThat ? logsProblems(proof.from, head, proof) : []
  findings.push(
    ...problems.map((problem) =>
      findingOf(
        {
          kind: 'history',
          problem,
        },
        receipt,
      ),
    ),
  )
  const before = parseCheckpoint(receipt.checkpoint)
  if (!before || !isConsistent(before, now, proof.heads))
    findings.push(['heads_rewritten', 'the log of today does not go on from the one that the receipt is in'])
  return findings
}
/** Whether the map of results has this result today, and no other. */
async function resultFindings({ order }, { latest, now, ask }) {
  const answer = await ask(`/proof/results/${placeInMap(order.id)}`, isResultAnswer)
  const checkpoint = parseCheckpoint(answer?.checkpoint ?? '')
  if (!answer || checkpoint?.size !== answer.head.number || !isSignedByLog(checkpoint, latest.publicKey))
    return [['checkpoint', 'the map of results of today is not signed']]
  if (!(await areOfOneLog(checkpoint, now, ask)))
    return [['heads_rewritten', 'the map of results of today is of another log']]
  if (!(await isLastOf(answer, checkpoint, ask)))
    return [['heads', 'the head of the map of results is not in the log of today']]
  if (answer.leaf !== settledText(order))
    return [['second_result', 'today the house has another result for this order, or none']]
  return isTheResult(order, answer.path, logOf(answer.head, 'results').root) && hasWholeMap(answer.head)
    ? []
    : [['result_place', 'the map of results of today has not this result at the place of the order']]
}
function restoredFinding({ kept, keptAt, at, reason }, what) {
  return [
    'restored',
    `the house signed that its log is void from ${timeOf(keptAt)} to ${timeOf(at)}, after head ${kept} (${reason}): ${what} is of that time, and the log of today continues without it`,
  ]
}
/** Where the log of today does not continue from what the device has fetched, or the result of today is another one. */
async function findingsToday(receipt, checkpoints, today) {
  const findings = []
  const continued = []
  for (const checkpoint of checkpoints) {
    const { asked, text } = checkpoint
    const state = parseCheckpoint(text)
    if (state && (await areOfOneLog(state, today.now, today.ask))) {
      continued.push(checkpoint)
      continue
    }
    const size = state?.size ?? 0
    const said = await statementOn(
      {
        number: size,
        at: asked,
      },
      today,
    )
    if (said) return [restoredFinding(said, `head ${size}, which the device saw,`)]
    findings.push(['heads_rewritten', `the log of today does not go on from head ${size}, which the device saw`])
  }
  findings.push(...seenProblems(receipt, [], continued).map((problem) => findingOf(problem, receipt)))
  return [...findings, ...(await resultFindings(receipt, today))]
}
/** Whether the server's history of today continues from the receipt's, and from what the device has fetched. */
async function serverFindings(receipt, checkpoints, ask) {
  const latest = await ask('/proof/heads/latest', isLatest)
  const policy = await ask('/proof/policy', isPolicy)
  if (!latest || !policy) throw new Error('The server has no log: is it the host of the service?')
  const now = parseCheckpoint(latest.checkpoint)
  if (now?.size !== latest.head.number || !isSignedByLog(now, latest.publicKey))
    return [['checkpoint', 'the log of today is not signed']]
  if (!(await isLastOf(latest, now, ask))) return [['heads', 'the newest head is not in the log of today']]
  const { publicKey } = latest
  const log = latest.head.logs.find(({ name }) => name === 'keys')
  const keys =
    isChain(policy.keys, publicKey) && areLogged(policy.keys, log)
      ? keysOf({
          keys: policy.keys,
          publicKey,
        })
      : []
  if (publicKey !== receipt.publicKey && !keys.includes(receipt.publicKey))
    return [['keys', 'the key of the receipt did not hand over to the one that signs the log of today']]
  const today = {
    latest,
    now,
    keys,
    policy,
    ask,
  }
  const findings = await logFindings(receipt, today)
  if (!findings.some(([code]) => code === 'heads_rewritten' || code === 'order'))
    return [...findings, ...(await findingsToday(receipt, checkpoints, today))]
  const said = keys.includes(receipt.publicKey) ? await statementOn(receipt.head, today) : void 0
  return said ? [restoredFinding(said, `head ${receipt.head.number} of this receipt`)] : findings
}
// tools/verifyReceipt.ts
/** Heads are made every five seconds at least; prices that stood in no head for longer than this are mentioned. */
var FIXED_WITHIN_MS = 1e4
/** The content of a file: a receipt, one in a file of c2sp.org/tlog-proof that is made of nothing else, or evidence. */
function readFile(text) {
  const [, extra] = /^c2sp.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex /.exec(text) ?? []
  if (extra) {
    const receipt = readPlainJson(Buffer.from(extra, 'base64').toString('utf8'))
    if (isAnyReceipt(receipt) && tlogProof(receipt) !== text)
      throw new Error('The file is not the proof of the receipt in it: take it anew from where you have it.')
    return { receipt }
  }
  JSON.parse(text)
  const value = readPlainJson(text)
  return isEvidence(value) ? value : { receipt: value }
}
/** The findings from two checkpoints without a receipt, if their log's key is known. */
async function checkpointFindings(notes, { key, server }) {
  const [one, other] = notes.map(parseCheckpoint)
  if (!key) throw new Error('Two checkpoints are compared by the key of their log: give it with --key.')
  if (!one || !other || one.origin !== other.origin || ![one, other].every((each) => isSignedByLog(each, key)))
    return [['checkpoint', 'these are not two checkpoints of one log that are signed with that key']]
  if (one.size === other.size) return forkFindings([one, other])
  if (!server)
    throw new Error(
      `One is of ${one.size} heads and one of ${other.size}: --server asks whether the longer log goes on from the other.`,
    )
  return (await areOfOneLog(one, other, askerOf(server)))
    ? []
    : [['heads_rewritten', `the log of ${Math.max(one.size, other.size)} heads does not go on from the other`]]
}
/** How many of the named witnesses have signed the last head of a receipt. */
var seenBy = (receipt, { policy }) => witnessesOf(receipt, policy.witnesses).length
/** Contradictions to the user's own records or the witnesses that the user trusts, once the receipt holds by itself. */
async function findingsBeside(receipt, evidence, options) {
  const { key, acceptance, server, policy } = options
  const findings = []
  if (key && !keysOf(receipt).includes(key))
    findings.push(['key_changed', 'the log is not signed with that key, nor did that key hand over'])
  const kept = acceptance ? [readPlainJson(readFileSync(acceptance, 'utf8'))] : []
  if ('acceptance' in evidence) kept.push(evidence.acceptance)
  for (const each of kept) findings.push(...acceptanceFindings(receipt, each))
  const { checkpoints = [], refusal } = evidence
  findings.push(...refusalFindings(receipt, refusal))
  findings.push(...fetchedFindings(receipt, checkpoints))
  const signed = seenBy(receipt, options)
  if (signed < policy.needed)
    findings.push([
      'not_witnessed',
      `${signed} of the witnesses have signed the log of heads, and ${policy.needed} have to`,
    ])
  return findings.length > 0 || !server ? findings : serverFindings(receipt, checkpoints, askerOf(server))
}
/** Writes what does not hold. */
function failed(findings) {
  for (const [code, sentence] of findings) process.stdout.write(`FAIL  ${code}: ${sentence}\n`)
  return 1
}
/** Says whether two checkpoints are of one log. */
async function compareCheckpoints(notes, options) {
  const findings = await checkpointFindings(notes, options)
  if (findings.length > 0) return failed(findings)
  process.stdout.write('The two checkpoints do not contradict each other\n')
  return 0
}
/** That signers are not the published ones; undefined if they are, or if there are no signed prices. */
function otherSigners({ order }, { signed }) {
  const [, id] = order.instrument.split(':')
  if (!signed || PUBLISHED_SIGNERS.some((text) => signerSetId(text) === id)) return void 0
  return signed.byTest
    ? 'not independent: test signers signed these prices, and anybody can make their keys'
    : `not the published signers: these prices are signed by set ${id} of --signers, and only you know who that is`
}
/** For how long prices stood in no head while the order ran, if others have not signed them. */
var lateMs = (receipt) => ('window' in receipt ? unfixedMs(receipt) : 0)
/** Gaps in what a valid receipt shows. */
function notesOf(receipt, check, options, checkpoints) {
  const notes = []
  if (
    !(
      isTiedByWitnesses(receipt, check.end, options.policy) ||
      (options.server !== void 0 && isTiedByDevice(receipt, check.end, checkpoints))
    )
  )
    notes.push('not tied in time: nobody outside is known to have seen this log when the order ran')
  if (lateMs(receipt) > FIXED_WITHIN_MS) {
    const seconds = Math.ceil(lateMs(receipt) / 1e3)
    notes.push(`not fixed in time: for ${seconds} s prices stood in no head, and could still be chosen`)
  }
  const others = 'updates' in receipt && receipt.updates.length > 0 ? otherSigners(receipt, check) : void 0
  if (others) notes.push(others)
  return notes
}
/** The line that says what holds. */
function summaryOf(receipt, options) {
  const { order, head, publicKey } = receipt
  const prices = 'updates' in receipt ? `${receipt.updates.length} signed prices` : `${receipt.tickCount} ticks`
  const late = lateMs(receipt) > FIXED_WITHIN_MS ? ', but its prices were not fixed in time' : ''
  return `The receipt of ${order.number} holds${late}: ${order.symbol} ${order.direction}, ${amountOf(order)}, ${order.entryPrice ?? '-'} to ${order.exitPrice ?? '-'}, ${order.status}; code ${proofCode(order)}, ${prices}, head ${head.number}, key ${publicKey}, seen by ${seenBy(receipt, options)} witnesses\n`
}
/** Checks what was read of a file, and says what it found. */
async function checkContent(content, options) {
  const { receipt, acceptance, checkpoints, refusal, left } = content
  if (receipt === null && acceptance === null && left && !refusal) return failed(unansweredFindings(left))
  if (receipt === null && acceptance === null && checkpoints?.length === 2)
    return compareCheckpoints(
      checkpoints.map(({ text }) => text),
      options,
    )
  if (checkpoints && receipt === null) return failed(findingsWithoutReceipt(acceptance))
  const check = await checkOf(receipt, options.signers)
  if (check.problems.length > 0 || !isAnyReceipt(receipt))
    return failed(check.problems.map((problem) => findingOf(problem, receipt)))
  const findings = await findingsBeside(receipt, content, options)
  const [first] = findings
  if (first?.[0] === 'restored') {
    process.stdout.write(`VOID  restored: ${first[1]}\n`)
    return 3
  }
  if (first) return failed(findings)
  for (const note of notesOf(receipt, check, options, checkpoints ?? [])) process.stdout.write(`NOTE  ${note}\n`)
  if (options.proof) writeFileSync(options.proof, tlogProof(receipt))
  process.stdout.write(summaryOf(receipt, options))
  return lateMs(receipt) > FIXED_WITHIN_MS ? 4 : 0
}
async function checkFile(args) {
  if (args.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const options = readOptions(args)
  if (options.file) return checkContent(readFile(readFileSync(options.file, 'utf8')), options)
  return compareCheckpoints(
    options.checkpoint.map((name) => readFileSync(name, 'utf8')),
    options,
  )
}
/** Returns the exit code. */
var main = (args) =>
  checkFile(args).catch((error) => {
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    return 2
  })
if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('verify-receipt.mjs'))
  main(process.argv.slice(2)).then((code) => process.exit(code))
export { findingsOf, knownSigners, main, parseSignerSet, readPlainJson, readUpdate, witnessesOf }
