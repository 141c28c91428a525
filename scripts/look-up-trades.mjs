// node scripts/look-up-trades.mjs <receipt.json> [--binance URL] [--okx URL] [--skew MS]
//
// Looks the trades that decided an order up at the exchange's public history: entry, exit, and the one after the exit, with
// their numbers, prices and times. Plain Node, no packages. Whether the receipt itself holds is for verify-receipt.mjs to
// say. Exit code 0: the exchange has them all as the receipt says. 1: it does not. 2: the file could not be read.
// 3: nothing contradicts the receipt, but not all could be looked up; the lines say what.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const ANSWER_WITHIN_MS = 10_000
const ANSWER_MAX = 2_000_000
const PAGES_MAX = 5
/** How long before the time of a tick its trade is looked for: a source repeats its last price in quiet minutes. */
const SPANS_MS = [2_000, 60_000]
/** The longest way from the exchange to the log; a trade so shortly before the end may have come after it. */
const SKEW_MS = 5_000

/** @param {number} ms */
const timeOf = (ms) => new Date(ms).toISOString()

/** @param {string} url */
async function readJson(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  const text = await response.text()
  if (!response.ok || text.length > ANSWER_MAX) throw new Error(`${new URL(url).host} answers ${response.status}`)
  return JSON.parse(text)
}

/**
 * Trades of one price that follow each other are one row at both exchanges: it has the number of the last of them, and
 * `first` if the exchange says it.
 * @typedef {{ first: number, number: number, price: string, at: number }} Trade
 * @typedef {{ found?: Trade, next?: Trade }} Answer the trade of a tick, and the one after it
 * @typedef {object} Tick of a receipt
 * @property {number} sequence
 * @property {string} source
 * @property {string} instrument
 * @property {string} price
 * @property {string} size
 * @property {number} sourceAt
 * @property {number | null} trade its number
 * @typedef {Tick & { trade: number }} Numbered
 * @typedef {object} Receipt
 * @property {{ expiresAt: number, entrySequence: number, exitSequence: number }} order
 * @property {{ ticks: Tick[] }[]} ranges
 */

/**
 * Binance, spot or futures: aggregated trades by time, then by number from one of them on.
 * @param {string} base @param {string} instrument @param {Numbered} tick @returns {Promise<Answer>}
 */
async function askBinance(base, instrument, { trade, sourceAt }) {
  /** @param {string} query @returns {Promise<(Trade & { aggregate: number })[]>} */
  const ask = async (query) => {
    const rows = await readJson(`${base}/aggTrades?symbol=${encodeURIComponent(instrument)}&${query}`)
    if (!Array.isArray(rows)) throw new Error('the exchange answers with something else than trades')
    return rows.map(({ a, f, l, p, T }) => ({ aggregate: a, first: f, number: l, price: p, at: T }))
  }
  for (const spanMs of SPANS_MS) {
    let rows = await ask(`startTime=${sourceAt - spanMs}&endTime=${sourceAt}&limit=1000`)
    for (let page = 1; page < PAGES_MAX && rows.length === 1_000 && rows[999].number < trade; page++)
      rows = await ask(`fromId=${rows[999].aggregate + 1}&limit=1000`)
    const found = rows.find(({ first, number }) => first <= trade && trade <= number)
    if (found) return { found, next: (await ask(`fromId=${found.aggregate + 1}&limit=1`))[0] }
  }
  return { found: undefined, next: undefined }
}

/**
 * OKX: trades before a number, newest first.
 * @param {string} base @param {string} instrument @param {Numbered} tick @returns {Promise<Answer>}
 */
async function askOkx(base, instrument, { trade }) {
  const query = `instId=${encodeURIComponent(instrument)}&type=1&after=${trade + 100}&limit=100`
  const answer = await readJson(`${base}/market/history-trades?${query}`)
  if (answer.code !== '0' || !Array.isArray(answer.data))
    throw new Error(`the exchange answers ${answer.msg || answer.code}`)
  /** @type {{ tradeId: string, px: string, ts: string }[]} */
  const data = answer.data
  const rows = data
    .map(({ tradeId, px, ts }) => ({ first: Number(tradeId), number: Number(tradeId), price: px, at: Number(ts) }))
    .sort((a, b) => a.number - b.number)
  return { found: rows.find(({ number }) => number === trade), next: rows.find(({ number }) => number > trade) }
}

/** @type {Record<string, { ask: typeof askBinance, base: string }>} */
const EXCHANGES = {
  binance: { ask: askBinance, base: 'https://api.binance.com/api/v3' },
  okx: { ask: askOkx, base: 'https://www.okx.com/api/v5' },
}

/** By value: an exchange writes 101.50000000 for 101.5. @param {string} a @param {string} b */
const isSamePrice = (a, b) => {
  /** @param {string} text */
  const plain = (text) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  return plain(a) === plain(b)
}

/**
 * The exchange's data on one tick of the receipt; `problem` if that is something else.
 * @param {string} what @param {Tick} tick @param {Answer} answer @param {number} skewMs
 */
function compare(what, tick, { found }, skewMs) {
  const { trade, instrument, source, price, sourceAt, size } = tick
  const named = `${what}: trade ${trade} of ${instrument} at ${source}`
  if (!found) return { problem: `${named} is not known there at ${timeOf(sourceAt)}` }
  if (!isSamePrice(found.price, price))
    return { problem: `${named} was at ${found.price} there, and is ${price} in the receipt` }
  // A price that a source repeats is younger than its trade; a trade has one time.
  const isOff = Number(size) === 0 ? found.at > sourceAt + skewMs : Math.abs(found.at - sourceAt) > skewMs
  if (isOff)
    return { problem: `${named} was at ${timeOf(found.at)} there, and is of ${timeOf(sourceAt)} in the receipt` }
  return { line: `${named}: ${found.price} at ${timeOf(found.at)}, as in the receipt` }
}

/**
 * Whether the exchange had another trade between the exit and the end.
 * @param {{ expiresAt: number }} order @param {Numbered} exit @param {Tick | undefined} after @param {Answer} answer
 * @param {number} skewMs
 */
function compareNext(order, exit, after, { next }, skewMs) {
  if (!next) return { missing: 'the trade after the exit: the exchange has none yet' }
  const named = `after the exit: trade ${next.first} of ${exit.instrument} at ${exit.source}, ${next.price} at ${timeOf(next.at)}`
  if (next.first !== exit.trade + 1) return { missing: `${named}; the exchange does not show trade ${exit.trade + 1}` }
  if (next.at < order.expiresAt - skewMs)
    return { problem: `${named}, was before the end at ${timeOf(order.expiresAt)}, and is not the exit` }
  const isLogged = after && after.source === exit.source && after.trade !== null && after.trade <= next.number
  return { line: `${named}: at the end or after it${isLogged ? ', and next in the log, too' : ''}` }
}

/**
 * Looks the trades of a receipt up.
 * @param {Receipt | { receipt: Receipt }} file as the app saves it, or one of evidence with a receipt in it
 * @param {{ bases?: Record<string, string | undefined>, skewMs?: number }} [options] addresses of the exchanges
 * @returns {Promise<{ lines: string[], problems: string[], missing: string[] }>}
 */
export async function lookUp(file, { bases = {}, skewMs = SKEW_MS } = {}) {
  const { order, ranges } = 'receipt' in file ? file.receipt : file
  const ticks = ranges.flatMap((range) => range.ticks)
  /** @param {number} sequence */
  const tickOf = (sequence) => ticks.find((tick) => tick.sequence === sequence)
  /** @type {Record<'lines' | 'problems' | 'missing', string[]>} */
  const found = { lines: [], problems: [], missing: [] }
  /** @param {{ line?: string, problem?: string, missing?: string }} of */
  const note = ({ line, problem, missing }) => {
    if (line) found.lines.push(line)
    if (problem) found.problems.push(problem)
    if (missing) found.missing.push(missing)
  }
  /** @param {string} what @param {Tick | undefined} tick */
  async function ask(what, tick) {
    const exchange = tick && EXCHANGES[tick.source]
    if (!tick) note({ missing: `${what}: the order has none` })
    else if (!exchange) note({ missing: `${what}: ${tick.source} is no exchange that this program knows` })
    else if (tick.trade === null) note({ missing: `${what}: the source gave no number` })
    else {
      const numbered = { ...tick, trade: tick.trade }
      try {
        const answer = await exchange.ask(bases[tick.source] ?? exchange.base, tick.instrument, numbered)
        note(compare(what, tick, answer, skewMs))
        return { numbered, answer }
      } catch (error) {
        note({ missing: `${what}: ${/** @type {Error} */ (error).message}` })
      }
    }
    return undefined
  }
  await ask('entry', tickOf(order.entrySequence))
  const exit = await ask('exit', tickOf(order.exitSequence))
  if (exit) note(compareNext(order, exit.numbered, tickOf(order.exitSequence + 1), exit.answer, skewMs))
  return found
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
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      binance: { type: 'string' },
      okx: { type: 'string' },
      skew: { type: 'string', default: String(SKEW_MS) },
    },
  })
  const { binance, okx, skew } = values
  if (positionals.length !== 1 || !/^\d{1,6}$/.test(skew))
    throw new Error('usage: node scripts/look-up-trades.mjs <receipt.json> [--binance URL] [--okx URL] [--skew MS]')
  const receipt = JSON.parse(readFileSync(positionals[0], 'utf8'))
  const { lines, problems, missing } = await lookUp(receipt, { bases: { binance, okx }, skewMs: Number(skew) })
  for (const line of lines) console.log(line)
  for (const problem of problems) console.log(`DIFFERS ${problem}`)
  for (const each of missing) console.log(`NOT LOOKED UP ${each}`)
  return problems.length > 0 ? 1 : missing.length > 0 ? 3 : 0
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
