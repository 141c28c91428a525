import {
  type BankFile,
  DATE_ORDERS,
  type DateOrder,
  ERAS,
  type Era,
  FILE_DELIMITERS,
  FILE_ENCODINGS,
} from '../../../../contract/bankFiles'
import { readNumber } from '../../../../contract/readNumber'
import { plainDigits, typedText } from '../../../../contract/typedText'
import type { Currency } from '../../shared/settings'
import { readDay } from './days'
import { currencyBeside, markBehind, plainAmount } from './describedCsv'
import { decimalShownBy, scaleOf, UnreadableStatement } from './statementLine'
import { columnsOf, decodeAs, readTable, type TableRow, wideEncoding } from './table'
import { isNotBooked, MARKS_IN, MARKS_OUT, markedBy } from './words'

type Encoding = BankFile['encoding']

/** Names of columns in the languages of many banks, the likeliest first: a suggestion that staff correct. */
const NAMES = {
  date: [
    /^(booking|posting|post(ed)?|process(ed|ing)?) ?date|date (posted|processed)|completed date|booked on|buchungs(tag|datum)|记账日期|入账日期|交易日期|银行记账日/,
    /transaction date|txn date|交易日|交易(创建)?时间|日付|datum|dátuma|^tag$|^dag$|^jour$|^date|日期|时间|時間|fecha|^data|tanggal|ngày|วันที่|거래일|取引日|дата|tarih|created| date$|kirjauspäivä|تاريخ|תאריך|ημερομηνία/,
  ],
  credit: [
    /记账金额\(收入\)/,
    /^cr[eé]dit|[^/ ] ?credit$|deposits?( |$)|money in|paid in|存入|收入|贷方|貸方|預か?り|預入|haben|přijato|入金|입금|맡기신|ghi có|ฝาก|เครดิต|^kredit|masuk|^abono|^haber$|entrada|^avere$|accredit|entrate|uznani|кредит|приход|поступл|alacak|gutschrift|^eingang|^ingresos?$|^received$|دائن|זכות|πίστωση/,
  ],
  debit: [
    /记账金额\(支出\)/,
    /^d[eé](bit|bet)|[^/ ] ?debit$|withdraw(als?|n)?( |$)|money out|paid out|^spent$|lastschrift|belastung|^ausgang|^egresos?$|مدين|חובה|χρέωση|支出|取出|提出|借方|支払|引出|soll|出金|출금|찾으신|ghi nợ|ถอน|เดบิต|keluar|^cargo|^debe$|sa[ií]da|^dare$|addebit|uscite|obciąż|дебет|расход|списан|borç/,
  ],
  amount: [
    /^(booked |billing |transaction )?amount|buchungsbetrag|^betrag|实付金额|入账币种\/金额|交易金额|人民币金额|^金额/,
    /amount|betrag|^umsatz$|^gross$|bedrag|montant|importe?|valor|jumlah|částka|èástka|összege|inflow|成交额|数量|金額|số tiền|จำนวนเงิน|금액|kwota|belopp|beløp|beløb|сумма|сума|tutar|^monto|iznos|مبلغ|סכום|ποσό/,
  ],
  currency: [
    /^(billing |account )?currency|buchungsw|^w(ä|ae)hrung|^munt$|记账币种|入账(货币|币种)/,
    /币种|币别|货币|幣別|měna|mìna|devizaneme|通貨|통화|tiền tệ|moeda|divisa|devise|mata uang|waluta|валюта|valuta$|döviz|moneda|عملة|מטבע|νόμισμα/,
  ],
  state: [
    /^(transaction |payment |current )?(status|state)$|^(zustand|estado|estatus|statut|stato|stav|状态|交易状态|当前状态|durum|статус)$/,
  ],
  mark: [
    /^(借贷|收入?\/支出?|d\/k|d\/c|c\/d|s\/h|h\/s|soll\/haben|af ?\/? ?bij|credit ?\/ ?debit|debit ?\/ ?credit|dr ?\/ ?cr|cr ?\/ ?dr|bevétel\/kiadás|sens|[+]\/-)$/,
  ],
  payer: [
    /payer|counterpart|beguenstigter|auftraggeber(?!konto)|对手信息|对方(账)?户名|付款人|交易对方|naam tegenpartij|payee|^name$|^naam$|partner neve|název protiú/,
  ],
} as const
type Named = keyof typeof NAMES

const CODES = new Set(Intl.supportedValuesOf('currency'))

const plainName = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

function placeOf(header: readonly string[], named: Named): number | null {
  const names = header.map(plainName)
  const matches = (name: string, kind: Named) => NAMES[kind].some((pattern) => pattern.test(name))
  // "출금액" and "入金金額" name an amount as well: of one direction. A column of marks can name both.
  const others: Named[] =
    named === 'amount' ? ['credit', 'debit', 'mark'] : named === 'credit' || named === 'debit' ? ['mark'] : []
  for (const pattern of NAMES[named]) {
    const place = names.findIndex((name) => pattern.test(name) && !others.some((kind) => matches(name, kind)))
    if (place !== -1) return place
  }
  return null
}

/** How many kinds of columns a line names. */
const namedBy = (cells: readonly string[]) =>
  (Object.keys(NAMES) as Named[]).filter((named) => placeOf(cells, named) !== null).length

/** The line that names the columns: it names a day and an amount, and holds neither. */
function headerOf(rows: readonly TableRow[]): number {
  return rows.slice(0, 60).findIndex(({ cells }) => {
    const hasAmount = (['amount', 'credit', 'debit'] as const).some((named) => placeOf(cells, named) !== null)
    const isText = cells.every((cell) => cell.length < 60 && readDay(cell, 'ymd', 'common') === undefined)
    return cells.length > 2 && isText && hasAmount && placeOf(cells, 'date') !== null
  })
}

/** The delimiter that makes the most lines of equally many cells. */
function delimiterOf(text: string): BankFile['delimiter'] {
  const scored = FILE_DELIMITERS.map((delimiter) => {
    const widths = new Map<number, number>()
    try {
      for (const { cells } of readTable(text, delimiter))
        if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof UnreadableStatement)) throw error
    }
    const [width = 0, lines = 0] = [...widths].sort((one, other) => other[1] - one[1])[0] ?? []
    return { delimiter, score: lines * Math.min(width, 8) }
  })
  return scored.sort((one, other) => other.score - one.score)[0]?.delimiter ?? ','
}

/**
 * By the names of columns that a code page makes of the bytes; of code pages that make equally many, by its letters:
 * those of China, Japan and Korea are two high bytes, those of Western Europe stand alone.
 */
function encodingOf(bytes: Buffer): Encoding {
  const wide = wideEncoding(bytes)
  if (wide) return wide
  if (decodeAs(bytes, 'utf-8') !== undefined) return 'utf-8'
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const isDouble = runs.filter((run) => run.length > 1).length * 2 > runs.length
  const likely = (name: Encoding) => !name.startsWith('windows') === isDouble
  const scored = FILE_ENCODINGS.filter((name) => !name.startsWith('utf')).map((encoding) => {
    const text = decodeAs(bytes, encoding)
    return { encoding, score: text === undefined ? -1 : scoreOf(text) }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  const found = scored.flatMap(({ encoding, score }) => (score === best ? [encoding] : []))
  const preferred: Encoding = isDouble ? 'gb18030' : 'windows-1252'
  return found.find((encoding) => encoding === preferred) ?? found.find(likely) ?? found[0] ?? preferred
}

const scoreOf = (text: string) =>
  Math.max(
    0,
    ...readTable(text.slice(0, 20_000).replaceAll('"', ''), delimiterOf(text))
      .slice(0, 60)
      .map(({ cells }) => namedBy(cells)),
  )

/** The cells of a column that hold something. */
const columnOf = (rows: readonly TableRow[], column: number) =>
  rows.flatMap(({ cells }) => (cells[column] ? [cells[column]] : []))
const mostly = (cells: readonly string[], holds: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(holds).length * 10 >= cells.length * 7

const numberIn = (cell: string) => readNumber(cell.length < 20 ? plainAmount(cell) : '', { books: true })
const isAmount = (cell: string) => numberIn(cell).kind !== 'invalid'
function hasDecimals(cell: string): boolean {
  const reading = numberIn(cell)
  return reading.kind === 'number' && /\.\d{1,2}$/.test(reading.value)
}

/** The calendar of the days: Taiwan's years have three digits, and two digits of a Thai year are far ahead of ours. */
function eraOf(days: readonly string[], order: DateOrder): Era {
  const fits = (era: Era) => mostly(days, (day) => readDay(day, order, era) !== undefined)
  if (fits('common')) return 'common'
  return ERAS.find(fits) ?? 'common'
}

/** Day before month, as most of the world writes, unless the days speak against it. */
function orderOf(days: readonly string[]): DateOrder | undefined {
  const fits = (order: DateOrder) => ERAS.some((era) => mostly(days, (day) => readDay(day, order, era) !== undefined))
  const isYearFirst = mostly(days, (day) => /^["=]*\d{3}/.test(plainDigits(typedText(day))))
  return [...(isYearFirst ? ['ymd' as const] : []), 'dmy' as const, ...DATE_ORDERS].find(fits)
}

/** Amounts by their names, else by what the columns hold: one of them, or money in and money out apart. */
function amountsIn(header: readonly string[] | null, rows: readonly TableRow[], date: number) {
  const named = (name: 'amount' | 'credit' | 'debit') => (header ? placeOf(header, name) : null)
  const isFilled = (place: number | null) => place !== null && mostly(columnOf(rows, place), isAmount)
  if (isFilled(named('amount')) && !(named('credit') !== null && rows.some((row) => !row.cells[named('amount') ?? 0])))
    return { amount: named('amount'), credit: null, debit: null }
  if (named('credit') !== null && named('debit') !== null)
    return { amount: null, credit: named('credit'), debit: named('debit') }
  const columns = columnsOf(rows).filter((column) => column !== date)
  const found = columns.filter((column) => mostly(columnOf(rows, column), hasDecimals))
  const [one = named('amount'), two = null] = found
  const isApart = one !== null && two !== null && rows.every(({ cells }) => !cells[one] !== !cells[two])
  if (!isApart) return { amount: one, credit: null, debit: null }
  const isNamed = named('credit') === one || named('debit') === two
  const isOther = named('credit') === two || named('debit') === one
  return isNamed || (!isOther && balances(rows, one, two, columns))
    ? { amount: null, credit: one, debit: two }
    : { amount: null, credit: two, debit: one }
}

/** Whether another column is a running balance, to which one column adds and from which the other takes. */
function balances(rows: readonly TableRow[], credit: number, debit: number, columns: readonly number[]): boolean {
  const cents = ({ cells }: TableRow, column: number) => {
    const reading = numberIn(cells[column] ?? '')
    return reading.kind === 'number' ? Math.round(Number(reading.value) * 100) : 0
  }
  const moved = (row: TableRow) => Math.abs(cents(row, credit)) - Math.abs(cents(row, debit))
  // The newest entry is the last line, or the first.
  const follows = (balance: number, step: 1 | -1) =>
    rows.every((row, index) => {
      const before = rows[index - step]
      return !before || cents(row, balance) === cents(before, balance) + moved(row)
    })
  return rows.length > 1 && columns.some((column) => follows(column, 1) || follows(column, -1))
}

/** Statements of cards mark what was paid in, and nothing else. */
function marksOnlyIn(rows: readonly TableRow[], amount: number | null): boolean {
  if (amount === null) return false
  const marks = rows.map(({ cells }) => markBehind(cells[amount] ?? ''))
  return marks.includes('in') && marks.includes(null) && !marks.includes('out')
}

/** A currency in the name of the amount's column, such as "Amount (EUR)". */
const currencyNamedIn = (name: string) =>
  name.match(/(?<![A-Z])[A-Z]{3}(?![A-Z])/g)?.find((code) => CODES.has(code)) ??
  currencyBeside(/\((.{1,3})\)$/.exec(plainName(name))?.[1] ?? '')

/** The column that has a currency in every entry: "Valuta" can be a day, and some payments have another currency, too. */
function currencyIn(rows: readonly TableRow[], named: number | null): number | null {
  const isFull = (column: number) => columnOf(rows, column).length === rows.length
  const isCurrency = (cell: string) => CODES.has(/^([A-Z]{3})(?:\s*[\d+-]|$)/.exec(cell)?.[1] ?? '')
  if (named !== null && isFull(named) && columnOf(rows, named).every((cell) => /^\p{L}/u.test(cell))) return named
  return columnsOf(rows).find((column) => isFull(column) && mostly(columnOf(rows, column), isCurrency)) ?? null
}

/** A text that tells a balance, up to the day or the sum. */
const BALANCE = /^\D*(?:balance|saldo|solde|kontostand|余额|餘額|残高|잔액|ยอด)[^\d]*/i

/** What the lines without an amount among the entries begin with. */
function balancesIn(rows: readonly TableRow[], sums: readonly number[], texts: readonly number[]): string[] {
  const empty = rows.filter(({ cells }) => sums.every((column) => !cells[column]))
  return texts.flatMap((column) => columnOf(empty, column)).flatMap((text) => BALANCE.exec(text)?.[0] ?? [])
}

/** The decimal mark. If no amount shows it, three digits behind a dot are no decimals of a currency that has fewer. */
function decimalIn(rows: readonly TableRow[], sums: readonly number[], scale: number): '.' | ',' {
  const amounts = rows.flatMap(({ cells }) => sums.map((column) => plainAmount(cells[column] ?? '')))
  const isGrouped = (amount: string) => amount.includes('.') && readNumber(amount, { books: true }).kind === 'ambiguous'
  return decimalShownBy(amounts) ?? (scale < 3 && amounts.some(isGrouped) ? ',' : '.')
}

/** The first currency next to an amount. */
const besideAmounts = (rows: readonly TableRow[], columns: readonly number[]): string | undefined =>
  rows.flatMap(({ cells }) => columns.flatMap((column) => currencyBeside(cells[column] ?? '') ?? []))[0]

/** The column of days, how they are written, and by which calendar. */
function daysIn(entries: readonly TableRow[], named: number | null, found: number | undefined) {
  // Among them are totals and remarks, in a short file as many as days.
  const daysOf = (column: number) => columnOf(entries, column).filter((cell) => orderOf([cell]) !== undefined)
  const date = named !== null && daysOf(named).length > 0 ? named : (found ?? named ?? 0)
  const days = daysOf(date)
  const dateOrder = orderOf(days) ?? 'dmy'
  return { date, dateOrder, era: eraOf(days, dateOrder) }
}

/** Words as a description takes them. */
const shortened = (words: readonly string[]) => [...new Set(words)].map((word) => word.slice(0, 60)).slice(0, 20)

/** A description that fits what can be seen; staff look at it next to the file, and correct it. */
export function suggestBankFile(bytes: Buffer, own: Currency): { file: BankFile; rows: TableRow[] } {
  const encoding = encodingOf(bytes)
  const text = decodeAs(bytes, encoding) ?? ''
  const delimiter = delimiterOf(text)
  const rows = readTable(text, delimiter)
  const at = headerOf(rows)
  const header = at === -1 ? null : (rows[at]?.cells ?? null)
  const firstDay = rows.findIndex(({ cells }) => cells.some((cell) => orderOf([cell]) !== undefined))
  const skip = header ? 0 : Math.max(0, firstDay)
  const entries = rows.slice(header ? at + 1 : skip, rows.length)
  const columns = columnsOf(entries)
  const holdsDays = (column: number) => orderOf(columnOf(entries, column)) !== undefined
  const { date, dateOrder, era } = daysIn(entries, header ? placeOf(header, 'date') : null, columns.find(holdsDays))
  const isEntry = ({ cells }: TableRow) => readDay(cells[date] ?? '', dateOrder, era) !== undefined
  const dated = entries.filter(isEntry)
  const amounts = amountsIn(header, dated, date)
  const sums = [amounts.amount, amounts.credit, amounts.debit].flatMap((column) => (column === null ? [] : [column]))
  // Behind the last entry come more lines of its text, then totals.
  const isMore = ({ cells }: TableRow) => [date, ...sums].every((column) => !cells[column])
  const lastEntry = entries.findLastIndex(
    (row, index) => isEntry(row) || (isMore(row) && isEntry(entries[index - 1] ?? row)),
  )
  // Lines between the entries, such as payments that are not booked yet.
  const loose = columnOf(
    entries.slice(0, lastEntry + 1).filter((row) => !isEntry(row)),
    date,
  )
  const mark = (header ? placeOf(header, 'mark') : null) ?? markedBy(dated, [date, ...sums])
  const currency = currencyIn(dated, header ? placeOf(header, 'currency') : null)
  const fixedCurrency =
    currency === null ? (currencyNamedIn(header?.[sums[0] ?? 0] ?? '') ?? besideAmounts(dated, sums) ?? own.code) : null
  const usesMark = mark !== null && amounts.amount !== null
  const marks = usesMark ? [...new Set(columnOf(dated, mark))] : []
  const says = (words: readonly string[]) => marks.filter((cell) => words.includes(cell.toLowerCase()))
  const known = [...says(MARKS_IN), ...says(MARKS_OUT)]
  const state = header ? placeOf(header, 'state') : null
  const states = state === null ? [] : columnOf(dated, state)
  const others = columns.filter((column) => ![date, currency, state, ...sums].includes(column) && !holdsDays(column))
  const hasWords = (column: number) => columnOf(dated, column).some((cell) => /\p{L}/u.test(cell))
  const texts = others.filter(hasWords).slice(0, 30)
  return {
    rows,
    file: {
      encoding,
      delimiter,
      header: header && header.length > 1 ? header.slice(0, 100).map((name) => name.slice(0, 200)) : null,
      skip: Math.min(skip, 100),
      footer: lastEntry === -1 ? 0 : Math.min(entries.length - 1 - lastEntry, 100),
      ignored: shortened([
        ...loose,
        ...balancesIn(dated, sums, texts),
        ...states.filter(isNotBooked),
        ...marks.filter((cell) => !known.includes(cell)),
      ]),
      date,
      dateOrder,
      era,
      decimal: decimalIn(dated, sums, scaleOf(fixedCurrency ?? dated[0]?.cells[currency ?? 0] ?? '', own)),
      ...amounts,
      mark: usesMark ? mark : null,
      marksIn: says(MARKS_IN),
      marksOut: says(MARKS_OUT),
      reversed: marksOnlyIn(dated, amounts.amount),
      currency,
      fixedCurrency,
      texts: texts.length > 0 ? texts : others.slice(0, 1).concat(date).slice(0, 1),
      payer: header ? placeOf(header, 'payer') : null,
    },
  }
}
