import { act, renderHook, waitFor } from '@testing-library/react'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { LOCALES } from '../../../contract/locales'
import { callingCodeOf, hasCallingCode } from '../../domain/callingCodes'
import CALLING_CODES from '../../domain/callingCodes.json'
import { changeLocale, startI18n, useLocale } from '../index'
import { lettersOf, loadCountries, nationalities, searchCountries, useCountries } from './countries'

test('calling codes are those by which the server checks numbers', () => {
  const byServer = getCountries().map((iso) => [iso, getCountryCallingCode(iso)])
  expect(Object.entries(CALLING_CODES).sort()).toEqual(byServer.sort())
  expect([hasCallingCode('XX'), callingCodeOf('XX'), hasCallingCode('constructor')]).toEqual([false, '', false])
})

describe.each(LOCALES)('in %s', (locale) => {
  test('each country has one name, and no two share one', async () => {
    const countries = await loadCountries(locale)
    expect(countries.map(({ iso }) => iso).sort()).toEqual(Object.keys(CALLING_CODES).sort())
    const names = countries.map(({ name }) => name)
    expect(names.filter((name, index) => name.trim() === '' || names.indexOf(name) !== index)).toEqual([])
  })

  test('the file is in the order of the language', async () => {
    const names: string[] = Object.values((await import(`./${locale}.json`)).default)
    expect(names).toEqual([...names].sort(new Intl.Collator(locale).compare))
  })
})

test.each([
  ['en-US', 'ABCDEFGHIJKLMNOPQRSTUVWYZ', 'Åland Islands', 'A'],
  ['ko-KR', 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ', '독일', 'ㄷ'],
  ['de-DE', 'ABCDEFGHIJKLMNOPRSTUVWZ', 'Österreich', 'O'],
  ['fr-FR', 'ABCDEFGHIJKLMNOPQRSTUVWYZ', 'États-Unis', 'E'],
  ['id-ID', 'ABCDEFGHIJKLMNOPQRSTUVWYZ', 'Tiongkok', 'T'],
] as const)('the index of %s is in the order of the language', async (locale, letters, name, letter) => {
  const countries = await loadCountries(locale)
  expect(lettersOf(countries).join('')).toBe(letters)
  expect(countries.find((country) => country.name === name)?.letter).toBe(letter)
})

test.each(LOCALES)(
  'each country of %s is under a letter of the index, and a letter is one stretch of the list',
  async (locale) => {
    const countries = await loadCountries(locale)
    const letters = lettersOf(countries)
    expect(countries.filter(({ letter }) => !letters.includes(letter))).toEqual([])
    const stretches = [...countries].sort((a, b) => a.place - b.place).map(({ letter }) => letter)
    expect(stretches.filter((letter, index) => letter !== stretches[index - 1])).toEqual(letters)
  },
)

/** Languages whose index is not of the letters that names begin with. */
const OTHER_INDEX = new Set<string>(['zh-CN', 'zh-TW', 'ja-JP', 'ko-KR', 'th-TH'])

test.each(LOCALES.filter((locale) => !OTHER_INDEX.has(locale)))(
  'the letter of a country in %s is the one that its name begins with, as ICU sorts it',
  async (locale) => {
    const icu = new Intl.Collator(locale, { sensitivity: 'base' })
    const countries = await loadCountries(locale)
    expect(countries.filter(({ name, letter }) => icu.compare(name.slice(0, 1), letter) !== 0)).toEqual([])
  },
)

test('where each language is spoken comes first', async () => {
  const likely = (await loadCountries('en-US')).slice(0, LOCALES.length + 1).map(({ iso }) => iso)
  expect(likely).toEqual(expect.arrayContaining(LOCALES.map((locale) => locale.slice(-2))))
})

/** First characters of ICU's sections: one for each pinyin initial, and a mark for each number of strokes. */
const PINYIN = '阿八嚓咑妸发旮哈丌咔垃妈拏噢妑七呥仨他屲夕丫帀'
const INITIALS = 'ABCDEFGHJKLMNOPQRSTWXYZ'

test('Chinese names are under their pinyin initial or their number of strokes, as ICU has it', async () => {
  const mainland = new Intl.Collator('zh-CN')
  for (const { name, letter } of await loadCountries('zh-CN')) {
    const at = [...PINYIN].findLastIndex((first) => mainland.compare(first, name) <= 0)
    expect([name, letter]).toEqual([name, INITIALS[at]])
  }
  const taiwan = new Intl.Collator('zh-TW')
  const strokesFrom = (strokes: number) => `\ufdd0${String.fromCodePoint(0x2800 + strokes)}`
  for (const { name, letter } of await loadCountries('zh-TW')) {
    const strokes = Number.parseInt(letter, 10)
    expect([name, taiwan.compare(strokesFrom(strokes), name) <= 0]).toEqual([name, true])
    expect([name, taiwan.compare(strokesFrom(strokes + 1), name) > 0]).toEqual([name, true])
  }
})

test('China is first; an entry has its names in Chinese and in English beside that of the user', async () => {
  const countries = await loadCountries('de-DE')
  expect(countries[0]).toMatchObject({
    iso: 'CN',
    callingCode: '86',
    name: 'China',
    letter: 'C',
    zh_name: '中国',
    en_name: 'China',
  })
  expect(countries.find(({ iso }) => iso === 'DE')).toMatchObject({
    name: 'Deutschland',
    zh_name: '德国',
    en_name: 'Germany',
  })
})

test('the two Congos can be told apart, and nobody is a national of Ascension Island', async () => {
  const countries = await loadCountries('en-US')
  expect(searchCountries(countries, 'congo').map(({ en_name }) => en_name)).toEqual([
    'Congo (Brazzaville)',
    'Congo (Kinshasa)',
  ])
  expect(searchCountries(countries, 'ascension')).toHaveLength(1)
  expect(searchCountries(nationalities(countries), 'ascension')).toHaveLength(0)
})

test.each([
  ['+49', 'DE'],
  ['reunion', 'RE'],
  ['Allemagne', 'DE'],
  ['germany', 'DE'],
  ['德国', 'DE'],
  ['th', 'TH'],
  ['UK', 'GB'],
  ['usa', 'US'],
  ['UAE', 'AE'],
  ['ｇｅｒｍａｎｙ', 'DE'],
  ['＋４９', 'DE'],
  ["cote d'ivoire", 'CI'],
])('%p finds %s', async (text, iso) => {
  expect(searchCountries(await loadCountries('fr-FR'), text).map((country) => country.iso)).toContain(iso)
})

test('nothing matches nonsense', async () => {
  expect(searchCountries(await loadCountries('en-US'), 'qqqq')).toEqual([])
})

test('after a change of language no name stays in the previous one', async () => {
  await startI18n('en-US')
  const shown: string[] = []
  renderHook(() => {
    const locale = useLocale()
    const germany = useCountries()?.find(({ iso }) => iso === 'DE')
    if (germany) shown.push(`${locale}: ${germany.name}`)
  })
  await waitFor(() => expect(shown).toContain('en-US: Germany'))
  await act(() => changeLocale('de-DE'))
  await waitFor(() => expect(shown).toContain('de-DE: Deutschland'))
  expect(shown).not.toContain('de-DE: Germany')
})
