// node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE]
//
// Looks at every head of a Fairtick log from its public endpoints, as anyone can (docs/PROOF.md, "Heads"): each
// continues from the one before, all prices hash to the roots in the heads and were not dated back, and no order has
// two results. Plain Node, no packages; needs headChecks.mjs, monitorLogs.mjs and resultsMap.mjs next to it. DIR
// (default: monitor) has what it has seen. Exit code 0: all heads hold. 1: they do not, and the sentence says why. 2:
// the log could not be read.
import { verify } from 'node:crypto'
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  beginAt,
  checkStep,
  createLogReader,
  ed25519Key,
  helpOf,
  leafOfHead,
  openCheckpoint,
  storeFile,
  timeOf,
  WrongLog,
} from './headChecks.mjs'
import { createTickCheck, FollowedLog } from './monitorLogs.mjs'
import { ResultsMap } from './resultsMap.mjs'

const CLOCK_OFF_MS = 10_000
/** A statement of a restored log is not of the future. */
const RESTORE_AHEAD_MS = 60_000
const SAVE_EVERY = 100
const EVERY_SECONDS = 10
/** "Too many requests" responses that one look waits for. */
const WAITS_MAX = 20
const HASH_BYTES = 32
const STATE = 'fairtick-monitor-1'
/** @param {Buffer} buffer */
const hex = (buffer) => buffer.toString('hex')
/** @param {string} text */
const bytesOf = (text) => Buffer.from(text, 'hex')

/**
 * @typedef {import('./headChecks.mjs').Head} Head
 * @typedef {import('./headChecks.mjs').Known} Known
 * @typedef {import('./headChecks.mjs').LogReader} LogReader
 * @typedef {ConstructorParameters<typeof FollowedLog>[3]} Kept
 * @typedef {import('./headChecks.mjs').KeyChange} KeyChange
 * @typedef {import('./headChecks.mjs').Restore} Restore
 * @typedef {{ head: Head, signed: import('./headChecks.mjs').Checkpoint, leaf: Buffer }} Latest
 */

/**
 * The key that signs now, after every change from `key` on that both keys have signed; undefined if none leads there.
 * @param {string} key @param {KeyChange[]} changes
 */
function keyAfter(key, changes) {
  let last = key
  for (const { from, to, at, oldSignature, newSignature } of changes) {
    if (from !== last) continue
    const text = Buffer.from(`key|1|${from}|${to}|${at}`)
    /** @param {string} by @param {string} signature */
    const isSigned = (by, signature) => verify(null, text, ed25519Key(bytesOf(by)), bytesOf(signature))
    if (isSigned(from, oldSignature) && isSigned(to, newSignature)) last = to
  }
  return last
}

/** Roots of the log of heads, one for each number: what a restored log has to continue from. */
class HeadRoots {
  /** @param {string} file */
  constructor(file) {
    this.handle = openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600)
  }
  /** @param {number} number @param {Buffer} root */
  set(number, root) {
    writeSync(this.handle, root, 0, HASH_BYTES, number * HASH_BYTES)
  }
  /** The root up to a head; zeros if that was never looked at. @param {number} number */
  get(number) {
    const root = Buffer.alloc(HASH_BYTES)
    readSync(this.handle, root, 0, HASH_BYTES, number * HASH_BYTES)
    return root
  }
  /** @param {number} number */
  cutAfter(number) {
    ftruncateSync(this.handle, (number + 1) * HASH_BYTES)
  }
  close() {
    closeSync(this.handle)
  }
}

/** A monitor's state for one log, in files of `folder`. */
class Seen {
  /** @param {string} folder @param {LogReader} reader */
  constructor(folder, reader) {
    mkdirSync(folder, { recursive: true })
    this.folder = folder
    this.reader = reader
    this.file = join(folder, 'state.json')
    this.roots = new HeadRoots(join(folder, 'heads'))
    const kept = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : undefined
    if (kept && kept.format !== STATE) throw new Error(`${this.file} is not the state of a monitor of this version`)
    this.key = kept?.key
    this.lookedAt = kept?.lookedAt
    this.restores = kept?.restores ?? []
    this.awaited = kept?.awaited
    const { number, root, leaf } = kept?.known ?? { number: 0, root: '', leaf: '' }
    /** The last head that was looked at; number 0 before the first one. @type {Known} */
    this.known = { number, root: bytesOf(root), leaf: bytesOf(leaf) }
    this.knownAt = kept?.knownAt ?? 0
    /** @type {Map<string, ReturnType<Seen['product']>>} */
    this.products = new Map()
    for (const [symbol, log, order] of kept?.products ?? []) this.products.set(symbol, this.product(symbol, log, order))
    this.feeds = new FollowedLog(reader, 'feeds/', 'the log feeds', kept?.feeds)
    this.settlements = new FollowedLog(reader, 'settlements/', 'the log settlements', kept?.settlements)
    this.results = new ResultsMap(join(folder, 'results'), kept?.results)
    this.feedAt = kept?.feedAt ?? 0
  }

  /** @param {string} symbol @param {Kept} [log] @param {Parameters<typeof createTickCheck>[1]} [order] */
  product(symbol, log, order = { at: 0, sources: {} }) {
    const followed = new FollowedLog(this.reader, `ticks/${symbol}/`, `the prices of ${symbol}`, log)
    return { log: followed, order, check: createTickCheck(symbol, order) }
  }

  /**
   * Begins with a head: prices up to it are taken by their roots, settlements and feeds are read from the first on.
   * @param {number} number
   */
  async beginWith(number) {
    const { known, head } = await beginAt(this.reader, number)
    this.products = new Map()
    for (const { symbol, size, root } of head.products) {
      const whole = await this.reader.frontier(`ticks/${symbol}/`, size - (size % 256))
      this.products.set(symbol, this.product(symbol, { size, root, whole: whole.toJSON() }))
    }
    this.feeds = new FollowedLog(this.reader, 'feeds/', 'the log feeds')
    this.settlements = new FollowedLog(this.reader, 'settlements/', 'the log settlements')
    this.results = new ResultsMap(join(this.folder, 'results'))
    this.feedAt = 0
    await this.take({ from: { products: head.products }, to: head, newest: head })
    this.moveTo(known, head.at)
  }

  /** @param {Known} known @param {number} at */
  moveTo(known, at) {
    this.known = known
    this.knownAt = at
    this.roots.set(known.number, known.root)
  }

  /**
   * Reads what a head adds to the logs. `newest` is the newest head, up to which entries may be fetched.
   * @param {{ from: Pick<Head, 'products'>, to: Head, newest: Head }} heads
   */
  async take({ from, to, newest }) {
    for (const { symbol, size, root, through } of to.products) {
      const product = this.products.get(symbol) ?? this.product(symbol)
      this.products.set(symbol, product)
      const after = from.products.find((each) => each.symbol === symbol)?.through ?? -1
      const limit = newest.products.find((each) => each.symbol === symbol)?.size ?? size
      const place = { number: to.number, after, through }
      await product.log.readTo(size, bytesOf(root), Math.max(size, limit), (at, text) => product.check(place, at, text))
    }
    /** @param {FollowedLog} log @param {string} name @param {(index: number, text: string) => void} check */
    const read = async (log, name, check) => {
      const { size, root } = to.logs.find((each) => each.name === name) ?? { size: 0, root: '' }
      const limit = newest.logs.find((each) => each.name === name)?.size ?? size
      await log.readTo(size, bytesOf(root), Math.max(size, limit), check)
    }
    await read(this.feeds, 'feeds', (index, text) => this.takeFeedEvent(index, text))
    const map = to.logs.find(({ name }) => name === 'results')
    await read(this.settlements, 'settlements', (index, text) => this.results.add(index, text))
    if (!map || !this.results.root().equals(bytesOf(map.root)))
      throw new WrongLog(`head ${to.number} has another map of results than its ${map?.size ?? 0} settlements make`)
  }

  /** @param {number} index @param {string} text */
  takeFeedEvent(index, text) {
    const at = Number(text.split('|')[2])
    if (!text.startsWith('feed|1|') || !(at >= this.feedAt))
      throw new WrongLog(`entry ${index + 1} of the log feeds is not in order: ${text.slice(0, 100)}`)
    this.feedAt = at
    if (text === this.awaited) this.awaited = undefined
  }

  save() {
    const { key, lookedAt, restores, awaited, known, knownAt, feeds, settlements, results, feedAt } = this
    const products = [...this.products].map(([symbol, { log, order }]) => [symbol, log, order])
    const place = known.number > 0 ? { number: known.number, root: hex(known.root), leaf: hex(known.leaf) } : undefined
    const own = { format: STATE, key, lookedAt, restores, awaited, known: place, knownAt }
    storeFile(this.file, JSON.stringify({ ...own, products, feeds, settlements, results, feedAt }))
  }
}

/**
 * The newest head, if the log of heads is signed with the key that is known, or one that it handed over to.
 * @param {LogReader} reader @param {Seen} seen @param {() => number} now
 */
async function readLatest(reader, seen, now) {
  const latest = await reader.latest()
  seen.key ??= latest.publicKey
  if (latest.publicKey !== seen.key) seen.key = keyAfter(seen.key, (await reader.policy()).keys)
  const signed = openCheckpoint(latest.checkpoint, bytesOf(seen.key))
  if (!signed)
    throw new WrongLog('the log of heads is not signed with its key, nor with one that its key handed over to')
  const { head } = latest
  if (signed.size !== head.number)
    throw new WrongLog(`the checkpoint has ${signed.size} heads, and the newest is ${head.number}`)
  if (head.at > now() + CLOCK_OFF_MS)
    throw new WrongLog(`head ${head.number} is of ${timeOf(head.at)}, which is to come`)
  return { head, signed, leaf: leafOfHead(head) }
}

/** @param {string} origin @param {Restore} restore */
const restoreText = (origin, { kept, root, keptAt, at, reason }) =>
  `restore|1|${origin}|${kept}|${root}|${keptAt}|${at}|${reason}`

/**
 * The signed statement, not used before, that the log was put back to a head of which this monitor has the root, after the last
 * one that it has seen (docs/PROOF_FORMAT.md, "Restored logs"); undefined if there is none.
 * @param {LogReader} reader @param {Seen} seen @param {Latest} latest @param {() => number} now
 */
async function findRestore(reader, seen, { signed, head }, now) {
  const { restores } = await reader.policy()
  for (const restore of restores.toSorted((a, b) => a.kept - b.kept)) {
    const text = restoreText(signed.origin, restore)
    const { kept, root, at, publicKey, signature } = restore
    if (seen.restores.includes(text) || publicKey !== seen.key || kept >= seen.known.number || kept > head.number)
      continue
    if (at < seen.knownAt || at > now() + RESTORE_AHEAD_MS || seen.roots.get(kept).toString('hex') !== root) continue
    if (!verify(null, Buffer.from(text), ed25519Key(bytesOf(publicKey)), bytesOf(signature))) continue
    const { reason, keptAt } = restore
    return { kept, keptAt, text, entry: `feed|1|${at}|restored|-|${kept}|${root}|${reason}|${signature}`, reason }
  }
  return undefined
}

/**
 * Continues from the last head that was looked at to the newest one.
 * @param {LogReader} reader @param {Seen} seen @param {Latest} latest
 */
async function followTo(reader, seen, { head, signed, leaf }) {
  const since = seen.lookedAt ?? 0
  while (seen.known.number < head.number) {
    const step = await reader.step(seen.known.number)
    const next = checkStep(seen.known, step)
    if (step.to.at < since - CLOCK_OFF_MS)
      throw new WrongLog(`head ${next.number} is dated ${timeOf(step.to.at)}, and was not there at ${timeOf(since)}`)
    await seen.take({ ...step, newest: head })
    seen.moveTo(next, step.to.at)
    if (next.number % SAVE_EVERY === 0) seen.save()
  }
  if (seen.known.number !== signed.size || !seen.known.root.equals(signed.root) || !seen.known.leaf.equals(leaf))
    throw new WrongLog(`the log of heads is another one than the ${seen.known.number} heads that were looked at`)
}

/**
 * A monitor of the log at `url`, with its state in `folder`.
 * @param {{ url: string, folder: string, key?: string, from?: number, now?: () => number }} options
 */
export function createMonitor({ url, folder, key, from = 1, now = Date.now }) {
  let waits = 0
  const reader = createLogReader(url, {
    async wait(response) {
      waits += 1
      if (response.status !== 429 || waits > WAITS_MAX) return false
      const seconds = Math.min(60, Number(response.headers.get('retry-after')) || 10)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      return true
    },
  })

  /** @param {Seen} seen @param {string[]} notes */
  async function look(seen, notes) {
    seen.key ??= key
    if (key && key !== seen.key && keyAfter(key, (await reader.policy()).keys) !== seen.key)
      throw new WrongLog('the log that was looked at before is of another key than the one that is given')
    if (seen.key === undefined) notes.push('the key is taken from the service; give the one that you know with --key')
    const askedAt = now()
    const latest = await readLatest(reader, seen, now)
    const before = seen.known.number || Math.min(from, latest.head.number) - 1
    if (seen.known.number === 0) await seen.beginWith(before + 1)
    try {
      await followTo(reader, seen, latest)
    } catch (error) {
      const restore = error instanceof WrongLog ? await findRestore(reader, seen, latest, now) : undefined
      if (!restore) throw error
      notes.push(
        `the log was restored (${restore.reason}) to head ${restore.kept} of ${timeOf(restore.keptAt)}: heads after it that were looked at before are void`,
      )
      seen.roots.cutAfter(restore.kept)
      await seen.beginWith(restore.kept)
      if (hex(seen.known.root) !== restore.text.split('|')[4]) throw error
      seen.restores.push(restore.text)
      seen.awaited = restore.entry
      await followTo(reader, seen, latest)
    }
    if (seen.awaited && seen.known.number > Number(seen.awaited.split('|')[5]))
      throw new WrongLog('the log feeds lacks the statement with which the log was restored')
    seen.lookedAt = askedAt
    return { origin: latest.signed.origin, first: before + 1, head: latest.head }
  }

  return {
    /**
     * Looks at all heads since the last time. `problem`: what the house did wrong. Throws if the log cannot be read.
     */
    async runOnce() {
      waits = 0
      /** @type {string[]} */
      const notes = []
      const seen = new Seen(folder, reader)
      try {
        const { origin, first, head } = await look(seen, notes)
        seen.save()
        return { notes, origin, first, last: head.number, at: head.at, problem: undefined }
      } catch (error) {
        if (!(error instanceof WrongLog)) throw error
        return { notes, last: seen.known.number, problem: error.message }
      } finally {
        seen.roots.close()
      }
    },
  }
}

/**
 * Figures for the textfile collector of node_exporter.
 * @param {string} file @param {string} url @param {{ last: number, problem?: string }} found
 */
function writeMetrics(file, url, { last, problem }) {
  /** @param {string} name @param {number} value */
  const line = (name, value) => `# TYPE ${name} gauge\n${name}{log="${url.replace(/["\\\n]/g, '')}"} ${value}\n`
  storeFile(
    file,
    line('fairtick_monitor_holds', problem ? 0 : 1) +
      line('fairtick_monitor_head', last) +
      line('fairtick_monitor_looked_timestamp_seconds', Math.floor(Date.now() / 1_000)),
    // The exporter is another account.
    0o644,
  )
}

const USAGE =
  'usage: node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE]'

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      state: { type: 'string', default: 'monitor' },
      key: { type: 'string' },
      from: { type: 'string' },
      once: { type: 'boolean' },
      every: { type: 'string' },
      metrics: { type: 'string' },
    },
  })
  const { state, key, from = '1', once, every = String(EVERY_SECONDS), metrics } = values
  const isRight =
    positionals.length === 1 &&
    /^https?:\/\/[^/]+/.test(positionals[0]) &&
    (key === undefined || /^[0-9a-f]{64}$/.test(key)) &&
    [from, every].every((number) => /^[1-9]\d{0,9}$/.test(number)) &&
    !(once && values.every)
  if (!isRight) throw new Error(USAGE)
  return { url: positionals[0], folder: state, key, from: Number(from), once, everyMs: Number(every) * 1_000, metrics }
}

/**
 * Looks once; returns the exit code.
 * @param {ReturnType<typeof createMonitor>} monitor @param {{ url: string, metrics?: string }} options
 */
async function lookOnce(monitor, { url, metrics }) {
  try {
    const found = await monitor.runOnce()
    for (const note of found.notes) console.log(`NOTE ${note}`)
    if (metrics) writeMetrics(metrics, url, found)
    const { first, last, at, problem } = found
    if (problem) console.log(`does not hold: ${problem}`)
    else if (at !== undefined && first <= last) console.log(`holds: heads ${first} to ${last} of ${timeOf(at)}`)
    return problem ? 1 : 0
  } catch (error) {
    console.error(`could not be read: ${/** @type {Error} */ (error).message}`)
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
    const code = await lookOnce(monitor, options)
    if (options.once || code === 1) return code
    await new Promise((resolve) => setTimeout(resolve, options.everyMs))
  }
}

if (import.meta.filename === process.argv[1]) {
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.message)
      process.exitCode = 2
    },
  )
}
