import type { Locale } from '../../contract/locales'

export interface Messages {
  [key: string]: string | Messages
}

/** One chunk a locale on H5, so that a user loads one language. */
const loaders: Record<Locale, () => Promise<{ messages: Messages }>> = {
  'zh-CN': () => import(/* webpackChunkName: "locale-zh-CN" */ './locales/zh-CN/index'),
  'zh-TW': () => import(/* webpackChunkName: "locale-zh-TW" */ './locales/zh-TW/index'),
  'en-US': () => import(/* webpackChunkName: "locale-en-US" */ './locales/en-US/index'),
  'ja-JP': () => import(/* webpackChunkName: "locale-ja-JP" */ './locales/ja-JP/index'),
  'th-TH': () => import(/* webpackChunkName: "locale-th-TH" */ './locales/th-TH/index'),
  'vi-VN': () => import(/* webpackChunkName: "locale-vi-VN" */ './locales/vi-VN/index'),
  'id-ID': () => import(/* webpackChunkName: "locale-id-ID" */ './locales/id-ID/index'),
  'ko-KR': () => import(/* webpackChunkName: "locale-ko-KR" */ './locales/ko-KR/index'),
  'fr-FR': () => import(/* webpackChunkName: "locale-fr-FR" */ './locales/fr-FR/index'),
  'de-DE': () => import(/* webpackChunkName: "locale-de-DE" */ './locales/de-DE/index'),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale]()).messages
}
