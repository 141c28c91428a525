import { encode } from 'uqr'
import type { Order } from '../../../../contract/orders'
import { STEPS } from '../../../domain/proof/story'
import { stripOf } from '../../../domain/proof/strip'
import { useT } from '../../../i18n'
import { showDateTime } from '../../../i18n/days'
import { useFormat } from '../../../i18n/format'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { useStores } from '../../../stores/StoresContext'
import { directionText, directionTone } from '../directions'
import { durationText } from '../words'
import { checkAddress } from './checkAddress'
import { noticeOf } from './noticeOf'
import type { ShareCardContent } from './shareCard'
import { passedSteps } from './storyRows'

const WHOLE_BP = 10_000

/** The content of the picture of a closed order. `amounts`: the result is in money, not a share of the stake. */
export function useShareCard(order: Order, checked: CheckedReceipt, amounts: boolean): ShareCardContent {
  const t = useT()
  const format = useFormat()
  const { market, preferences, session } = useStores()
  const strip = stripOf(checked.check.ticks, checked.receipt.order.entrySequence, checked.receipt.order.exitSequence)
  const shareOf: Partial<Record<Order['status'], string>> = {
    won: `+${format.percent(order.earningsRateBp, 0)}`,
    lost: `−${format.percent(WHOLE_BP, 0)}`,
  }
  const money = `${format.signed(order.profitLoss ?? '0')} ${session.appInfo?.currency.code ?? ''}`.trim()
  const side = (label: string, price: string | null, at: string | null) => ({
    label,
    price: price === null ? '–' : format.number(price),
    time: at === null ? '' : showDateTime(at, preferences.timeZone, { seconds: true }),
  })
  const { name = '' } = session.appInfo ?? {}
  const address = checkAddress(checked.code)
  const passed = passedSteps(checked)
  return {
    brand: name,
    notice: noticeOf(session.appInfo, t),
    product: market.nameOf(order.symbol),
    terms: `${directionText(order.direction, t)} · ${durationText(order.durationSeconds, t)}`,
    tone: (directionTone(order.direction) === 'up') === (preferences.upColor === 'red') ? 'red' : 'green',
    result: amounts ? money : (shareOf[order.status] ?? format.percent(0, 0)),
    status: t(`orders.status.${order.status}`),
    points: strip?.points ?? [],
    marks: [strip?.entry, strip?.exit].filter((point) => point !== undefined),
    entry: side(t('orders.detail.purchasePrice'), order.entryPrice, order.entryAt),
    exit: side(t('orders.detail.transactionPrice'), order.exitPrice, order.exitAt),
    checks: passed,
    checked: t('orders.story.passed', { passed, all: STEPS.length }),
    codeLabel: t('orders.share.code'),
    code: checked.code,
    codeHint: t('orders.share.codeHint'),
    address: address.replace(/^https?:\/\//, '').replace(/\?.*$/, ''),
    qr: encode(address, { ecc: 'M', border: 1 }).data,
  }
}
