// node scripts/verify-receipt.mjs <receipt.json> [--server https://host] [--key <public key, hex>] [--acceptance <file>]
//   [--witness <verifier key>]… [--needed <number>] [--tlog-proof <file to write>]
//
// Checks a receipt without the app and without believing the server: plain Node, no packages, none of the app's code.
// docs/PROOF.md describes every text and every step. Exit code 0: it holds. 1: it does not, and the lines say what. 2: the
// file or the server could not be read. 3: it holds by itself, and the house has signed that a restored backup made the log of
// its time void.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const leaf = (text) => sha256(Buffer.of(0), text)
const node = (left, right) => sha256(Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))
const EMPTY = sha256('')

/** The largest power of two below n; n is at least 2. */
function split(n) {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

function root(leaves) {
  if (leaves.length === 0) return EMPTY
  if (leaves.length === 1) return leaves[0]
  const k = split(leaves.length)
  return node(root(leaves.slice(0, k)), root(leaves.slice(k)))
}

/** The root that a leaf and its path lead to: down to the leaf, then up with one hash of the path a level. */
function rootFromPath(hash, index, size, path) {
  const rest = [...path]
  const up = (at, count) => {
    if (count === 1) return hash
    const k = split(count)
    if (at < k) {
      const left = up(at, k)
      return node(left, rest.shift() ?? '')
    }
    const right = up(at - k, count - k)
    return node(rest.shift() ?? '', right)
  }
  const result = index >= 0 && index < size ? up(index, size) : ''
  return rest.length === 0 ? result : ''
}

/** The roots of the older and of the newer tree that a consistency path leads to. */
function rootsFromConsistency(oldSize, newSize, oldRoot, path) {
  const rest = [...path]
  const walk = (size, count, known) => {
    if (size === count) {
      const hash = known ? oldRoot : (rest.shift() ?? '')
      return [hash, hash]
    }
    const k = split(count)
    if (size <= k) {
      const [before, after] = walk(size, k, known)
      return [before, node(after, rest.shift() ?? '')]
    }
    const [before, after] = walk(size - k, count - k, false)
    const left = rest.shift() ?? ''
    return [node(left, before), node(left, after)]
  }
  const roots = walk(oldSize, newSize, true)
  return rest.length === 0 ? roots : ['', '']
}

function isConsistent(older, newer, path) {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return older.root === newer.root && path.length === 0
  if (older.size === 0) return older.root === EMPTY && path.length === 0
  const [before, after] = rootsFromConsistency(older.size, newer.size, older.root, path)
  return before === older.root && after === newer.root
}

function rootFromRange(leaves, from, size, path) {
  const to = from + leaves.length
  const rest = [...path]
  const walk = (low, count) => {
    if (low + count <= from || low >= to) return rest.shift() ?? ''
    if (count === 1) return leaves[low - from]
    const k = split(count)
    const left = walk(low, k)
    return node(left, walk(low + k, count - k))
  }
  const result = walk(0, size)
  return rest.length === 0 ? result : ''
}

const productsRoot = (head) =>
  root(head.products.map((tree) => leaf(`product|2|${tree.symbol}|${tree.size}|${tree.through}|${tree.root}`)))

/** A head's leaf in the log of heads; `products` is their root. */
function headLeaf(head, products) {
  const logs = root(head.logs.map((log) => leaf(`log|1|${log.name}|${log.size}|${log.root}`)))
  return leaf(`head|2|${head.number}|${head.at}|${products}|${logs}`)
}

/** OpenSSL refuses the second spelling of a signature (S + L) by itself; keys and points are 32 bytes below 2^255 - 19. */
function isSigned(text, { signature, publicKey }) {
  const prime = 2n ** 255n - 19n
  const point = (hex) => BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`) % 2n ** 255n
  if (point(publicKey) >= prime || point(signature.slice(0, 64)) >= prime) return false
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))
}

/** The whole lines of a checkpoint, and its signatures; undefined for anything else. */
function readCheckpoint(note) {
  const name = '[!-*,-~]{1,120}'
  const lines = new RegExp(
    `^(${name})\\n(0|[1-9][0-9]{0,15})\\n([A-Za-z0-9+/]{43}=)\\n\\n((?:— ${name} [A-Za-z0-9+/]{8,}={0,2}\\n){1,32})$`,
  ).exec(note)
  if (!lines) return undefined
  const [, origin, size, hash, signatures] = lines
  const spelled = [
    hash,
    ...signatures
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[2]),
  ]
  if (spelled.some((text) => Buffer.from(text, 'base64').toString('base64') !== text)) return undefined
  return {
    ...{ origin, size: Number(size), root: Buffer.from(hash, 'base64').toString('hex') },
    text: `${origin}\n${size}\n${hash}\n`,
    signatures: signatures
      .trimEnd()
      .split('\n')
      .map((line) => ({ name: line.split(' ')[1], bytes: Buffer.from(line.split(' ')[2], 'base64') })),
  }
}

/** The signatures that name a key: `type` is 1 for a log and 4 for a witness. */
function signaturesOf({ signatures }, name, type, publicKey) {
  const id = sha256(`${name}\n`, Buffer.of(type), Buffer.from(publicKey, 'hex')).slice(0, 8)
  return signatures
    .filter((each) => each.name === name && each.bytes.subarray(0, 4).toString('hex') === id)
    .map(({ bytes }) => bytes.subarray(4).toString('hex'))
}

function isSignedByLog(checkpoint, publicKey) {
  const own = signaturesOf(checkpoint, checkpoint.origin, 1, publicKey)
  const holds = (signature) => signature.length === 128 && isSigned(checkpoint.text, { signature, publicKey })
  return own.length > 0 && own.every(holds)
}

/** Those of the witnesses, as `name+id+key`, that have signed the checkpoint of a receipt (c2sp.org/tlog-cosignature). */
export function witnessesOf(receipt, verifierKeys) {
  const checkpoint = readCheckpoint(receipt.checkpoint)
  return verifierKeys.filter((verifierKey) => {
    const [, name, key] = /^([^+]+)[+][0-9a-f]{8}[+](.{44})$/.exec(verifierKey) ?? []
    const bytes = Buffer.from(key ?? '', 'base64')
    if (bytes.length !== 33 || bytes[0] !== 4) throw new Error(`${verifierKey} is no key of a witness`)
    const publicKey = bytes.subarray(1).toString('hex')
    const own = signaturesOf(checkpoint, name, 4, publicKey)
    const holds = (signed) => {
      const time = Number.parseInt(signed.slice(0, 16), 16)
      const text = `cosignature/v1\ntime ${time}\n${checkpoint.text}`
      return (
        signed.length === 144 &&
        Number.isSafeInteger(time) &&
        isSigned(text, { signature: signed.slice(16), publicKey })
      )
    }
    return own.length > 0 && own.every(holds)
  })
}

/** The receipt's last head as a file of c2sp.org/tlog-proof; what else it says is in the line of extra data. */
function tlogProof(receipt) {
  const { head, heads, checkpoint } = receipt
  const path = heads.head.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')
  const extra = Buffer.from(JSON.stringify(receipt)).toString('base64')
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${head.number - 1}\n${path}\n${checkpoint}`
}

const keysIn = (value) =>
  value === null || typeof value !== 'object'
    ? 0
    : Object.values(value).reduce(
        (sum, each) => sum + keysIn(each),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

/** Reads JSON and refuses a field that is written twice: two readers may each take another one. */
function parseOnce(text) {
  const value = JSON.parse(text)
  // A string before a colon is a key: the text has to hold as many as were read.
  const written = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g)?.filter((each) => each.endsWith(':')).length ?? 0
  if (written !== keysIn(value)) throw new Error('a field is written twice')
  return value
}

/** A receipt, or one in a file of c2sp.org/tlog-proof that is made of nothing else. */
function readFile(text) {
  const [, extra] = /^c2sp.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex /.exec(text) ?? []
  if (!extra) return parseOnce(text)
  const receipt = JSON.parse(Buffer.from(extra, 'base64').toString('utf8'))
  if (!isReceipt(receipt) || tlogProof(receipt) !== text) throw new Error('the proof is not that of the receipt in it')
  return receipt
}

const treeOf = (head, symbol) => head.products.find((tree) => tree.symbol === symbol)
const logOf = (head, name) => head.logs.find((log) => log.name === name) ?? { size: 0, root: null }

/**
 * Where the logs of the newer head do not go on from those of the older one.
 * @param {any} older
 * @param {any} newer
 * @param {any} proof
 * @returns {[string, string][]}
 */
export function historyProblems(older, newer, proof) {
  const problems = []
  const between = `between head ${older.number} and ${newer.number}`
  if (older.number > newer.number || older.at > newer.at) {
    problems.push(['order', 'the heads are in the wrong order'])
  }
  if (proof.products.length !== older.products.length) {
    problems.push(['prices_rewritten', 'the paths are not those of the products'])
  }
  older.products.forEach((tree, at) => {
    const now = treeOf(newer, tree.symbol)
    const entry = proof.products[at]
    const goesOn = now && entry?.symbol === tree.symbol && now.through >= tree.through
    if (!goesOn || !isConsistent(tree, now, entry.path)) {
      problems.push(['prices_rewritten', `the price log of ${tree.symbol} was rewritten ${between}`])
    }
  })
  if (proof.logs.length !== older.logs.length) problems.push(['logs_rewritten', 'the paths are not those of the logs'])
  older.logs.forEach((log, at) => {
    const now = newer.logs.find(({ name }) => name === log.name)
    const entry = proof.logs[at]
    if (!now || entry?.name !== log.name || !isConsistent(log, now, entry.path)) {
      problems.push(['logs_rewritten', `the log of ${log.name} was rewritten ${between}`])
    }
  })
  return problems
}

/** The three heads are in the log of heads, which ends with the last of them and is signed. */
function headProblems(receipt) {
  const { accepted, fixed, head, heads, consistency, publicKey } = receipt
  const checkpoint = readCheckpoint(receipt.checkpoint)
  if (!checkpoint || checkpoint.size !== head.number || !isSignedByLog(checkpoint, publicKey)) {
    return [['checkpoint', 'the log of heads up to the last head is not signed with the key']]
  }
  const problems = []
  const ascending = (names) => names.every((name, at) => at === 0 || names[at - 1] < name)
  const shown = [
    { head: accepted, products: accepted.products, path: heads.accepted },
    { head: fixed, products: productsRoot(fixed), path: heads.fixed },
    { head, products: productsRoot(head), path: heads.head },
  ]
  for (const { head: each, products, path } of shown) {
    const symbols = Array.isArray(each.products) ? each.products.map(({ symbol }) => symbol) : []
    const found = rootFromPath(headLeaf(each, products), each.number - 1, checkpoint.size, path)
    if (found !== checkpoint.root || !ascending(symbols) || !ascending(each.logs.map(({ name }) => name))) {
      problems.push(['heads', `head ${each.number} is not in the log of heads`])
    }
  }
  if (accepted.number > fixed.number || accepted.at > fixed.at) {
    problems.push(['order', 'the prices were fixed before the order was logged'])
  }
  return [...problems, ...historyProblems(fixed, head, consistency)]
}

const whole = (value, min = 0, max = Number.MAX_SAFE_INTEGER) => Number.isInteger(value) && value >= min && value <= max
const text = (pattern) => (value) => typeof value === 'string' && pattern.test(value)
const nullOr = (check) => (value) => value === null || check(value)
const among = (words) => (value) => typeof value === 'string' && words.split(' ').includes(value)
const many =
  (check, max, min = 0) =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every((entry) => check(entry))
const exactly = (fields) => (value) =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  Object.keys(value).sort().join() === Object.keys(fields).sort().join() &&
  Object.entries(fields).every(([name, check]) => check(value[name]))

const count = (value) => whole(value)
const hash = text(/^[0-9a-f]{64}$/)
const path = many(hash, 130)
const symbol = text(/^[A-Z0-9]{2,16}$/)
const source = text(/^[A-Za-z0-9:._,-]{1,80}$/)
const logName = text(/^[a-z]{2,20}$/)
const price = text(/^[0-9]{1,16}([.][0-9]{1,12})?$/)
const minor = text(/^(0|[1-9][0-9]{0,17})$/)
const limit = (value) => whole(value, 0, 86_400_000)
const fromOne = (value) => whole(value, 1)
const signed = { signature: text(/^[0-9a-f]{128}$/), publicKey: hash }

const TERMS = {
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  number: text(/^FT-[0-9A-Z]{10}$/),
  symbol,
  source,
  instrument: text(/^[A-Za-z0-9._*,-]{1,140}$/),
  direction: among('up down'),
  stake: minor,
  currency: text(/^[A-Z0-9]{2,12}$/),
  scale: (value) => whole(value, 0, 18),
  payout: minor,
  earningsRateBp: (value) => whole(value, 0, 1_000_000),
  durationSeconds: (value) => whole(value, 1, 86_400),
  acceptedAt: count,
  entryTimeoutMs: limit,
  staleAfterMs: limit,
  rule: (value) => value === 1,
}
const RESULT = {
  entrySequence: nullOr(fromOne),
  entryAt: nullOr(count),
  entryPrice: nullOr(price),
  expiresAt: nullOr(count),
  exitSequence: nullOr(fromOne),
  exitAt: nullOr(count),
  exitPrice: nullOr(price),
  status: among('won lost tie void'),
  voidReason: nullOr(among('no_entry_tick too_few_ticks stale_at_expiry')),
  profitLoss: text(/^(0|-?[1-9][0-9]{0,17})$/),
  closedAt: count,
}
const logs = many(exactly({ name: logName, size: count, root: hash }), 16)
const HEAD = {
  number: fromOne,
  at: count,
  products: many(exactly({ symbol, size: count, through: count, root: hash }), 500),
  logs,
}
const TICK = {
  ...{ sequence: fromOne, at: count, price, size: price, source, sourceAt: count },
  instrument: text(/^[A-Za-z0-9._*-]{1,64}$/),
  trade: nullOr(count),
}
const KEY_CHANGE = { from: hash, to: hash, at: count, oldSignature: signed.signature, newSignature: signed.signature }
const isKeyList = many(exactly(KEY_CHANGE), 16)
const RESTORE = {
  ...{ kept: fromOne, root: hash, keptAt: count, at: count, reason: among('hardware mistake attack') },
  ...signed,
}
const isRestoreList = many(exactly(RESTORE), 16)
const place = exactly({ leaf: count, path })
const isReceipt = exactly({
  format: (value) => value === 'fairtick-receipt-3',
  order: exactly({ ...TERMS, ...RESULT }),
  acceptance: exactly(signed),
  accepted: exactly({ ...HEAD, products: hash }),
  tickCount: count,
  ranges: many(exactly({ ticks: many(exactly(TICK), 1_002, 1), path }), 2),
  fixed: exactly(HEAD),
  head: exactly(HEAD),
  consistency: exactly({
    products: many(exactly({ symbol, path }), 500),
    logs: many(exactly({ name: logName, path }), 16),
  }),
  places: exactly({ acceptance: place, settlement: place }),
  heads: exactly({ accepted: path, fixed: path, head: path }),
  checkpoint: (value) => typeof value === 'string' && value.length <= 64_000,
  publicKey: hash,
  keys: isKeyList,
})
const isAcceptance = exactly({ terms: exactly(TERMS), ...signed })

const acceptanceText = (terms) => ['accept', 2, ...Object.keys(TERMS).map((field) => terms[field])].join('|')
const settlementText = (order) =>
  [
    ...['settlement', 3],
    ...Object.keys(TERMS).map((field) => order[field]),
    ...Object.keys(RESULT).map((field) => order[field] ?? '-'),
  ].join('|')

/** Whether each key hands over to the next, both signing it, and the last one is `publicKey`. */
function isChain(keys, publicKey) {
  return keys.every(({ from, to, at, oldSignature, newSignature }, index) => {
    const statement = `key|1|${from}|${to}|${at}`
    return (
      to === (keys[index + 1]?.from ?? publicKey) &&
      isSigned(statement, { signature: oldSignature, publicKey: from }) &&
      isSigned(statement, { signature: newSignature, publicKey: to })
    )
  })
}

/** Whether these are all changes of the key that the log of keys has. */
function areLogged(keys, { size, root: hash }) {
  const leaves = keys.map(({ from, to, at }) => leaf(`key|1|${from}|${to}|${at}`))
  return size === keys.length && (hash === null || hash === root(leaves))
}

function logProblems({ order, accepted, head, places, acceptance, publicKey, keys }) {
  const problems = []
  const isIn = (entry, log, { leaf: at, path: up }) => rootFromPath(leaf(entry), at, log.size, up) === log.root
  if (!isChain(keys, publicKey) || !areLogged(keys, logOf(head, 'keys'))) {
    problems.push(['keys', 'the keys do not hand over to the one that signs, or their log has other changes'])
  }
  const isOurs = acceptance.publicKey === publicKey && isSigned(acceptanceText(order), acceptance)
  if (!isOurs || !isIn(acceptanceText(order), logOf(accepted, 'orders'), places.acceptance)) {
    problems.push(['acceptance', 'the terms of the order are not what the house signed and logged'])
  }
  if (accepted.at > order.acceptedAt + order.entryTimeoutMs) {
    problems.push(['accepted_late', 'the order was logged when its time for an entry was over'])
  }
  if (!isIn(settlementText(order), logOf(head, 'settlements'), places.settlement)) {
    problems.push(['settlement', 'the order, as it is here, is not in the settlement log'])
  }
  return problems
}

const tickLeaf = (symbol, tick) =>
  leaf(
    [
      ...['tick', 2, symbol, tick.sequence, tick.at, tick.price, tick.size, tick.source, tick.sourceAt],
      ...[tick.instrument, tick.trade ?? '-'],
    ].join('|'),
  )

function tickProblems({ order, fixed, ranges }) {
  const problems = []
  const tree = treeOf(fixed, order.symbol)
  if (!tree) return [['ticks', `there is no price log of ${order.symbol}`]]
  for (const { ticks, path } of ranges) {
    ticks.forEach((tick, at) => {
      const before = ticks[at - 1]
      if (before && tick.sequence !== before.sequence + 1) {
        problems.push(['tick_missing', `tick ${before.sequence + 1} is missing`])
      }
    })
    const leaves = ticks.map((tick) => tickLeaf(order.symbol, tick))
    const from = ticks[0].sequence - 1
    if (from + leaves.length > tree.size || rootFromRange(leaves, from, tree.size, path) !== tree.root) {
      problems.push(['ticks', `ticks ${from + 1} and on are not what stands in the price log`])
    }
  }
  const all = ranges.flatMap((range) => range.ticks)
  all.forEach((tick, at) => {
    const before = all[at - 1]
    if (before && (tick.sequence <= before.sequence || tick.at < before.at)) {
      problems.push(['tick_order', `tick ${tick.sequence} is earlier than the one before it`])
    }
  })
  return problems
}

/** Entry and end of the order by the shown ticks. */
function courseOf({ order, ranges }) {
  const ticks = ranges.flatMap((range) => range.ticks)
  const deadline = order.acceptedAt + order.entryTimeoutMs
  const later = ticks.find((tick) => tick.at > order.acceptedAt)
  const entry = later && later.at <= deadline ? later : undefined
  return { ticks, later, entry, end: entry ? entry.at + order.durationSeconds * 1000 : deadline }
}

/** The neighbour before the entry and the one after the exit have to be shown, with nothing between. */
function spanProblems(receipt) {
  const { fixed, order, tickCount, places } = receipt
  const { ticks, later, end } = courseOf(receipt)
  const tree = treeOf(fixed, order.symbol) ?? { size: 0, through: 0 }
  const problems = []
  const first = ticks[0]
  const last = ticks.at(-1)
  if (tickCount !== (last ? last.sequence - first.sequence + 1 : 0)) {
    problems.push(['ticks', 'the number of ticks is wrong'])
  }
  const begins = later
    ? later.sequence === 1 || (first.at <= order.acceptedAt && first.sequence === later.sequence - 1)
    : ticks.length < 2
  if (!begins) problems.push(['begins_late', 'the ticks do not begin with the last one before the acceptance'])
  const beyond = ticks.filter((tick) => tick.at > end)
  const beforeLast = ticks.at(-2)
  const ends =
    beyond.length === 0
      ? (last?.sequence ?? 0) === tree.size
      : beyond.length === 1 && (beforeLast?.sequence ?? beyond[0].sequence - 1) === beyond[0].sequence - 1
  if (!ends) problems.push(['ends_early', 'the ticks do not end with the first one after the end of the order'])
  if (tree.through < end || logOf(fixed, 'settlements').size > places.settlement.leaf) {
    problems.push(['not_fixed_before', 'the prices were not fixed before the order was settled'])
  }
  if (order.closedAt < end) problems.push(['closed_early', 'the order was closed before its end'])
  for (const tick of ticks.filter(({ at }) => at > order.acceptedAt && at <= end)) {
    const instruments = order.instrument.split(',')
    const agreed = order.source
      .split(',')
      .some((name, at) => name === tick.source && instruments[at] === tick.instrument)
    if (!agreed) {
      const from = `${tick.source} ${tick.instrument}, the order from ${order.source} ${order.instrument}`
      problems.push(['source', `tick ${tick.sequence} comes from ${from}`])
    }
    if (Math.abs(tick.at - tick.sourceAt) > 60_000) {
      problems.push(['source_time', `tick ${tick.sequence} is more than a minute off the time of its source`])
    }
  }
  return problems
}

/** Prices as integers of 12 decimals. */
const scaled = (price) => {
  const [whole, fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

/** Rule 1, written once more. */
function ruleProblems(receipt) {
  const { order } = receipt
  const { ticks, entry, end } = courseOf(receipt)
  const exit = entry && ticks.filter((tick) => tick.at <= end && tick.sequence >= entry.sequence).at(-1)
  let status = 'void'
  let reason = null
  if (!entry) reason = 'no_entry_tick'
  else if (exit.sequence === entry.sequence) reason = 'too_few_ticks'
  else if (end - exit.at > order.staleAfterMs) reason = 'stale_at_expiry'
  else {
    const move = scaled(exit.price) - scaled(entry.price)
    const gain = order.direction === 'up' ? move : -move
    status = gain > 0n ? 'won' : gain < 0n ? 'lost' : 'tie'
  }
  const stake = BigInt(order.stake)
  const profit = (stake * BigInt(order.earningsRateBp)) / 10_000n
  const expected = {
    status,
    voidReason: reason,
    payout: String(stake + profit),
    profitLoss: String(status === 'won' ? profit : status === 'lost' ? -stake : 0n),
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt: entry ? end : null,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
  }
  return Object.entries(expected)
    .filter(([field, value]) => order[field] !== value)
    .map(([field, value]) => ['field', `by the rule, ${field} is ${value}, but the receipt says ${order[field]}`])
}

/**
 * Everything that does not hold, each as a code of docs/PROOF.md and a sentence; empty when the receipt holds.
 * @param {any} receipt what stands in the file
 * @returns {[string, string][]}
 */
export function findingsOf(receipt) {
  if (!isReceipt(receipt)) return [['format', 'this is not a receipt of format 3, rule 1']]
  return [
    ...headProblems(receipt),
    ...logProblems(receipt),
    ...tickProblems(receipt),
    ...spanProblems(receipt),
    ...ruleProblems(receipt),
  ]
}

/** @param {any} receipt */
export const problemsOf = (receipt) => findingsOf(receipt).map(([code, sentence]) => `${code}: ${sentence}`)

/** Where the receipt settles other terms than the acceptance that the user was given. */
function acceptanceProblems({ order, publicKey, keys }, kept) {
  const known = [publicKey, ...keys.map(({ from }) => from)]
  if (!isAcceptance(kept) || !known.includes(kept.publicKey) || !isSigned(acceptanceText(kept.terms), kept)) {
    return ['acceptance: the acceptance is not signed with a key of the receipt']
  }
  return Object.keys(TERMS)
    .filter((field) => kept.terms[field] !== order[field])
    .map((field) => `terms_changed: ${field} was accepted as ${kept.terms[field]} and settled as ${order[field]}`)
}

/** Every key that has signed this log, where the server shows how each handed over; undefined where it does not. */
function keysOfToday({ keys }, { head, publicKey }) {
  const areWhole = isKeyList(keys) && isChain(keys, publicKey) && areLogged(keys, logOf(head, 'keys'))
  return areWhole ? [publicKey, ...keys.map(({ from }) => from)] : undefined
}

/** The statement of a restored log that makes the receipt's head void, where a key of the log signed it and today's log bears it out. */
async function restoreOf(receipt, today, now, get) {
  const policy = await get('/proof/policy')
  const keys = keysOfToday(policy, today) ?? []
  if (!keys.includes(receipt.publicKey) || !isRestoreList(policy.restores)) return undefined
  const isOurs = ({ kept, root: top, keptAt, at, reason, ...by }) =>
    keys.includes(by.publicKey) && isSigned(['restore', 1, now.origin, kept, top, keptAt, at, reason].join('|'), by)
  const { number, at } = receipt.head
  const said = policy.restores.find((each) => each.kept < number && at <= each.at && isOurs(each))
  if (!said || said.kept > now.size) return undefined
  const proof = await get(`/proof/consistency?from=${said.kept}&to=${now.size}`)
  return isConsistent({ size: said.kept, root: said.root }, now, proof?.heads ?? ['']) ? said : undefined
}

/** Where the log of today does not go on from the receipt's. */
async function logFindings(receipt, { head }, now, get) {
  const { number } = receipt.head
  const proof = number > head.number ? undefined : await get(`/proof/consistency?from=${number}&to=${head.number}`)
  if (!proof) return [['order', `the log of today has no head ${number}`]]
  const problems = historyProblems(receipt.head, head, proof)
  if (!isConsistent(readCheckpoint(receipt.checkpoint), now, proof.heads)) {
    problems.push(['heads_rewritten', 'the log of today does not go on from the one that the receipt is in'])
  }
  if (headLeaf(proof.to, productsRoot(proof.to)) !== headLeaf(head, productsRoot(head))) {
    problems.push(['heads_rewritten', 'the paths of the server are those of another head'])
  }
  return problems
}

/** Whether the server's history of today goes on from the receipt's. */
async function serverFindings(receipt, server) {
  const get = async (path) => {
    const answer = await fetch(new URL(`/api${path}`, server))
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`${server} answers ${answer.status} for ${path}`)
    return answer.json()
  }
  const today = await get('/proof/heads/latest')
  const now = readCheckpoint(today.checkpoint)
  if (!now || now.size !== today.head.number || !isSignedByLog(now, today.publicKey)) {
    return [['checkpoint', 'the log of today is not signed']]
  }
  if (today.publicKey !== receipt.publicKey) {
    const keys = keysOfToday(await get('/proof/policy'), today)
    if (!keys?.includes(receipt.publicKey)) {
      return [['keys', 'the key of the receipt did not hand over to the one that signs the log of today']]
    }
  }
  const problems = await logFindings(receipt, today, now, get)
  if (!problems.some(([code]) => code === 'heads_rewritten' || code === 'order')) return problems
  const said = await restoreOf(receipt, today, now, get)
  if (!said) return problems
  const [from, to] = [said.keptAt, said.at].map((at) => new Date(at).toISOString())
  return [
    [
      'restored',
      `the house signed that its log is void from ${from} to ${to}, after head ${said.kept} (${said.reason}): ` +
        `head ${receipt.head.number} of this receipt is of that time, and the log of today goes on without it`,
    ],
  ]
}

const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code on a shared picture: the first 60 bits of the settlement's leaf in base 32. */
function proofCode({ order }) {
  let bits = BigInt(`0x${leaf(settlementText(order)).slice(0, 15)}`)
  let code = ''
  for (let at = 0; at < 12; at++) {
    code = CODE_LETTERS[Number(bits % 32n)] + code
    bits /= 32n
  }
  return code.replace(/(.{4})(.{4})/, '$1-$2-')
}

async function main([file, ...options]) {
  const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined)
  if (!file) {
    process.stderr.write(
      'Usage: node scripts/verify-receipt.mjs <receipt.json> [--server URL] [--key HEX] [--acceptance FILE]\n' +
        '  [--witness VERIFIER_KEY]… [--needed NUMBER] [--tlog-proof FILE]\n',
    )
    return 2
  }
  const receipt = readFile(readFileSync(file, 'utf8'))
  const problems = problemsOf(receipt)
  const key = option('--key')
  if (key && receipt?.publicKey !== key && !receipt?.keys?.some?.(({ from }) => from === key)) {
    problems.push('key_changed: the log is not signed with that key, nor did that key hand over')
  }
  const kept = option('--acceptance')
  if (kept && problems.length === 0) {
    problems.push(...acceptanceProblems(receipt, parseOnce(readFileSync(kept, 'utf8'))))
  }
  const witnesses = [...new Set(options.flatMap((each, at) => (each === '--witness' ? [options[at + 1] ?? ''] : [])))]
  const needed = Number(option('--needed') ?? witnesses.length)
  const seenBy = problems.length === 0 ? witnessesOf(receipt, witnesses) : []
  if (problems.length === 0 && seenBy.length < needed) {
    problems.push(
      `not_witnessed: ${seenBy.length} of the witnesses have signed the log of heads, and ${needed} have to`,
    )
  }
  const server = option('--server')
  const found = server && problems.length === 0 ? await serverFindings(receipt, server) : []
  if (found[0]?.[0] === 'restored') {
    process.stdout.write(`VOID  restored: ${found[0][1]}\n`)
    return 3
  }
  problems.push(...found.map(([code, sentence]) => `${code}: ${sentence}`))
  for (const problem of problems) process.stdout.write(`FAIL  ${problem}\n`)
  if (problems.length > 0) return 1
  const { order, tickCount, head, publicKey } = receipt
  const proof = option('--tlog-proof')
  if (proof) writeFileSync(proof, tlogProof(receipt))
  const code = proofCode(receipt)
  process.stdout.write(
    `The receipt of ${order.number} holds: ${order.symbol} ${order.direction}, ${order.stake} minor units of ` +
      `${order.currency}, ${order.entryPrice ?? '-'} to ` +
      `${order.exitPrice ?? '-'}, ${order.status}; code ${code}, ${tickCount} ticks, head ${head.number}, ` +
      `key ${publicKey}, seen by ${seenBy.length} witnesses\n`,
  )
  return 0
}

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('verify-receipt.mjs')) {
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(2)
    },
  )
}
