import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseBinance } from './binance'
import { type FeedMessage, isFields, only, parseFields, priceRow } from './feedMessage'
import { parseOkx } from './okx'

/**
 * One line of a file that can be replayed. Either a recording of an exchange's stream, `<epoch seconds>: <JSON>` a line with
 * lines about connections between; or CSV, `epochMs,price,size` a line for one product.
 */
export interface RecordedLine {
  /** When it was received; undefined if the line does not say. */
  atMs: number | undefined
  parsed: FeedMessage
}

/** The name of the one product of CSV lines. */
export const CSV_NAME = '*'

const STAMPED = /^(\d{9,11}(?:\.\d+)?): (.*)$/
const CONNECTION = /^wss?:\/\/\S+ (<->|<-|->) \d/
const CSV = /^(\d{12,14}),([^,]*)(?:,([^,]*))?$/
/** A line that is longer than this is none of a price stream. */
const LINE_MAX = 1_000_000

/** The two exchanges are told apart by their envelopes. */
function parseRecorded(text: string): FeedMessage {
  const fields = parseFields(text)
  if (text === 'pong' || text === 'ping' || (fields && ('arg' in fields || 'event' in fields))) return parseOkx(text)
  return isFields(fields) ? parseBinance(text) : only('garbage')
}

/** Pure; knows both formats, line by line. */
export function readRecordedLine(line: string): RecordedLine {
  const stamped = STAMPED.exec(line)
  if (stamped) {
    const atMs = Math.round(Number(stamped[1]) * 1_000)
    return { atMs, parsed: parseRecorded(stamped[2] ?? '') }
  }
  if (CONNECTION.test(line)) return { atMs: undefined, parsed: only('control') }
  const csv = CSV.exec(line.trim())
  if (!csv)
    return { atMs: undefined, parsed: only(/^[a-z_ ]+(,[a-z_ ]+){1,2}$/i.test(line.trim()) ? 'control' : 'garbage') }
  const atMs = Number(csv[1])
  const [, , price, size = '0'] = csv
  return {
    atMs,
    parsed: only(priceRow({ kind: 'trade', name: CSV_NAME, price, size, sourceAtMs: atMs, trade: undefined })),
  }
}

/** The lines of a file, one after the other, never all of it in memory. Throws when it cannot be read. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, { encoding: 'utf8' })
  const reader = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of reader) if (line !== '' && line.length <= LINE_MAX) yield line
  } finally {
    reader.close()
    stream.destroy()
  }
}

const NAMED_LINES_MAX = 20_000

/** The names of products in the first lines of a file, in the order of their first price. */
export async function namesIn(file: string): Promise<string[]> {
  const names = new Set<string>()
  let count = 0
  for await (const line of linesOf(file)) {
    if (++count > NAMED_LINES_MAX) break
    for (const row of readRecordedLine(line).parsed.rows) if (typeof row !== 'string') names.add(row.name)
  }
  return [...names]
}
