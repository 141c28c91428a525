import type { AccountStatement } from '../../../contract/statement'
import type { T } from '../../i18n/keys'
import { monthName, periodName } from '../../i18n/monthName'
import { statementCsv, statementLines, statementMonths, statementYears } from './statementLines'

const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as T
const orders = { count: 3, voided: 1, stakes: '210.00', returned: '225.00', result: '15.00' }
const statement: AccountStatement = {
  period: '2026-11',
  timeZone: 'Europe/Berlin',
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-30T23:00:00.000Z',
  opening: '100.00',
  closing: '1365.00',
  deposits: { count: 2, amount: '1500.00' },
  withdrawals: { count: 1, amount: '250.25', fees: '1.20' },
  orders: { total: orders, products: [{ symbol: 'XAUUSD', ...orders }] },
  savings: { deposited: '1000.00', transferredOut: '0.00', earned: '0.25' },
}

test('balances and changes of a statement add up to the cent', () => {
  const lines = statementLines(statement, true, t)
  const cents = (text: string) => Math.round(Number(text) * 100)
  const sum = lines
    .filter(({ id, kind }) => kind === 'change' || id === 'opening')
    .reduce((all, { amount }) => all + cents(amount), 0)
  expect(sum).toBe(cents(lines.at(-1)?.amount ?? ''))
})

test('a month without withdrawals has no minus zero', () => {
  const none = { ...statement, withdrawals: { count: 0, amount: '0.00', fees: '0.00' } }
  expect(statementLines(none, true, t).find(({ id }) => id === 'withdrawals')?.amount).toBe('0.00')
})

test('the file has figures that a spreadsheet counts with', () => {
  const rows = statementCsv(statement, true, { t, nameOf: () => 'Gold, spot', currency: 'USD', decimal: '.' }).split(
    '\r\n',
  )
  expect(rows).toContain('wallet.statement.opening,100.00,USD')
  expect(rows.find((row) => row.startsWith('"wallet.statement.withdrawals'))).toMatch(/,-250\.25,USD$/)
  expect(rows).toContain('"Gold, spot",3,210.00,225.00,15.00,USD')
})

test('twelve months are offered, by the clock that the user reads', () => {
  const months = statementMonths(Date.parse('2026-03-01T00:30:00Z'), 'utc')
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-03', '2025-04', 12])
  expect(statementMonths(Date.parse('2026-02-28T23:59:59Z'), 'utc')[0]).toBe('2026-02')
})

test('this year and the one before are offered, too', () => {
  expect(statementYears(['2026-03', '2026-02'])).toEqual(['2026', '2025'])
  expect(periodName('2026', t, 'th-TH')).toContain('"year":"2569"')
})

test('a month has a name where the language names months, else its number', () => {
  expect(monthName('2026-03', t, 'en-US')).toContain('"month":"Mar","year":"2026"')
  expect(monthName('2026-03', t, 'zh-CN')).toContain('"month":"3","year":"2026"')
})
