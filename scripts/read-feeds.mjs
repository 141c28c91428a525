// node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key <public key, hex>] [--symbol BTCUSDT]
//   [--from 2026-11-20T10:00:00Z] [--to 2026-11-20T11:00:00Z]
//
// Reads the public log of feed events (docs/PROOF.md, "Feeds") without believing the server: plain Node, no packages. Each page
// is checked against the signed log of heads, and with --all the whole log from its first entry. Exit code 0: what is shown
// is in the log, and nothing of the page is left out. 1: it does not. 2: the file, an option or the server could not be
// read.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * @typedef {object} Page of `/api/proof/feeds`
 * @property {{ number: number, at: number, products: string, logs: { name: string, size: number, root: string }[] }} head
 * @property {string[]} headPath
 * @property {number} from
 * @property {string[]} entries
 * @property {string[]} path
 * @property {string} checkpoint
 * @property {string} publicKey
 */

/** @param {...(string | Buffer)} parts */
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
/** @param {string} text */
const leafOf = (text) => sha256(Buffer.of(0), text)
/** @param {string} left @param {string} right */
const node = (left, right) => sha256(Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))

/** The largest power of two below n; n is at least 2. @param {number} n */
function split(n) {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/**
 * The root that the leaves from `from` on and the hashes next to them lead to; '' for a path that is too long.
 * @param {string[]} leaves @param {number} from @param {number} size @param {string[]} path
 */
function rootOf(leaves, from, size, path) {
  const rest = [...path]
  const to = from + leaves.length
  /** @param {number} low @param {number} count @returns {string} */
  const walk = (low, count) => {
    if (low + count <= from || low >= to) return rest.shift() ?? ''
    if (count === 1) return leaves[low - from]
    const k = split(count)
    const left = walk(low, k)
    return node(left, walk(low + k, count - k))
  }
  const found = size === 0 ? sha256('') : walk(0, size)
  return rest.length === 0 ? found : ''
}

/**
 * The root of a tree from one leaf and its path from there up, as in RFC 6962.
 * @param {string} hash @param {number} index @param {number} size @param {string[]} path
 */
function rootFromPath(hash, index, size, path) {
  const rest = [...path]
  /** @param {number} at @param {number} count @returns {string} */
  const up = (at, count) => {
    if (count === 1) return hash
    const k = split(count)
    const own = at < k ? up(at, k) : up(at - k, count - k)
    const other = rest.shift() ?? ''
    return at < k ? node(own, other) : node(other, own)
  }
  const found = up(index, size)
  return rest.length === 0 ? found : ''
}

/**
 * Whether the log of heads is signed with the key; then its size and root.
 * @param {string} note @param {string} publicKey
 */
function openCheckpoint(note, publicKey) {
  const [, origin, size, root] = /^([!-*,-~]{1,120})\n([0-9]{1,16})\n([A-Za-z0-9+/]{43}=)\n\n/.exec(note) ?? []
  if (!origin) return undefined
  const text = `${origin}\n${size}\n${root}\n`
  const key = Buffer.from(publicKey, 'hex')
  const id = sha256(`${origin}\n`, Buffer.of(1), key).slice(0, 8)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const signer = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const own = note
    .slice(text.length + 1)
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([dash, name]) => dash === '—' && name === origin)
    .map(([, , signature]) => Buffer.from(signature ?? '', 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).toString('hex') === id)
  const holds = own.length > 0 && own.every((bytes) => verify(null, Buffer.from(text), signer, bytes.subarray(4)))
  return holds ? { size: Number(size), root: Buffer.from(root, 'base64').toString('hex') } : undefined
}

/** Entries of a page that is not the last one. */
const PAGE = 500

/** The log of feeds under the head of a page; none is an empty log. @param {Page} page */
const feedsOf = ({ head }) => head.logs.find(({ name }) => name === 'feeds') ?? { size: 0, root: sha256('') }

/**
 * The problem with a page; undefined if it holds.
 * @param {Page} page @param {string} [key] @returns {string | undefined}
 */
export function problemOf(page, key) {
  const { head, headPath, from, entries, path, checkpoint, publicKey } = page
  if (key && key !== publicKey) return 'the log is not signed with that key'
  const signed = openCheckpoint(checkpoint, publicKey)
  if (!signed || signed.size !== head.number) return 'the log of heads is not signed'
  const leaves = head.logs.map(({ name, size, root }) => leafOf(`log|1|${name}|${size}|${root}`))
  const logs = rootOf(leaves, 0, leaves.length, [])
  const place = leafOf(`head|2|${head.number}|${head.at}|${head.products}|${logs}`)
  if (rootFromPath(place, head.number - 1, signed.size, headPath) !== signed.root)
    return 'the head is not in the log of heads'
  const log = feedsOf(page)
  if (from + entries.length > log.size) return 'there are more entries than the head has'
  if (entries.length < Math.min(PAGE, log.size - from)) return 'entries are left out'
  if (entries.length > 0 && rootOf(entries.map(leafOf), from, log.size, path) !== log.root)
    return 'the entries are not those of the log'
  const times = entries.map((entry) => Number(entry.split('|')[2]))
  const falls = times.some((at, index) => index > 0 && at < times[index - 1])
  return falls ? 'times fall' : undefined
}

/** @type {Record<string, string[]>} */
const NAMES = {
  began: ['feed', 'lastTickAt'],
  ended: ['feed'],
  settings: ['source', 'instrument', 'skewMs', 'jumpBp', 'failoverMs', 'recoveryMs'],
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

/** An entry as a line for people: the time, the product, what happened. @param {string} entry */
function lineOf(entry) {
  const [, , at, kind, symbol, ...fields] = entry.split('|')
  const names = NAMES[kind] ?? []
  const facts = fields.map((field, index) => {
    const name = names[index] ?? 'field'
    return `${name} ${/At$|^since$/.test(name) && Number(field) > 0 ? new Date(Number(field)).toISOString() : field}`
  })
  return `${new Date(Number(at)).toISOString()} ${symbol} ${kind}: ${facts.join(', ')}`
}

/** @param {string} where */
const isAddress = (where) => /^https?:/.test(where)

/** @param {string} where @param {number} [from] @returns {Promise<Page>} */
async function readPage(where, from) {
  if (!isAddress(where)) return JSON.parse(readFileSync(where, 'utf8'))
  const address = `${where.replace(/\/+$/, '')}/api/proof/feeds${from === undefined ? '' : `?from=${from}`}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
  return /** @type {Page} */ (await answer.json())
}

/**
 * Every entry, in order; the last page's head then holds all of them.
 * @param {string} where @param {string | undefined} key
 */
async function readAll(where, key) {
  const entries = []
  for (;;) {
    const page = await readPage(where, entries.length)
    const problem = problemOf(page, key) ?? (page.from === entries.length ? undefined : 'a page is missing')
    if (problem) return { problem, entries }
    entries.push(...page.entries)
    const { size, root } = feedsOf(page)
    if (entries.length < size) continue
    const all = rootOf(entries.map(leafOf), 0, size, [])
    return { problem: all === root ? undefined : 'the pages are of different logs', entries }
  }
}

/** The newest page of a server, or the page in a file. @param {string} where @param {string | undefined} key */
async function readOne(where, key) {
  const page = await readPage(where)
  const isNewest = !isAddress(where) || page.from === Math.max(0, feedsOf(page).size - PAGE)
  return {
    problem: problemOf(page, key) ?? (isNewest ? undefined : 'it is not the newest page'),
    entries: page.entries,
  }
}

const USAGE =
  'node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key HEX] [--symbol S] [--from TIME] [--to TIME]'

/** Where to read and what to show; throws a sentence that says what to set for anything that is not exactly this. */
function readOptions() {
  const text = /** @type {const} */ ({ type: 'string', multiple: true })
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, key: text, symbol: text, from: text, to: text },
  })
  const { all = false, ...given } = values
  const [where] = positionals
  if (!where || positionals.length > 1) throw new Error(`Give one address or one file. Usage: ${USAGE}`)
  for (const [name, [value, ...more]] of Object.entries(given)) {
    if (value === '') throw new Error(`--${name} is empty: give it a value, or leave it out.`)
    if (more.length > 0) throw new Error(`--${name} is given twice: give it once.`)
  }
  const [key, symbol] = [given.key?.[0], given.symbol?.[0]]
  const [from, to] = /** @type {const} */ (['from', 'to']).map((name) => {
    const at = given[name] && Date.parse(given[name][0])
    if (Number.isNaN(at)) throw new Error(`--${name} takes a time: 2026-11-20T10:00:00Z.`)
    return at
  })
  if (key && !/^[0-9a-f]{64}$/.test(key)) throw new Error('--key takes the public key of the log: 64 of 0-9 and a-f.')
  if (symbol && !/^[A-Z0-9]{2,16}$/.test(symbol)) throw new Error('--symbol takes a product: BTCUSDT.')
  if (all && !isAddress(where)) throw new Error('--all reads from a server: give its address, https://host.')
  return { where, all, key, symbol, from, to }
}

/** The comment at the head of this file. */
const help = () =>
  readFileSync(import.meta.filename, 'utf8')
    .split(/^import /m)[0]
    .replace(/^\/\/ ?/gm, '')

async function main() {
  if (process.argv.includes('--help')) {
    process.stdout.write(help())
    return 0
  }
  const { where, all, key, symbol, from, to } = readOptions()
  const { problem, entries } = await (all ? readAll : readOne)(where, key)
  /** @param {string} entry */
  const within = (entry) => {
    const [, , at, , product] = entry.split('|')
    return (
      (!symbol || product === '-' || product === symbol) &&
      Number(at) >= (from ?? 0) &&
      Number(at) <= (to ?? Number.POSITIVE_INFINITY)
    )
  }
  for (const entry of entries.filter(within)) console.log(lineOf(entry))
  console.log(problem ? `does not hold: ${problem}` : `holds: ${entries.length} entries stand in the log`)
  return problem ? 1 : 0
}

if (import.meta.filename === process.argv[1]) {
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.message.replace(/\s+/g, ' '))
      process.exitCode = 2
    },
  )
}
