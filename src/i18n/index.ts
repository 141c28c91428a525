import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../contract/locales'
import { earlyTranslator, type Translate } from './earlyTranslator'
import type { T } from './keys'
import { loadFullTranslator } from './loadFullTranslator'
import { loadFirstMessages, loadMessages } from './loadMessages'
import { missing } from './missing'

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

/** By language, how much of it is there, and what says it. */
const loaded = new Map<Locale, { extent: Extent; translate: Translate }>()

async function load(locale: Locale, extent: Extent): Promise<void> {
  const has = (wanted: Extent) => loaded.get(locale)?.extent === wanted
  if (has('all') || has(extent)) return
  const translate = await (extent === 'all' ? allOf(locale) : firstOf(locale))
  // All may have come before the first.
  if (!has('all')) loaded.set(locale, { extent, translate })
}

const firstOf = async (locale: Locale) => earlyTranslator(locale, await loadFirstMessages(locale))

async function allOf(locale: Locale): Promise<Translate> {
  const [messages, fullTranslator] = await Promise.all([loadMessages(locale), loadFullTranslator()])
  return fullTranslator(locale, messages)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** To be called when texts were added: what shows some of them renders again. */
export function textsChanged(): void {
  current = { ...current, t: translatorOf(current.locale) }
  notify()
}

function refuseEmpty(key: string, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || value === undefined) missing(`${key} is given an empty ${name}`)
  }
}

function translatorOf(locale: Locale): T {
  // More of the language may come later.
  const t: Translate = (key, values) => loaded.get(locale)?.translate(key, values) ?? ''
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
