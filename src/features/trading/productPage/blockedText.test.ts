import { productOf } from '../../../../test/client/factories'
import { startI18n, translate } from '../../../i18n'
import { blockedText } from './blockedText'

const FRESH = { online: true, staleSeconds: undefined, hasPrice: true }

beforeAll(() => startI18n('en-US'))

test.each([
  ['closed', 'Market closed. Opens Mon, Nov 23, 1:30\u00a0AM (UTC). Open orders still settle as usual.'],
  [
    'maintenance',
    'This product is under maintenance and isn’t accepting new orders. Opens Mon, Nov 23, 1:30\u00a0AM (UTC)',
  ],
] as const)('%s: the notice has the day, the time and the clock of the opening', (status, text) => {
  const product = { ...productOf(), status, opensAt: '2026-11-23T01:30:00.000Z' }
  expect(blockedText(product, FRESH, 'utc', translate)).toBe(text)
})

test('without a network it says so at once, before the price is old', () => {
  expect(blockedText(productOf(), FRESH, 'utc', translate)).toBe(undefined)
  expect(blockedText(productOf(), { ...FRESH, online: false }, 'utc', translate)).toMatch(/^You’re offline\./)
})
