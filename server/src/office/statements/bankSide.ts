import type { BankSide } from '../../../../contract/consoleStatements'
import { formatMoney } from '../../shared/money'
import type { Currency } from '../../shared/settings'
import type { ConsoleDeps } from '../action'
import { scaleOf } from './statementLine'
import type { BankSideColumns } from './statementRepository'

/** What the bank shows for a deposit of `amount`, in the platform's currency (PRODUCT.md 20.11). */
export function toBankSide(row: BankSideColumns, amount: bigint, own: Currency): BankSide {
  const { bank_amount: shown, bank_currency: currency } = row
  return {
    fileName: row.bank_file,
    place: row.bank_place,
    bookedOn: row.bank_booked_on,
    amount: formatMoney(shown, scaleOf(currency, own)),
    currency,
    agrees: shown === amount && currency === own.code,
    difference: currency === own.code ? formatMoney(shown - amount, own.scale) : null,
    lines: row.bank_lines,
  }
}

/** Binds the sealed words of a line to it. */
export const contextOf = (fingerprint: Buffer) => `bank statement line ${fingerprint.toString('hex')}`

/** The bank's words in a line: null once its user was deleted, and if no configured key opens them. */
export function openWords({ sealer, log }: ConsoleDeps, fingerprint: Buffer, sealed: string | null): string | null {
  try {
    return sealed === null ? null : sealer.openText(sealed, contextOf(fingerprint))
  } catch (error) {
    log.error({ err: error }, 'the text of a bank statement line cannot be opened')
    return null
  }
}
