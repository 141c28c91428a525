import { wonOrderOf } from '../../../../test/client/factories'
import type { T } from '../../../i18n/keys'
import { queryOf } from './ClosedFilters'
import { ordersCsv } from './ordersCsv'

test('a file of closed orders has both prices with their times', () => {
  const t = ((key: string) => key) as T
  const words = { t, zone: 'utc', nameOf: () => 'Bitcoin', currency: 'USD', decimal: '.' } as const
  const voided = wonOrderOf({
    status: 'void',
    profitLoss: '0.00',
    voidReason: 'no_entry_tick',
    entryPrice: null,
    entryAt: null,
    exitPrice: null,
    exitAt: null,
  })
  const [head, ...rows] = ordersCsv([wonOrderOf(), voided], words).split('\r\n')
  expect(head?.split(',')).toHaveLength(15)
  expect(rows).toEqual([
    'FT-01JD7Q4ZK8,Bitcoin,trade.buyUp,trade.minutes,100.00,82.00,2026/11/20 14:02:00,68390.1,2026/11/20 14:02:00,68412.5,2026/11/20 14:03:00,2026/11/20 14:03:00,orders.status.won,82.00,USD',
    'FT-01JD7Q4ZK8,Bitcoin,trade.buyUp,trade.minutes,100.00,82.00,2026/11/20 14:02:00,,,,,2026/11/20 14:03:00,orders.status.void,0.00,USD',
    '',
  ])
})

test('a day is asked for from midnight to midnight of the clock that the user reads', () => {
  expect(queryOf({ symbol: 'WTI' }, 'utc')).toEqual({ symbol: 'WTI' })
  expect(queryOf({ day: '2026-12-31', result: 'won' }, 'utc')).toEqual({
    result: 'won',
    from: '2026-12-31T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
  })
  expect(queryOf({ day: '2026-11-20' }, 'local').from).toBe(new Date(2026, 10, 20).toISOString())
})
