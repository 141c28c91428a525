import { startI18n, translate } from '../../i18n'
import { pricesText, spanText } from './words'

beforeAll(() => startI18n('en-US'))

const signers = { feed: 'ab'.repeat(32), set: 'cd'.repeat(8), needed: 3, of: 5 }

test('a ticket says which prices decide, and those of test keys are invented', () => {
  const said = (product: Parameters<typeof pricesText>[0]) => pricesText(product, translate)
  expect(said({ source: 'binance,okx', signers: null, invented: false })).toBe('prices: binance,okx')
  expect(said({ source: 'pyth', signers, invented: false })).toBe(
    'settled on prices signed by 3 of 5 independent sources',
  )
  expect(said({ source: 'pyth', signers, invented: true })).toBe('these prices are invented')
  expect(said({ source: 'simulated', signers: null, invented: true })).toBe('these prices are invented')
})

test('a span of time has one unit that a person reads, hours for days', () => {
  expect([45, 600, 262_800].map((seconds) => spanText(seconds, translate))).toEqual(['45 s', '10 min', '73 h'])
})
