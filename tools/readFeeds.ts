// node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key <public key, hex>] [--symbol BTCUSDT]
//   [--from 2026-11-20T10:00:00Z] [--to 2026-11-20T11:00:00Z]
//
// Reads the public log of feed events (docs/PROOF_DESIGN.md, "Feeds") without believing the server: plain Node, one file. Each page
// is checked against the signed log of heads, and with --all the whole log from its first entry. Exit code 0: what is shown
// is in the log, and nothing of the page is left out. 1: it does not. 2: the file, an option or the server could not be
// read.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { FeedEventPage } from '../contract/proof'
import { feedsOf, PAGE_ENTRIES, pageProblem, shownEntry } from '../proof/feeds'
import { leafHash } from '../proof/hashing'
import { rootOf } from '../proof/trees'
import { helpOf } from './lib/files'

const isAddress = (where: string): boolean => /^https?:/.test(where)

async function readPage(where: string, from?: number): Promise<FeedEventPage> {
  if (!isAddress(where)) return JSON.parse(readFileSync(where, 'utf8'))
  const address = `${where.replace(/\/+$/, '')}/api/proof/feeds${from === undefined ? '' : `?from=${from}`}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
  return (await answer.json()) as FeedEventPage
}

interface Found {
  problem: string | undefined
  entries: string[]
}

/** Every entry, in order; the last page's head then holds all of them. */
async function readAll(where: string, key: string | undefined): Promise<Found> {
  const entries: string[] = []
  for (;;) {
    const page = await readPage(where, entries.length)
    const problem = pageProblem(page, key) ?? (page.from === entries.length ? undefined : 'a page is missing')
    if (problem) return { problem, entries }
    entries.push(...page.entries)
    const { size, root } = feedsOf(page)
    if (entries.length < size) continue
    return { problem: rootOf(entries.map(leafHash)) === root ? undefined : 'the pages are of different logs', entries }
  }
}

/** The newest page of a server, or the page in a file. */
async function readOne(where: string, key: string | undefined): Promise<Found> {
  const page = await readPage(where)
  const isNewest = !isAddress(where) || page.from === Math.max(0, feedsOf(page).size - PAGE_ENTRIES)
  return {
    problem: pageProblem(page, key) ?? (isNewest ? undefined : 'it is not the newest page'),
    entries: page.entries,
  }
}

const USAGE =
  'node scripts/read-feeds.mjs <https://host or page.json> [--all] [--key HEX] [--symbol S] [--from TIME] [--to TIME]'

/** Where to read and what to show; throws a sentence that says what to set for anything that is not exactly this. */
function readOptions() {
  const text = { type: 'string', multiple: true } as const
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
  const timeIn = (name: 'from' | 'to') => {
    const at = given[name] && Date.parse(given[name][0] ?? '')
    if (Number.isNaN(at)) throw new Error(`--${name} takes a time: 2026-11-20T10:00:00Z.`)
    return at
  }
  const [from = 0, to = Number.POSITIVE_INFINITY] = [timeIn('from'), timeIn('to')]
  if (key && !/^[0-9a-f]{64}$/.test(key)) throw new Error('--key takes the public key of the log: 64 of 0-9 and a-f.')
  if (symbol && !/^[A-Z0-9]{2,16}$/.test(symbol)) throw new Error('--symbol takes a product: BTCUSDT.')
  if (all && !isAddress(where)) throw new Error('--all reads from a server: give its address, https://host.')
  return { where, all, key, symbol, from, to }
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const { where, all, key, symbol, from, to } = readOptions()
  const { problem, entries } = await (all ? readAll : readOne)(where, key)
  const isWithin = (entry: string) => {
    const [, , at, , product] = entry.split('|')
    return (!symbol || product === '-' || product === symbol) && Number(at) >= from && Number(at) <= to
  }
  for (const entry of entries.filter(isWithin)) console.log(shownEntry(entry))
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
