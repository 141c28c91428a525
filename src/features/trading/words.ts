import type { Product } from '../../../contract/market'
import type { T } from '../../i18n/keys'

/** "30 s", "5 min": the countdown of an order in the user's language. */
export function durationText(seconds: number, t: T): string {
  return seconds % 60 === 0 ? t('trade.minutes', { count: seconds / 60 }) : t('trade.seconds', { count: seconds })
}

const HOUR = 3_600

/** A span of time in one rough unit: "45 s", "12 min", "73 h". */
export function spanText(seconds: number, t: T): string {
  if (seconds < 2 * 60) return t('trade.seconds', { count: Math.round(seconds) })
  if (seconds < 2 * HOUR) return t('trade.minutes', { count: Math.round(seconds / 60) })
  return t('trade.hours', { count: Math.round(seconds / HOUR) })
}

/** The rule of an order, by the log of prices or by signed prices. */
export const ruleText = (isSigned: boolean, t: T): string =>
  t(isSigned ? 'orders.detail.signedRuleText' : 'orders.detail.ruleText')

/** Which prices decide the orders of a product. */
export function pricesText(
  { source, signers, invented }: Pick<Product, 'source' | 'signers' | 'invented'>,
  t: T,
): string {
  // Test keys are no independent signers, so invented prices come first.
  if (invented) return t('trade.prices.invented')
  if (signers) return t('trade.prices.signed', { needed: signers.needed, of: signers.of })
  return t('trade.prices.from', { source: sourceText(source, t) })
}

/** Name of a price source: our own in words, an exchange's as it calls itself. */
export function sourceText(source: string, t: T): string {
  return source === 'simulated' ? t('trade.source.simulated') : source
}
