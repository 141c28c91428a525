// node scripts/check-simulated-prices.mjs https://host [--at 2026-11-20T10:00:00Z] [--symbol BTCUSDT]… [--key HEX]
//
// Computes the prices of a simulated market again (docs/PROOF_FORMAT.md, "Simulated prices"): an hour's hash was public before
// the hour, its seed after it, and every tick of the public logs has to be the one that follows from the seed. Without --at it
// takes the newest hour whose seed is public. Plain Node, no packages; needs headChecks.mjs and monitorLogs.mjs next to
// it. Exit code 0: it holds. 1: it does not, and the sentences say why. 2: the logs or an option could not be read.
import { createCipheriv, createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { beginAt, createLogReader, helpOf, openCheckpoint, timeOf, WrongLog } from './headChecks.mjs'
import { FollowedLog } from './monitorLogs.mjs'

const SOURCE = 'simulated'
/** A head is there within this time of what it has. */
const HEAD_WITHIN_MS = 10_000
/** Ticks are in the log within this time of their instant. */
const LOGGED_WITHIN_MS = 2_000
/** A feed that begins has its first prices within this time. */
const BEGINS_WITHIN_MS = 5_000
/** So far back the log of feeds is read: an hour is sealed in the one before. */
const READ_BACK_MS = 2 * 3_600_000
const WAITS_MAX = 60
const NAMED_MAX = 5

/**
 * @typedef {import('./headChecks.mjs').Head} Head
 * @typedef {import('./headChecks.mjs').Tree} Tree
 * @typedef {{ index: number, text: string }} Entry of a log
 * @typedef {ReturnType<typeof feedEntry>} FeedEvent
 * @typedef {{ from: number, until: number, seed: string }} Hour
 * @typedef {ReturnType<typeof hoursIn>[number]} SealedHour
 * @typedef {object} Product of a plan
 * @property {string} symbol
 * @property {string} price
 * @property {number} decimals
 * @property {number} anchor
 * @property {number} volatility
 * @property {number} every
 * @property {number} size
 * @typedef {object} Calendar
 * @property {string} timeZone
 * @property {boolean} alwaysOpen
 * @property {{ day: number, open: string, close: string }[]} hours
 */

const DAY_MS = 86_400_000
/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.min(high, Math.max(low, value))

/**
 * Numbers from 0 up to 1: six bytes each of the key stream of AES-256 in counter mode, keyed with the seed's SHA-256.
 * @param {string} seed
 */
function uniformNumbers(seed) {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
  let [block, at] = [Buffer.alloc(0), 0]
  return () => {
    if (at === block.length) [block, at] = [cipher.update(Buffer.alloc(6_000)), 0]
    at += 6
    return block.readUIntBE(at - 6, 6) / 2 ** 48
  }
}

/** The prices of a product in an hour, by their instants. @param {Hour} hour @param {Product} product */
export function pathOf({ seed, from, until }, { symbol, price: first, decimals, anchor, volatility, every, size }) {
  const uniform = uniformNumbers(`${seed}:${symbol}`)
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, each) => sum + each, 0) - 6
  /** @type {Map<number, { price: string, size: string }>} */
  const ticks = new Map()
  let price = Number(first)
  let regime = clamp(0.4, 1 + 0.35 * normal(), 3)
  for (let last = from; ; ) {
    const [share, chance, gap] = [uniform(), uniform(), uniform() * 3_000]
    const at = last + 1 + Math.floor(every * (0.25 + 2.25 * share * share) + (chance < every / 600_000 ? gap : 0))
    if (at >= until) return ticks
    regime = clamp(0.4, regime + 0.02 * regime * normal() + 0.004 * (1 - regime), 3)
    const pull = 0.15 * ((at - last) / DAY_MS) * (anchor / price - 1)
    const step = volatility * regime * Math.sqrt((at - last) / (365 * DAY_MS)) * normal()
    price = Math.max(price * (1 + pull + step), Number(`1e-${decimals}`))
    const part = uniform()
    ticks.set(at, { price: price.toFixed(decimals), size: (size * regime * 3 * part * part).toFixed(4) })
    last = at
  }
}

/** What a plan says of each product. @param {string} plan @returns {Product[]} */
function productsOf(plan) {
  return plan.split(',').map((item) => {
    const [symbol, price, ...numbers] = item.split(':')
    const [decimals, anchor, volatility, every, size] = numbers.map(Number)
    return { symbol, price, decimals, anchor, volatility, every, size }
  })
}

/** Whether a market is open, by the calendar that the server shows. @param {Calendar} calendar */
function openTimes({ timeZone, alwaysOpen, hours }) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  /** @type {Map<number, boolean>} by minute */
  const known = new Map()
  /** @param {number} minute */
  const look = (minute) => {
    const parts = Object.fromEntries(format.formatToParts(minute * 60_000).map(({ type, value }) => [type, value]))
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday) + 1
    const clock = `${parts.hour}:${parts.minute}`
    return hours.some((each) => each.day === day && each.open <= clock && clock < each.close)
  }
  /** @param {number} at */
  return (at) => {
    const minute = Math.floor(at / 60_000)
    const isOpen = alwaysOpen || (known.get(minute) ?? look(minute))
    known.set(minute, isOpen)
    return isOpen
  }
}

/** Reads a server's logs under heads that are signed. @param {string} url @param {string | undefined} key */
function createLogs(url, key) {
  let waits = 0
  const reader = createLogReader(url, {
    async wait(response) {
      if (response.status !== 429 || ++waits > WAITS_MAX) return false
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (Number(response.headers.get('retry-after')) || 5)))
      return true
    },
  })

  /** @param {number} number */
  async function signedHead(number) {
    const [{ checkpoint, publicKey }, { known, head }] = await Promise.all([
      reader.signedHead(number),
      beginAt(reader, number),
    ])
    if (key && key !== publicKey) throw new WrongLog('the log is not signed with the key that is given')
    const signed = openCheckpoint(checkpoint, Buffer.from(publicKey, 'hex'))
    if (!signed || signed.size !== number || !signed.root.equals(known.root))
      throw new WrongLog(`head ${number} is not signed`)
    return head
  }

  /** The last head up to an instant; undefined before the first one. @param {number} at @param {number} newest */
  async function headUpTo(at, newest) {
    let [low, high] = [0, newest]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((await reader.head(middle)).at <= at) low = middle
      else high = middle - 1
    }
    return low === 0 ? undefined : signedHead(low)
  }

  /**
   * The entries of a log from the size that it had to the one that it has, under the head's root.
   * @param {string} path @param {string} what @param {Tree | undefined} before @param {Tree} after
   */
  async function entries(path, what, before, after) {
    const size = before?.size ?? 0
    const whole = await reader.frontier(path, size - (size % 256))
    const state = before && size > 0 ? { size, root: before.root, whole: whole.toJSON() } : undefined
    /** @type {Entry[]} */
    const found = []
    const log = new FollowedLog(reader, path, what, state)
    await log.readTo(after.size, Buffer.from(after.root, 'hex'), after.size, (index, text) =>
      found.push({ index, text }),
    )
    return found
  }
  return { reader, signedHead, headUpTo, entries }
}

/** @param {Head | undefined} head @param {string} name */
const logOf = (head, name) => head?.logs.find((log) => log.name === name)
/** @param {Head | undefined} head @param {string} symbol */
const productOf = (head, symbol) => head?.products.find((product) => product.symbol === symbol)

/** Entries of the log of feeds that matter here: kind, place, time, product and fields. @param {Entry} entry */
function feedEntry({ index, text }) {
  const [, , at, kind, symbol, ...fields] = text.split('|')
  return { index, at: Number(at), kind, symbol, fields }
}

/**
 * The hours whose seed is public, each with its hash entry, or a sentence that says what is wrong with it.
 * @param {FeedEvent[]} events
 */
function hoursIn(events) {
  return events
    .filter(({ kind }) => kind === 'revealed')
    .map(({ fields: [from, until, seed, plan] }) => {
      const hash = createHash('sha256').update(['simulated', 1, from, until, seed, plan].join('|')).digest('hex')
      const sealed = events.find(
        ({ kind, fields }) => kind === 'sealed' && fields.join() === [from, until, hash].join(),
      )
      return { from: Number(from), until: Number(until), seed, products: productsOf(plan), sealed }
    })
}

/**
 * Why prices of a product may be missing: it was closed, the feed began again, or the log says that some were left out.
 * @param {FeedEvent[]} events @param {string} symbol @param {(at: number) => boolean} isOpen @param {Hour} hour
 */
function excusesOf(events, symbol, isOpen, { from, until }) {
  const begins = events.filter(({ kind }) => kind === 'began').map(({ at, fields: [, lastAt] }) => [Number(lastAt), at])
  const skipped = events
    .filter(({ kind, symbol: of, fields: [source] }) => kind === 'skipped' && of === symbol && source === SOURCE)
    .filter(({ fields: [, , , since] }) => Number(since) >= from && Number(since) <= until + 60_000)
    .reduce((sum, { fields: [, , ticks] }) => sum + Number(ticks), 0)
  return {
    skipped,
    /** @param {number} at */
    isFree: (at) =>
      !isOpen(at) || begins.some(([last, began]) => at > last - LOGGED_WITHIN_MS && at <= began + BEGINS_WITHIN_MS),
  }
}

/**
 * Problems of the ticks of a product in an hour, and their number.
 * @param {Hour} hour @param {Product} product @param {ReturnType<typeof ticksIn>} ticks
 * @param {ReturnType<typeof excusesOf>} excuses
 */
function compare(hour, product, ticks, { isFree, skipped }) {
  const path = pathOf(hour, product)
  const problems = []
  const seen = new Set()
  for (const { index, at, price, size } of ticks) {
    const fixed = path.get(at)
    const what = `tick ${index + 1} of ${product.symbol}, ${timeOf(at)},`
    if (!fixed) problems.push(`${what} is none of the prices that were fixed`)
    else if (fixed.price !== price || Number(fixed.size) !== Number(size))
      problems.push(`${what} is ${price} (${size}), and was fixed as ${fixed.price} (${fixed.size})`)
    seen.add(at)
  }
  const missing = [...path.keys()].filter((at) => !seen.has(at) && !isFree(at))
  if (missing.length > skipped) {
    const [first] = missing
    problems.push(
      `${missing.length} prices of ${product.symbol} are not in its log, from ${timeOf(first)} on, and the log of feeds says of ${skipped} that they were left out`,
    )
  }
  return { problems, fixed: path.size, found: seen.size, missing: missing.length }
}

const TICK = /^tick\|2\|[A-Z0-9]+\|\d+\|\d+\|([\d.]+)\|([\d.]+)\|([\w:.-]+)\|(\d+)\|/
/** @param {Entry[]} entries @param {Hour} hour */
function ticksIn(entries, { from, until }) {
  return entries.flatMap(({ index, text }) => {
    const [, price, size, source, at] = TICK.exec(text) ?? []
    const isOfHour = source === SOURCE && Number(at) >= from && Number(at) < until
    return isOfHour ? [{ index, at: Number(at), price, size }] : []
  })
}

/**
 * Whether an hour was sealed in time: before it began, or at once where a server had none.
 * @param {ReturnType<typeof createLogs>} logs @param {SealedHour} hour @param {number} newest
 */
async function sealProblems(logs, hour, newest) {
  const { sealed, from } = hour
  if (!sealed) return [`no entry before ${timeOf(from)} has the hash of the seed that is public now`]
  if (sealed.at > from) return [`the hash of the hour from ${timeOf(from)} on was written at ${timeOf(sealed.at)}`]
  const isAhead = sealed.at < from - HEAD_WITHIN_MS
  const head = await logs.headUpTo(isAhead ? from : from + HEAD_WITHIN_MS, newest)
  return (logOf(head, 'feeds')?.size ?? 0) > sealed.index
    ? []
    : [`no head of that time has the hash of the hour from ${timeOf(from)} on`]
}

/**
 * That QA moved the market by hand, in an hour or before it; a feed that begins has prices as they were fixed.
 * @param {FeedEvent[]} events @param {Hour} hour
 */
function moveProblems(events, { from, until }) {
  /** @type {FeedEvent | undefined} */
  let standing
  const problems = []
  /** @param {FeedEvent} event */
  const name = ({ at, fields: [factor, how] }) =>
    `the market was moved by hand at ${timeOf(at)}: ${factor} times its prices${how === '-' ? '' : `, ${how}`}`
  for (const event of events.filter(({ at, kind }) => at < until && (kind === 'moved' || kind === 'began'))) {
    const isAsFixed = event.kind === 'began' || event.fields.join() === '1,-'
    if (event.at >= from && event.kind === 'moved') problems.push(name(event))
    else if (event.at < from) standing = isAsFixed ? undefined : event
  }
  return standing ? [name(standing), ...problems] : problems
}

/**
 * Looks at one hour.
 * @param {{ url: string, key?: string, at?: number, symbols?: string[] }} options `at`: any instant of the hour; without it,
 *   the newest whose seed is public
 */
async function checkHours({ url, key, at, symbols = [] }) {
  const logs = createLogs(url, key)
  const newest = await logs.signedHead((await logs.reader.latest()).head.number)
  const back = await logs.headUpTo((at ?? newest.at) - READ_BACK_MS, newest.number)
  const feedsLog = logOf(newest, 'feeds')
  if (!feedsLog) throw new WrongLog(`head ${newest.number} has no log of feeds`)
  const feeds = await logs.entries('feeds/', 'the log feeds', logOf(back, 'feeds'), feedsLog)
  const events = feeds.map(feedEntry)
  const all = hoursIn(events)
  const wanted = at ?? all.at(-1)?.from ?? 0
  const hours = all.filter(({ from, until }) => wanted >= from && wanted < until)
  if (hours.length === 0) throw new Error('no hour of that time has its seed in the log of feeds yet')
  const problems = []
  const products = []
  for (const hour of hours) {
    problems.push(...(await sealProblems(logs, hour, newest.number)))
    problems.push(...moveProblems(events, hour))
    const [before, after] = [await logs.headUpTo(hour.from, newest.number), newest]
    for (const product of hour.products.filter(({ symbol }) => symbols.length === 0 || symbols.includes(symbol))) {
      const { symbol } = product
      const log = productOf(after, symbol)
      if (!log || log.through < hour.until + LOGGED_WITHIN_MS) throw new Error('the hour has only just ended')
      const end = (await logs.headUpTo(hour.until + HEAD_WITHIN_MS, newest.number)) ?? after
      const atEnd = productOf(end, symbol)
      const upTo = atEnd && atEnd.through >= hour.until + LOGGED_WITHIN_MS ? atEnd : log
      const path = `ticks/${symbol}/`
      const entries = await logs.entries(path, `the prices of ${symbol}`, productOf(before, symbol), upTo)
      const { calendar } = await logs.reader.product(symbol)
      const excuses = excusesOf(events, symbol, openTimes(calendar), hour)
      const found = compare(hour, product, ticksIn(entries, hour), excuses)
      problems.push(...found.problems)
      products.push({ symbol, ...found })
    }
  }
  return { hours, problems: [...new Set(problems)], products }
}

const USAGE =
  'usage: node scripts/check-simulated-prices.mjs https://host [--at 2026-11-20T10:00:00Z] [--symbol BTCUSDT]… [--key HEX]'

/** @param {string[]} args */
function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { at: { type: 'string' }, key: { type: 'string' }, symbol: { type: 'string', multiple: true } },
  })
  const { key, symbol: symbols = [] } = values
  const at = values.at === undefined ? undefined : Date.parse(values.at)
  const isRight =
    positionals.length === 1 &&
    /^https?:\/\/[^/]+/.test(positionals[0]) &&
    !Number.isNaN(at) &&
    (key === undefined || /^[0-9a-f]{64}$/.test(key)) &&
    symbols.every((symbol) => /^[A-Z0-9]{2,16}$/.test(symbol))
  if (!isRight) throw new Error(USAGE)
  return { url: positionals[0], key, at, symbols }
}

/** @param {string[]} args */
async function main(args) {
  if (args.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const { hours, problems, products } = await checkHours(readOptions(args))
  for (const { symbol, fixed, found } of products)
    console.log(`${symbol}: ${found} ticks in the log, ${fixed} prices that were fixed`)
  for (const problem of problems.slice(0, NAMED_MAX)) console.log(`does not hold: ${problem}`)
  if (problems.length > NAMED_MAX) console.log(`and ${problems.length - NAMED_MAX} more`)
  if (problems.length > 0) return 1
  const count = products.reduce((sum, { found }) => sum + found, 0)
  console.log(
    `holds: ${count} ticks of ${products.length} products from ${timeOf(hours[0].from)} to ${timeOf(hours[hours.length - 1].until)} follow from seeds whose hashes were public before. Whoever runs the server knew these prices`,
  )
  return 0
}

if (import.meta.filename === process.argv[1]) {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.message.replace(/\s+/g, ' '))
      process.exitCode = error instanceof WrongLog ? 1 : 2
    },
  )
}
