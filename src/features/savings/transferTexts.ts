import type { FormFailure } from '../../connected/forms/createForm'
import type { T } from '../../i18n/keys'
import type { SavingsDirection } from '../../stores/sending/intents'
import type { TransferProblem, TransferTerms } from './transferForm'

/** How amounts are written. */
interface Writing {
  number(text: string): string
  /** Writes an amount that the user owns: hidden when balances are. */
  own(text: string): string
}

/** The reason that prevents a transfer, with the remedy. */
export function problemText(
  problem: TransferProblem,
  direction: SavingsDirection,
  terms: TransferTerms,
  t: T,
  { number, own }: Writing,
): string {
  const isIn = direction === 'in'
  switch (problem) {
    case 'noneLeft':
      return t(isIn ? 'errors.savings_deposits_used_up' : 'errors.savings_transfers_used_up')
    case 'dayUsedUp':
      return t('savings.problem.dayUsedUp')
    case 'nothingConfirmed':
      return t('savings.problem.nothingConfirmed')
    case 'empty':
      return t('common.emptyValue')
    case 'tooLow':
      return t('common.tooLow', { limit: number(terms.depositMinimum) })
    case 'tooHigh':
      return t('common.tooHigh', { limit: number(terms.depositMaximum) })
    case 'aboveDay':
      return t('savings.problem.aboveDay', { limit: own(number(terms.transferOutLeft)) })
    case 'insufficient':
      return t(isIn ? 'common.insufficient' : 'savings.problem.insufficientOut')
  }
}

/** Why the server did not take a transfer, with the figures that it named. */
export function refusalText({ code, details }: FormFailure, t: T, { number, own }: Writing): string {
  if (code === 'amount_too_low' && details.limit) return t('common.tooLow', { limit: number(details.limit) })
  if (code === 'amount_too_high' && details.limit) return t('common.tooHigh', { limit: number(details.limit) })
  if (code === 'daily_limit_reached' && details.remaining) {
    return t('savings.problem.aboveDay', { limit: own(number(details.remaining)) })
  }
  return t(`errors.${code}`)
}
