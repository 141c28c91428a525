import { readOperatorReason } from '../../contract/operatorReasons'
import type { T } from './keys'
import { reasonWords } from './reasonTexts'
import { joinSentences } from './sentences'

/**
 * Why an operator did not approve something, in the user's language; what the operator added in their own words is
 * quoted and named as theirs, since it may be in another language. Empty for an empty text. The words that the app
 * ships with for the reason stand in until those that staff have written are there.
 */
export function operatorReasonText(text: string, t: T): string {
  const { code, key, note } = readOperatorReason(text)
  const reason =
    (key && reasonWords(key)) ?? (code === undefined || code === 'other' ? '' : t(`operator.reason.${code}`))
  const words = note === undefined ? '' : t('operator.note', { note })
  return reason === '' && words === '' && (code === 'other' || key)
    ? t('operator.reason.other')
    : joinSentences(reason, words)
}

/** A refusal, and why if an operator gave a reason for it. */
export const withReason = (refusal: string, reason: string | undefined, t: T): string =>
  reason === undefined || reason === 'other' ? refusal : joinSentences(refusal, operatorReasonText(reason, t))
