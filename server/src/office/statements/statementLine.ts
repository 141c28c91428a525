import type { StatementFault as FaultCode, StatementFormat } from '../../../../contract/console'
import { type NumberContext, readNumber } from '../../../../contract/readNumber'
import type { Currency } from '../../shared/settings'

export type DecimalMark = NonNullable<NumberContext['decimal']>

/** One booked line of a bank statement. */
export interface StatementLine {
  /** Its place in the file: the line, or the number of the entry in a format without meaningful lines (XML). */
  place: number
  /** YYYY-MM-DD */
  bookedOn: string
  /** Minor units of `currency`; negative for money out. */
  amount: bigint
  currency: string
  /** The payer's text and name, on one line. */
  text: string
  /** The texts that are searched for a reference; with a line break wherever the bank may have cut a word. */
  searched: readonly string[]
}

export interface Statement {
  format: StatementFormat
  /** The house's own account, if the file names it. */
  ownAccount: string | null
  /** The description that a CSV file was read by. */
  describedBy?: string
  lines: StatementLine[]
}

/** A file that cannot be read; nothing of it is imported. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
  /** Its name in a ZIP. */
  file: string | null = null

  constructor(
    readonly fault: FaultCode,
    readonly place: number,
    /** The offending text, shortened. */
    readonly found = '',
    /** `entry` for formats whose line numbers mean nothing. */
    readonly unit: 'line' | 'entry' = 'line',
  ) {
    super(`${unit} ${place}: ${fault}`)
  }
}

export const STATEMENT_BYTES_MAX = 2 * 1024 * 1024
export const STATEMENT_LINES_MAX = 5_000
export const TEXT_MAX = 500

/** The currencies of ISO 4217 that do not have two decimals. `Intl` cannot be asked: it has those of daily life. */
const DECIMALS: readonly [number, string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

/** Decimals of a currency: for the platform's own as configured, for others by ISO 4217. */
export function scaleOf(code: string, own: Currency): number {
  if (code === own.code) return own.scale
  return DECIMALS.find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? 2
}

/**
 * Thai years are 543 ahead; no statement is from before 1990. Two digits of a Thai year
 * would be a year after 2059. */
const commonYear = (year: number) => (year >= 2533 && year <= 2643 ? year - 543 : year)

/** YYYY-MM-DD; undefined if there is no such day. */
export function dayOf(writtenYear: number, month: number, day: number): string | undefined {
  const year = commonYear(writtenYear)
  const at = new Date(Date.UTC(year, month - 1, day))
  const isDay =
    year >= 1990 &&
    year < 2060 &&
    at.getUTCFullYear() === year &&
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day
  return isDay ? at.toISOString().slice(0, 10) : undefined
}

const DIGITS_MAX = 18

/**
 * Minor units of an amount, by the one reader of numbers. `decimal` is the decimal mark that the format or the file
 * settles. Even then three digits behind the only mark are no decimals of a currency that has fewer: "1,000" is never
 * 1.00. Undefined if it is no amount, or can be read in two ways.
 */
export function minorOf(text: string, scale: number, decimal?: DecimalMark): bigint | undefined {
  const reading = readNumber(text, { decimal, scale, books: true })
  if (reading.kind !== 'number') return undefined
  const open = readNumber(text, { books: true })
  const isThousands = open.kind === 'ambiguous' && reading.value === open.readings[1]
  if (open.kind === 'ambiguous' && !isThousands && scale < 3) return undefined
  const [whole = '', fraction = ''] = reading.value.split('.')
  const digits = whole + fraction.padEnd(scale, '0')
  return digits.length > DIGITS_MAX ? undefined : BigInt(digits)
}

/** The decimal mark that the clear amounts of a file show; undefined if none does, or if they differ. */
export function decimalShownBy(amounts: readonly string[]): DecimalMark | undefined {
  const shown = new Set(amounts.map(markShownBy))
  return shown.has('.') === shown.has(',') ? undefined : shown.has('.') ? '.' : ','
}

function markShownBy(amount: string): DecimalMark | undefined {
  const marks = amount.replace(/[^.,]/g, '')
  const last = marks.at(-1) as DecimalMark | undefined
  const reading = readNumber(amount, { books: true })
  if (last === undefined || reading.kind !== 'number') return undefined
  if (reading.value.includes('.')) return last
  // A mark that repeats groups, so the other one is for decimals; "50," shows its own.
  return marks.length > 1 ? (last === '.' ? ',' : '.') : last
}

export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
