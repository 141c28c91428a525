import type { Deposit } from '../../../contract/deposits'
import type { Withdrawal } from '../../../contract/withdrawals'
import type { PaperText } from '../../connected/usePaper'
import type { TimeZoneChoice } from '../../domain/time'
import type { T } from '../../i18n/keys'
import type { Format } from '../../i18n/numbers'
import { channelName } from './depositForm'
import { reasonText, statusOf, timelineSteps } from './status'

interface Words {
  t: T
  format: Format
  zone: TimeZoneChoice
  currency: string
}

const course = (item: Deposit | Withdrawal, { t, zone }: Words) => ({
  head: t('wallet.course'),
  lines: timelineSteps(item.timeline, undefined, t, zone).map(({ title, time }) => [title, time] as const),
})

const state = (item: Deposit | Withdrawal, { t }: Words) =>
  [t('wallet.paper.status'), t(`wallet.status.${statusOf(item)}`)] as const

/** A deposit for paper: amount, way, state and course. */
export function depositPaper(deposit: Deposit, words: Words): PaperText {
  const { t, format, currency } = words
  const reason = reasonText(deposit.reason, t)
  return {
    title: `${t('wallet.paper.deposit')} ${deposit.reference}`,
    facts: [[t('wallet.reference'), deposit.reference]],
    sections: [
      {
        lines: [
          [t('wallet.amount'), `${format.number(deposit.amount)} ${currency}`],
          [t('wallet.deposit.channel'), channelName({ kind: deposit.channelKind, label: deposit.channelLabel }, t)],
          state(deposit, words),
        ],
      },
      course(deposit, words),
    ],
    notes: reason ? [reason] : [],
  }
}

/** A withdrawal for paper: amount, fee, what arrives, where, state and course. */
export function withdrawalPaper(withdrawal: Withdrawal, words: Words): PaperText {
  const { t, format, currency } = words
  const money = (amount: string) => `${format.number(amount)} ${currency}`
  const reason = reasonText(withdrawal.reason, t)
  return {
    title: `${t('wallet.paper.withdrawal')} ${withdrawal.reference}`,
    facts: [[t('wallet.reference'), withdrawal.reference]],
    sections: [
      {
        lines: [
          [t('wallet.amount'), money(withdrawal.amount)],
          // One that failed goes back whole: nothing is charged, and nothing arrives.
          ...(withdrawal.status === 'failed'
            ? []
            : [
                [t('wallet.withdraw.fee'), money(withdrawal.fee)] as const,
                [t('wallet.withdraw.received'), money(withdrawal.received)] as const,
              ]),
          [t('wallet.withdraw.to'), `${withdrawal.method.name} ${withdrawal.method.masked}`],
          ...(withdrawal.payoutReference ? [[t('wallet.payoutReference'), withdrawal.payoutReference] as const] : []),
          state(withdrawal, words),
        ],
      },
      course(withdrawal, words),
    ],
    notes: reason ? [reason] : [],
  }
}
