/** The ten locales of the interface, in the order of PRODUCT.md 3.4. The first is the default. */
export const LOCALES = [
  'zh-CN',
  'zh-TW',
  'en-US',
  'ja-JP',
  'th-TH',
  'vi-VN',
  'id-ID',
  'ko-KR',
  'fr-FR',
  'de-DE',
] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'zh-CN'

/**
 * The languages in which a text is looked for, in order (PRODUCT.md 15.1): the reader's, English, the default, then any
 * other. A reader of Traditional Chinese gets Simplified before English.
 */
export const fallbacksOf = (locale: Locale): Locale[] => [
  ...new Set<Locale>([
    locale,
    ...(locale === 'zh-TW' ? (['zh-CN'] as const) : []),
    'en-US',
    DEFAULT_LOCALE,
    ...LOCALES,
  ]),
]
