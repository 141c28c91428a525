import type { Locale } from '../../../../contract/locales'
import { message as deDEAlerts } from '../../../../src/i18n/locales/de-DE/alerts.json'
import { message as deDE } from '../../../../src/i18n/locales/de-DE/content.json'
import { push as deDEPush } from '../../../../src/i18n/locales/de-DE/push.json'
import { message as enUSAlerts } from '../../../../src/i18n/locales/en-US/alerts.json'
import { message as enUS } from '../../../../src/i18n/locales/en-US/content.json'
import { push as enUSPush } from '../../../../src/i18n/locales/en-US/push.json'
import { message as frFRAlerts } from '../../../../src/i18n/locales/fr-FR/alerts.json'
import { message as frFR } from '../../../../src/i18n/locales/fr-FR/content.json'
import { push as frFRPush } from '../../../../src/i18n/locales/fr-FR/push.json'
import { message as idIDAlerts } from '../../../../src/i18n/locales/id-ID/alerts.json'
import { message as idID } from '../../../../src/i18n/locales/id-ID/content.json'
import { push as idIDPush } from '../../../../src/i18n/locales/id-ID/push.json'
import { message as jaJPAlerts } from '../../../../src/i18n/locales/ja-JP/alerts.json'
import { message as jaJP } from '../../../../src/i18n/locales/ja-JP/content.json'
import { push as jaJPPush } from '../../../../src/i18n/locales/ja-JP/push.json'
import { message as koKRAlerts } from '../../../../src/i18n/locales/ko-KR/alerts.json'
import { message as koKR } from '../../../../src/i18n/locales/ko-KR/content.json'
import { push as koKRPush } from '../../../../src/i18n/locales/ko-KR/push.json'
import { message as thTHAlerts } from '../../../../src/i18n/locales/th-TH/alerts.json'
import { message as thTH } from '../../../../src/i18n/locales/th-TH/content.json'
import { push as thTHPush } from '../../../../src/i18n/locales/th-TH/push.json'
import { message as viVNAlerts } from '../../../../src/i18n/locales/vi-VN/alerts.json'
import { message as viVN } from '../../../../src/i18n/locales/vi-VN/content.json'
import { push as viVNPush } from '../../../../src/i18n/locales/vi-VN/push.json'
import { message as zhCNAlerts } from '../../../../src/i18n/locales/zh-CN/alerts.json'
import { message as zhCN } from '../../../../src/i18n/locales/zh-CN/content.json'
import { push as zhCNPush } from '../../../../src/i18n/locales/zh-CN/push.json'
import { message as zhTWAlerts } from '../../../../src/i18n/locales/zh-TW/alerts.json'
import { message as zhTW } from '../../../../src/i18n/locales/zh-TW/content.json'
import { push as zhTWPush } from '../../../../src/i18n/locales/zh-TW/push.json'

type Leaves<T, Path extends string> = {
  [Name in keyof T & string]: T[Name] extends string ? `${Path}.${Name}` : Leaves<T[Name], `${Path}.${Name}`>
}[keyof T & string]

/** The texts of the app that a push says as well, by their keys there. */
export type TextKey = Leaves<typeof enUS & typeof enUSAlerts, 'message'> | Leaves<typeof enUSPush, 'push'>

type Tree = { [name: string]: string | Tree }

const TEXTS: Record<Locale, Tree> = {
  'zh-CN': { message: { ...zhCN, ...zhCNAlerts }, push: zhCNPush },
  'zh-TW': { message: { ...zhTW, ...zhTWAlerts }, push: zhTWPush },
  'en-US': { message: { ...enUS, ...enUSAlerts }, push: enUSPush },
  'ja-JP': { message: { ...jaJP, ...jaJPAlerts }, push: jaJPPush },
  'th-TH': { message: { ...thTH, ...thTHAlerts }, push: thTHPush },
  'vi-VN': { message: { ...viVN, ...viVNAlerts }, push: viVNPush },
  'id-ID': { message: { ...idID, ...idIDAlerts }, push: idIDPush },
  'ko-KR': { message: { ...koKR, ...koKRAlerts }, push: koKRPush },
  'fr-FR': { message: { ...frFR, ...frFRAlerts }, push: frFRPush },
  'de-DE': { message: { ...deDE, ...deDEAlerts }, push: deDEPush },
}

/** Returns a text of the app, with its `{{values}}` open. */
export const textOf = (locale: Locale, key: TextKey): string =>
  String(key.split('.').reduce<string | Tree | undefined>((at, name) => (at as Tree)[name], TEXTS[locale]))
