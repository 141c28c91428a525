import type { Product } from '../../../../contract/market'
import type { TimeZoneChoice } from '../../../domain/time'
import { showOpening } from '../../../i18n/days'
import type { T } from '../../../i18n/keys'
import { joinSentences } from '../../../i18n/sentences'

export interface PriceState {
  /** Whether the device has a network. */
  online: boolean
  /** Age of the last price, once it is too old to trade on. */
  staleSeconds: number | undefined
  hasPrice: boolean
}

/** Why no order can be placed on a product now, in words; undefined when one can. */
export function blockedText(
  product: Product,
  { online, staleSeconds, hasPrice }: PriceState,
  zone: TimeZoneChoice,
  t: T,
): string | undefined {
  if (product.status === 'maintenance') {
    const opens = product.opensAt === null ? '' : t('market.opens', { time: showOpening(product.opensAt, zone) })
    return joinSentences(t('trade.maintenance'), opens)
  }
  if (product.status === 'closed') {
    return product.opensAt === null
      ? t('trade.closed')
      : t('trade.closedUntil', { time: showOpening(product.opensAt, zone) })
  }
  if (!online) return t('trade.offline')
  if (!hasPrice) return t('trade.noPrice')
  return staleSeconds === undefined ? undefined : t('trade.stale', { seconds: staleSeconds })
}
