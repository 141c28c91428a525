import type { Locale } from '../../contract/locales'
import { mergeGroups } from './mergeGroups'

export interface Messages {
  [key: string]: string | Messages
}

type Load = () => Promise<{ messages: Messages }>

/** Two chunks a locale on H5: a user loads one language, and before the first page shows only what that page says. */
const loaders: Record<Locale, { first: Load; rest: Load }> = {
  'zh-CN': {
    first: () => import(/* webpackChunkName: "first-zh-CN" */ './locales/zh-CN/first'),
    rest: () => import(/* webpackChunkName: "locale-zh-CN" */ './locales/zh-CN/rest'),
  },
  'zh-TW': {
    first: () => import(/* webpackChunkName: "first-zh-TW" */ './locales/zh-TW/first'),
    rest: () => import(/* webpackChunkName: "locale-zh-TW" */ './locales/zh-TW/rest'),
  },
  'en-US': {
    first: () => import(/* webpackChunkName: "first-en-US" */ './locales/en-US/first'),
    rest: () => import(/* webpackChunkName: "locale-en-US" */ './locales/en-US/rest'),
  },
  'ja-JP': {
    first: () => import(/* webpackChunkName: "first-ja-JP" */ './locales/ja-JP/first'),
    rest: () => import(/* webpackChunkName: "locale-ja-JP" */ './locales/ja-JP/rest'),
  },
  'th-TH': {
    first: () => import(/* webpackChunkName: "first-th-TH" */ './locales/th-TH/first'),
    rest: () => import(/* webpackChunkName: "locale-th-TH" */ './locales/th-TH/rest'),
  },
  'vi-VN': {
    first: () => import(/* webpackChunkName: "first-vi-VN" */ './locales/vi-VN/first'),
    rest: () => import(/* webpackChunkName: "locale-vi-VN" */ './locales/vi-VN/rest'),
  },
  'id-ID': {
    first: () => import(/* webpackChunkName: "first-id-ID" */ './locales/id-ID/first'),
    rest: () => import(/* webpackChunkName: "locale-id-ID" */ './locales/id-ID/rest'),
  },
  'ko-KR': {
    first: () => import(/* webpackChunkName: "first-ko-KR" */ './locales/ko-KR/first'),
    rest: () => import(/* webpackChunkName: "locale-ko-KR" */ './locales/ko-KR/rest'),
  },
  'fr-FR': {
    first: () => import(/* webpackChunkName: "first-fr-FR" */ './locales/fr-FR/first'),
    rest: () => import(/* webpackChunkName: "locale-fr-FR" */ './locales/fr-FR/rest'),
  },
  'de-DE': {
    first: () => import(/* webpackChunkName: "first-de-DE" */ './locales/de-DE/first'),
    rest: () => import(/* webpackChunkName: "locale-de-DE" */ './locales/de-DE/rest'),
  },
}

/** The texts of the early pages. */
export async function loadFirstMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale].first()).messages
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  const { first, rest } = loaders[locale]
  const parts = await Promise.all([first(), rest()])
  return mergeGroups(parts.map(({ messages }) => messages) as Parameters<typeof mergeGroups>[0])
}
