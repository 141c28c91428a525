import type { T } from '../../i18n/keys'

/** "30 s", "5 min": the countdown of an order in the user's language. */
export function durationText(seconds: number, t: T): string {
  return seconds % 60 === 0 ? t('trade.minutes', { count: seconds / 60 }) : t('trade.seconds', { count: seconds })
}

/** Name of a price source: our own in words, an exchange's as it calls itself. */
export function sourceText(source: string, t: T): string {
  return source === 'simulated' ? t('trade.source.simulated') : source
}
