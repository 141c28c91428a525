import type { BankFile } from '../../../../contract/bankFiles'
import { plainDigits, typedText } from '../../../../contract/typedText'
import type { Currency } from '../../shared/settings'
import { readDay } from './days'
import { minorOf, onOneLine, type Statement, type StatementLine, scaleOf, UnreadableStatement } from './statementLine'
import { decodeAs, findHeader, readTable, type TableRow } from './table'

/** Currencies as Chinese banks name them. */
const NAMED: Record<string, string> = {
  人民币: 'CNY',
  人民币元: 'CNY',
  元: 'CNY',
  港币: 'HKD',
  港元: 'HKD',
  美元: 'USD',
  欧元: 'EUR',
  英镑: 'GBP',
  日元: 'JPY',
}

/** Dashes are how some banks write nothing. */
const isBlank = (cell: string) => /^[-–—]*$/.test(cell)

interface Reading extends BankFile {
  own: Currency
}

/** By what it begins with, by its mark, or by a cell that is no text: the same word may be anywhere in a payer's text. */
function isIgnored({ ignored, texts, payer, mark }: BankFile, cells: readonly string[]): boolean {
  const said = cells.filter((_, column) => column === mark || (!texts.includes(column) && column !== payer))
  said.push(cells.find((cell) => cell !== '') ?? '')
  return ignored.some((word) => said.some((cell) => cell?.toLowerCase() === word.toLowerCase()))
}

/** The entries of a file: what is between its names and its last lines. */
function entriesOf(file: BankFile, bytes: Buffer): TableRow[] {
  const text = decodeAs(bytes, file.encoding)
  if (text === undefined) throw new UnreadableStatement('encoding', 1, file.encoding)
  const rows = readTable(text, file.delimiter)
  const at = file.header ? findHeader(rows, file.header) : file.skip - 1
  if (file.header && at === -1) throw new UnreadableStatement('header_missing', 1, file.header.join(file.delimiter))
  return rows.slice(at + 1, rows.length - file.footer).filter(({ cells }) => !isIgnored(file, cells))
}

function currencyOf({ currency, fixedCurrency }: BankFile, { cells, line }: TableRow): string {
  const written = currency === null ? (fixedCurrency ?? '') : (cells[currency] ?? '')
  // Some banks write it in front of the amount.
  const code = NAMED[written] ?? /^([A-Z]{3})\s*[\d+-]/.exec(written)?.[1] ?? written.toUpperCase()
  if (!/^[A-Z]{3,5}$/.test(code)) throw new UnreadableStatement('currency', line, written)
  return code
}

/** Signs, codes and short names of currencies. */
const CURRENCIES =
  /(?<!\p{L})(?:(?:R|US|HK|NT|AU|CA|NZ|SG|MX|[ACS])?\$|[A-Z]{3}|RM|R[ps]\.?|kr\.?|zł|Kč|Ft|лв\.?|руб\.?|р\.|Fr\.|lei)(?!\p{L})|\p{Sc}|[元円圆圓원]/gu
/** Many banks say behind an amount whether it came in or went out. */
const MARKED = /^(.*\d)\s*(?:(CR|[CH])|(DR|DB|[DS]))\.?$/i

/** The signs that one currency alone has; "$" and "¥" are those of several. */
const OF_ONE: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₩': 'KRW',
  '₹': 'INR',
  '฿': 'THB',
  '₫': 'VND',
  '₴': 'UAH',
  '₺': 'TRY',
  '₽': 'RUB',
  zł: 'PLN',
  Kč: 'CZK',
  円: 'JPY',
  원: 'KRW',
  Ft: 'HUF',
  Rp: 'IDR',
  RM: 'MYR',
  R$: 'BRL',
}

/** The currency that a cell names next to its amount. */
export function currencyBeside(cell: string): string | undefined {
  const [sign = ''] = cell.replace(/\(.*\)$/, '').match(CURRENCIES) ?? []
  return /^[A-Z]{3}$/.test(sign) ? sign : OF_ONE[sign.replace(/\.$/, '')]
}

interface Written {
  /** The number without currency, mark and remark. */
  number: string
  mark: 'in' | 'out' | null
}

function writtenIn(cell: string): Written {
  const number = plainDigits(typedText(cell))
    .replace(/\((?=[^()]*\p{L})[^()]*\)$/u, '')
    .replace(CURRENCIES, '')
    .trim()
  const [, marked = number, isIn, isOut] = MARKED.exec(number) ?? []
  return { number: marked, mark: isIn ? 'in' : isOut ? 'out' : null }
}

/** The number of a cell without signs and codes of currencies, and without a mark or a remark behind it. */
export const plainAmount = (cell: string): string => writtenIn(cell).number
/** What a cell says behind its amount. */
export const markBehind = (cell: string): Written['mark'] => writtenIn(cell).mark

/** The amount of a cell in minor units; 0 for a cell without one. A mark behind it has its word on the sign. */
function amountIn(reading: Reading, { cells, line }: TableRow, column: number | null, currency: string): bigint {
  const cell = column === null ? '' : (cells[column] ?? '')
  if (isBlank(cell)) return 0n
  const code = currencyBeside(cell)
  if (code !== undefined && code !== currency) throw new UnreadableStatement('currency', line, cell)
  const { number, mark } = writtenIn(cell)
  const minor = minorOf(number, scaleOf(currency, reading.own), reading.decimal)
  // A sign besides the mark contradicts it, or says it twice.
  if (minor === undefined || (mark && minor < 0n)) throw new UnreadableStatement('amount', line, cell)
  return mark === 'out' ? -minor : minor
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Money in above zero, money out below; `marksIn` if the file marks money in, but not money out. */
function amountOf(reading: Reading, row: TableRow, currency: string, marksIn: boolean): bigint {
  const { cells, line } = row
  const wrong = (column: number | null) => new UnreadableStatement('amount', line, cells[column ?? 0] ?? '')
  if (reading.amount === null) {
    const [credit, debit] = [reading.credit, reading.debit].map((column) => amountIn(reading, row, column, currency))
    if (credit && debit) throw wrong(reading.credit)
    return credit || -size(debit ?? 0n)
  }
  if (isBlank(cells[reading.amount] ?? '')) throw wrong(reading.amount)
  const amount = amountIn(reading, row, reading.amount, currency)
  const behind = markBehind(cells[reading.amount] ?? '')
  // Where only what came in is marked, an amount without a mark went out: its description says so.
  if (!behind && !reading.reversed && reading.mark === null && marksIn) throw wrong(reading.amount)
  if (reading.mark === null) return reading.reversed && !behind ? -amount : amount
  const mark = (cells[reading.mark] ?? '').toLowerCase()
  const says = (words: readonly string[]) => words.some((word) => word.toLowerCase() === mark)
  if (says(reading.marksOut)) return -size(amount)
  // What came in is not below zero.
  if (!says(reading.marksIn) || amount < 0n) throw wrong(reading.mark)
  return amount
}

/** Some banks cut what the payer wrote into several columns or lines, in the middle of a word. */
const searchedIn = (texts: readonly string[]) => (texts.length > 1 ? [...texts, texts.join('\n')] : texts)

/** A delimiter in a text would move the cells behind it: no line has more cells than its file. */
function checkWidth(rows: readonly TableRow[], header: readonly string[] | null) {
  const width = header?.length ?? rows[0]?.cells.length ?? 0
  const wide = rows.find(({ cells }) => cells.slice(width).some((cell) => cell !== ''))
  if (wide) throw new UnreadableStatement('columns_differ', wide.line)
}

/** A file of a bank, by its description: everything that cannot be read by it is refused, with its line. */
export function readDescribedCsv(bytes: Buffer, file: BankFile, own: Currency): Statement {
  const reading = { ...file, own }
  const rows = entriesOf(file, bytes)
  checkWidth(rows, file.header)
  const marks = new Set(rows.map(({ cells }) => (file.amount === null ? null : markBehind(cells[file.amount] ?? ''))))
  const marksIn = marks.has('in') && !marks.has('out')
  const lines: StatementLine[] = []
  let said: string[] = []
  for (const row of rows) {
    const cell = (column: number | null) => (column === null ? '' : (row.cells[column] ?? ''))
    const texts = file.texts.map(cell).filter((text) => text !== '')
    const amounts = [file.amount, file.credit, file.debit].map(cell)
    const last = lines.at(-1)
    if (isBlank(cell(file.date)) && amounts.every(isBlank) && last) {
      // More text of the entry before.
      last.text = onOneLine([last.text, ...texts].join(' '))
      said = [...said, ...texts]
      last.searched = searchedIn(said)
      continue
    }
    said = texts
    const bookedOn = readDay(cell(file.date), file.dateOrder, file.era)
    if (bookedOn === undefined) throw new UnreadableStatement('date', row.line, cell(file.date))
    // The balance of a day, among the entries.
    if (amounts.every(isBlank) && texts.some((text) => file.ignored.some((word) => text.startsWith(word)))) continue
    if (amounts.every(isBlank)) throw new UnreadableStatement('amount', row.line)
    const currency = currencyOf(file, row)
    const amount = amountOf(reading, row, currency, marksIn)
    const words = [...texts, ...(file.payer === null || file.texts.includes(file.payer) ? [] : [cell(file.payer)])]
    lines.push({
      place: row.line,
      bookedOn,
      amount,
      currency,
      text: onOneLine(words.join(' ')),
      searched: searchedIn(texts),
    })
  }
  if (lines.length === 0) throw new UnreadableStatement('empty', 1)
  return { format: 'csv', ownAccount: null, lines }
}
