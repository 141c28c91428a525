import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../contract/locales'
import type { T } from './keys'
import { loadFirstMessages, loadMessages } from './loadMessages'
import { ensurePluralRules } from './pluralRules'

const listeners = new Set<() => void>()
/** `first`: the texts of the early pages, which come in their own file. */
export type Extent = 'first' | 'all'
let wanted: Extent = 'all'
let ready: Extent | undefined
let current: { locale: Locale; t: T } = { locale: DEFAULT_LOCALE, t: () => '' }

/** Sets up the translator with the texts of `locale`; once, before the first page shows. */
export function startI18n(locale: Locale, extent: Extent = 'all'): Promise<void> {
  wanted = extent
  started = start(locale)
  return started
}

let started = Promise.resolve()

async function start(locale: Locale): Promise<void> {
  loaded.clear()
  ensurePluralRules()
  await i18next.init({
    lng: locale,
    fallbackLng: false,
    resources: {},
    keySeparator: '.',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: (key: string) => missing(`${key} has no text`),
    missingInterpolationHandler: (text: string, [, name]: RegExpExecArray) => missing(`"${text}" is given no ${name}`),
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  if (await changeLocale(locale)) return
  if (locale !== DEFAULT_LOCALE && (await changeLocale(DEFAULT_LOCALE))) return
  // Rejects, so that the caller can try again.
  await load(DEFAULT_LOCALE, wanted)
}

/** The language that was chosen last; of two choices that overlap it holds, whichever loads first. */
let newest: Promise<boolean> = Promise.resolve(true)
let choices = 0

/**
 * Loads and switches to `locale`; false, and nothing changes, if its texts could not be loaded. Resolves with the
 * outcome of a later choice if there is one in the meantime.
 */
export function changeLocale(locale: Locale): Promise<boolean> {
  choices += 1
  newest = switchTo(locale, choices)
  return newest
}

async function switchTo(locale: Locale, choice: number): Promise<boolean> {
  let extent: Extent
  try {
    do {
      extent = wanted
      await load(locale, extent)
      if (choice !== choices) return newest
      await i18next.changeLanguage(locale)
      // All texts may have been asked for in the meantime.
    } while (extent !== wanted)
  } catch {
    return choice === choices ? false : newest
  }
  if (choice !== choices) return newest
  current = { locale, t: translatorOf(locale) }
  if (ready !== 'all') ready = extent
  notify()
  return true
}

/** Loads the texts of all other pages, too. */
export async function loadAllTexts(): Promise<void> {
  wanted = 'all'
  // The language of the user is known from then on.
  await started
  let locale: Locale
  do {
    locale = current.locale
    await load(locale, 'all')
  } while (locale !== current.locale)
  ready = 'all'
  notify()
}

const loaded = new Map<Locale, Extent>()

async function load(locale: Locale, extent: Extent): Promise<void> {
  if (loaded.get(locale) === 'all' || loaded.get(locale) === extent) return
  const messages = await (extent === 'all' ? loadMessages(locale) : loadFirstMessages(locale))
  i18next.addResourceBundle(locale, 'translation', messages, true, true)
  loaded.set(locale, extent)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** To be called when texts were added: what shows some of them renders again. */
export function textsChanged(): void {
  current = { ...current, t: translatorOf(current.locale) }
  notify()
}

/** A fault of ours. It fails the test or the page that a developer looks at; a user sees the rest of the text. */
function missing(what: string): string {
  if (process.env.NODE_ENV !== 'production') throw new Error(what)
  return ''
}

function refuseEmpty(key: string, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || value === undefined) missing(`${key} is given an empty ${name}`)
  }
}

function translatorOf(locale: Locale): T {
  const t = i18next.getFixedT(locale) as unknown as (key: string, values?: Record<string, unknown>) => string
  // Finding texts again took an eighth of the time in which a sheet opens. One that is not there yet is looked for again.
  const found = new Map<string, string>()
  return (key, ...[values]) => {
    if (values === undefined) {
      const text = found.get(key) ?? t(key)
      if (text !== '') found.set(key, text)
      return text
    }
    if (process.env.NODE_ENV !== 'production') refuseEmpty(key, values)
    return t(key, values)
  }
}

/** The text of `key`, outside of components. */
export const translate: T = (key, ...values) => current.t(key, ...values)

export const currentLocale = (): Locale => current.locale

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The translator; the component renders again when the language changes. */
export function useT(): T {
  return useSyncExternalStore(subscribe, () => current.t)
}

/** The locale of the current texts; the component renders again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, () => current.locale)
}

/** False until the texts have come; before, nothing can be said yet. */
export function useTextsReady(extent: Extent): boolean {
  const known = useSyncExternalStore(subscribe, () => ready)
  return known === 'all' || known === extent
}
