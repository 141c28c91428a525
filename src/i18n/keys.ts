import type { Texts } from './texts'

/** A key that has a text: `'common.cancel'`, `` `errors.${code}` ``. */
export type TextKey = keyof Texts
/** A key whose text names no value. */
export type PlainKey = { [K in TextKey]: [Texts[K]] extends [never] ? K : never }[TextKey]

type Values<K extends TextKey> = [Texts[K]] extends [never]
  ? []
  : [values: { [Name in Texts[K]]: Name extends 'count' ? number : string | number }]

/** `t('savings.leftDeposits', { count: 3 })`: the text of `key` in the user's language. Never a raw key. */
export type T = <K extends TextKey>(key: K, ...values: Values<K>) => string
