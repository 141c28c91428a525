// node scripts/verify-receipt.mjs <receipt.json> [--server https://host] [--key <public key, hex>]
//
// Checks a receipt without the app and without believing the server: plain Node, no packages, none of the app's code.
// docs/PROOF.md describes every text and every step. Exit code 0: it holds. 1: it does not, and the lines say what. 2: the
// file or the server could not be read.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const leaf = (text) => sha256(Buffer.of(0), text)
const node = (left, right) => sha256(Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))
const EMPTY = sha256('')

/** @param {number} n at least 2 */
const split = (n) => 2 ** (31 - Math.clz32(n - 1))

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

function headText(head) {
  const market = root(head.products.map((tree) => leaf(`product|1|${tree.symbol}|${tree.size}|${tree.root}`)))
  return `head|1|${head.number}|${head.at}|${market}|${head.settlementSize}|${head.settlementRoot}|${head.previous}`
}

function isSigned(head) {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(head.publicKey, 'hex')])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(headText(head)), key, Buffer.from(head.signature, 'hex'))
}

const treeOf = (head, symbol) => head.products.find((tree) => tree.symbol === symbol) ?? { size: 0, root: EMPTY }

/** What does not hold between two heads. */
function historyProblems(older, newer, proof) {
  const problems = []
  for (const head of [older, newer]) if (!isSigned(head)) problems.push(`the signature of head ${head.number} is wrong`)
  if (older.publicKey !== newer.publicKey) problems.push('the two heads are signed with different keys')
  if (older.number > newer.number) problems.push('the heads are in the wrong order')
  if (older.number === newer.number && headText(older) !== headText(newer)) {
    problems.push(`there are two different heads of number ${older.number}: the log was forked`)
  }
  for (const tree of older.products) {
    const path = proof.products.find(({ symbol }) => symbol === tree.symbol)?.path ?? []
    if (!isConsistent(tree, treeOf(newer, tree.symbol), path)) {
      problems.push(`the price log of ${tree.symbol} was rewritten between head ${older.number} and ${newer.number}`)
    }
  }
  const settlements = ({ settlementSize: size, settlementRoot }) => ({ size, root: settlementRoot })
  if (!isConsistent(settlements(older), settlements(newer), proof.settlements)) {
    problems.push(`the settlement log was rewritten between head ${older.number} and ${newer.number}`)
  }
  return problems
}

const SETTLEMENT_FIELDS = (
  'id symbol direction stake payout earningsRateBp durationSeconds acceptedAt entrySequence entryAt entryPrice expiresAt ' +
  'exitSequence exitAt exitPrice status voidReason profitLoss closedAt entryTimeoutMs staleAfterMs'
).split(' ')

function settlementProblems({ order, head, settlement }) {
  const text = ['settlement', 1, ...SETTLEMENT_FIELDS.map((field) => order[field] ?? '-')].join('|')
  const found = rootFromPath(leaf(text), settlement.leaf, head.settlementSize, settlement.path)
  return found === head.settlementRoot ? [] : ['the order, as it stands here, is not in the settlement log']
}

function tickProblems({ order, head, ranges, tickCount }) {
  const problems = []
  const tree = treeOf(head, order.symbol)
  for (const { ticks, path } of ranges) {
    for (const [index, tick] of ticks.entries()) {
      const before = ticks[index - 1]
      if (before && tick.sequence !== before.sequence + 1) problems.push(`tick ${before.sequence + 1} is missing`)
      if (before && tick.at < before.at) problems.push(`tick ${tick.sequence} is earlier than the one before it`)
    }
    const leaves = ticks.map((tick) =>
      leaf(
        ['tick', 1, order.symbol, tick.sequence, tick.at, tick.price, tick.size, tick.source, tick.sourceAt].join('|'),
      ),
    )
    if (rootFromRange(leaves, ticks[0].sequence - 1, tree.size, path) !== tree.root) {
      problems.push(`ticks ${ticks[0].sequence} to ${ticks.at(-1).sequence} are not what stands in the price log`)
    }
  }
  const [first, last] = [ranges[0]?.ticks[0], ranges.at(-1)?.ticks.at(-1)]
  const end = order.expiresAt ?? order.acceptedAt + order.entryTimeoutMs
  if (!first || !last) return tree.size === 0 ? problems : [...problems, 'the ticks are left out']
  if (first.at > order.acceptedAt && first.sequence > 1) problems.push('the ticks begin after the order was accepted')
  if (last.at <= end && last.sequence < tree.size) problems.push('the ticks end before the order did')
  if (tickCount !== last.sequence - first.sequence + 1) problems.push('the number of ticks is wrong')
  return problems
}

/** Prices as integers of 12 decimals. */
const scaled = (price) => {
  const [whole, fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

/** Rule 1, written once more. */
function ruleProblems({ order, ranges }) {
  const ticks = ranges.flatMap((range) => range.ticks)
  const inTime = (tick) => tick.at > order.acceptedAt && tick.at <= order.acceptedAt + order.entryTimeoutMs
  const first = ticks.find((tick) => tick.at > order.acceptedAt)
  const entry = first && inTime(first) ? first : undefined
  const expires = entry && entry.at + order.durationSeconds * 1000
  const exit = entry && ticks.filter((tick) => tick.at <= expires && tick.sequence >= entry.sequence).at(-1)
  let status = 'void'
  let reason = null
  if (!entry) reason = 'no_entry_tick'
  else if (exit.sequence === entry.sequence) reason = 'too_few_ticks'
  else if (expires - exit.at > order.staleAfterMs) reason = 'stale_at_expiry'
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
    expiresAt: expires ?? null,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
  }
  return Object.entries(expected)
    .filter(([field, value]) => order[field] !== value)
    .map(([field, value]) => `by the rule, ${field} is ${value}, but the receipt says ${order[field]}`)
}

function fixedProblems({ order, fixed, head, settlement }) {
  if (fixed.number === head.number) return []
  const covered = treeOf(fixed, order.symbol).size
  const deciding = order.exitSequence ?? order.entrySequence ?? 0
  return deciding <= covered && fixed.settlementSize <= settlement.leaf
    ? []
    : ['the prices were not fixed before the order was settled']
}

/**
 * Everything that does not hold, as sentences; empty when the receipt holds.
 * @param {any} receipt contract/proof.ts, Receipt
 * @returns {string[]}
 */
export function problemsOf(receipt) {
  if (receipt?.format !== 'fairtick-receipt-1' || receipt.rule !== 1)
    return ['this is not a receipt of format 1, rule 1']
  return [
    ...historyProblems(receipt.fixed, receipt.head, receipt.consistency),
    ...settlementProblems(receipt),
    ...tickProblems(receipt),
    ...fixedProblems(receipt),
    ...ruleProblems(receipt),
  ]
}

/** Whether the server's history of today goes on from the receipt's. */
async function serverProblems(receipt, server) {
  const get = async (path) => {
    const answer = await fetch(new URL(`/api${path}`, server))
    if (!answer.ok) throw new Error(`${server} answers ${answer.status} for ${path}`)
    return answer.json()
  }
  const latest = await get('/proof/heads/latest')
  const proof = await get(`/proof/consistency?from=${receipt.head.number}&to=${latest.number}`)
  const problems = historyProblems(receipt.head, latest, proof)
  if (headText(proof.from) !== headText(receipt.head)) problems.push('the server now shows another head of that number')
  return problems
}

const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code that stands on a shared picture: the first 60 bits of the settlement's leaf in base 32. */
function proofCode({ order }) {
  const text = ['settlement', 1, ...SETTLEMENT_FIELDS.map((field) => order[field] ?? '-')].join('|')
  let bits = BigInt(`0x${leaf(text).slice(0, 15)}`)
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
    process.stderr.write('Usage: node scripts/verify-receipt.mjs <receipt.json> [--server URL] [--key HEX]\n')
    return 2
  }
  const receipt = JSON.parse(readFileSync(file, 'utf8'))
  const problems = problemsOf(receipt)
  const key = option('--key')
  if (key && receipt.head.publicKey !== key) problems.push('the heads are not signed with that key')
  const server = option('--server')
  if (server && problems.length === 0) problems.push(...(await serverProblems(receipt, server)))
  for (const problem of problems) process.stdout.write(`FAIL  ${problem}\n`)
  if (problems.length > 0) return 1
  const { number, order, tickCount, head } = receipt
  const code = proofCode(receipt)
  process.stdout.write(
    `The receipt of ${number} holds: ${order.symbol} ${order.direction}, ${order.entryPrice ?? '-'} to ` +
      `${order.exitPrice ?? '-'}, ${order.status}; code ${code}, ${tickCount} ticks, head ${head.number}, key ${head.publicKey}\n`,
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
