import { changeLocale, startI18n, translate } from '../../../i18n'
import { createFormat } from '../../../i18n/format'
import { chartSummary, pointText } from './chartText'
import type { ChartOrder } from './types'

const AT = Date.UTC(2026, 10, 20, 14, 2)
const MINUTE = 60_000

const candle = (openAt: number, open: string, high: string, low: string, close: string) => ({
  openAt,
  open,
  high,
  low,
  close,
  volume: '28412.7',
})
const CANDLES = [
  candle(AT, '100.0', '104.5', '99.0', '101.0'),
  candle(AT + MINUTE, '101.0', '120.0', '100.5', '118.0'),
  candle(AT + 2 * MINUTE, '118.0', '119.0', '9.5', '98.5'),
]
const ORDER: ChartOrder = {
  id: 'a',
  direction: 'down',
  entryPrice: '99.0',
  entryAt: AT,
  expiresAt: AT + 3 * MINUTE,
  label: '',
  isFresh: true,
}

const words = (locale: 'en-US' | 'de-DE') => ({
  t: translate,
  format: createFormat(locale),
  zone: 'utc' as const,
  interval: '1m' as const,
})
const chart = (lastPrice?: string, candles = CANDLES) => ({
  name: 'Gold',
  kind: '1-minute candles',
  candles,
  lastPrice,
})

beforeAll(() => startI18n('en-US'))
afterEach(() => changeLocale('en-US'))

test('the chart in words: what was seen, how far it went, and how it stands', () => {
  expect(chartSummary(words('en-US'), chart(), [], AT)).toBe(
    'Gold, 1-minute candles, Nov 20, 2026, 2:02\u00a0PM to Nov 20, 2026, 2:04\u00a0PM. First price 100.0, high 120.0, low 9.5, ' +
      'last price 98.5, change \u22121.5 (\u22121.50%).',
  )
})

test('own orders say how they stand at the live price, while they run', () => {
  const at = (price: string, now = AT) => chartSummary(words('en-US'), chart(price), [ORDER], now).split('%). ')[1]
  expect(at('98.9')).toBe('Your order: Sell down, entry 99.0, expires at 14:05:00, currently in profit.')
  expect(at('99.1')).toMatch(/currently at a loss\.$/)
  expect(at('99.0')).toMatch(/currently unchanged\.$/)
  expect(at('99.0', ORDER.expiresAt)).toBeUndefined()
  expect(chartSummary(words('en-US'), chart(undefined), [ORDER], AT)).toMatch(/currently in profit\.$/)
})

test('without prices it says so', () => {
  expect(chartSummary(words('en-US'), chart(undefined, []), [], AT)).toBe('Gold, 1-minute candles. No prices yet.')
})

test('the crosshair reads its bar and the indicators there, in the language of the user', async () => {
  await changeLocale('de-DE')
  const figures = [{ label: 'MA7', text: '101,2' }]
  expect(pointText(words('de-DE'), { candle: CANDLES[1] ?? candle(0, '', '', '', ''), figures })).toBe(
    '20.11.2026, 14:03. Eröffnung 101,0, Hoch 120,0, Tief 100,5, Schluss 118,0, Volumen 28.412. MA7 101,2',
  )
})
