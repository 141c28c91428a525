import { isCountry } from './countries'

test('a country is one that the app offers: no place that has a calling code alone, and no other spelling', () => {
  const codes = ['CN', 'XK', 'AC', 'TA', 'AQ', 'QQ', 'cn', '', 'constructor', '__proto__']
  expect(codes.filter(isCountry)).toEqual(['CN', 'XK'])
})
