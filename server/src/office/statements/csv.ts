import { CsvError, parse } from 'csv-parse/sync'
import { plainDigits, typedText } from '../../../../contract/typedText'
import type { Currency } from '../../shared/settings'
import {
  dayOf,
  decimalShownBy,
  minorOf,
  onOneLine,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  scaleOf,
  UnreadableStatement,
} from './statementLine'
import { LINE_ENDS, type TableRow } from './table'
import { isNotBooked, markedBy } from './words'

/** Accepted column names, in lower case. */
const NAMES = {
  date: ['date', 'booking date', 'booked on', 'buchungstag', 'buchungsdatum', 'datum', '日期', '交易日期', '记账日期'],
  amount: ['amount', 'betrag', '金额', '交易金额'],
  currency: ['currency', 'währung', 'waehrung', '币种'],
  text: ['text', 'reference', 'description', 'details', 'verwendungszweck', '摘要', '附言'],
} as const
type Column = keyof typeof NAMES
/** Columns that are appended to the text if a file has them. */
const PAYER = ['payer', 'name', 'counterparty', 'auftraggeber', '对方户名', '付款人']

/** Nobody can tell day from month in 03/04/2026: such a date is refused. A time may follow. */
function readDay(written: string): string | undefined {
  const text = plainDigits(typedText(written)).replace(/[T ]\d{1,2}:\d{2}.*$/, '')
  const iso =
    /^(\d{4})()(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ??
    /^(\d{4})(年)(\d{1,2})月(\d{1,2})日$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  return dotted ? dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])) : undefined
}

/** What spreadsheets put in front of a table, to name its delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=.?"?(?:\r\n|\r|\n)/i

function rowsOf(file: string): { record: string[]; line: number }[] {
  const text = file.replace(DELIMITER_LINE, '')
  const skipped = text === file ? 0 : 1
  const header = text.slice(0, text.search(/\r|\n|$/)).replace(/"[^"]*"/g, '')
  const delimiter = [';', '\t', ','].find((mark) => header.includes(mark)) ?? ','
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: LINE_ENDS,
      info: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 10_000,
      // One more than the limit shows that there are too many.
      to: STATEMENT_LINES_MAX + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ record, line: info.lines + skipped }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const fault = error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' ? 'columns_differ' : 'quotes'
    throw new UnreadableStatement(fault, Number(error.lines ?? 1) + skipped)
  }
}

function columnsOf(header: string[]): Record<Column, number> {
  const names = header.map((name) => typedText(name).toLowerCase())
  const placeOf = (column: Column) => {
    const place = names.findIndex((name) => (NAMES[column] as readonly string[]).includes(name))
    if (place === -1) throw new UnreadableStatement('column_missing', 1, column)
    return place
  }
  return { date: placeOf('date'), amount: placeOf('amount'), currency: placeOf('currency'), text: placeOf('text') }
}

/** Columns that the names do not cover may turn an amount around, or say that it was not booked: then nothing is read. */
function checkOthers(rows: readonly TableRow[], at: Record<Column, number>) {
  const taken = Object.values(at)
  const mark = markedBy(rows, taken)
  for (const { cells, line } of rows) {
    const isMarked = mark !== null && /\p{L}/u.test(cells[mark] ?? '')
    const said = isMarked ? cells[mark] : cells.find((cell, place) => !taken.includes(place) && isNotBooked(cell))
    if (said !== undefined) throw new UnreadableStatement('amount', line, `${cells[at.amount]} ${said}`)
  }
}

/** A header line with date, amount, currency and text, then one line per entry. */
export function readCsv(text: string, own: Currency): Statement {
  const [first, ...rows] = rowsOf(text)
  if (!first) throw new UnreadableStatement('empty', 1)
  const at = columnsOf(first.record)
  checkOthers(
    rows.map(({ record, line }) => ({ cells: record, line })),
    at,
  )
  const payer = first.record.findIndex((name) => PAYER.includes(name.toLowerCase()))
  const decimal = decimalShownBy(rows.map(({ record }) => record[at.amount] ?? ''))
  const lines = rows.map(({ record, line }): StatementLine => {
    const cell = (place: number) => record[place] ?? ''
    const bookedOn = readDay(cell(at.date))
    if (bookedOn === undefined) throw new UnreadableStatement('date', line, cell(at.date))
    const currency = cell(at.currency).toUpperCase()
    if (!/^[A-Z]{3,5}$/.test(currency)) throw new UnreadableStatement('currency', line, cell(at.currency))
    const amount = minorOf(cell(at.amount), scaleOf(currency, own), decimal)
    if (amount === undefined) throw new UnreadableStatement('amount', line, cell(at.amount))
    const words = onOneLine(`${cell(at.text)} ${payer === -1 ? '' : cell(payer)}`)
    // The reference may be in any column.
    const searched = record.filter((_, place) => place !== at.date && place !== at.amount && place !== at.currency)
    return { place: line, bookedOn, amount, currency, text: words, searched }
  })
  return { format: 'csv', ownAccount: null, lines }
}
