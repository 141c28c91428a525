import type { T } from '../../i18n/keys'

/** Name of a price source: our own in words, an exchange's as it calls itself. */
export function sourceText(source: string, t: T): string {
  return source === 'simulated' ? t('trade.source.simulated') : source
}
