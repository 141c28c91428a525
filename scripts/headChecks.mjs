// Checks that anyone can make of a log of heads from its public endpoints (docs/PROOF.md, "Heads"): check-simulated-prices.mjs
// uses it and is installed with it, next to it. Plain Node, no packages.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** `through` may be a little later than the head: two machines' clocks are in it. */
const THROUGH_AHEAD_MS = 1_000
const TILE_WIDTH = 256
const ANSWER_MAX = 8_000_000
const HEX = /^[0-9a-f]{64}$/
const NAME = /^[A-Z0-9]{2,16}$|^[a-z]{2,20}$/
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * @typedef {{ size: number, root: string }} Tree
 * @typedef {Tree & { symbol: string, through: number }} ProductTree
 * @typedef {Tree & { name: string }} LogTree
 * @typedef {{ number: number, at: number, products: ProductTree[], logs: LogTree[] }} Head `TreeHead` of the contract
 * @typedef {{ number: number, root: Buffer, leaf: Buffer }} Known a head that was looked at: the root of the log of heads up
 *   to it, and the hash of its leaf
 * @typedef {object} Step the answer of `/api/proof/consistency` from a head to the next
 * @property {Head} from
 * @property {Head} to
 * @property {{ symbol: string, path: string[] }[]} products
 * @property {{ name: string, path: string[] }[]} logs
 * @property {string[]} heads
 * @typedef {{ origin: string, size: number, root: Buffer }} Checkpoint
 * @typedef {{ head: Head, checkpoint: string, publicKey: string }} SignedHead
 * @typedef {{ from: string, to: string, at: number, oldSignature: string, newSignature: string }} KeyChange
 * @typedef {object} Restore docs/PROOF_FORMAT.md, "Restored logs"
 * @property {number} kept
 * @property {string} root
 * @property {number} keptAt
 * @property {number} at
 * @property {string} reason
 * @property {string} publicKey
 * @property {string} signature
 * @typedef {ReturnType<typeof createLogReader>} LogReader
 */

/** How a program is used: the comment at the head of its file. @param {string} file */
export const helpOf = (file) =>
  readFileSync(file, 'utf8')
    .split(/^import /m)[0]
    .replace(/^\/\/ ?/gm, '')

/** @param {...(string | Buffer)} parts */
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
/** @param {string} text */
export const leafOf = (text) => sha256(Buffer.of(0), text)
/** @param {Buffer} left @param {Buffer} right */
const nodeOf = (left, right) => sha256(Buffer.of(1), left, right)
const EMPTY_ROOT = sha256('')
const LOG_KEY = 1
/** The map of results, which is among the logs of a head. */
const MAP = 'results'
/** @param {string} name @param {Buffer} key */
const keyIdOf = (name, key) => sha256(`${name}\n`, Buffer.of(LOG_KEY), key).subarray(0, 4)
/** A time as people read it. @param {number} ms */
export const timeOf = (ms) => new Date(ms).toISOString()

/** The house's fault, in one sentence. */
export class WrongLog extends Error {}

/** The key of Ed25519 with these 32 bytes. @param {Buffer} raw */
const ed25519Key = (raw) => createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })

/** The root over hashes of leaves (RFC 6962). @param {Buffer[]} leaves @returns {Buffer} */
function rootOver(leaves) {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeOf(rootOver(leaves.slice(0, half)), rootOver(leaves.slice(half)))
}

/** The right edge of a growing tree: complete subtrees from the largest to the smallest. */
export class Frontier {
  /** @param {number} [size] @param {{ level: number, hash: string }[]} [peaks] */
  constructor(size = 0, peaks = []) {
    this.size = size
    /** @type {{ level: number, hash: Buffer }[]} */
    this.peaks = peaks.map(({ level, hash }) => ({ level, hash: Buffer.from(hash, 'hex') }))
  }
  /** @param {Buffer} leaf */
  append(leaf) {
    let level = 0
    /** @type {Buffer} */
    let hash = leaf
    for (let last = this.peaks.at(-1); last?.level === level; last = this.peaks.at(-1)) {
      this.peaks.pop()
      hash = nodeOf(last.hash, hash)
      level += 1
    }
    this.peaks.push({ level, hash })
    this.size += 1
  }
  root() {
    /** @param {string} log @param {number} level @param {number} index @param {number} width */
    const hashes = this.peaks.map(({ hash }) => hash)
    return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeOf(left, right))
  }
  /** As JSON keeps it; `new Frontier(size, peaks)` reads it again. */
  toJSON() {
    return { size: this.size, peaks: this.peaks.map(({ level, hash }) => ({ level, hash: hash.toString('hex') })) }
  }
}

/** @param {number} value */
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
/** @param {Tree} tree */
const isTree = ({ size, root }) => isCount(size) && HEX.test(root)
/** @param {string[]} names */
const isSorted = (names) => names.every((name, at) => NAME.test(name) && (at === 0 || names[at - 1] < name))

/** @param {ProductTree} product */
const productText = ({ symbol, size, through, root }) => `product|2|${symbol}|${size}|${through}|${root}`
/** @param {LogTree} log */
const logText = ({ name, size, root }) => `log|1|${name}|${size}|${root}`

/**
 * The hash of the leaf of a head, which by itself is as heads have to be; throws `WrongLog` if it is not.
 * @param {Head} head as the server sent it
 */
function leafOfHead(head) {
  const { number, at, products, logs } = head ?? {}
  const isWhole =
    isCount(number) &&
    isCount(at) &&
    Array.isArray(products) &&
    Array.isArray(logs) &&
    products.every((each) => isTree(each) && isCount(each.through)) &&
    logs.every(isTree) &&
    isSorted(products.map(({ symbol }) => symbol)) &&
    isSorted(logs.map(({ name }) => name))
  if (!isWhole) throw new WrongLog(`head ${number} is not in the form of a head`)
  const early = products.find(({ through }) => through > at + THROUGH_AHEAD_MS)
  if (early) {
    const { symbol, through } = early
    throw new WrongLog(
      `head ${number} of ${timeOf(at)} calls the prices of ${symbol} complete up to ${timeOf(through)}, which was to come`,
    )
  }
  /** @param {string} name */
  const sizeOf = (name) => logs.find((log) => log.name === name)?.size
  if (sizeOf(MAP) === undefined || sizeOf(MAP) !== sizeOf('settlements'))
    throw new WrongLog(
      `head ${number} has a map of ${sizeOf(MAP) ?? 'no'} results of ${sizeOf('settlements') ?? 'no'} settlements`,
    )
  /** @param {string[]} texts */
  const rootOfTexts = (texts) => rootOver(texts.map(leafOf)).toString('hex')
  return leafOf(`head|2|${number}|${at}|${rootOfTexts(products.map(productText))}|${rootOfTexts(logs.map(logText))}`)
}

/**
 * Whether the note is signed with the key of the log; then its origin, size and root.
 * @param {string} note @param {Buffer} publicKey @returns {Checkpoint | undefined}
 */
export function openCheckpoint(note, publicKey) {
  const [, origin, size, root] = /^([!-*,-~]{1,120})\n(\d{1,16})\n([A-Za-z0-9+/]{43}=)\n\n/.exec(note) ?? []
  if (!origin || note.length > 64_000) return undefined
  const text = `${origin}\n${size}\n${root}\n`
  const id = keyIdOf(origin, publicKey)
  const own = note
    .slice(text.length + 1)
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([dash, name]) => dash === '—' && name === origin)
    .map(([, , signature]) => Buffer.from(signature ?? '', 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).equals(id))
  const key = ed25519Key(publicKey)
  const holds = own.length > 0 && own.every((bytes) => verify(null, Buffer.from(text), key, bytes.subarray(4)))
  return holds ? { origin, size: Number(size), root: Buffer.from(root, 'base64') } : undefined
}

/** @param {number} index */
const placesOf = (index) =>
  String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replace(/\d{3}(?!$)/g, 'x$&/')
/** @param {number} index @param {number} width */
const tilePath = (index, width) => `${placesOf(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`

/** @param {Response} response */
async function readAnswer(response) {
  const parts = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > ANSWER_MAX) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Reads the public endpoints of one log at the address that was configured for it.
 * @param {string} url
 * @param {{ withinMs?: number, wait?: (response: Response) => Promise<boolean> }} [options] `wait`: whether to ask again
 */
export function createLogReader(url, { withinMs = 10_000, wait = async () => false } = {}) {
  const base = url.replace(/\/+$/, '')
  /** @param {string} path */
  async function read(path) {
    for (;;) {
      const response = await fetch(`${base}/api${path}`, { redirect: 'error', signal: AbortSignal.timeout(withinMs) })
      const bytes = await readAnswer(response)
      if (response.ok) return bytes
      if (!(await wait(response))) throw new Error(`${path} is answered with ${response.status}`)
    }
  }
  /** @param {string} path */
  const json = async (path) => JSON.parse((await read(path)).toString('utf8'))
  /** @param {string} log @param {number} level @param {number} index @param {number} width */
  async function hashes(log, level, index, width) {
    const bytes = await read(`/log/${log}tile/${level}/${tilePath(index, width)}`)
    if (bytes.length !== width * 32) throw new WrongLog(`a tile of ${log || 'heads'} is not of ${width} hashes`)
    return Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
  }
  return {
    /** @returns {Promise<SignedHead>} */
    latest: () => json('/proof/heads/latest'),
    /** @returns {Promise<{ keys: KeyChange[], restores: Restore[] }>} */
    policy: () => json('/proof/policy'),
    /** @param {number} number @returns {Promise<Head>} */
    head: async (number) => (await json(`/proof/heads/${number}`)).head,
    /** A head with the checkpoint that was signed over it and those before it. @param {number} number @returns {Promise<SignedHead>} */
    signedHead: (number) => json(`/proof/heads/${number}`),
    /** The public part of a product. @param {string} symbol */
    product: (symbol) => json(`/products/${symbol}`),
    /** The heads `number` and `number + 1`, and the paths between them. @param {number} number @returns {Promise<Step>} */
    step: (number) => json(`/proof/consistency?from=${number}&to=${number + 1}`),
    /** The first `width` texts of a bundle of 256. `log` is empty for the log of heads, else ends with a slash. @param {string} log @param {number} index @param {number} width */
    async entries(log, index, width) {
      const bytes = await read(`/log/${log}tile/entries/${tilePath(index, width)}`)
      const texts = []
      for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.readUInt16BE(at))
        texts.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)).toString('utf8'))
      if (texts.length !== width) throw new WrongLog(`a bundle of ${log || 'heads'} is not of ${width} entries`)
      return texts
    },
    /** The right edge of a log at `size`, from its tiles; its root still has to be compared. @param {string} log @param {number} size */
    async frontier(log, size) {
      const peaks = []
      for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
        const width = count % TILE_WIDTH
        const found = width > 0 ? await hashes(log, level, Math.floor(count / TILE_WIDTH), width) : []
        const own = []
        for (let bit = 7, at = 0; bit >= 0; bit--) {
          if ((width & (1 << bit)) === 0) continue
          own.push({ level: level * 8 + bit, hash: rootOver(found.slice(at, at + (1 << bit))).toString('hex') })
          at += 1 << bit
        }
        peaks.unshift(...own)
      }
      return new Frontier(size, peaks)
    },
  }
}

/**
 * Where to begin with a log of which nothing is known yet: at head `number`. Its root still has to be compared with one that
 * is signed, or followed up to one.
 * @param {LogReader} log @param {number} number
 */
export async function beginAt(log, number) {
  const [head, frontier] = await Promise.all([log.head(number), log.frontier('', number - 1)])
  const leaf = leafOfHead(head)
  frontier.append(leaf)
  if (head.number !== number) throw new WrongLog(`head ${number} is shown as head ${head.number}`)
  return { known: { number, root: frontier.root(), leaf }, head }
}
