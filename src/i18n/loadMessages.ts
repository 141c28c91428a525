import type { Locale } from '../../contract/locales'
import { mergeGroups } from './mergeGroups'

export interface Messages {
  [key: string]: string | Messages
}

type Part = Promise<{ messages: Messages }>

/** Two chunks a locale on H5: a user loads one language, and before the first page shows only what that page says. */
const first = (locale: Locale): Part =>
  import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}/first.ts`)
const rest = (locale: Locale): Part => import(/* webpackChunkName: "locale-[request]" */ `./locales/${locale}/rest.ts`)

/** The texts of the early pages. */
export async function loadFirstMessages(locale: Locale): Promise<Messages> {
  return (await first(locale)).messages
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  const parts = await Promise.all([first(locale), rest(locale)])
  return mergeGroups(parts.map(({ messages }) => messages) as Parameters<typeof mergeGroups>[0])
}
