import { capitalEntryOf } from '../../../test/client/factories'
import type { T } from '../../i18n/keys'
import { entriesWith, filterOf, recordCsv, startOfDay } from './recordFilter'

const NOW = Date.UTC(2026, 10, 20, 14, 2)

test('a period begins at a midnight of the clock that the user reads', () => {
  expect(filterOf('all', undefined, NOW, 'utc')).toEqual({})
  expect(filterOf('orders', 'today', NOW, 'utc')).toEqual({ filter: 'orders', from: '2026-11-20T00:00:00.000Z' })
  expect(filterOf('all', 'week', NOW, 'utc')).toEqual({ from: '2026-11-14T00:00:00.000Z' })
  expect(startOfDay(NOW, 'local')).toBe(new Date(2026, 10, 20).getTime())
})

test('the file has a head in the language and every entry with its figures as they are', () => {
  const figures = { amount: '182.00', balance: '10082.00' }
  const entry = capitalEntryOf('7', { kind: 'order_settled', reference: 'FT-01JD7Q4ZK8', ...figures })
  const csv = recordCsv([entry, { ...entry, amount: '-100.00', reference: null }], {
    t: ((key: string) => key) as T,
    zone: 'utc',
    currency: 'USD',
    decimal: '.',
  })
  expect(csv.split('\r\n')).toEqual([
    '\ufeffwallet.record.csv.time,wallet.record.csv.kind,wallet.record.csv.reference,wallet.record.csv.amount,wallet.record.csv.balance,wallet.record.csv.currency',
    '2026/11/20 14:02:31,wallet.record.kind.order_settled,FT-01JD7Q4ZK8,182.00,10082.00,USD',
    '2026/11/20 14:02:31,wallet.record.kind.order_settled,,-100.00,10082.00,USD',
    '',
  ])
})

test('records are found by kind, product, reference and amount, whatever the case', () => {
  const t = ((key: string) => key) as T
  const entries = [
    capitalEntryOf('1', { reference: 'FD-01JD' }),
    capitalEntryOf('2', { kind: 'withdrawal', amount: '-1233.10', reference: null }),
    capitalEntryOf('3', { kind: 'order_settled', symbol: 'BTCUSDT', reference: null }),
  ]
  const amount = (text: string) => text.replace('-1', '\u22121.').replace('.10', ',10')
  const found = (words: string) =>
    entriesWith(entries, words, { t, amount, product: () => 'BTC/USDT' }).map(({ id }) => id)
  expect([
    found(''),
    found(' fd-01 '),
    found('withdrawal'),
    found('33.1'),
    found('btc/'),
    found('none'),
    found('ＦＤ－０１'),
  ]).toEqual([['1', '2', '3'], ['1'], ['2'], ['2'], ['3'], [], ['1']])
  // Figures as the page writes them, but with a keyboard's minus.
  expect([found('1.233,10'), found('-1.233')]).toEqual([['2'], ['2']])
})
