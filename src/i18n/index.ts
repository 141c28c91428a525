import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../contract/locales'
import { loadMessages } from './loadMessages'
import { ensurePluralRules } from './pluralRules'

/** `t('orders.count', { count: 3 })`: the text of `key` in the user's language. Never a raw key. */
export type T = (key: string, values?: Record<string, unknown>) => string

const listeners = new Set<() => void>()
let ready = false
let current: { locale: Locale; t: T } = { locale: DEFAULT_LOCALE, t: () => '' }

/** Sets up the translator with the texts of `locale`; once, before the first page shows. */
export async function startI18n(locale: Locale): Promise<void> {
  ensurePluralRules()
  await i18next.init({
    lng: locale,
    fallbackLng: false,
    resources: {},
    keySeparator: '.',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    // A key without a text shows nothing; the check of the locale files keeps that from happening.
    parseMissingKeyHandler: () => '',
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  if (!(await changeLocale(locale)) && locale !== DEFAULT_LOCALE) await changeLocale(DEFAULT_LOCALE)
}

/** Loads and switches to `locale`; false, and nothing changes, where its texts could not be loaded. */
export async function changeLocale(locale: Locale): Promise<boolean> {
  try {
    if (!i18next.hasResourceBundle(locale, 'translation')) {
      i18next.addResourceBundle(locale, 'translation', await loadMessages(locale))
    }
  } catch {
    return false
  }
  await i18next.changeLanguage(locale)
  current = { locale, t: i18next.getFixedT(locale) as unknown as T }
  ready = true
  for (const listener of listeners) listener()
  return true
}

/** The text of `key`, outside of components. */
export const translate: T = (key, values) => current.t(key, values)

export const currentLocale = (): Locale => current.locale

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The translator; the component renders again when the language changes. */
export function useT(): T {
  return useSyncExternalStore(subscribe, () => current.t)
}

/** The locale of the texts at hand; the component renders again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, () => current.locale)
}

/** False until the first texts have come; then nothing can be said yet. */
export function useTextsReady(): boolean {
  return useSyncExternalStore(subscribe, () => ready)
}
