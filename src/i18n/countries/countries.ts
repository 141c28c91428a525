import { useEffect, useState } from 'react'
import type { Locale } from '../../../contract/locales'
import { plainDigits, typedText } from '../../../contract/typedText'
import { callingCodeOf } from '../../domain/callingCodes'
import { useLocale } from '../index'
import { lettersByIso } from './letters'

/** An entry of the country list; `zh_name` and `en_name` in Chinese and in English. */
export interface Country {
  /** ISO 3166-1, two letters, e.g. "CN"; "AC" and "TA" are reserved there and have calling codes only. */
  iso: string
  /** Without the plus sign, e.g. "86". */
  callingCode: string
  /** In the user's language. */
  name: string
  /** Under which it is looked up in the user's language: "G", "ㄷ", "ア", "9畫". */
  letter: string
  /** Its place in the order of the language, from zero. */
  place: number
  zh_name: string
  en_name: string
}

type Names = Readonly<Record<string, string>>

/**
 * One chunk per language: the inhabited countries and territories by ISO code, in the order of the language's own
 * collation, since some WeChat runtimes have no `Intl` to sort or name them. The names come from CLDR 48 and may be
 * corrected by hand; a test checks the order and the set.
 */
const namesIn = async (locale: Locale): Promise<Names> =>
  (await import(/* webpackChunkName: "locale-[request]" */ `./${locale}.json`)).default

/** Where most users of the ten languages are: they come first. */
const FIRST = ['CN', 'HK', 'TW', 'JP', 'TH', 'VN', 'ID', 'KR', 'FR', 'DE', 'US']
/** Nobody is a national of these: they are parts of Saint Helena (ISO 3166-1, exceptional reservations). */
const CALLING_CODE_ONLY: ReadonlySet<string> = new Set(['AC', 'TA'])

/** All countries, the most likely first, then by name in the language. */
export async function loadCountries(locale: Locale): Promise<Country[]> {
  const [own, chinese, english] = await Promise.all([namesIn(locale), namesIn('zh-CN'), namesIn('en-US')])
  const letters = lettersByIso(own, locale)
  const places = new Map(Object.keys(own).map((iso, place) => [iso, place]))
  const entryOf = (iso: string): Country => ({
    iso,
    callingCode: callingCodeOf(iso),
    name: own[iso] ?? iso,
    letter: letters.get(iso) ?? '',
    place: places.get(iso) ?? 0,
    zh_name: chinese[iso] ?? iso,
    en_name: english[iso] ?? iso,
  })
  const others = Object.keys(own).filter((iso) => !FIRST.includes(iso))
  return [...FIRST, ...others].map(entryOf)
}

/** Countries that a person can be a national of. */
export const nationalities = (countries: readonly Country[]): readonly Country[] =>
  countries.filter(({ iso }) => !CALLING_CODE_ONLY.has(iso))

/** The letters of a list in the order of the language, which the most likely countries in front do not follow. */
export const lettersOf = (countries: readonly Country[]): readonly string[] => [
  ...new Set([...countries].sort((a, b) => a.place - b.place).map(({ letter }) => letter)),
]

/** Names that people type and that no list has. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  GB: ['uk', 'britain', 'england'],
  US: ['usa', 'america'],
  AE: ['uae'],
  CD: ['drc'],
}

/** "Côte d’Ivoire" is found by "cote d'ivoire", and by the letters of any keyboard. */
const plain = (text: string): string =>
  plainDigits(typedText(text))
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\u2019/g, "'")

/** Those whose name in the user's language, in Chinese or in English, whose ISO code or calling code matches a text. */
export function searchCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text).replace(/^\+/, '')
  if (wanted === '') return countries
  if (/^\d+$/.test(wanted)) return countries.filter(({ callingCode }) => callingCode.startsWith(wanted))
  return countries.filter(
    ({ iso, name, zh_name, en_name }) =>
      iso.toLowerCase() === wanted ||
      SHORT_NAMES[iso]?.includes(wanted) ||
      [name, zh_name, en_name].some((known) => plain(known).includes(wanted)),
  )
}

/** The countries in the user's language; undefined until they are loaded, also after a change of language. */
export function useCountries(): readonly Country[] | undefined {
  const locale = useLocale()
  const [loaded, setLoaded] = useState<{ locale: Locale; countries: readonly Country[] }>()
  useEffect(() => {
    let current = true
    loadCountries(locale).then(
      (countries) => {
        if (current) setLoaded({ locale, countries })
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [locale])
  return loaded?.locale === locale ? loaded.countries : undefined
}
