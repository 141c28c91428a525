import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { callingCodeOf, listCountries, searchCountries } from './countryList'

test('every country that the server can check is in the list, with its calling code', () => {
  for (const iso of getCountries()) expect([iso, callingCodeOf(iso)]).toEqual([iso, getCountryCallingCode(iso)])
})

test('names are in the language of the user, and China stands first', () => {
  const [first] = listCountries('zh-CN')
  expect(first).toMatchObject({ iso: 'CN', callingCode: '86', name: '中国', english: 'China' })
  expect(listCountries('de-DE').find(({ iso }) => iso === 'DE')?.name).toBe('Deutschland')
})

test('a device that cannot name countries shows the English names', () => {
  const original = Intl.DisplayNames
  Object.defineProperty(Intl, 'DisplayNames', { value: undefined, configurable: true, writable: true })
  const names = listCountries('fr-FR').map(({ name }) => name)
  Object.defineProperty(Intl, 'DisplayNames', { value: original, configurable: true, writable: true })
  expect(names).toContain('Germany')
})

test.each([
  ['+49', 'DE'],
  ['reunion', 'RE'],
  ['Allemagne', 'DE'],
  ['germany', 'DE'],
  ['th', 'TH'],
])('%p finds %s', (text, iso) => {
  expect(searchCountries(listCountries('fr-FR'), text).map((country) => country.iso)).toContain(iso)
})

test('nothing matches nonsense', () => {
  expect(searchCountries(listCountries('en-US'), 'qqqq')).toEqual([])
})
