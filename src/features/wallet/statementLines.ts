import { toCsv } from '../../../contract/csv'
import { STATEMENT_MONTHS, STATEMENT_YEARS } from '../../../contract/limits'
import type { AccountStatement } from '../../../contract/statement'
import { formatDayKey, type TimeZoneChoice } from '../../domain/time'
import type { T } from '../../i18n/keys'

/** The name of a product by its symbol. */
type NameOf = (symbol: string) => string

const negative = (amount: string) => (Number(amount) === 0 ? amount : `-${amount}`)

/** One line of the sums: its label, its amount as a decimal string, and its kind of figure. */
export interface StatementLine {
  id: 'opening' | 'deposits' | 'results' | 'earnings' | 'withdrawals' | 'fees' | 'closing'
  label: string
  amount: string
  /** A balance, a change of it, or a part of the change above it. */
  kind: 'balance' | 'change' | 'part'
}

/** From the opening to the closing balance: balances and changes add up. `ended` is false for the current month or year. */
export function statementLines(statement: AccountStatement, ended: boolean, t: T): StatementLine[] {
  const { deposits, withdrawals, orders, savings } = statement
  return [
    { id: 'opening', label: t('wallet.statement.opening'), amount: statement.opening, kind: 'balance' },
    {
      id: 'deposits',
      label: t('wallet.statement.deposits', { count: deposits.count }),
      amount: deposits.amount,
      kind: 'change',
    },
    { id: 'results', label: t('wallet.statement.results'), amount: orders.total.result, kind: 'change' },
    { id: 'earnings', label: t('wallet.statement.earnings'), amount: savings.earned, kind: 'change' },
    {
      id: 'withdrawals',
      label: t('wallet.statement.withdrawals', { count: withdrawals.count }),
      amount: negative(withdrawals.amount),
      kind: 'change',
    },
    { id: 'fees', label: t('wallet.statement.fees'), amount: withdrawals.fees, kind: 'part' },
    {
      id: 'closing',
      label: t(ended ? 'wallet.statement.closing' : 'wallet.statement.now'),
      amount: statement.closing,
      kind: 'balance',
    },
  ]
}

const savingsLines = ({ savings }: AccountStatement, t: T) =>
  [
    [t('wallet.record.kind.savings_deposit'), savings.deposited],
    [t('wallet.record.kind.savings_transfer_out'), savings.transferredOut],
    [t('wallet.statement.earnings'), savings.earned],
  ] as const

const heads = (t: T) => [
  t('wallet.statement.product'),
  t('wallet.statement.orders'),
  t('wallet.statement.stakes'),
  t('wallet.statement.returned'),
  t('wallet.statement.result'),
]

/** The statement as a file: a line for each sum, then one for each product, with plain figures for spreadsheets. */
export function statementCsv(
  statement: AccountStatement,
  ended: boolean,
  words: { t: T; nameOf: NameOf; currency: string; decimal: string },
): string {
  const { t, nameOf, currency, decimal } = words
  const { total, products } = statement.orders
  const sums = [...statementLines(statement, ended, t), ...savingsLines(statement, t).slice(0, 2)].map((line) =>
    'id' in line ? [line.label, line.amount, currency] : [...line, currency],
  )
  const rowOf = (name: string, row: typeof total) => [
    name,
    String(row.count),
    row.stakes,
    row.returned,
    row.result,
    currency,
  ]
  return toCsv(
    [
      [t('wallet.statement.item'), t('wallet.record.csv.amount'), t('wallet.record.csv.currency')],
      ...sums,
      [],
      [...heads(t), t('wallet.record.csv.currency')],
      ...products.map((row) => rowOf(nameOf(row.symbol), row)),
      rowOf(t('wallet.statement.total'), total),
    ],
    decimal,
  )
}

/** The months that have a statement, newest first, as "2026-11", by the user's time zone; the current one is the first. */
export function statementMonths(nowMs: number, zone: TimeZoneChoice): string[] {
  const [year = 0, month = 1] = formatDayKey(nowMs, zone).split('/').map(Number)
  return Array.from({ length: STATEMENT_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** The years that have a statement, newest first, of the user's months. */
export function statementYears([thisMonth = '']: readonly string[]): string[] {
  const thisYear = Number(thisMonth.slice(0, 4))
  return Array.from({ length: STATEMENT_YEARS }, (_, back) => String(thisYear - back))
}
