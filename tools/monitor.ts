// node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE]
//                          [--tsa PEM] [--bitcoin URL]
//
// Looks at every head of a Fairtick log from its public endpoints, as anyone can (docs/PROOF_DESIGN.md, "Heads"): each
// continues from the one before, all prices hash to the roots in the heads and were not dated back, and no order has
// two results. A log without a head for two minutes is dead. With --tsa, the certificates of a time-stamping authority, it also
// checks the time stamps of heads. Proofs of OpenTimestamps are followed to their block of Bitcoin, whose header is asked for at
// --bitcoin, an address that answers as Esplora does. Plain Node, one file. DIR (default: monitor) has what it has
// seen. Exit code 0: all heads hold. 1: they do not, and the sentence says why. 2: the log could not be read, or the clock
// of this machine is not that of the service, so that nothing was judged.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { timeOf, WrongLog } from '../proof/steps'
import { createBlocks, LEAST_WORK } from './lib/bitcoin'
import { helpOf, storeFile } from './lib/files'
import { createLogReader } from './lib/logReader'
import { checkBlocks } from './monitor/blocks'
import { checkClock, findRestore, followTo, keyAfter, readLatest, silenceOf } from './monitor/look'
import { Seen } from './monitor/seen'
import { checkStamps } from './monitor/stamps'

export { ResultsMap } from './monitor/resultsMap'

const EVERY_SECONDS = 10
/** "Too many requests" responses that one look waits for. */
const WAITS_MAX = 20

interface MonitorOptions {
  url: string
  folder: string
  /** The key of the log, hex. */
  key?: string
  /** The first head that it looks at. */
  from?: number
  /** Certificates of the authority whose time stamps are checked, PEM; none are checked without. */
  authority?: string
  /** Where blocks of Bitcoin are read; none are without. */
  bitcoin?: string
  /** How many doublings of work such a block needs. */
  leastWork?: number
  now?: () => number
}

/** What a look has found. `problem`: what the house did wrong. */
interface Found {
  notes: string[]
  first?: number
  last: number
  at?: number
  problem: string | undefined
}

/** A monitor of the log at `url`, with its state in `folder`. */
export function createMonitor({
  url,
  folder,
  key,
  from = 1,
  authority = '',
  bitcoin = '',
  leastWork = LEAST_WORK,
  now = Date.now,
}: MonitorOptions) {
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

  async function look(seen: Seen, notes: string[]) {
    seen.key ??= key
    if (key && key !== seen.key && keyAfter(key, (await reader.policy()).keys) !== seen.key)
      throw new WrongLog('the log that was looked at before is of another key than the one that is given')
    if (seen.key === undefined) notes.push('the key is taken from the service; give the one that you know with --key')
    const off = await checkClock(reader, now)
    const askedAt = now()
    const latest = await readLatest(reader, seen, () => now() + off.ahead)
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
      if (seen.stamped && seen.stamped.head > restore.kept) seen.stamped = undefined
      if (seen.proven && seen.proven.head > restore.kept) seen.proven = undefined
      if (seen.proofsTo && seen.proofsTo > restore.kept) seen.proofsTo = restore.kept
      await seen.beginWith(restore.kept)
      if (seen.known.root !== restore.root) throw error
      seen.restores.push(restore.text)
      seen.awaited = restore.entry
      await followTo(reader, seen, latest)
    }
    if (seen.awaited && seen.known.number > Number(seen.awaited.split('|')[5]))
      throw new WrongLog('the log feeds lacks the statement with which the log was restored')
    seen.lookedAt = askedAt - off.behind
    seen.save()
    notes.push(...silenceOf(latest.head, askedAt))
    const blockAt = bitcoin ? createBlocks(bitcoin, leastWork) : undefined
    notes.push(...(await checkBlocks(reader, seen, latest.signed.origin, blockAt, askedAt)))
    if (authority) notes.push(...(await checkStamps(reader, seen, latest.signed.origin, authority, askedAt)))
    return { first: before + 1, last: latest.head.number, at: latest.head.at }
  }

  return {
    /** Looks at all heads since the last time. Throws if the log cannot be read. */
    async runOnce(): Promise<Found> {
      waits = 0
      const notes: string[] = []
      const seen = new Seen(folder, reader)
      try {
        const found = await look(seen, notes)
        return { notes, ...found, problem: undefined }
      } catch (error) {
        if (!(error instanceof WrongLog)) throw error
        return { notes, last: seen.known.number, problem: error.message }
      } finally {
        seen.roots.close()
      }
    },
  }
}

/** Figures for the textfile collector of node_exporter. */
function writeMetrics(file: string, url: string, { last, problem }: Found): void {
  const line = (name: string, value: number) =>
    `# TYPE ${name} gauge\n${name}{log="${url.replace(/["\\\n]/g, '')}"} ${value}\n`
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
  'usage: node scripts/monitor.mjs https://host [--state DIR] [--key HEX] [--from NUMBER] [--once | --every SECONDS] [--metrics FILE] [--tsa PEM] [--bitcoin URL]'

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
      tsa: { type: 'string' },
      bitcoin: { type: 'string' },
    },
  })
  const { state, key, from = '1', once = false, every = String(EVERY_SECONDS), metrics, tsa, bitcoin } = values
  const [url = ''] = positionals
  const isRight =
    positionals.length === 1 &&
    /^https?:\/\/[^/]+/.test(url) &&
    (key === undefined || /^[0-9a-f]{64}$/.test(key)) &&
    [from, every].every((number) => /^[1-9]\d{0,9}$/.test(number)) &&
    (bitcoin === undefined || /^https?:\/\/[^/]+/.test(bitcoin)) &&
    !(once && values.every)
  if (!isRight) throw new Error(USAGE)
  const authority = tsa && { authority: readFileSync(tsa, 'utf8') }
  const given = { ...(key && { key }), ...authority, ...(bitcoin && { bitcoin }) }
  return { url, folder: state, ...given, from: Number(from), once, everyMs: Number(every) * 1_000, metrics }
}

/** Looks once; returns the exit code. */
async function lookOnce(monitor: ReturnType<typeof createMonitor>, url: string, metrics: string | undefined) {
  try {
    const found = await monitor.runOnce()
    for (const note of found.notes) console.log(`NOTE ${note}`)
    if (metrics) writeMetrics(metrics, url, found)
    const { first, last, at, problem } = found
    if (problem) console.log(`does not hold: ${problem}`)
    else if (at !== undefined && first !== undefined && first <= last)
      console.log(`holds: heads ${first} to ${last} of ${timeOf(at)}`)
    return problem ? 1 : 0
  } catch (error) {
    console.error(`could not be read: ${(error as Error).message}`)
    return 2
  }
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(import.meta.filename))
    return 0
  }
  const options = readOptions()
  const monitor = createMonitor(options)
  for (;;) {
    const code = await lookOnce(monitor, options.url, options.metrics)
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
