import { toCsv } from '../../../../contract/csv'
import type { Order } from '../../../../contract/orders'
import { formatDateTime, type TimeZoneChoice } from '../../../domain/time'
import type { T } from '../../../i18n/keys'
import { directionWord } from '../directions'
import { durationText } from '../words'

interface Words {
  t: T
  zone: TimeZoneChoice
  nameOf: (symbol: string) => string
  currency: string
  /** The decimal mark. */
  decimal: string
}

/** Closed orders as a file: terms, both prices with their times, and the result; plain figures for spreadsheets. */
export function ordersCsv(orders: readonly Order[], { t, zone, nameOf, currency, decimal }: Words): string {
  const time = t('wallet.record.csv.time')
  const [entry, exit] = [t('orders.detail.purchasePrice'), t('orders.detail.transactionPrice')]
  const heads = [
    t('orders.detail.number'),
    t('wallet.statement.product'),
    t('trade.direction'),
    t('results.duration'),
    t('trade.amount'),
    `${t('results.rate')} (%)`,
    t('orders.detail.opened'),
    entry,
    `${entry} · ${time}`,
    exit,
    `${exit} · ${time}`,
    t('orders.detail.closedAt'),
    t('wallet.paper.status'),
    t('wallet.statement.result'),
    t('wallet.record.csv.currency'),
  ]
  const at = (instant: string | null) => (instant === null ? '' : formatDateTime(instant, zone, { seconds: true }))
  const rows = orders.map((order) => [
    order.number,
    nameOf(order.symbol),
    directionWord(order.direction, t),
    durationText(order.durationSeconds, t),
    order.stake,
    (order.earningsRateBp / 100).toFixed(2),
    at(order.acceptedAt),
    order.entryPrice ?? '',
    at(order.entryAt),
    order.exitPrice ?? '',
    at(order.exitAt),
    at(order.closedAt),
    t(`orders.status.${order.status}`),
    order.profitLoss ?? '0',
    currency,
  ])
  return toCsv([heads, ...rows], decimal)
}
