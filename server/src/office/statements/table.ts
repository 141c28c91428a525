import { CsvError, parse } from 'csv-parse/sync'
import type { BankFile } from '../../../../contract/bankFiles'
import { STATEMENT_LINES_MAX, UnreadableStatement } from './statementLine'

/** A line of a table, with its number in the file. */
export interface TableRow {
  cells: string[]
  line: number
}

/** A file may mix them, where tools of several systems wrote it. */
export const LINE_ENDS = ['\r\n', '\n', '\r']

/** Lines that may surround the entries. */
export const AROUND_MAX = 300

/** The text in an encoding, or undefined if the bytes are none of it. */
export function decodeAs(bytes: Buffer, encoding: BankFile['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Spreadsheets write ="007" or '007 so that nobody takes it for a number. */
const plainCell = (cell: string) =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=\d)/, '')
    .trim()

/** The lines that are not empty, with any number of cells; `to` is where to stop. */
export function readTable(text: string, delimiter: string, to = STATEMENT_LINES_MAX + AROUND_MAX): TableRow[] {
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: LINE_ENDS,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 10_000,
      to,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ cells: record.map(plainCell), line: info.lines }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableStatement('quotes', Number(error.lines ?? 1))
  }
}

/** The places of all columns. */
export const columnsOf = (rows: readonly TableRow[]): number[] =>
  Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, (_, column) => column)

const plainName = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The place of the line with exactly these names; empty cells at its end do not count. */
export function findHeader(rows: readonly TableRow[], header: readonly string[]): number {
  const joined = (cells: readonly string[]) => JSON.stringify(cells.map(plainName)).replace(/(,"")+\]$/, ']')
  const wanted = joined(header)
  return rows.slice(0, AROUND_MAX).findIndex(({ cells }) => joined(cells) === wanted)
}

/** UTF-16, by its mark or its zeros: the letters of most scripts have a zero as one half. */
export function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (!bytes.includes(0)) return undefined
  return first === 0 ? 'utf-16be' : 'utf-16le'
}
