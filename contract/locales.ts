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
 * In which languages a text is looked for (PRODUCT.md 15.1): the reader's, English, the default, then whatever there is.
 * Who reads Traditional Chinese reads Simplified sooner than English.
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
