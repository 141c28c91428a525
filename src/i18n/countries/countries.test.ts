import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { LOCALES } from '../../../contract/locales'
import { CALLING_CODES, callingCodeOf, hasCallingCode } from '../../domain/callingCodes'
import { loadCountries, nationalities, searchCountries } from './countries'

test('calling codes are those by which the server checks numbers', () => {
  const byServer = getCountries().map((iso) => [iso, getCountryCallingCode(iso)])
  expect([...CALLING_CODES].sort()).toEqual(byServer.sort())
  expect([hasCallingCode('XX'), callingCodeOf('XX'), hasCallingCode('constructor')]).toEqual([false, '', false])
})

describe.each(LOCALES)('in %s', (locale) => {
  test('each country has one name, and no two share one', async () => {
    const countries = await loadCountries(locale)
    expect(countries.map(({ iso }) => iso).sort()).toEqual(CALLING_CODES.map(([iso]) => iso).sort())
    const names = countries.map(({ name }) => name)
    expect(names.filter((name, index) => name.trim() === '' || names.indexOf(name) !== index)).toEqual([])
  })

  test('the file is in the order of the language', async () => {
    const names: string[] = Object.values((await import(`./${locale}.json`)).default)
    expect(names).toEqual([...names].sort(new Intl.Collator(locale).compare))
  })
})

test('China is first; an entry has its names in Chinese and in English beside that of the user', async () => {
  const countries = await loadCountries('de-DE')
  expect(countries[0]).toEqual({ iso: 'CN', callingCode: '86', name: 'China', zh_name: '中国', en_name: 'China' })
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
])('%p finds %s', async (text, iso) => {
  expect(searchCountries(await loadCountries('fr-FR'), text).map((country) => country.iso)).toContain(iso)
})

test('nothing matches nonsense', async () => {
  expect(searchCountries(await loadCountries('en-US'), 'qqqq')).toEqual([])
})
