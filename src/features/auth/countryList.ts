import type { Locale } from '../../../contract/locales'
import { COUNTRIES } from './countries'

export interface Country {
  /** ISO 3166, e.g. "CN". */
  iso: string
  /** Without the plus sign, e.g. "86". */
  callingCode: string
  /** In the user's language, where the device knows it. */
  name: string
  english: string
}

/** PRODUCT.md 4.4: +86 is the default. */
export const DEFAULT_COUNTRY = 'CN'
/** Where most users of the ten languages are: they come first. */
const FIRST = ['CN', 'HK', 'TW', 'JP', 'TH', 'VN', 'ID', 'KR', 'FR', 'DE', 'US']

const byIso = new Map(COUNTRIES.map((row) => [row[0], row]))

export const isKnownCountry = (iso: string): boolean => byIso.has(iso)

/** "86" for "CN"; empty for a country that is not in the list. */
export const callingCodeOf = (iso: string): string => byIso.get(iso)?.[1] ?? ''

/** All countries, the most likely first, then by name in the user's language. */
export function listCountries(locale: Locale): Country[] {
  const nameOf = regionNames(locale)
  const all = COUNTRIES.map(([iso, callingCode, english]) => ({
    iso,
    callingCode,
    english,
    name: nameOf(iso) ?? english,
  }))
  const rank = (country: Country) => {
    const at = FIRST.indexOf(country.iso)
    return at < 0 ? FIRST.length : at
  }
  return all.sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name, locale))
}

/** Those whose name in either language, ISO code or calling code has what was typed. */
export function searchCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text).replace(/^\+/, '')
  if (wanted === '') return countries
  if (/^\d+$/.test(wanted)) return countries.filter((country) => country.callingCode.startsWith(wanted))
  return countries.filter(
    ({ name, english, iso }) =>
      plain(name).includes(wanted) || plain(english).includes(wanted) || iso.toLowerCase() === wanted,
  )
}

/** "Réunion" is found by "reunion". */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

/** Some WeChat runtimes have no `Intl`, and older iPhones no `Intl.DisplayNames`. */
function regionNames(locale: Locale): (iso: string) => string | undefined {
  try {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return (iso) => names.of(iso)
  } catch {
    return () => undefined
  }
}

function compareNames(a: string, b: string, locale: Locale): number {
  try {
    return a.localeCompare(b, locale)
  } catch {
    return a < b ? -1 : 1
  }
}
