import type { CapitalEntry } from '../../../contract/capitalRecord'
import { toCsv } from '../../../contract/csv'
import { plainDigits, typedText } from '../../../contract/typedText'
import { compare, subtract } from '../../domain/arithmetic'
import { formatDateTime, type TimeZoneChoice } from '../../domain/time'
import type { T } from '../../i18n/keys'
import type { CapitalFilter } from '../../stores/CapitalRecordStore'
import { CAPITAL_KIND_NAMES } from './recordKinds'

/** How far back the list reaches. */
export const PERIODS = ['today', 'week', 'month', 'quarter'] as const
export type Period = (typeof PERIODS)[number]
export const GROUPS = ['all', 'deposits', 'withdrawals', 'orders', 'savings'] as const
export type Group = (typeof GROUPS)[number]

/** No currency has more. */
const DECIMALS_MAX = 4

const DAYS: Record<Period, number> = { today: 1, week: 7, month: 30, quarter: 90 }

/** Midnight of the day at `nowMs`, or of one `daysBefore`, on the clock that the user reads: a day can have 23 or 25 hours. */
export function startOfDay(nowMs: number, zone: TimeZoneChoice, daysBefore = 0): number {
  const date = new Date(nowMs)
  if (zone === 'utc') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysBefore)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

/**
 * The server's filter; a period begins at a midnight, so that today's first entry is in "today". No period is all time.
 */
export function filterOf(group: Group, period: Period | undefined, nowMs: number, zone: TimeZoneChoice): CapitalFilter {
  const filter: CapitalFilter = group === 'all' ? {} : { filter: group }
  if (period === undefined) return filter
  const fromMs = startOfDay(nowMs, zone, DAYS[period] - 1)
  return { ...filter, from: new Date(fromMs).toISOString() }
}

/** The entries as a file, with heads in the user's language and figures that a spreadsheet can count with. */
export function recordCsv(
  entries: readonly CapitalEntry[],
  { t, zone, currency, decimal }: { t: T; zone: TimeZoneChoice; currency: string; decimal: string },
): string {
  const head = (['time', 'kind', 'reference', 'amount', 'balance', 'currency'] as const).map((name) =>
    t(`wallet.record.csv.${name}`),
  )
  const rows = entries.map((entry) => [
    formatDateTime(entry.at, zone, { seconds: true }),
    t(CAPITAL_KIND_NAMES[entry.kind]),
    entry.reference ?? '',
    entry.amount,
    entry.balance,
    currency,
  ])
  return toCsv([head, ...rows], decimal)
}

/** Text as any keyboard types it: figures are written with a minus sign and spaces that keyboards lack. */
const typed = (text: string) => plainDigits(typedText(text)).toLowerCase()

interface Shown {
  t: T
  /** An amount as it is shown. */
  amount(text: string): string
  /** A product's name by its symbol. */
  product(symbol: string): string
}

/** The loaded entries in which the words occur: in the name of the kind or product, the reference or the amount. */
export function entriesWith(entries: readonly CapitalEntry[], words: string, shown: Shown): readonly CapitalEntry[] {
  const sought = typed(words)
  if (sought === '') return entries
  const textsOf = ({ kind, reference, symbol, amount }: CapitalEntry) => [
    shown.t(CAPITAL_KIND_NAMES[kind]),
    reference ?? '',
    symbol === null ? '' : shown.product(symbol),
    amount,
    shown.amount(amount),
  ]
  return entries.filter((entry) => textsOf(entry).some((text) => typed(text).includes(sought)))
}

/** A row of the record: one movement, or an order that has ended with all its movements, the newest first. */
export type RecordRow =
  | { kind: 'entry'; entry: CapitalEntry }
  | { kind: 'order'; orderId: string; entries: CapitalEntry[] }

/**
 * The movements of each ended order as one row, in the place of its newest: what an order brought is what both say
 * together. An order of which the first movement is not loaded keeps its movements.
 */
export function foldedOrders(entries: readonly CapitalEntry[]): RecordRow[] {
  const byOrder = new Map<string, CapitalEntry[]>()
  for (const entry of entries) {
    if (entry.orderId !== null) byOrder.set(entry.orderId, [...(byOrder.get(entry.orderId) ?? []), entry])
  }
  return entries.flatMap((entry): RecordRow[] => {
    const { orderId } = entry
    const all = orderId === null ? undefined : byOrder.get(orderId)
    if (orderId === null || !all?.some(({ kind }) => kind === 'order_placed')) return [{ kind: 'entry', entry }]
    return all[0] === entry ? [{ kind: 'order', orderId, entries: all }] : []
  })
}

/**
 * The newest entry that does not follow from the one before it: its balance is not that one's and its own amount. Entries are those
 * of the whole record, newest first, without a gap.
 */
export function brokenEntry(entries: readonly CapitalEntry[]): CapitalEntry | undefined {
  return entries.find(({ balance, amount }, index) => {
    const before = entries[index + 1]
    return before !== undefined && compare(subtract(balance, amount, DECIMALS_MAX), before.balance) !== 0
  })
}
