import type { BankSide } from '../../contract/consoleStatements'
import { readNumber } from '../../contract/readNumber'
import { day, grouped, t } from '../texts'

/** A line of the bank in words. */
export const bankLineText = ({ amount, currency, bookedOn, fileName, place }: BankSide) =>
  t('bank/line', { amount: grouped(amount), currency, day: day(bookedOn), file: fileName, place })

/** What the line means for the deposit. */
export function bankVerdict({ agrees, amount, currency, difference }: BankSide): string {
  if (agrees) return t('bank/agrees')
  if (amount.startsWith('-')) return t('bank/wentBack')
  if (difference === null) return t('bank/otherCurrency')
  return t('bank/differs', { difference: grouped(difference), currency })
}

/** Whether somebody has typed the amount of the line, in any way that can be read in only one. */
export function isAmountOf({ amount }: BankSide, typed: unknown): boolean {
  const [read, shown] = [readNumber(String(typed ?? '')), readNumber(amount)]
  const plain = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)
  return read.kind === 'number' && shown.kind === 'number' && plain(read.value) === plain(shown.value)
}
