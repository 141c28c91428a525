import type { Locale } from '../../contract/locales'
import type { Messages } from './loadMessages'

/** One package a locale: WeChat has downloaded it before the first page shows. */
const loaders: Record<Locale, () => Promise<{ messages: Messages }>> = {
  'zh-CN': () => import('./locales/zh-CN/index'),
  'zh-TW': () => import('./locales/zh-TW/index'),
  'en-US': () => import('./locales/en-US/index'),
  'ja-JP': () => import('./locales/ja-JP/index'),
  'th-TH': () => import('./locales/th-TH/index'),
  'vi-VN': () => import('./locales/vi-VN/index'),
  'id-ID': () => import('./locales/id-ID/index'),
  'ko-KR': () => import('./locales/ko-KR/index'),
  'fr-FR': () => import('./locales/fr-FR/index'),
  'de-DE': () => import('./locales/de-DE/index'),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale]()).messages
}

export const loadFirstMessages = loadMessages
