import type { StatementFault as FaultCode } from '../../../../contract/console'
import type { Currency } from '../../shared/settings'

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
  /** The texts that are searched for a reference; if a bank breaks lines, only one of them may hold it whole. */
  searched: readonly string[]
}

export interface Statement {
  format: 'csv' | 'mt940' | 'camt053'
  /** The house's own account, if the file names it. */
  ownAccount: string | null
  lines: StatementLine[]
}

/** A file that cannot be read; nothing of it is imported. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'

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

/** Decimals of a currency: for the platform's own as configured, for others by ISO 4217. */
export function scaleOf(code: string, own: Currency): number {
  if (code === own.code) return own.scale
  if (!/^[A-Z]{3}$/.test(code)) return 2
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}

/** YYYY-MM-DD; undefined if there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isDay =
    year >= 1990 && at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isDay ? at.toISOString().slice(0, 10) : undefined
}

/** Minor units of digits with a fraction that may be shorter than the currency's, or longer by zeros. */
export function minorOf(whole: string, fraction: string, scale: number): bigint | undefined {
  const rest = fraction.slice(scale)
  if (!/^\d{1,16}$/.test(whole) || !/^\d*$/.test(fraction) || !/^0*$/.test(rest)) return undefined
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}

export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
