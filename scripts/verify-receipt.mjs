// node scripts/verify-receipt.mjs <receipt.json or evidence.json> [--server https://host] [--key <public key, hex>]
//   [--acceptance <file>] [--witness <verifier key>]… [--needed <number>] [--tlog-proof <file to write>]
//   [--signers <text or file>]… [--hermes https://oracle]
// node scripts/verify-receipt.mjs --checkpoint <file> --checkpoint <file> --key <public key, hex> [--server https://host]
//
// Checks a receipt without the app and without believing the server: plain Node, no packages, none of the app's code.
// docs/PROOF_FORMAT.md describes every text and every step. Two checkpoints without a receipt are compared with each other.
//
// Exit code 0: it holds; a line NOTE names what it does not show. 1: it does not hold, and the lines say why. 2: the file,
// an option or the server could not be read. 3: it holds by itself, but the house has signed that a restored backup made
// the log of its time void. 4: it holds by itself, but its prices were fixed so late that they could be chosen.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Tells whether a value is a T. The parts of files have the types of their checks, which follow in "The shape of a file".
 * @template T @typedef {(value: unknown) => value is T} Check
 */
/** @template C @typedef {C extends Check<infer T> ? T : never} Checked */
/** @template F @typedef {{ [K in keyof F]: Checked<F[K]> }} Shape */
/**
 * @typedef {Shape<typeof TERMS>} Terms
 * @typedef {Terms & Shape<typeof RESULT>} Order
 * @typedef {Shape<typeof HEAD>} Head with the tree of each product
 * @typedef {Shape<typeof BRIEF_HEAD>} BriefHead with the products as one hash
 * @typedef {Shape<typeof WINDOW_HEAD>} WindowHead
 * @typedef {Shape<typeof TICK>} Tick
 * @typedef {Shape<typeof signed>} Signed
 * @typedef {Shape<typeof KEY_CHANGE>} KeyChange
 * @typedef {Shape<typeof RESTORE>} Restore
 * @typedef {Checked<typeof isReceipt> & { updates?: undefined }} TickReceipt under rule 1
 * @typedef {{ tickCount?: undefined, ranges?: undefined, fixed?: undefined, window?: undefined }} WithoutTicks
 * @typedef {Checked<typeof isSignedReceipt> & WithoutTicks} SignedReceipt under rule 2
 * @typedef {TickReceipt | SignedReceipt} Receipt
 * @typedef {Signed & { terms: Terms }} Acceptance
 * @typedef {Shape<typeof PATHS>} Consistency
 * @typedef {{ at: number, text: string }} Fetched a checkpoint that the device fetched, and when
 * @typedef {{ receipt: unknown, acceptance?: unknown, checkpoints?: readonly Fetched[] }} Content of a file
 */
/**
 * @typedef {readonly string[]} Path hashes of a proof
 * @typedef {{ size: number, root: string }} Tree
 * @typedef {Tree & { origin: string, text: string, signatures: { name: string, bytes: Buffer }[] }} Checkpoint
 * @typedef {{ name: string, publicKey: string }} Witness
 * @typedef {{ id: string, index: number, chain: number, emitter: string, addresses: string[], quorum: number }} SignerSet
 * @typedef {{ index: number, bytes: Buffer, parity: number }} SignerSignature
 * @typedef {{ feed: string, price: string, published: number, previous: number }} Price both times in seconds
 * @typedef {{ missing?: 'entry' | 'exit', reason?: string, entry?: Price, exit?: Price }} SignedCourse
 * @typedef {[code: string, sentence: string]} Finding a code of docs/PROOF_FORMAT.md
 * @typedef {<T>(path: string, isThat: Check<T>) => Promise<T | undefined>} Ask
 * @typedef {Checked<typeof isLatest>} Latest
 * @typedef {Checked<typeof isPolicy>} Policy
 * @typedef {ReturnType<typeof readOptions>} Options
 */
/**
 * @typedef {object} Update of signed prices
 * @property {boolean} isWhole nothing is missing, and nothing follows
 * @property {boolean} isPlain of the first minor version, without a trailing header
 * @property {number} index of the set of signers
 * @property {SignerSignature[]} signatures
 * @property {Buffer} body
 * @property {{ message: Buffer, nodes: Buffer[] }[]} messages each with its path
 */

const FORMAT = 'fairtick-receipt-4'
/** Format of a receipt whose prices others have signed. */
const SIGNED_FORMAT = 'fairtick-receipt-5'
const EVIDENCE = 'fairtick-evidence-1'
/** An order is accepted at most this much before and after the time in its id, which is when the device asked. */
const [ASKED_BEFORE_MS, ASKED_AFTER_MS] = [2_000, 10_000]
/** Later than this after its end, an order is void. */
const SETTLEMENT_DEADLINE_MS = 600_000
/** The watermark of a head may be a little ahead of its time. */
const THROUGH_AHEAD_MS = 1_000
/** How soon a witness, or the device itself, has to have seen the heads of the acceptance and of the end. */
const [WITNESSED_ACCEPTED_MS, WITNESSED_ENDED_MS] = [10_000, 30_000]
const [FETCHED_ACCEPTED_MS, FETCHED_ENDED_MS] = [30_000, 60_000]
/** Heads are made every five seconds at least; prices that stood in no head for longer than this are mentioned. */
const FIXED_WITHIN_MS = 10_000
/** Up to this many ticks are all shown. */
const SHOWN_MAX = 2_000
/** Up to this many heads of a window are all shown; of more, the first, the last and a sample. */
const [WINDOW_MAX, WINDOW_EDGE, WINDOW_SAMPLES] = [120, 50, 16]

/** The clocks of an oracle may be ahead of the house's by this much. */
const ORACLE_AHEAD_MS = 2_000

/** The guardians of Wormhole but for the first one, whose key changed in 2024. */
const GUARDIANS = [
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
].join()
const WORMHOLE = '26|e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71|13'
/** The signers that Pyth has published: two sets of guardians, and the five routers since August 2026. Others: --signers. */
export const SIGNERS = [
  `signers|1|3|${WORMHOLE}|58cc3ae5c097b213ce3c81979e1b9f9570746aa5,${GUARDIANS}`,
  `signers|1|4|${WORMHOLE}|5893b5a76c3f739645648885bdccc06cd70a3cd3,${GUARDIANS}`,
  'signers|1|5|26|507974686e6574507974686e6574507974686e6574507974686e657450797468|3|'.concat(
    [
      '41534bb176e461a3fb30479400f210549ecce638',
      '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
      '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
      'd9d7d4529577864352c9a6539a48238fcd447052',
      '1663a5a822336ece48559b1dfb1e93a017a7dac3',
    ].join(),
  ),
]

// --- Trees (RFC 6962) ---

/** @param {...(string | Uint8Array)} parts @returns {string} */
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
/** @param {string} text @returns {string} */
const leaf = (text) => sha256(Buffer.of(0), text)
/** @param {string} left @param {string} right @returns {string} */
const node = (left, right) => sha256(Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))
const EMPTY = sha256('')

/** The largest power of two below n; n is at least 2. @param {number} n @returns {number} */
function split(n) {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** @param {Path} leaves @returns {string} */
function root(leaves) {
  if (leaves.length === 0) return EMPTY
  if (leaves.length === 1) return leaves[0]
  const k = split(leaves.length)
  return node(root(leaves.slice(0, k)), root(leaves.slice(k)))
}

/**
 * The root that a leaf and its path lead to: down to the leaf, then up with one hash of the path a level.
 * @param {string} hash @param {number} index @param {number} size @param {Path} path @returns {string}
 */
function rootFromPath(hash, index, size, path) {
  const rest = [...path]
  /** @param {number} at @param {number} count @returns {string} */
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

/**
 * The roots of the older and of the newer tree that a consistency path leads to.
 * @param {number} oldSize @param {number} newSize @param {string} oldRoot @param {Path} path
 * @returns {[before: string, after: string]}
 */
function rootsFromConsistency(oldSize, newSize, oldRoot, path) {
  const rest = [...path]
  /** @param {number} size @param {number} count @param {boolean} known @returns {[before: string, after: string]} */
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

/** @param {Tree} older @param {Tree} newer @param {Path} path @returns {boolean} */
function isConsistent(older, newer, path) {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return older.root === newer.root && path.length === 0
  if (older.size === 0) return older.root === EMPTY && path.length === 0
  const [before, after] = rootsFromConsistency(older.size, newer.size, older.root, path)
  return before === older.root && after === newer.root
}

/** @param {Path} leaves @param {number} from @param {number} size @param {Path} path @returns {string} */
function rootFromRange(leaves, from, size, path) {
  const to = from + leaves.length
  const rest = [...path]
  /** @param {number} low @param {number} count @returns {string} */
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

/** @param {Head | BriefHead} head @returns {string} */
const productsRoot = ({ products }) =>
  typeof products === 'string'
    ? products
    : root(products.map((tree) => leaf(`product|2|${tree.symbol}|${tree.size}|${tree.through}|${tree.root}`)))

/** A head's leaf in the log of heads. @param {Head | BriefHead} head @returns {string} */
function headLeaf(head) {
  const logs = root(head.logs.map((log) => leaf(`log|1|${log.name}|${log.size}|${log.root}`)))
  return leaf(`head|2|${head.number}|${head.at}|${productsRoot(head)}|${logs}`)
}

// --- Signatures and checkpoints ---

const PRIME = 2n ** 255n - 19n
/** @param {string} hex @returns {bigint} */
const littleEndian = (hex) => BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`)
/** The second coordinates of the eight points of small order: under such a key anybody can sign. */
const SMALL_ORDER = [
  ...['00', '01'].map((byte) => byte + '00'.repeat(31)),
  `ec${'ff'.repeat(30)}7f`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
].map(littleEndian)

/**
 * OpenSSL refuses the second spelling of a signature (S + L) by itself; keys and points are 32 bytes below 2^255 - 19.
 * @param {string} text @param {Signed} by @returns {boolean}
 */
function isSigned(text, { signature, publicKey }) {
  const key = littleEndian(publicKey) % 2n ** 255n
  if (key >= PRIME || SMALL_ORDER.includes(key)) return false
  if (littleEndian(signature.slice(0, 64)) % 2n ** 255n >= PRIME) return false
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')])
  return verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    Buffer.from(signature, 'hex'),
  )
}

/**
 * The whole lines of a checkpoint, and its signatures; undefined for anything else.
 * @param {string} note @returns {Checkpoint | undefined}
 */
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
    origin,
    size: Number(size),
    root: Buffer.from(hash, 'base64').toString('hex'),
    text: `${origin}\n${size}\n${hash}\n`,
    signatures: signatures
      .trimEnd()
      .split('\n')
      .map((line) => ({ name: line.split(' ')[1], bytes: Buffer.from(line.split(' ')[2], 'base64') })),
  }
}

/** A checkpoint that an earlier step has read. @param {string} note @returns {Checkpoint} */
function readAgain(note) {
  const checkpoint = readCheckpoint(note)
  if (!checkpoint) throw new Error('A checkpoint is not whole.')
  return checkpoint
}

/**
 * The signatures that name a key: `type` is 1 for a log and 4 for a witness.
 * @param {Checkpoint} checkpoint @param {string} name @param {1 | 4} type @param {string} publicKey @returns {string[]}
 */
function signaturesOf({ signatures }, name, type, publicKey) {
  const id = sha256(`${name}\n`, Buffer.of(type), Buffer.from(publicKey, 'hex')).slice(0, 8)
  return signatures
    .filter((each) => each.name === name && each.bytes.subarray(0, 4).toString('hex') === id)
    .map(({ bytes }) => bytes.subarray(4).toString('hex'))
}

/** @param {Checkpoint} checkpoint @param {string} publicKey @returns {boolean} */
function isSignedByLog(checkpoint, publicKey) {
  const own = signaturesOf(checkpoint, checkpoint.origin, 1, publicKey)
  /** @param {string} signature */
  const holds = (signature) => signature.length === 128 && isSigned(checkpoint.text, { signature, publicKey })
  return own.length > 0 && own.every(holds)
}

/**
 * A witness from its key as `name+id+key` of c2sp.org/signed-note; throws for anything else.
 * @param {string} verifierKey @returns {Witness}
 */
function parseWitness(verifierKey) {
  const [, name = '', id, key] = /^([!-*,-~]{1,120})[+]([0-9a-f]{8})[+]([A-Za-z0-9+/]{44})$/.exec(verifierKey) ?? []
  const bytes = Buffer.from(key ?? '', 'base64')
  if (bytes.length !== 33 || bytes[0] !== 4 || bytes.toString('base64') !== key) {
    throw new Error(`--witness takes name+id+key of a witness, and ${verifierKey} is none.`)
  }
  if (sha256(`${name}\n`, bytes).slice(0, 8) !== id) {
    throw new Error(`--witness ${verifierKey} is misspelt: its id belongs to another name or key.`)
  }
  return { name, publicKey: bytes.subarray(1).toString('hex') }
}

/**
 * When a witness has signed a checkpoint, in ms (c2sp.org/tlog-cosignature); undefined if a line that names it does not hold.
 * @param {Checkpoint} checkpoint @param {Witness} witness @returns {number | undefined}
 */
function cosignedAt(checkpoint, { name, publicKey }) {
  const times = signaturesOf(checkpoint, name, 4, publicKey).map((signed) => {
    const time = Number.parseInt(signed.slice(0, 16), 16)
    const text = `cosignature/v1\ntime ${time}\n${checkpoint.text}`
    const holds =
      signed.length === 144 && Number.isSafeInteger(time) && isSigned(text, { signature: signed.slice(16), publicKey })
    return holds ? time * 1_000 : undefined
  })
  return times.length > 0 && times.every((time) => time !== undefined) ? Math.min(...times) : undefined
}

/**
 * Those of the keys of witnesses that have signed a checkpoint.
 * @param {{ checkpoint: string }} receipt @param {string[]} verifierKeys
 */
export function witnessesOf({ checkpoint }, verifierKeys) {
  const read = readCheckpoint(checkpoint)
  return verifierKeys.filter((each) => read && cosignedAt(read, parseWitness(each)) !== undefined)
}

/**
 * How many keys of these witnesses have signed a checkpoint by a time: a key counts once, and the log's own never.
 * @param {Receipt} receipt @param {Checkpoint} checkpoint @param {Witness[]} witnesses @param {number} [by]
 * @returns {number}
 */
function witnessesBy(receipt, checkpoint, witnesses, by = Number.POSITIVE_INFINITY) {
  const own = logKeysOf(receipt)
  /** @param {Witness} each */
  const isSeen = (each) => {
    const at = cosignedAt(checkpoint, each)
    return at !== undefined && at <= by
  }
  const seen = witnesses.filter((each) => !own.includes(each.publicKey) && isSeen(each))
  return new Set(seen.map(({ publicKey }) => publicKey)).size
}

/**
 * The key that signs the log, and those before it.
 * @param {{ publicKey: string, keys: readonly KeyChange[] }} receipt @returns {string[]}
 */
const logKeysOf = ({ publicKey, keys }) => [publicKey, ...keys.map(({ from }) => from)]

// --- Files ---

/**
 * The receipt's last head as a file of c2sp.org/tlog-proof; what else it says is in the line of extra data.
 * @param {Receipt} receipt @returns {string}
 */
function tlogProof(receipt) {
  const { head, heads, checkpoint } = receipt
  const path = heads.head.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')
  const extra = Buffer.from(JSON.stringify(receipt)).toString('base64')
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${head.number - 1}\n${path}\n${checkpoint}`
}

/** @param {unknown} value @returns {number} */
const keysIn = (value) =>
  value === null || typeof value !== 'object'
    ? 0
    : Object.values(value).reduce(
        (sum, each) => sum + keysIn(each),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

/**
 * Reads JSON. `undefined` if two readers may take it differently: a field that is written twice, or a number that is not
 * spelled as an integer from 0 on.
 * @param {string} text @returns {unknown}
 */
export function parseStrictly(text) {
  const value = JSON.parse(text)
  const strings = /"(?:[^"\\]|\\.)*"\s*:?/g
  // A string before a colon is a key: the text has to hold as many as were read.
  const written = text.match(strings)?.filter((each) => each.endsWith(':')).length ?? 0
  const words = text.replace(strings, ' ').match(/[^\s[\]{},]+/g) ?? []
  const areSpelt = words.every((word) => /^(true|false|null|0|[1-9][0-9]*)$/.test(word))
  return areSpelt && written === keysIn(value) ? value : undefined
}

/**
 * The content of a file: a receipt, one in a file of c2sp.org/tlog-proof that is made of nothing else, or evidence.
 * @param {string} text @returns {Content}
 */
function readFile(text) {
  const [, extra] = /^c2sp.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex /.exec(text) ?? []
  if (extra) {
    const receipt = parseStrictly(Buffer.from(extra, 'base64').toString('utf8'))
    if (isAnyReceipt(receipt) && tlogProof(receipt) !== text) {
      throw new Error('The file is not the proof of the receipt in it: take it anew from where you have it.')
    }
    return { receipt }
  }
  const value = parseStrictly(text)
  if (!isObject(value) || value.format !== EVIDENCE) return { receipt: value }
  return isEvidence(value) ? value : { receipt: undefined }
}

// --- Heads ---

/** @param {Head} head @param {string} symbol @returns {Head['products'][number] | undefined} */
const treeOf = (head, symbol) => head.products.find((tree) => tree.symbol === symbol)
/** @param {Head | BriefHead} head @param {string} name @returns {{ size: number, root: string | null }} */
const logOf = (head, name) => head.logs.find((log) => log.name === name) ?? { size: 0, root: null }
/**
 * The map of results is no log that only grows: its size is that of the log of settlements.
 * @param {Head | BriefHead} head @returns {Head['logs']}
 */
const growingLogs = (head) => head.logs.filter(({ name }) => name !== 'results')
/** @param {Head | BriefHead} head @returns {boolean} */
const hasAllResults = (head) => logOf(head, 'results').size === logOf(head, 'settlements').size

/**
 * Where the logs of the newer head do not continue from those of the older one.
 * @param {Head} older @param {Head} newer @param {Consistency} proof @returns {Finding[]}
 */
export function historyProblems(older, newer, proof) {
  /** @type {Finding[]} */
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
  return [...problems, ...growthOfLogs(older, newer, proof.logs)]
}

/**
 * Where the logs other than the prices do not continue.
 * @param {Head | BriefHead} older @param {Head | BriefHead} newer @param {Consistency['logs']} paths
 * @returns {Finding[]}
 */
function growthOfLogs(older, newer, paths) {
  /** @type {Finding[]} */
  const problems = []
  const logs = growingLogs(older)
  if (paths.length !== logs.length) problems.push(['logs_rewritten', 'the paths are not those of the logs'])
  logs.forEach((log, at) => {
    const now = newer.logs.find(({ name }) => name === log.name)
    const entry = paths[at]
    if (!now || entry?.name !== log.name || !isConsistent(log, now, entry.path)) {
      problems.push([
        'logs_rewritten',
        `the log of ${log.name} was rewritten between head ${older.number} and ${newer.number}`,
      ])
    }
  })
  if (![older, newer].every(hasAllResults)) {
    problems.push(['logs_rewritten', 'the map of results has another number of orders than were settled'])
  }
  return problems
}

/**
 * The heads are in the log of heads, which ends with the last of them; older checkpoints lead to it.
 * @param {Receipt} receipt @param {Checkpoint} checkpoint @returns {Finding[]}
 */
function headProblems(receipt, checkpoint) {
  const { accepted, fixed, head, heads, consistency } = receipt
  /** @type {Finding[]} */
  const problems = []
  /** @param {string[]} names */
  const ascending = (names) => names.every((name, at) => at === 0 || names[at - 1] < name)
  const shown = [
    { head: accepted, path: heads.accepted },
    ...(fixed ? [{ head: fixed, path: heads.fixed }] : []),
    { head, path: heads.head },
  ]
  for (const { head: each, path } of shown) {
    const symbols = typeof each.products === 'string' ? [] : each.products.map(({ symbol }) => symbol)
    const found = rootFromPath(headLeaf(each), each.number - 1, checkpoint.size, path)
    if (found !== checkpoint.root || !ascending(symbols) || !ascending(each.logs.map(({ name }) => name))) {
      problems.push(['heads', `head ${each.number} is not in the log of heads`])
    }
  }
  const next = fixed ?? head
  if (accepted.number > next.number || accepted.at > next.at) {
    problems.push(['order', `head ${next.number} is not after the one with the order`])
  }
  for (const { checkpoint: note, path } of receipt.witnessed) {
    const earlier = readCheckpoint(note)
    if (
      !earlier ||
      earlier.origin !== checkpoint.origin ||
      !logKeysOf(receipt).some((key) => isSignedByLog(earlier, key))
    ) {
      problems.push(['checkpoint', 'a checkpoint for witnesses is not signed with a key of the log'])
    } else if (!isConsistent(earlier, checkpoint, path)) {
      problems.push(['heads_rewritten', `the log does not go on from what was witnessed, head ${earlier.size}`])
    }
  }
  const history = fixed ? historyProblems(fixed, head, consistency) : growthOfLogs(accepted, head, consistency.logs)
  return [...problems, ...history]
}

// --- The shape of a file ---

/** @template T @param {(value: unknown) => boolean} holds @returns {Check<T>} */
const check = (holds) => /** @type {Check<T>} */ (holds)
/** @returns {Check<number>} */
const whole = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  check(
    (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max && !Object.is(value, -0),
  )
/** @param {RegExp} pattern @returns {Check<string>} */
const text = (pattern) => check((value) => typeof value === 'string' && pattern.test(value))
/** @param {number} max @returns {Check<string>} */
const note = (max) => check((value) => typeof value === 'string' && value.length <= max)
/** @param {string} words @returns {Check<string>} */
const among = (words) => check((value) => typeof value === 'string' && words.split(' ').includes(value))
/** @template T @param {T} one @returns {Check<T>} */
const only = (one) => check((value) => value === one)
/** @template T @param {Check<T>} isThat @returns {Check<T | null>} */
const nullOr = (isThat) => check((value) => value === null || isThat(value))
/** @template T @param {Check<T>} isThat @param {number} max @returns {Check<readonly T[]>} */
const many = (isThat, max, min = 0) =>
  check((value) => Array.isArray(value) && value.length >= min && value.length <= max && value.every(isThat))
/** @type {Check<Record<string, unknown>>} */
const isObject = check((value) => Object.prototype.toString.call(value) === '[object Object]')
/** @template {Record<string, Check<unknown>>} F @param {F} fields @returns {Check<Shape<F>>} */
const atLeast = (fields) =>
  check((value) => isObject(value) && Object.entries(fields).every(([name, isThat]) => isThat(value[name])))
/** @template {Record<string, Check<unknown>>} F @param {F} fields @returns {Check<Shape<F>>} */
const exactly = (fields) =>
  check(
    (value) =>
      isObject(value) &&
      Object.keys(value).sort().join() === Object.keys(fields).sort().join() &&
      atLeast(fields)(value),
  )
const anything = check(() => true)

const count = whole()
const hash = text(/^[0-9a-f]{64}$/)
const signature = text(/^[0-9a-f]{128}$/)
const path = many(hash, 130)
const symbol = text(/^[A-Z0-9]{2,16}$/)
const source = text(/^[A-Za-z0-9:._,-]{1,80}$/)
const logName = text(/^[a-z]{2,20}$/)
const price = text(/^[0-9]{1,16}([.][0-9]{1,12})?$/)
const minor = text(/^(0|[1-9][0-9]{0,17})$/)
const limit = whole(0, 86_400_000)
const fromOne = whole(1)
const signed = { signature, publicKey: hash }

/** A change of the price, times this, is the gain of an order. */
const GAINS = { up: 1n, down: -1n }

const TERMS = {
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  number: text(/^FT-[0-9A-Z]{10}$/),
  symbol,
  source,
  instrument: text(/^[A-Za-z0-9._*,-]{1,140}$/),
  direction: /** @type {Check<keyof typeof GAINS>} */ (among(Object.keys(GAINS).join(' '))),
  stake: minor,
  currency: text(/^[A-Z0-9]{2,12}$/),
  scale: whole(0, 18),
  payout: minor,
  earningsRateBp: whole(0, 1_000_000),
  durationSeconds: whole(1, 86_400),
  acceptedAt: count,
  entryTimeoutMs: limit,
  staleAfterMs: limit,
  rule: only(1),
  seenHead: count,
  seenRoot: hash,
  deviceKey: hash,
  deviceSignature: signature,
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
  voidReason: nullOr(among('no_entry_tick settled_late too_few_ticks stale_at_expiry')),
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
const BRIEF_HEAD = { ...HEAD, products: hash }
const WINDOW_HEAD = {
  number: fromOne,
  at: count,
  logs: hash,
  size: count,
  through: count,
  root: hash,
  index: count,
  count: whole(1, 500),
  path,
}
const TICK = {
  sequence: fromOne,
  at: count,
  price,
  size: price,
  source,
  sourceAt: count,
  instrument: text(/^[A-Za-z0-9._*-]{1,64}$/),
  trade: nullOr(count),
}
const KEY_CHANGE = { from: hash, to: hash, at: count, oldSignature: signature, newSignature: signature }
const isKeyList = many(exactly(KEY_CHANGE), 16)
const RESTORE = {
  kept: fromOne,
  root: hash,
  keptAt: count,
  at: count,
  reason: among('hardware mistake attack'),
  ...signed,
}
const isRestoreList = many(exactly(RESTORE), 16)
const place = exactly({ leaf: count, path })
const PATHS = {
  products: many(exactly({ symbol, path }), 500),
  logs: many(exactly({ name: logName, path }), 16),
}
/** The common part of receipts of both formats. */
const COMMON = {
  acceptance: exactly(signed),
  accepted: exactly(BRIEF_HEAD),
  witnessed: many(exactly({ checkpoint: note(12_000), path }), 2),
  places: exactly({ acceptance: place, settlement: place, result: many(hash, 283) }),
  checkpoint: note(12_000),
  publicKey: hash,
  keys: isKeyList,
}
const SIGNED_TERMS = {
  ...TERMS,
  source: only('pyth'),
  instrument: text(/^[0-9a-f]{64}:[0-9a-f]{16}$/),
  rule: only(2),
}
const isSignedReceipt = exactly({
  ...COMMON,
  format: only(SIGNED_FORMAT),
  order: exactly({ ...SIGNED_TERMS, ...RESULT }),
  head: exactly(BRIEF_HEAD),
  consistency: exactly({ logs: PATHS.logs }),
  heads: exactly({ accepted: path, head: path, seen: path }),
  updates: many(text(/^([0-9a-f]{2}){1,4096}$/), 2),
})
const isReceipt = exactly({
  ...COMMON,
  format: only(FORMAT),
  order: exactly({ ...TERMS, ...RESULT }),
  tickCount: count,
  ranges: many(exactly({ ticks: many(exactly(TICK), 1_002, 1), path }), 2),
  fixed: exactly(HEAD),
  head: exactly(HEAD),
  consistency: exactly(PATHS),
  window: many(exactly({ heads: many(exactly(WINDOW_HEAD), WINDOW_MAX, 1), path }), 24, 1),
  heads: exactly({ accepted: path, fixed: path, head: path, seen: path }),
})
/** @type {Check<Receipt>} */
const isAnyReceipt = check((value) => isReceipt(value) || isSignedReceipt(value))
/** @type {Check<Acceptance>} */
const isAcceptance = check((value) =>
  [TERMS, SIGNED_TERMS].some((terms) => exactly({ terms: exactly(terms), ...signed })(value)),
)
const isEvidence = exactly({
  format: only(EVIDENCE),
  receipt: anything,
  acceptance: anything,
  checkpoints: many(exactly({ at: count, text: note(64_000) }), 2),
})
/** The response of a server. */
const checkpointAnd = { checkpoint: note(64_000), publicKey: hash }
const isLatest = exactly({ head: exactly(HEAD), ...checkpointAnd })
const isLoggedHead = exactly({ head: exactly(HEAD), path, ...checkpointAnd })
const isConsistency = exactly({ from: exactly(HEAD), to: exactly(HEAD), heads: path, ...PATHS })
const isResult = exactly({ head: exactly(HEAD), leaf: nullOr(note(200)), path: many(hash, 283), ...checkpointAnd })
const isFeedPage = exactly({
  head: exactly(BRIEF_HEAD),
  headPath: path,
  from: count,
  path,
  ...checkpointAnd,
  entries: many(note(400), 500),
})
const isPolicy = atLeast({ keys: isKeyList, restores: isRestoreList })
/** The response of the oracle. */
const isOracleResponse = atLeast({ binary: atLeast({ data: many(text(/^([0-9a-f]{2})+$/), 16) }) })

// --- The order, its acceptance and its settlement ---

const TERM_FIELDS = /** @type {(keyof Terms)[]} */ (Object.keys(TERMS))
const RESULT_FIELDS = /** @type {(keyof typeof RESULT)[]} */ (Object.keys(RESULT))

/** @param {Terms} terms @returns {string} */
const acceptanceText = (terms) => ['accept', 3, ...TERM_FIELDS.map((field) => terms[field])].join('|')
/** @param {Order} order @returns {string} */
const settlementText = (order) =>
  [
    'settlement',
    4,
    ...TERM_FIELDS.map((field) => order[field]),
    ...RESULT_FIELDS.map((field) => order[field] ?? '-'),
  ].join('|')

/**
 * A UUID of version 7 begins with 48 bits of milliseconds: when the device asked.
 * @param {Order} order @returns {number}
 */
const askedAt = ({ id }) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
/** @param {Order} order @returns {number} */
const minuteOf = (order) => Math.floor(askedAt(order) / 60_000)
/** The leaf of the log of settlements and of the map of results. @param {Order} order @returns {string} */
const settledText = (order) =>
  ['settled', 1, minuteOf(order), sha256(order.id), sha256(settlementText(order))].join('|')

/**
 * Whether each key hands over to the next, both signing it, the last one is `publicKey`, and none comes twice.
 * @param {readonly KeyChange[]} keys @param {string} publicKey @returns {boolean}
 */
function isChain(keys, publicKey) {
  const all = logKeysOf({ keys, publicKey })
  /** @param {KeyChange} change @param {number} index */
  const handsOver = ({ from, to, at, oldSignature, newSignature }, index) => {
    const statement = `key|1|${from}|${to}|${at}`
    return (
      to === (keys[index + 1]?.from ?? publicKey) &&
      isSigned(statement, { signature: oldSignature, publicKey: from }) &&
      isSigned(statement, { signature: newSignature, publicKey: to })
    )
  }
  return new Set(all).size === all.length && keys.every(handsOver)
}

/**
 * Whether these are all changes of the key that the log of keys has.
 * @param {readonly KeyChange[]} keys @param {{ size: number, root: string | null }} log @returns {boolean}
 */
function areLogged(keys, { size, root: hash }) {
  const leaves = keys.map(({ from, to, at }) => leaf(`key|1|${from}|${to}|${at}`))
  return size === keys.length && (hash === null || hash === root(leaves))
}

/**
 * The device signed what it asked for, at the time in the id, and had seen an earlier head of this log.
 * @param {Receipt} receipt @param {Checkpoint} checkpoint @returns {Finding[]}
 */
function askProblems({ order, accepted, heads }, checkpoint) {
  /** @type {(keyof Terms)[]} */
  const ask = ['id', 'symbol', 'direction', 'stake', 'currency', 'scale', 'durationSeconds', 'earningsRateBp']
  const fields = ask.concat('seenHead', 'seenRoot', 'deviceKey').map((field) => order[field])
  const by = { signature: order.deviceSignature, publicKey: order.deviceKey }
  /** @type {Finding[]} */
  const problems = []
  if (!isSigned(['ask', 1, checkpoint.origin, ...fields].join('|'), by)) {
    problems.push(['ask', 'the order is not signed by the device that asked for it'])
  }
  const seen = { size: order.seenHead, root: order.seenRoot }
  if (order.seenHead > accepted.number || !isConsistent(seen, checkpoint, heads.seen)) {
    problems.push(['ask', `the log does not go on from head ${order.seenHead}, which the device had seen`])
  }
  return problems
}

/** @param {Receipt} receipt @returns {Finding[]} */
function logProblems({ order, accepted, head, places, acceptance, publicKey, keys }) {
  /** @type {Finding[]} */
  const problems = []
  /**
   * @param {string} entry @param {{ size: number, root: string | null }} log
   * @param {{ leaf: number, path: Path }} place
   */
  const isIn = (entry, log, { leaf: at, path: up }) => rootFromPath(leaf(entry), at, log.size, up) === log.root
  if (!isChain(keys, publicKey) || !areLogged(keys, logOf(head, 'keys'))) {
    problems.push(['keys', 'the keys do not hand over to the one that signs, or their log has other changes'])
  }
  const isOurs = acceptance.publicKey === publicKey && isSigned(acceptanceText(order), acceptance)
  if (!isOurs || !isIn(acceptanceText(order), logOf(accepted, 'orders'), places.acceptance)) {
    problems.push(['acceptance', 'the terms of the order are not what the house signed and logged'])
  }
  const asked = askedAt(order)
  if (order.acceptedAt < asked - ASKED_BEFORE_MS || order.acceptedAt > asked + ASKED_AFTER_MS) {
    problems.push(['asked_time', 'the order was accepted at another time than the device asked for it'])
  }
  if (accepted.at < order.acceptedAt) {
    problems.push(['accepted_early', 'the head that holds the acceptance was made before it'])
  }
  if (accepted.at > order.acceptedAt + order.entryTimeoutMs) {
    problems.push(['accepted_late', 'the order was logged when its time for an entry was over'])
  }
  if (!isIn(settledText(order), logOf(head, 'settlements'), places.settlement)) {
    problems.push(['settlement', 'the order, as it is here, is not in the settlement log'])
  }
  if (rootOfResults(order, leaf(settledText(order)), places.result) !== logOf(head, 'results').root) {
    problems.push(['result_place', 'the map of results has not this result at the place of the order'])
  }
  return problems
}

/**
 * The root of the map of results that a leaf and its path lead to: 16 bits of the day, 11 of the minute, 256 of the key.
 * @param {Order} order @param {string} hash @param {Path} path @returns {string}
 */
function rootOfResults(order, hash, path) {
  const minute = minuteOf(order)
  if (minute >= 1_440 * 2 ** 16) return ''
  const key = Buffer.from(sha256(order.id), 'hex')
  const bits =
    Math.floor(minute / 1_440)
      .toString(2)
      .padStart(16, '0') +
    (minute % 1_440).toString(2).padStart(11, '0') +
    [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return path.reduce((below, sibling, at) => {
    const isRight = bits[path.length - 1 - at] === '1'
    return isRight ? node(sibling, below) : node(below, sibling)
  }, hash)
}

// --- The window: every head from the acceptance to the end ---

/**
 * The numbers of the heads that are shown, by neighbors.
 * @param {TickReceipt} receipt @param {Checkpoint} checkpoint @returns {number[][]}
 */
function windowNumbers({ accepted, fixed, order }, checkpoint) {
  /** @param {number} from @param {number} length */
  const run = (from, length) => Array.from({ length: Math.max(0, length) }, (_, index) => from + index)
  const total = fixed.number - accepted.number + 1
  if (total <= WINDOW_MAX) return [run(accepted.number, total)]
  const drawn = run(0, WINDOW_SAMPLES).map((index) => {
    const random = Number.parseInt(sha256(`window|1|${order.id}|${checkpoint.root}|${index}`).slice(0, 12), 16)
    return accepted.number + WINDOW_EDGE + (random % (total - 2 * WINDOW_EDGE))
  })
  const sampled = [...new Set(drawn)].sort((a, b) => a - b)
  return [
    run(accepted.number, WINDOW_EDGE),
    ...sampled.map((number) => [number]),
    run(fixed.number - WINDOW_EDGE + 1, WINDOW_EDGE),
  ]
}

/**
 * The heads of the window are those that have to be shown, and are in the log of heads.
 * @param {TickReceipt} receipt @param {Checkpoint} checkpoint @returns {Finding[]}
 */
function windowProblems(receipt, checkpoint) {
  const { accepted, fixed, order, window } = receipt
  const numbers = windowNumbers(receipt, checkpoint)
  const areThose =
    window.length === numbers.length &&
    window.every(({ heads }, at) => heads.map(({ number }) => number).join() === numbers[at].join())
  if (!areThose) return [['window', 'the heads from the acceptance to the end are not all shown']]
  /** @param {WindowHead} head */
  const leafOf = ({ number, at, logs, size, through, root: tree, index, count, path }) => {
    const product = leaf(`product|2|${order.symbol}|${size}|${through}|${tree}`)
    return leaf(`head|2|${number}|${at}|${rootFromPath(product, index, count, path)}|${logs}`)
  }
  const leaves = window.map(({ heads }) => heads.map(leafOf))
  const ends = [leaves[0][0], leaves.at(-1)?.at(-1)]
  // A path fits several counts of products; they only grow, up to that of the head whose products are all shown.
  const counts = window.flatMap(({ heads }) => heads.map(({ count }) => count)).concat(fixed.products.length)
  const areCounted = counts.every((each, at) => at === 0 || counts[at - 1] <= each) && counts.at(-2) === counts.at(-1)
  const areLogged = window.every(
    ({ heads, path }, at) => rootFromRange(leaves[at], heads[0].number - 1, checkpoint.size, path) === checkpoint.root,
  )
  const expected = [headLeaf(accepted), headLeaf(fixed)]
  if (areLogged && areCounted && ends.join() === expected.join()) return []
  return [['window', 'the heads from the acceptance to the end do not stand so in the log of heads']]
}

/**
 * The product's log only grows from head to head, keeps each watermark, and is fixed by the first head after the end.
 * @param {TickReceipt} receipt @returns {Finding[]}
 */
function growthProblems(receipt) {
  const { fixed, head, window } = receipt
  /** @type {Finding[]} */
  const problems = []
  const heads = window.flatMap((each) => each.heads)
  const { ticks, end } = courseOf(receipt)
  heads.forEach((each, at) => {
    const before = heads[at - 1]
    const falls = before && (each.at <= before.at || each.size < before.size || each.through < before.through)
    if (falls || each.through > each.at + THROUGH_AHEAD_MS) {
      problems.push(['window_order', `head ${each.number} does not go on from the one before it`])
    }
  })
  const first = heads.find(({ through }) => through >= end)
  if (first !== heads.at(-1)) {
    problems.push(['fixed_not_first', 'the prices are not those of the first head after the end'])
  }
  const late = ticks.find((tick) => heads.some(({ size, through }) => tick.sequence > size !== tick.at > through))
  if (late) problems.push(['dated_back', `tick ${late.sequence} was logged at another time than it says`])
  for (const { number, at, products } of [fixed, head]) {
    if (products.some(({ through }) => through > at + THROUGH_AHEAD_MS)) {
      problems.push(['through', `head ${number} promises prices of a time after it`])
    }
  }
  return problems
}

// --- The ticks ---

/** @param {string} symbol @param {Tick} tick @returns {string} */
const tickLeaf = (symbol, tick) =>
  leaf(
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
    ].join('|'),
  )

/** @param {TickReceipt} receipt @returns {Finding[]} */
function tickProblems({ order, fixed, ranges, tickCount }) {
  /** @type {Finding[]} */
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
  if (tickCount <= SHOWN_MAX && all.length < tickCount) {
    problems.push(['tick_missing', `of ${tickCount} ticks ${all.length} are shown`])
  }
  all.forEach((tick, at) => {
    const before = all[at - 1]
    if (before && (tick.sequence <= before.sequence || tick.at < before.at)) {
      problems.push(['tick_order', `tick ${tick.sequence} is earlier than the one before it`])
    }
  })
  return [...problems, ...sourceOrderProblems(all)]
}

/**
 * The trade numbers of one source rise and its times do not fall: an old trade does not come again.
 * @param {Tick[]} ticks @returns {Finding[]}
 */
function sourceOrderProblems(ticks) {
  /** @type {Finding[]} */
  const problems = []
  const newest = new Map()
  for (const tick of ticks) {
    const name = `${tick.source} ${tick.instrument}`
    const before = newest.get(name) ?? { sourceAt: 0, trade: null }
    const isOld = tick.trade !== null && before.trade !== null && tick.trade <= before.trade
    if (isOld || tick.sourceAt < before.sourceAt) {
      problems.push(['source_order', `tick ${tick.sequence} is an older trade of ${name} than one before it`])
    }
    newest.set(name, { sourceAt: tick.sourceAt, trade: tick.trade ?? before.trade })
  }
  return problems
}

/**
 * Entry and end of the order by the shown ticks.
 * @param {TickReceipt} receipt @returns {{ ticks: Tick[], later?: Tick, entry?: Tick, end: number }}
 */
function courseOf({ order, ranges }) {
  const ticks = ranges.flatMap((range) => range.ticks)
  const deadline = order.acceptedAt + order.entryTimeoutMs
  const later = ticks.find((tick) => tick.at > order.acceptedAt)
  const entry = later && later.at <= deadline ? later : undefined
  return { ticks, later, entry, end: entry ? entry.at + order.durationSeconds * 1000 : deadline }
}

/**
 * The neighbor before the entry and the one after the exit have to be shown, with nothing between.
 * @param {TickReceipt} receipt @returns {Finding[]}
 */
function spanProblems(receipt) {
  const { fixed, head, order, tickCount, places } = receipt
  const { ticks, later, end } = courseOf(receipt)
  const tree = treeOf(fixed, order.symbol) ?? { size: 0, through: 0 }
  /** @type {Finding[]} */
  const problems = []
  const first = ticks[0]
  const last = ticks.at(-1)
  if (tickCount !== (last ? last.sequence - first.sequence + 1 : 0)) {
    problems.push(['ticks', 'the number of ticks is wrong'])
  }
  const place = later ? ticks.indexOf(later) : -1
  const isAfterFirst = place === 1 && first.sequence + 1 === later?.sequence
  const begins = later ? isAfterFirst || (place === 0 && later.sequence === 1) : ticks.length < 2
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
  if (order.closedAt < fixed.at || order.closedAt > head.at) {
    problems.push([
      'closed_order',
      'the order was closed before the prices were fixed, or after the head that holds it',
    ])
  }
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

// --- Signed prices ---

const MASK = 2n ** 64n - 1n
/** The 24 constants and, lane by lane, the rotations of Keccak-f[1600] (FIPS 202, section 3.2), from their definitions. */
const ROUNDS = (() => {
  let state = 1
  const bit = () => {
    const out = state & 1
    state = state & 128 ? ((state << 1) ^ 0x171) & 255 : state << 1
    return BigInt(out)
  }
  return Array.from({ length: 24 }, () =>
    [0, 1, 3, 7, 15, 31, 63].reduce((sum, place) => sum | (bit() << BigInt(place)), 0n),
  )
})()
const ROTATIONS = (() => {
  const rotations = Array(25).fill(0n)
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step++) {
    rotations[x + 5 * y] = BigInt((((step + 1) * (step + 2)) / 2) % 64)
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return rotations
})()
/** @param {bigint} lane @param {bigint} by */
const rotate = (lane, by) => ((lane << by) | (lane >> (64n - by))) & MASK

/** @param {bigint[]} lanes */
function permute(lanes) {
  for (const constant of ROUNDS) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20])
    const mixed = columns.map((_, x) => columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1n))
    /** @type {bigint[]} */
    const turned = Array(25).fill(0n)
    for (let x = 0; x < 5; x++) {
      for (let y = 0; y < 5; y++) {
        turned[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[x + 5 * y] ^ mixed[x], ROTATIONS[x + 5 * y])
      }
    }
    for (let at = 0; at < 25; at++) {
      const row = at - (at % 5)
      lanes[at] = turned[at] ^ (~turned[row + ((at + 1) % 5)] & MASK & turned[row + ((at + 2) % 5)])
    }
    lanes[0] ^= constant
  }
}

/** Keccak-256 with its padding of before FIPS 202, as chains use it. @param {...Uint8Array} parts @returns {Buffer} */
export function keccak256(...parts) {
  const data = Buffer.concat(parts)
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
const FIELD = 2n ** 256n - 2n ** 32n - 977n
const GROUP = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const BASE = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]
/** @param {bigint} value @param {bigint} by */
const mod = (value, by) => ((value % by) + by) % by

/** @param {bigint} base @param {bigint} exponent @param {bigint} by */
function power(base, exponent, by) {
  let [result, square] = [1n, base % by]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % by
    square = (square * square) % by
  }
  return result
}

/** By Euclid; value is not 0. @param {bigint} value @param {bigint} by */
function inverse(value, by) {
  let [a, b, x, y] = [mod(value, by), by, 1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b, x, y] = [b % a, a, y - quotient * x, x]
  }
  return mod(x, by)
}

/** @typedef {bigint[]} Point [x, y, z] for (x / z², y / z³); z is 0 for the neutral one */

/** @param {Point} p @returns {Point} */
function twice([x, y, z]) {
  if (y === 0n) return [1n, 1n, 0n]
  const square = (y * y) % FIELD
  const product = (4n * x * square) % FIELD
  const slope = (3n * x * x) % FIELD
  const newX = mod(slope * slope - 2n * product, FIELD)
  return [newX, mod(slope * (product - newX) - 8n * square * square, FIELD), (2n * y * z) % FIELD]
}

/** @param {Point} p @param {Point} q @returns {Point} */
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

/** a·P + b·Q in one pass over the bits. @param {bigint} a @param {Point} p @param {bigint} b @param {Point} q */
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

/** @param {Buffer} bytes @returns {bigint} */
const numberOf = (bytes) => BigInt(`0x${bytes.toString('hex')}`)

/**
 * The address of the key that signed a digest; undefined for a signature that is not in its one spelling (low s).
 * @param {Buffer} digest @param {Buffer} bytes @param {number} parity @returns {string | undefined}
 */
function signerOf(digest, bytes, parity) {
  const [r, s] = [numberOf(bytes.subarray(0, 32)), numberOf(bytes.subarray(32))]
  if (r === 0n || r >= GROUP || s === 0n || s > GROUP / 2n) return undefined
  const square = (r * r * r + 7n) % FIELD
  const root = power(square, (FIELD + 1n) / 4n, FIELD)
  if ((root * root) % FIELD !== square) return undefined
  const point = [r, Number(root & 1n) === parity ? root : FIELD - root, 1n]
  const inverted = inverse(r, GROUP)
  const [x, y, z] = combined(mod(-numberOf(digest) * inverted, GROUP), BASE, (s * inverted) % GROUP, point)
  if (z === 0n) return undefined
  const unit = inverse(z, FIELD)
  const squared = (unit * unit) % FIELD
  const key = [(x * squared) % FIELD, (y * squared * unit) % FIELD].map((each) => each.toString(16).padStart(64, '0'))
  return keccak256(Buffer.from(key.join(''), 'hex'))
    .subarray(12)
    .toString('hex')
}

/**
 * A set of signers from its text; undefined for anything else.
 * @param {string} written @returns {SignerSet | undefined}
 */
export function parseSigners(written) {
  const [, index, chain, emitter = '', quorum, list] =
    /^signers[|]1[|](0|[1-9][0-9]{0,9})[|](0|[1-9][0-9]{0,4})[|]([0-9a-f]{64})[|]([1-9][0-9]?)[|]([0-9a-f]{40}(?:,[0-9a-f]{40}){0,63})$/.exec(
      written,
    ) ?? []
  const addresses = list?.split(',') ?? []
  const set = { id: sha256(written).slice(0, 16), index: Number(index), chain: Number(chain), emitter, addresses }
  const fits = set.index < 2 ** 32 && set.chain < 2 ** 16 && Number(quorum) <= new Set(addresses).size
  return fits && new Set(addresses).size === addresses.length ? { ...set, quorum: Number(quorum) } : undefined
}

/**
 * Whether each signature of a VAA is of the signer that it names, and there are enough of them.
 * @param {SignerSignature[]} signatures @param {Buffer} body @param {SignerSet} set @returns {boolean}
 */
function isSignedByQuorum(signatures, body, set) {
  if (signatures.length < set.quorum || signatures.length > set.addresses.length) return false
  const digest = keccak256(keccak256(body))
  return signatures.every(({ index, bytes, parity }, at) => {
    const rises = at === 0 || index > signatures[at - 1].index
    return (
      rises && parity <= 1 && index < set.addresses.length && signerOf(digest, bytes, parity) === set.addresses[index]
    )
  })
}

/**
 * The parts of an update by "Signed prices": throws a RangeError if it ends too early.
 * @param {Buffer} data @returns {Update}
 */
function splitUpdate(data) {
  let at = 0
  /** @param {number} count */
  const take = (count) => {
    if (at + count > data.length) throw new RangeError('too short')
    at += count
    return data.subarray(at - count, at)
  }
  /** @param {number} count */
  const number = (count) => take(count).readUIntBE(0, count)
  const magic = take(5).toString('hex')
  const minor = number(1)
  const header = take(number(1))
  const kind = number(1)
  const vaaEnd = number(2) + at
  const [version, index] = [number(1), number(4)]
  const signatures = Array.from({ length: number(1) }, () => ({
    index: number(1),
    bytes: take(64),
    parity: number(1),
  }))
  const body = take(Math.max(0, vaaEnd - at))
  const messages = Array.from({ length: number(1) }, () => ({
    message: take(number(2)),
    nodes: Array.from({ length: number(1) }, () => take(20)),
  }))
  const isWhole = magic === '504e415501' && kind === 0 && version === 1 && at === data.length
  return { isWhole, isPlain: minor === 0 && header.length === 0, index, signatures, body, messages }
}

/**
 * The root of the tree of messages that a body carries; undefined for another emitter's, or for another kind of body.
 * @param {Buffer} body @param {SignerSet} set @returns {string | undefined}
 */
function rootInBody(body, { chain, emitter }) {
  const isOurs =
    body.length === 88 && body.readUInt16BE(8) === chain && body.subarray(10, 42).toString('hex') === emitter
  return isOurs && body.subarray(51, 56).toString('hex') === '4155575600'
    ? body.subarray(68).toString('hex')
    : undefined
}

/** @param {Buffer} message @param {Buffer[]} nodes @returns {string} */
function rootOverMessage(message, nodes) {
  /** @param {...Uint8Array} parts */
  const short = (...parts) => keccak256(...parts).subarray(0, 20)
  const top = nodes.reduce(
    (hash, other) => short(Buffer.of(1), ...[hash, other].sort(Buffer.compare)),
    short(Buffer.of(0), message),
  )
  return top.toString('hex')
}

/**
 * The content of a price message; undefined for any other, and for what cannot be a price.
 * @param {Buffer} message @returns {Price | undefined}
 */
function priceIn(message) {
  if (message.length !== 85 || message[0] !== 0) return undefined
  const [price, decimals] = [message.readBigInt64BE(33), -message.readInt32BE(49)]
  const [published, previous] = [message.readBigUInt64BE(53), message.readBigUInt64BE(61)]
  if (price <= 0n || decimals < 0 || decimals > 12 || published >= 2n ** 32n || previous >= 2n ** 32n) return undefined
  const digits = String(price).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  if (whole.length > 16) return undefined
  return {
    feed: message.subarray(1, 33).toString('hex'),
    price: decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`,
    published: Number(published),
    previous: Number(previous),
  }
}

/**
 * The contents of the messages of an update, undefined for each that is not a price under its root; none if it is not
 * signed.
 * @param {Update} update @param {SignerSet} set @returns {(Price | undefined)[]}
 */
function pricesIn({ index, signatures, body, messages }, set) {
  if (index !== set.index || !isSignedByQuorum(signatures, body, set)) return []
  const root = rootInBody(body, set)
  return messages.map(({ message, nodes }) =>
    nodes.length <= 20 && rootOverMessage(message, nodes) === root ? priceIn(message) : undefined,
  )
}

/**
 * Reads an update; undefined if it ends too early or too late.
 * @param {string} hex @returns {Update | undefined}
 */
function readUpdate(hex) {
  try {
    const update = splitUpdate(Buffer.from(hex, 'hex'))
    return update.isWhole ? update : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The content of an update in its canonical form; undefined if it is none, or not signed by enough of the set.
 * @param {string} hex @param {SignerSet} set @returns {Price | undefined}
 */
export function updateOf(hex, set) {
  const update = hex.length <= 2 * 4_096 ? readUpdate(hex) : undefined
  return update?.isPlain && update.messages.length === 1 ? pricesIn(update, set)[0] : undefined
}

/** @param {Order} order @returns {number} */
const entrySecondOf = ({ acceptedAt }) => Math.floor(acceptedAt / 1_000) + 1
/**
 * Exactly one of all published updates is for a second: the first one at or after it.
 * @param {number} second @param {Price} update @returns {boolean}
 */
const holdsFor = (second, update) => update.previous < second && second <= update.published

/**
 * Rule 2: how the order ends by these updates; or the code of the missing one.
 * @param {Order} order @param {Price[]} updates @returns {SignedCourse}
 */
function signedCourse(order, updates) {
  const [entry, exit] = updates
  const start = entrySecondOf(order)
  /** @param {number} end */
  const isLate = (end) => order.closedAt > end + SETTLEMENT_DEADLINE_MS
  if (!entry) return isLate(start * 1_000 + order.entryTimeoutMs) ? { reason: 'settled_late' } : { missing: 'entry' }
  if (!holdsFor(start, entry)) return { missing: 'entry' }
  if ((entry.published - start) * 1_000 > order.entryTimeoutMs) {
    return exit ? { missing: 'exit' } : { reason: 'no_entry_tick' }
  }
  const end = entry.published + order.durationSeconds
  if (isLate(end * 1_000)) return exit ? { missing: 'exit' } : { entry, reason: 'settled_late' }
  if (!exit || !holdsFor(end, exit)) return { missing: 'exit' }
  return (exit.published - end) * 1_000 > order.staleAfterMs ? { entry, reason: 'stale_at_expiry' } : { entry, exit }
}

/**
 * The prices: signed, of the feed and of the seconds of the order, and deciding it as it says.
 * @param {SignedReceipt} receipt @param {(SignerSet | undefined)[]} sets @returns {Finding[]}
 */
function signedProblems({ order, updates: shown, accepted, head }, sets) {
  const [feed, id] = order.instrument.split(':')
  const set = sets.find((each) => each?.id === id)
  if (!set) return [['signers', 'the prices are decided by signers that this program does not know: see --signers']]
  const updates = shown.map((hex) => updateOf(hex, set))
  if (!updates.every((each) => each !== undefined))
    return [['update', `an update is not whole, or not signed by ${set.quorum} of the set`]]
  if (updates.some((each) => each.feed !== feed)) return [['feed', 'an update has the price of another feed']]
  const { missing, entry, exit, reason = null } = signedCourse(order, updates)
  if (missing === 'entry') return [['entry_update', `the update for second ${entrySecondOf(order)} is not shown`]]
  if (missing === 'exit') return [['exit_update', 'the updates do not end with the one that decides the exit']]
  /** @param {Price} [update] */
  const at = (update) => (update ? update.published * 1_000 : null)
  /** @type {Finding[]} */
  const problems = []
  const earliest = Math.max(accepted.at, ...updates.map(({ published }) => published * 1_000 - ORACLE_AHEAD_MS))
  if (order.closedAt < earliest || order.closedAt > head.at) {
    problems.push([
      'closed_order',
      'the order was closed before its prices were there, or after the head that holds it',
    ])
  }
  const move = entry && exit ? scaled(exit.price) - scaled(entry.price) : 0n
  const expected = {
    ...endingOf(order, reason, move),
    entrySequence: null,
    entryAt: at(entry),
    entryPrice: entry?.price ?? null,
    expiresAt: entry ? (entry.published + order.durationSeconds) * 1_000 : null,
    exitSequence: null,
    exitAt: at(exit),
    exitPrice: exit?.price ?? null,
  }
  return [...problems, ...fieldProblems(order, expected)]
}

// --- The rule ---

/** Prices as integers of 12 decimals. @param {string} price @returns {bigint} */
const scaled = (price) => {
  const [whole, fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

/** Rule 1, written once more. @param {TickReceipt} receipt @returns {Finding[]} */
function ruleProblems(receipt) {
  const { order } = receipt
  const { ticks, entry, end } = courseOf(receipt)
  const exit = entry && ticks.filter((tick) => tick.at <= end && tick.sequence >= entry.sequence).at(-1)
  /** @type {string | null} */
  let reason = null
  let move = 0n
  if (!entry || !exit) reason = 'no_entry_tick'
  else if (order.closedAt > end + SETTLEMENT_DEADLINE_MS) reason = 'settled_late'
  else if (exit.sequence === entry.sequence) reason = 'too_few_ticks'
  else if (end - exit.at > order.staleAfterMs) reason = 'stale_at_expiry'
  else move = scaled(exit.price) - scaled(entry.price)
  return fieldProblems(order, {
    ...endingOf(order, reason, move),
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt: entry ? end : null,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
  })
}

/**
 * How an order ends whose price has moved by so much, or which is void for a reason.
 * @param {Order} order @param {string | null} reason @param {bigint} move @returns {Partial<Order>}
 */
function endingOf(order, reason, move) {
  const gain = move * GAINS[order.direction]
  const status = reason ? 'void' : gain > 0n ? 'won' : gain < 0n ? 'lost' : 'tie'
  const stake = BigInt(order.stake)
  const profit = (stake * BigInt(order.earningsRateBp)) / 10_000n
  return {
    status,
    voidReason: reason,
    payout: String(stake + profit),
    profitLoss: String(status === 'won' ? profit : status === 'lost' ? -stake : 0n),
  }
}

/** @param {Order} order @param {Partial<Order>} expected @returns {Finding[]} */
function fieldProblems(order, expected) {
  const entries = /** @type {[keyof Order, unknown][]} */ (Object.entries(expected))
  return entries
    .filter(([field, value]) => order[field] !== value)
    .map(([field, value]) => ['field', `by the rule, ${field} is ${value}, but the receipt says ${order[field]}`])
}

/** @param {unknown} value @returns {string} */
function formatProblem(value) {
  const version = isObject(value) && /^fairtick-receipt-[0-9]{1,6}$/.exec(String(value.format))?.[0]
  return version && version !== FORMAT && version !== SIGNED_FORMAT
    ? `this receipt is of ${version}, and this script checks ${FORMAT} and ${SIGNED_FORMAT}: take the script of that version`
    : 'this file is not a whole receipt: something is missing in it, or was added or changed. Save it anew'
}

/**
 * Everything that does not hold, each as a code of docs/PROOF_FORMAT.md and a sentence; empty when the receipt holds.
 * @param {unknown} receipt the content of the file
 * @param {string[]} signers texts of sets of signers, besides those that are known
 * @returns {Finding[]}
 */
export function findingsOf(receipt, signers = []) {
  if (!isAnyReceipt(receipt)) return [['format', formatProblem(receipt)]]
  const checkpoint = readCheckpoint(receipt.checkpoint)
  const isLast = checkpoint?.size === receipt.head.number && isSignedByLog(checkpoint, receipt.publicKey)
  /** @type {Finding[]} */
  const underCheckpoint = isLast
    ? [
        ...headProblems(receipt, checkpoint),
        ...(receipt.window ? windowProblems(receipt, checkpoint) : []),
        ...askProblems(receipt, checkpoint),
      ]
    : [['checkpoint', 'the log of heads up to the last head is not signed with the key']]
  if (receipt.updates)
    return [...underCheckpoint, ...logProblems(receipt), ...signedProblems(receipt, setsWith(signers))]
  return [
    ...underCheckpoint,
    ...logProblems(receipt),
    ...growthProblems(receipt),
    ...tickProblems(receipt),
    ...spanProblems(receipt),
    ...ruleProblems(receipt),
  ]
}

/** The known sets of signers, and those of an option. @param {string[]} signers @returns {(SignerSet | undefined)[]} */
const setsWith = (signers) => [...SIGNERS, ...signers].map(parseSigners)

/** @param {unknown} receipt @returns {string[]} */
export const problemsOf = (receipt) => findingsOf(receipt).map(([code, sentence]) => `${code}: ${sentence}`)

/**
 * If the receipt settles other terms than the acceptance that the user was given.
 * @param {Receipt} receipt @param {unknown} kept @returns {Finding[]}
 */
function acceptanceFindings(receipt, kept) {
  const { order } = receipt
  const isOurs = isAcceptance(kept) && logKeysOf(receipt).includes(kept.publicKey)
  if (!isOurs || !isSigned(acceptanceText(kept.terms), kept)) {
    return [['acceptance', 'the acceptance is not signed with a key of the receipt']]
  }
  return TERM_FIELDS.filter((field) => kept.terms[field] !== order[field]).map((field) => [
    'terms_changed',
    `${field} was accepted as ${kept.terms[field]} and settled as ${order[field]}`,
  ])
}

/**
 * Where a log has signed two different states of the same size: that proves by itself that it has two histories.
 * @param {Checkpoint[]} checkpoints @returns {Finding[]}
 */
function forkFindings(checkpoints) {
  const [one, other] = checkpoints.flatMap((one) =>
    checkpoints.filter((other) => other.size === one.size && other.root !== one.root),
  )
  if (!one) return []
  return [
    [
      'forked',
      `${one.origin} has signed two logs of ${one.size} heads, one with the root ${one.root}, one with ${other.root}. ` +
        'Show both checkpoints to the witnesses and monitors of this log, to other users and to a supervisory authority, ' +
        'not to the house alone. Only a restored backup that the house has signed in public explains them',
    ],
  ]
}

/**
 * Where the checkpoints that a device fetched are not of the receipt's log, or contradict it or each other.
 * @param {Receipt} receipt @param {readonly Fetched[]} checkpoints @returns {Finding[]}
 */
function fetchedFindings(receipt, checkpoints) {
  const own = readAgain(receipt.checkpoint)
  const fetched = checkpoints.map(({ text: note }) => readCheckpoint(note))
  /** @param {Checkpoint | undefined} each @returns {each is Checkpoint} */
  const isOurs = (each) => each?.origin === own.origin && logKeysOf(receipt).some((key) => isSignedByLog(each, key))
  return fetched.every(isOurs)
    ? forkFindings([own, ...fetched])
    : [['checkpoint', 'a checkpoint that the device fetched is not signed with a key of the log']]
}

/**
 * The findings from two checkpoints without a receipt, if their log's key is known.
 * @param {string[]} notes @param {string | undefined} key @param {string | undefined} server
 * @returns {Promise<Finding[]>}
 */
async function checkpointFindings(notes, key, server) {
  const [one, other] = notes.map(readCheckpoint)
  if (!key) throw new Error('Two checkpoints are compared by the key of their log: give it with --key.')
  if (!one || !other || one.origin !== other.origin || ![one, other].every((each) => isSignedByLog(each, key))) {
    return [['checkpoint', 'these are not two checkpoints of one log that are signed with that key']]
  }
  if (one.size === other.size) return forkFindings([one, other])
  if (!server) {
    throw new Error(
      `One is of ${one.size} heads and one of ${other.size}: --server asks whether the longer log goes on from the other.`,
    )
  }
  return (await areOfOneLog(one, other, askerOf(server)))
    ? []
    : [['heads_rewritten', `the log of ${Math.max(one.size, other.size)} heads does not go on from the other`]]
}

// --- The server of today ---

/**
 * The server's responses to a path below /api, which has to have a shape; undefined if it has no such thing.
 * @param {string} server @returns {Ask}
 */
const askerOf = (server) => async (path, isThat) => {
  const answer = await fetch(new URL(`/api${path}`, server), { signal: AbortSignal.timeout(30_000) })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`${server} answers ${answer.status} for ${path}: try again later.`)
  const value = parseStrictly(await answer.text())
  if (!isThat(value)) throw new Error(`${server} answers ${path} with something else: is it the host of the service?`)
  return value
}

/**
 * Every key that has signed this log, if the server shows how each handed over; undefined if it does not.
 * @param {Policy} policy @param {Latest} latest @returns {string[] | undefined}
 */
function keysOfToday({ keys }, { head, publicKey }) {
  return isChain(keys, publicKey) && areLogged(keys, logOf(head, 'keys')) ? logKeysOf({ keys, publicKey }) : undefined
}

/**
 * Whether the server shows that one of two checkpoints continues from the other.
 * @param {Checkpoint} one @param {Checkpoint} other @param {Ask} ask @returns {Promise<boolean>}
 */
async function areOfOneLog(one, other, ask) {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  if (older.size === 0 || older.size === newer.size) return isConsistent(older, newer, [])
  const proof = await ask(`/proof/consistency?from=${older.size}&to=${newer.size}`, isConsistency)
  return proof !== undefined && isConsistent(older, newer, proof.heads)
}

/**
 * Whether a head is the last one of a checkpoint, by the path that the server shows.
 * @param {Head} head @param {Checkpoint} checkpoint @param {Ask} ask @returns {Promise<boolean | undefined>}
 */
async function isLastOf(head, checkpoint, ask) {
  const shown = await ask(`/proof/heads/${head.number}`, isLoggedHead)
  return shown && rootFromPath(headLeaf(head), head.number - 1, checkpoint.size, shown.path) === checkpoint.root
}

/** How many pages of the log of feeds are read for a statement: 200,000 entries. */
const FEED_PAGES_MAX = 400

/**
 * Whether a statement is in the public log of feeds, under the log of today.
 * @param {Restore} said @param {Checkpoint} now @param {string[]} keys @param {Ask} ask @returns {Promise<boolean>}
 */
async function isInFeeds({ kept, root: top, at, reason, signature }, now, keys, ask) {
  const ending = `|restored|-|${kept}|${top}|${reason}|${signature}`
  let from = ''
  for (let pages = 0; pages < FEED_PAGES_MAX; pages++) {
    const page = await ask(`/proof/feeds${from}`, isFeedPage)
    if (!page || page.entries.length === 0 || !keys.includes(page.publicKey)) return false
    const checkpoint = readCheckpoint(page.checkpoint)
    if (!checkpoint || checkpoint.size !== page.head.number || !isSignedByLog(checkpoint, page.publicKey)) return false
    const { head, headPath, entries } = page
    const headRoot = rootFromPath(headLeaf(head), head.number - 1, checkpoint.size, headPath)
    const log = logOf(head, 'feeds')
    const holds = rootFromRange(entries.map(leaf), page.from, log.size, page.path) === log.root
    if (headRoot !== checkpoint.root || !holds || !(await areOfOneLog(checkpoint, now, ask))) return false
    if (entries.some((entry) => entry.startsWith('feed|1|') && entry.endsWith(ending))) return true
    if (page.from === 0 || Number(entries[0].split('|')[2]) < at) return false
    from = `?from=${Math.max(0, page.from - 500)}`
  }
  return false
}

/**
 * The statement of a restored log that makes a head void, if a key of the log signed it and today's log bears it out.
 * @param {{ number: number, at: number }} head @param {Policy} policy @param {string[]} keys @param {Checkpoint} now
 * @param {Ask} ask @returns {Promise<Restore | undefined>}
 */
async function restoreOf({ number, at }, policy, keys, now, ask) {
  /** @param {Restore} statement */
  const isOurs = ({ kept, root: top, keptAt, at, reason, publicKey, signature }) =>
    keys.includes(publicKey) &&
    isSigned(['restore', 1, now.origin, kept, top, keptAt, at, reason].join('|'), { publicKey, signature })
  const latest = Date.now() + 60_000
  // If there are several, today's log continues from the one that kept the least.
  const [said] = policy.restores
    .filter((each) => each.kept < number && at <= each.at && each.at <= latest && isOurs(each))
    .sort((a, b) => a.kept - b.kept)
  if (!said || said.kept > now.size) return undefined
  const shown = await ask(`/proof/heads/${said.kept}`, isLoggedHead)
  const before = readCheckpoint(String(shown?.checkpoint))
  const isKept =
    shown?.head.number === said.kept &&
    shown.head.at === said.keptAt &&
    before !== undefined &&
    before.size === said.kept &&
    before.root === said.root &&
    rootFromPath(headLeaf(shown.head), said.kept - 1, said.kept, shown.path) === said.root &&
    keys.some((key) => isSignedByLog(before, key))
  if (!isKept || !(await areOfOneLog(before, now, ask))) return undefined
  return (await isInFeeds(said, now, keys, ask)) ? said : undefined
}

/**
 * Where the log of today does not continue from the receipt's.
 * @param {Receipt} receipt @param {Latest} latest @param {Checkpoint} now @param {Ask} ask
 * @returns {Promise<Finding[]>}
 */
async function logFindings(receipt, { head }, now, ask) {
  const { number } = receipt.head
  const proof =
    number > head.number ? undefined : await ask(`/proof/consistency?from=${number}&to=${head.number}`, isConsistency)
  if (!proof) return [['order', `the log of today has no head ${number}`]]
  // A receipt under rule 2 has the products of its head as one hash: the server shows them.
  const isThat = headLeaf(proof.from) === headLeaf(receipt.head)
  /** @type {Finding[]} */
  const problems = isThat
    ? historyProblems(proof.from, head, proof)
    : [['heads_rewritten', 'the paths of the server go on from another head']]
  if (!isConsistent(readAgain(receipt.checkpoint), now, proof.heads)) {
    problems.push(['heads_rewritten', 'the log of today does not go on from the one that the receipt is in'])
  }
  if (headLeaf(proof.to) !== headLeaf(head)) {
    problems.push(['heads_rewritten', 'the paths of the server are those of another head'])
  }
  return problems
}

/**
 * Whether the map of results has this result today, and no other.
 * @param {Receipt} receipt @param {Checkpoint} now @param {string} publicKey @param {Ask} ask
 * @returns {Promise<Finding[]>}
 */
async function resultFindings({ order }, now, publicKey, ask) {
  const own = settledText(order)
  const answer = await ask(`/proof/results/${minuteOf(order)}/${sha256(order.id)}`, isResult)
  const checkpoint = readCheckpoint(String(answer?.checkpoint))
  if (!answer || checkpoint?.size !== answer.head.number || !isSignedByLog(checkpoint, publicKey)) {
    return [['checkpoint', 'the map of results of today is not signed']]
  }
  if (!(await areOfOneLog(checkpoint, now, ask))) {
    return [['heads_rewritten', 'the map of results of today is of another log']]
  }
  if (!(await isLastOf(answer.head, checkpoint, ask))) {
    return [['heads', 'the head of the map of results is not in the log of today']]
  }
  if (answer.leaf !== own) return [['second_result', 'today the house has another result for this order, or none']]
  const isThere = rootOfResults(order, leaf(own), answer.path) === logOf(answer.head, 'results').root
  return isThere && hasAllResults(answer.head)
    ? []
    : [['result_place', 'the map of results of today has not this result at the place of the order']]
}

/** @param {Restore} said @param {string} what @returns {Finding} */
const restoredFinding = ({ kept, keptAt, at, reason }, what) => {
  const [from, to] = [keptAt, at].map((time) => new Date(time).toISOString())
  return [
    'restored',
    `the house signed that its log is void from ${from} to ${to}, after head ${kept} (${reason}): ${what} is of that ` +
      'time, and the log of today continues without it',
  ]
}

/**
 * When the device had its checkpoints at the latest: by its own clock, which may be fast, or by what the house has signed.
 * @param {Order} order @param {number} at @param {number} index @returns {number}
 */
const fetchedBy = ({ acceptedAt, expiresAt }, at, index) =>
  Math.min(at, index === 0 ? acceptedAt : (expiresAt ?? acceptedAt))

/**
 * Whether the server's history of today continues from the receipt's, and from what the device has fetched.
 * @param {Receipt} receipt @param {readonly Fetched[]} checkpoints @param {Ask} ask @returns {Promise<Finding[]>}
 */
async function serverFindings(receipt, checkpoints, ask) {
  const today = await ask('/proof/heads/latest', isLatest)
  const policy = await ask('/proof/policy', isPolicy)
  if (!today || !policy) throw new Error('The server has no log: is it the host of the service?')
  const now = readCheckpoint(today.checkpoint)
  if (now?.size !== today.head.number || !isSignedByLog(now, today.publicKey)) {
    return [['checkpoint', 'the log of today is not signed']]
  }
  if (!(await isLastOf(today.head, now, ask))) return [['heads', 'the newest head is not in the log of today']]
  const keys = keysOfToday(policy, today) ?? []
  if (today.publicKey !== receipt.publicKey && !keys.includes(receipt.publicKey)) {
    return [['keys', 'the key of the receipt did not hand over to the one that signs the log of today']]
  }
  const problems = await logFindings(receipt, today, now, ask)
  if (!problems.some(([code]) => code === 'heads_rewritten' || code === 'order')) {
    for (const [index, { at, text: note }] of checkpoints.entries()) {
      const noted = readAgain(note)
      if (await areOfOneLog(noted, now, ask)) continue
      const { size } = noted
      const seen = { number: size, at: fetchedBy(receipt.order, at, index) }
      const said = await restoreOf(seen, policy, keys, now, ask)
      if (said) return [restoredFinding(said, `head ${size}, which the device saw,`)]
      problems.push(['heads_rewritten', `the log of today does not go on from head ${size}, which the device saw`])
    }
    return [...problems, ...(await resultFindings(receipt, now, today.publicKey, ask))]
  }
  const said = keys.includes(receipt.publicKey) ? await restoreOf(receipt.head, policy, keys, now, ask) : undefined
  return said ? [restoredFinding(said, `head ${receipt.head.number} of this receipt`)] : problems
}

// --- The verdict ---

/**
 * Whether somebody outside saw the heads of the acceptance and, under rule 1, of the end at their time.
 * @param {Receipt} receipt @param {Pick<Options, 'witnesses' | 'needed'> & { fetched: readonly Fetched[] }} by
 * @returns {boolean}
 */
function isTied(receipt, { witnesses, needed, fetched }) {
  const { accepted, fixed, order } = receipt
  const end = receipt.fixed ? courseOf(receipt).end : 0
  const [placed, ended] = fetched.map(({ at, text: note }) => ({ at, size: readCheckpoint(note)?.size ?? 0 }))
  const isFetched =
    placed?.size >= accepted.number &&
    placed.at <= order.acceptedAt + FETCHED_ACCEPTED_MS &&
    (!fixed || (ended?.size >= fixed.number && ended.at <= end + FETCHED_ENDED_MS))
  const notes = [...receipt.witnessed, receipt].map((each) => readCheckpoint(each.checkpoint))
  /** @param {number} number @param {number} by */
  const isWitnessed = (number, by) =>
    notes.some((each) => each && each.size >= number && witnessesBy(receipt, each, witnesses, by) >= needed)
  const byWitnesses =
    witnesses.length > 0 &&
    isWitnessed(accepted.number, order.acceptedAt + WITNESSED_ACCEPTED_MS) &&
    (!fixed || isWitnessed(fixed.number, end + WITNESSED_ENDED_MS))
  return isFetched || byWitnesses
}

/**
 * For how long prices stood in no head while the order ran, in ms: until then the house could still choose them.
 * @param {Receipt} receipt @returns {number}
 */
const unfixedMs = ({ window = [] }) =>
  Math.max(
    0,
    ...window.flatMap(({ heads }) => heads.map(({ at }, index) => (index === 0 ? 0 : at - heads[index - 1].through))),
  )

const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The code on a shared picture: the first 60 bits of the settlement's leaf in base 32.
 * @param {Receipt} receipt @returns {string}
 */
function proofCode({ order }) {
  let bits = BigInt(`0x${leaf(settledText(order)).slice(0, 15)}`)
  let code = ''
  for (let at = 0; at < 12; at++) {
    code = CODE_LETTERS[Number(bits % 32n)] + code
    bits /= 32n
  }
  return code.replace(/(.{4})(.{4})/, '$1-$2-')
}

const USAGE =
  'node scripts/verify-receipt.mjs <receipt.json> [--server URL] [--key HEX] [--acceptance FILE] ' +
  '[--witness VERIFIER_KEY]… [--needed NUMBER] [--tlog-proof FILE] [--signers TEXT_OR_FILE]… [--hermes URL], ' +
  'or --checkpoint FILE --checkpoint FILE --key HEX'

/**
 * The file and the options; throws a sentence that says what to set for anything that is not exactly this.
 * @param {string[]} args
 */
function readOptions(args) {
  const option = /** @type {const} */ ({ type: 'string', multiple: true })
  const { values, positionals } = parseArgs({
    args,
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
      hermes: option,
    },
  })
  const { witness = [], checkpoint = [], signers = [], ...once } = values
  const isOneFile = positionals.length === 1 && positionals[0] !== '' && checkpoint.length === 0
  const areTwoCheckpoints = positionals.length === 0 && checkpoint.length === 2
  if (!isOneFile && !areTwoCheckpoints) throw new Error(`Give one file, or two checkpoints. Usage: ${USAGE}`)
  for (const [name, given] of Object.entries(values)) {
    if (given.includes('')) throw new Error(`--${name} is empty: give it a value, or leave it out.`)
  }
  for (const [name, given] of Object.entries(once)) {
    if (given.length > 1) throw new Error(`--${name} is given twice: give it once.`)
  }
  const [server, key, needed] = [once.server?.[0], once.key?.[0], once.needed?.[0]]
  if (server && !/^https?:[/][/]./.test(server)) throw new Error('--server takes an address: https://host.')
  if (key && !hash(key)) throw new Error('--key takes the public key of the log: 64 characters of 0-9 and a-f.')
  if (needed && witness.length === 0) throw new Error('--needed counts witnesses: name them with --witness.')
  if (needed && !/^[1-9][0-9]{0,3}$/.test(needed)) throw new Error('--needed takes an integer from 1 on.')
  const hermes = once.hermes?.[0]
  if (hermes && !/^https?:[/][/]./.test(hermes)) throw new Error('--hermes takes an address: https://host.')
  const witnesses = witness.map(parseWitness)
  return {
    hermes,
    signers: signers.map(readSigners),
    file: positionals[0],
    checkpoint,
    server,
    key,
    witnesses,
    acceptance: once.acceptance?.[0],
    proof: once['tlog-proof']?.[0],
    needed: needed ? Number(needed) : new Set(witnesses.map(({ publicKey }) => publicKey)).size,
  }
}

/**
 * The text of a set of signers, given as it is or as a file; throws a sentence for anything else.
 * @param {string} given @returns {string}
 */
function readSigners(given) {
  const written = given.startsWith('signers|') ? given : readFileSync(given, 'utf8').trim()
  if (!parseSigners(written))
    throw new Error('--signers takes a text signers|1|… of docs/PROOF_FORMAT.md, or a file with one.')
  return written
}

/**
 * The stake as people write it: 3750 minor units of a currency with 2 decimals are "37.50 USD".
 * @param {Terms} order @returns {string}
 */
function amountOf({ stake, scale, currency }) {
  const digits = stake.padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`} ${currency}`
}

/**
 * The finding from evidence without a receipt: that the house accepted an order, and gives no account of how it ended.
 * @param {Content} evidence @returns {Finding[]}
 */
function findingsWithoutReceipt({ acceptance }) {
  if (!isAcceptance(acceptance) || !isSigned(acceptanceText(acceptance.terms), acceptance)) {
    return [['format', 'this file has no receipt, and no acceptance that is signed']]
  }
  const { terms, publicKey } = acceptance
  const at = new Date(terms.acceptedAt).toISOString()
  const said = `${terms.symbol} ${terms.direction}, ${amountOf(terms)}`
  return [
    ['no_receipt', `key ${publicKey} signed that ${terms.number} was accepted at ${at} (${said}): ask for its receipt`],
  ]
}

/**
 * Contradictions to the user's own records or the witnesses that the user trusts, once the receipt holds by itself.
 * @param {Receipt} receipt @param {Content} evidence @param {Options} options @returns {Promise<Finding[]>}
 */
async function findingsBeside(receipt, evidence, options) {
  const { key, acceptance, witnesses, needed, server } = options
  /** @type {Finding[]} */
  const problems = []
  if (key && !logKeysOf(receipt).includes(key)) {
    problems.push(['key_changed', 'the log is not signed with that key, nor did that key hand over'])
  }
  const kept = acceptance ? [parseStrictly(readFileSync(acceptance, 'utf8'))] : []
  if ('acceptance' in evidence) kept.push(evidence.acceptance)
  for (const each of kept) problems.push(...acceptanceFindings(receipt, each))
  const { checkpoints = [] } = evidence
  problems.push(...fetchedFindings(receipt, checkpoints))
  const seenBy = witnessesBy(receipt, readAgain(receipt.checkpoint), witnesses)
  if (seenBy < needed) {
    problems.push(['not_witnessed', `${seenBy} of the witnesses have signed the log of heads, and ${needed} have to`])
  }
  if (problems.length === 0 && options.hermes) problems.push(...(await oracleFindings(receipt, options)))
  return problems.length > 0 || !server ? problems : serverFindings(receipt, checkpoints, askerOf(server))
}

/** Writes what does not hold. @param {Finding[]} problems @returns {number} */
function failed(problems) {
  for (const [code, sentence] of problems) process.stdout.write(`FAIL  ${code}: ${sentence}\n`)
  return 1
}

/**
 * Says whether two checkpoints are of one log.
 * @param {string[]} notes @param {Options} options @returns {Promise<number>}
 */
async function compareCheckpoints(notes, { key, server }) {
  const problems = await checkpointFindings(notes, key, server)
  if (problems.length > 0) return failed(problems)
  process.stdout.write('The two checkpoints do not contradict each other\n')
  return 0
}

/**
 * The second for which the house says that it had no signed price, and how long it may take to come; undefined if it does not.
 * @param {Receipt} receipt @returns {{ second: number, limitMs: number } | undefined}
 */
function withoutPrice({ order, updates }) {
  if (!updates || order.voidReason !== 'settled_late') return undefined
  return updates.length === 0
    ? { second: entrySecondOf(order), limitMs: order.entryTimeoutMs }
    : { second: Number(order.expiresAt) / 1_000, limitMs: order.staleAfterMs }
}

/**
 * Whether the oracle has a price for the second of which the house says that there was none.
 * @param {Receipt} receipt @param {Options} options @returns {Promise<Finding[]>}
 */
async function oracleFindings(receipt, { hermes, signers }) {
  const { order, updates } = receipt
  if (!updates) throw new Error('--hermes asks about signed prices, and this receipt has none: leave it out.')
  const missed = withoutPrice(receipt)
  if (!missed) return []
  const { second, limitMs } = missed
  const [feed, id] = order.instrument.split(':')
  const key = process.env.PYTH_API_KEY
  const answer = await fetch(new URL(`/v2/updates/price/${second}?ids[]=${feed}&encoding=hex&parsed=false`, hermes), {
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.timeout(30_000),
  })
  if (answer.status === 404) return []
  if (!answer.ok) throw new Error(`${hermes} answers ${answer.status}: try again later, with its key in PYTH_API_KEY.`)
  const answered = await answer.json()
  if (!isOracleResponse(answered)) throw new Error(`${hermes} shows no updates: is it the oracle?`)
  const set = setsWith(signers).find((each) => each?.id === id)
  const isKeptBack = answered.binary.data
    .flatMap((hex) => (set ? pricesFromWire(hex, set) : []))
    .some((each) => each?.feed === feed && holdsFor(second, each) && (each.published - second) * 1_000 <= limitMs)
  return isKeptBack
    ? [['kept_back', `the oracle has a signed price for second ${second}, and the house shows none`]]
    : []
}

/**
 * The prices of an update as the oracle sends it: more messages, and parities from 27 on.
 * @param {string} hex @param {SignerSet} set @returns {(Price | undefined)[]}
 */
function pricesFromWire(hex, set) {
  const update = readUpdate(hex)
  if (!update) return []
  const signatures = update.signatures.map((each) => ({ ...each, parity: each.parity % 27 }))
  return pricesIn({ ...update, signatures }, set)
}

/** The test signers of development, by the id of their set: anybody can make their keys. */
const TEST_SET = 'c566c5b6b5a8d098'

/**
 * That signers are not the published ones; undefined if they are, or if there are no signed prices.
 * @param {Receipt} receipt @returns {string | undefined}
 */
function otherSigners({ order, updates }) {
  const id = order.instrument.split(':')[1]
  if (!updates?.length || SIGNERS.some((each) => parseSigners(each)?.id === id)) return undefined
  return id === TEST_SET
    ? 'not independent: test signers signed these prices, and anybody can make their keys'
    : `not the published signers: these prices are signed by set ${id} of --signers, and only you know who that is`
}

/**
 * Gaps in what a valid receipt shows.
 * @param {Receipt} receipt @param {Options} options @param {readonly Fetched[]} checkpoints @returns {string[]}
 */
function notesOf(receipt, options, checkpoints) {
  const { accepted, order, updates } = receipt
  const notes = []
  // A checkpoint that the device fetched says nothing of this log before the server has shown that it continues from
  // it.
  if (!isTied(receipt, { ...options, fetched: options.server ? checkpoints : [] })) {
    notes.push('not tied in time: nobody outside is known to have seen this log when the order ran')
  }
  if (unfixedMs(receipt) > FIXED_WITHIN_MS) {
    const seconds = Math.ceil(unfixedMs(receipt) / 1_000)
    notes.push(`not fixed in time: for ${seconds} s prices stood in no head, and could still be chosen`)
  }
  if (updates && accepted.at - order.acceptedAt > FIXED_WITHIN_MS) {
    notes.push('not logged in time: the order stood in no head for more than 10 s, when its entry may have been known')
  }
  const others = otherSigners(receipt)
  if (others) notes.push(others)
  const missed = withoutPrice(receipt)
  if (missed && !options.hermes) {
    notes.push(
      `not proven: the house says that it had no signed price for second ${missed.second}; anybody can ask the oracle (--hermes)`,
    )
  }
  return notes
}

/** The comment at the head of this file. @returns {string} */
const help = () =>
  readFileSync(import.meta.filename, 'utf8')
    .split(/^import /m)[0]
    .replace(/^\/\/ ?/gm, '')

/** @param {string[]} args @returns {Promise<number>} */
async function checkFile(args) {
  if (args.includes('--help')) {
    process.stdout.write(help())
    return 0
  }
  const options = readOptions(args)
  if (!options.file)
    return compareCheckpoints(
      options.checkpoint.map((name) => readFileSync(name, 'utf8')),
      options,
    )
  const read = readFile(readFileSync(options.file, 'utf8'))
  const { receipt, acceptance, checkpoints } = read
  if (receipt === null && acceptance === null && checkpoints?.length === 2) {
    return compareCheckpoints(
      checkpoints.map(({ text: note }) => note),
      options,
    )
  }
  const own = checkpoints && receipt === null ? findingsWithoutReceipt(read) : findingsOf(receipt, options.signers)
  if (own.length > 0 || !isAnyReceipt(receipt)) return failed(own)
  const problems = await findingsBeside(receipt, read, options)
  if (problems[0]?.[0] === 'restored') {
    process.stdout.write(`VOID  restored: ${problems[0][1]}\n`)
    return 3
  }
  if (problems.length > 0) return failed(problems)
  const isLate = unfixedMs(receipt) > FIXED_WITHIN_MS
  for (const note of notesOf(receipt, options, checkpoints ?? [])) process.stdout.write(`NOTE  ${note}\n`)
  if (options.proof) writeFileSync(options.proof, tlogProof(receipt))
  const { order, tickCount, head, publicKey, updates } = receipt
  const prices = updates ? `${updates.length} signed prices` : `${tickCount} ticks`
  const seenBy = witnessesBy(receipt, readAgain(receipt.checkpoint), options.witnesses)
  process.stdout.write(
    `The receipt of ${order.number} holds${isLate ? ', but its prices were not fixed in time' : ''}: ${order.symbol} ${order.direction}, ${amountOf(order)}, ` +
      `${order.entryPrice ?? '-'} to ` +
      `${order.exitPrice ?? '-'}, ${order.status}; code ${proofCode(receipt)}, ${prices}, ` +
      `head ${head.number}, key ${publicKey}, seen by ${seenBy} witnesses\n`,
  )
  return isLate ? 4 : 0
}

/** Returns the exit code. @param {string[]} args @returns {Promise<number>} */
export const main = (args) =>
  checkFile(args).catch((error) => {
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    return 2
  })

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('verify-receipt.mjs')) {
  main(process.argv.slice(2)).then((code) => process.exit(code))
}
