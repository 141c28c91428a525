import type { Order } from '../../../../contract/orders'
import { SIGNED_SOURCE } from '../../../../contract/signedPrices'
import type { PaperText } from '../../../connected/usePaper'
import type { TimeZoneChoice } from '../../../domain/time'
import { showDateTime } from '../../../i18n/days'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'
import { labelled } from '../../../i18n/sentences'
import { holdingTime } from '../holdingTime'
import { settledLateBy } from '../settledLate'
import { directionWord, durationText, ruleText, sourceText, spanText } from '../words'

interface Words {
  t: T
  format: Format
  zone: TimeZoneChoice
  /** Name of the product. */
  name: string
  currency: string
  /** The code of what the device has checked; undefined before the check. */
  proofCode: string | undefined
}

/** A closed order for paper: its terms, its prices to the second, and its result. */
export function orderPaper(order: Order, { t, format, zone, name, currency, proofCode }: Words): PaperText {
  const at = (instant: string | null) => (instant === null ? '–' : showDateTime(instant, zone, { seconds: true }))
  const price = (text: string | null) => (text === null ? '–' : format.number(text))
  const lateBy = settledLateBy(order)
  return {
    title: `${t('wallet.paper.order')} ${order.number}`,
    facts: [[t('orders.detail.number'), order.number]],
    sections: [
      {
        lines: [
          [t('wallet.statement.product'), name],
          [
            t('wallet.record.csv.kind'),
            `${directionWord(order.direction, t)} · ${durationText(order.durationSeconds, t)} · ${format.percent(order.earningsRateBp, 0)}`,
          ],
          [t('wallet.amount'), `${format.number(order.stake)} ${currency}`],
          [t('orders.detail.opened'), at(order.acceptedAt)],
          [t('orders.detail.purchasePrice'), `${price(order.entryPrice)} · ${at(order.entryAt)}`],
          [t('orders.detail.transactionPrice'), `${price(order.exitPrice)} · ${at(order.exitAt)}`],
          [t('orders.detail.closedAt'), at(order.closedAt)],
          [t('orders.detail.holdingTime'), holdingTime(order)],
          [t('wallet.paper.status'), t(`orders.status.${order.status}`)],
          [t('wallet.statement.result'), `${format.signed(order.profitLoss ?? '0')} ${currency}`],
          [t('orders.detail.source'), sourceText(order.source, t)],
          ...(proofCode === undefined ? [] : [[t('orders.share.code'), proofCode] as const]),
        ],
      },
    ],
    notes: [
      labelled(t('orders.detail.rule'), ruleText(order.source === SIGNED_SOURCE, t)),
      ...(lateBy === undefined ? [] : [t('orders.detail.late', { time: spanText(lateBy, t) })]),
    ],
  }
}
