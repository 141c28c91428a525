import type { Locale } from '../../../../contract/locales'
import { message as deDE, push as deDEPush } from '../../../../src/i18n/locales/de-DE.json'
import { message as enUS, push as enUSPush } from '../../../../src/i18n/locales/en-US.json'
import { message as frFR, push as frFRPush } from '../../../../src/i18n/locales/fr-FR.json'
import { message as idID, push as idIDPush } from '../../../../src/i18n/locales/id-ID.json'
import { message as jaJP, push as jaJPPush } from '../../../../src/i18n/locales/ja-JP.json'
import { message as koKR, push as koKRPush } from '../../../../src/i18n/locales/ko-KR.json'
import { message as thTH, push as thTHPush } from '../../../../src/i18n/locales/th-TH.json'
import { message as viVN, push as viVNPush } from '../../../../src/i18n/locales/vi-VN.json'
import { message as zhCN, push as zhCNPush } from '../../../../src/i18n/locales/zh-CN.json'
import { message as zhTW, push as zhTWPush } from '../../../../src/i18n/locales/zh-TW.json'

type Leaves<T, Path extends string> = {
  [Name in keyof T & string]: T[Name] extends string ? `${Path}.${Name}` : Leaves<T[Name], `${Path}.${Name}`>
}[keyof T & string]

/** The texts of the app that a push says as well, by their keys there. */
export type TextKey = Leaves<typeof enUS, 'message'> | Leaves<typeof enUSPush, 'push'>

type Tree = { [name: string]: string | Tree }

const TEXTS: Record<Locale, Tree> = {
  'zh-CN': { message: zhCN, push: zhCNPush },
  'zh-TW': { message: zhTW, push: zhTWPush },
  'en-US': { message: enUS, push: enUSPush },
  'ja-JP': { message: jaJP, push: jaJPPush },
  'th-TH': { message: thTH, push: thTHPush },
  'vi-VN': { message: viVN, push: viVNPush },
  'id-ID': { message: idID, push: idIDPush },
  'ko-KR': { message: koKR, push: koKRPush },
  'fr-FR': { message: frFR, push: frFRPush },
  'de-DE': { message: deDE, push: deDEPush },
}

/** Returns a text of the app, with its `{{values}}` open. */
export const textOf = (locale: Locale, key: TextKey): string =>
  String(key.split('.').reduce<string | Tree | undefined>((at, name) => (at as Tree)[name], TEXTS[locale]))
