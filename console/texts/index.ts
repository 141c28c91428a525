import i18next from 'i18next'
import en from './en.json'
import zh from './zh-CN.json'

export const LANGUAGES = { en: 'English', 'zh-CN': '简体中文' } as const
export type Language = keyof typeof LANGUAGES

const KEPT = 'fairtick-console-language'

/** The language with which the console begins: the one that was chosen here, else the browser's. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'en' || kept === 'zh-CN') return kept
  return navigator.language.startsWith('zh') ? 'zh-CN' : 'en'
}

// At once, as all texts are here already.
void i18next.init({
  lng: firstLanguage(),
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  // Names of actions hold dots.
  keySeparator: '/',
  resources: { en: { translation: en satisfies typeof zh }, 'zh-CN': { translation: zh satisfies typeof en } },
})

export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** A text by its key, with parts of a key between slashes: `t('field/account')`. */
export const t = (key: string, values: Record<string, string | number> = {}): string => i18next.t(key, values)

/** A moment as the reader writes it. */
export const moment = (iso: string | null): string =>
  iso === null
    ? '–'
    : new Intl.DateTimeFormat(i18next.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** The time of day: "14:02". */
export const clock = (iso: string): string =>
  new Intl.DateTimeFormat(i18next.language, { timeStyle: 'short' }).format(new Date(iso))

/** A country by its code (ISO 3166): "China (CN)"; the code alone if it has no name. */
export function countryName(code: string): string {
  const name = new Intl.DisplayNames(i18next.language, { type: 'region', fallback: 'none' }).of(code)
  return name ? `${name} (${code})` : code
}

/** The clock on which moments are shown: "UTC", "GMT+8". */
export const zone = (): string =>
  new Intl.DateTimeFormat(i18next.language, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** A day such as "2026-11-23" as the reader writes it. */
export const day = (iso: string): string =>
  new Intl.DateTimeFormat(i18next.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The time until an instant or since it, without a sign, in the largest unit that fits: "42 min", "3 hr". */
export function timeLeft(iso: string): string {
  const ms = Math.abs(Date.parse(iso) - Date.now())
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? ['minute', 60_000]
  return new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(ms / length),
  )
}

/** An amount such as "12345.60" with its thousands in groups: "12,345.60". Exact, as no number is made of it. */
export const grouped = (amount: string): string => amount.replace(/\d(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '$&,')

/** How long ago, in the largest unit that fits: "3 hours ago". */
export function age(iso: string): string {
  const past = Math.max(0, Date.now() - Date.parse(iso))
  const [unit, ms] = UNITS.find(([, length]) => past >= length) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(i18next.language).format(-Math.floor(past / ms), unit)
}
