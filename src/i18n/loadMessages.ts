import type { Locale } from '../../contract/locales'

export interface Messages {
  [key: string]: string | Messages
}

type Part = Promise<{ default: Messages }>

/**
 * Two chunks a locale, which the build cuts out of its file (config/textsLoader.cjs): a user loads one language,
 * and before the first page shows only what `firstTexts.json` lists.
 */
const first = (locale: Locale): Part =>
  import(/* webpackChunkName: "locale-[request]-first" */ `./locales/${locale}.json?first`)
const rest = (locale: Locale): Part =>
  import(/* webpackChunkName: "locale-[request]-rest" */ `./locales/${locale}.json?rest`)

/** The texts of the early pages. */
export async function loadFirstMessages(locale: Locale): Promise<Messages> {
  return (await first(locale)).default
}

/** All texts, group by group, e.g. `auth` with what both parts have of it. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const [{ default: early }, { default: later }] = await Promise.all([first(locale), rest(locale)])
  const groups = Object.entries(later).map(([name, group]) => [name, Object.assign({}, early[name], group)])
  return { ...early, ...Object.fromEntries(groups) }
}
