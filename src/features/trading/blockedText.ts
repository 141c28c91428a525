import type { Product } from '../../../contract/market'
import type { TimeZoneChoice } from '../../domain/time'
import { showOpening } from '../../i18n/days'
import type { T } from '../../i18n/keys'
import { joinSentences } from '../../i18n/sentences'

/** Why no order can be placed on a product now, in words; undefined when one can. */
export function blockedText(
  product: Product,
  staleSeconds: number | undefined,
  hasPrice: boolean,
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
  if (!hasPrice) return t('trade.noPrice')
  return staleSeconds === undefined ? undefined : t('trade.stale', { seconds: staleSeconds })
}
