import type { Deposit, FailureReason, TimelineEntry } from '../../../contract/deposits'
import type { TimeZoneChoice } from '../../domain/time'
import { showDateTime } from '../../i18n/days'
import type { T } from '../../i18n/keys'
import { operatorReasonText } from '../../i18n/operatorReason'
import { joinSentences } from '../../i18n/sentences'

export type MoneyStatus = 'unpaid' | 'under_review' | 'successful' | 'failed' | 'cancelled'

/** The user's view: their own cancellation is no failure, though it counts as one on the wire. */
export const statusOf = (item: {
  status: 'under_review' | 'successful' | 'failed'
  reason: FailureReason | null
}): MoneyStatus => (item.reason?.code === 'cancelled_by_user' ? 'cancelled' : item.status)

/** A deposit that the user has to pay is not under review: it waits until they say that they have, with a receipt. */
export function statusOfDeposit(
  deposit: Pick<Deposit, 'status' | 'reason' | 'instructions' | 'timeline'>,
): MoneyStatus {
  const { instructions, timeline } = deposit
  const isTold = instructions.length === 0 || timeline.some(({ step }) => step === 'receipt_added')
  const status = statusOf(deposit)
  return status === 'under_review' && !isTold ? 'unpaid' : status
}

export const STATUS_TONE = {
  unpaid: 'brand',
  under_review: 'warn',
  successful: 'good',
  failed: 'muted',
  cancelled: 'muted',
} as const

/** Why it ended badly, in the user's words; followed by what an operator wrote. */
export function reasonText(reason: FailureReason | null, t: T): string | undefined {
  if (!reason) return undefined
  const text = t(`wallet.reason.${reason.code}`)
  return reason.note ? joinSentences(text, operatorReasonText(reason.note, t)) : text
}

const GOOD: ReadonlySet<string> = new Set(['credited', 'paid'])
const BAD: ReadonlySet<string> = new Set(['rejected', 'expired'])

/** The steps that were taken, and the one that is expected next. */
export function timelineSteps(
  entries: readonly TimelineEntry[],
  next: { title: string; at: string | null } | undefined,
  t: T,
  zone: TimeZoneChoice,
) {
  const steps = entries.map(({ step, at }) => ({
    key: `${step}${at}`,
    title: t(`wallet.step.${step}`),
    time: showDateTime(at, zone, { seconds: true }),
    done: true,
    ...(GOOD.has(step) ? { tone: 'good' as const } : BAD.has(step) ? { tone: 'bad' as const } : {}),
  }))
  if (!next) return steps
  return [
    ...steps,
    {
      key: 'next',
      title: next.title,
      time: next.at === null ? '' : t('wallet.by', { time: showDateTime(next.at, zone) }),
      done: false,
    },
  ]
}
