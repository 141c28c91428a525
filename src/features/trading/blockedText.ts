import type { Product } from '../../../contract/market'
import type { TimeZoneChoice } from '../../domain/time'
import { showDateTime } from '../../i18n/days'
import type { T } from '../../i18n/keys'

/** Why no order can be placed on a product now, in words; undefined when one can. */
export function blockedText(
  product: Product,
  staleSeconds: number | undefined,
  hasPrice: boolean,
  zone: TimeZoneChoice,
  t: T,
): string | undefined {
  if (product.status === 'maintenance') return t('trade.maintenance')
  if (product.status === 'closed') {
    return product.opensAt === null
      ? t('trade.closed')
      : t('trade.closedUntil', { time: showDateTime(product.opensAt, zone) })
  }
  if (!hasPrice) return t('trade.noPrice')
  return staleSeconds === undefined ? undefined : t('trade.stale', { seconds: staleSeconds })
}
