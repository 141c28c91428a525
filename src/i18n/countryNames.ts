import { useEffect, useState } from 'react'
import type { Locale } from '../../contract/locales'
import { useLocale } from './index'

/** A country of ISO 3166-1, with its names (zh_name and en_name). */
export interface NamedCountry {
  /** Two letters, e.g. "CN". */
  iso: string
  /** In the user's language. */
  name: string
  english: string
  chinese: string
}

type Names = Record<string, string | string[]>
interface NamesFile {
  countries: Names
}

/** One chunk a language; traditional Chinese has no list of its own in the library, so the device's names come first. */
const loaders: Record<Locale, () => Promise<NamesFile>> = {
  'zh-CN': () => import('i18n-iso-countries/langs/zh.json'),
  'zh-TW': () => import('i18n-iso-countries/langs/zh.json'),
  'en-US': () => import('i18n-iso-countries/langs/en.json'),
  'ja-JP': () => import('i18n-iso-countries/langs/ja.json'),
  'th-TH': () => import('i18n-iso-countries/langs/th.json'),
  'vi-VN': () => import('i18n-iso-countries/langs/vi.json'),
  'id-ID': () => import('i18n-iso-countries/langs/id.json'),
  'ko-KR': () => import('i18n-iso-countries/langs/ko.json'),
  'fr-FR': () => import('i18n-iso-countries/langs/fr.json'),
  'de-DE': () => import('i18n-iso-countries/langs/de.json'),
}

/** Where most users of the ten languages are: they come first. */
const FIRST = ['CN', 'HK', 'TW', 'JP', 'TH', 'VN', 'ID', 'KR', 'FR', 'DE', 'US']

/** The shortest of several names: "China" rather than "People's Republic of China". */
const shortest = (name: string | string[] | undefined): string | undefined =>
  Array.isArray(name) ? [...name].sort((a, b) => a.length - b.length)[0] : name

/** Some WeChat runtimes have no `Intl`. */
function deviceNames(locale: Locale): (iso: string) => string | undefined {
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

/** All countries, the most likely first, then by name in the language. */
export async function loadCountries(locale: Locale): Promise<NamedCountry[]> {
  const [own, english, chinese] = await Promise.all([loaders[locale](), loaders['en-US'](), loaders['zh-CN']()])
  const onDevice = locale === 'zh-TW' ? deviceNames(locale) : () => undefined
  const rank = (iso: string) => (FIRST.includes(iso) ? FIRST.indexOf(iso) : FIRST.length)
  return Object.keys(english.countries)
    .map((iso): NamedCountry => {
      const englishName = shortest(english.countries[iso]) ?? iso
      return {
        iso,
        name: onDevice(iso) ?? shortest(own.countries[iso]) ?? englishName,
        english: englishName,
        chinese: shortest(chinese.countries[iso]) ?? englishName,
      }
    })
    .sort((a, b) => rank(a.iso) - rank(b.iso) || compareNames(a.name, b.name, locale))
}

/** "Réunion" is found by "reunion". */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

/** Those whose name in the user's language, in English or in Chinese, or whose code, has what was typed. */
export function searchNamedCountries(countries: readonly NamedCountry[], text: string): readonly NamedCountry[] {
  const wanted = plain(text)
  if (wanted === '') return countries
  return countries.filter(
    ({ iso, name, english, chinese }) =>
      iso.toLowerCase() === wanted || [name, english, chinese].some((known) => plain(known).includes(wanted)),
  )
}

/** The countries in the user's language; undefined until they have come. */
export function useCountries(): readonly NamedCountry[] | undefined {
  const locale = useLocale()
  const [countries, setCountries] = useState<readonly NamedCountry[]>()
  useEffect(() => {
    let current = true
    loadCountries(locale).then(
      (loaded) => {
        if (current) setCountries(loaded)
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [locale])
  return countries
}
