import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable } from './common'

/** Schemas of the auditor's pages; the endpoints are in consoleSchemas.ts. */

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const DAYS_MAX = 92

/** From and until are days of UTC, both included; without them the last 31 days. */
export const DaysQuery = { from: Type.Optional(Day), until: Type.Optional(Day) }

/** All but the last three are rules of the same names in deploy/monitoring/alerts.yaml, evaluated in the database. */
export const CONSOLE_ALARMS = [
  'BooksDoNotAddUp',
  'BooksUnchecked',
  'FullPassOld',
  'OrdersSetAside',
  'SavingsSetAside',
  'WaitsPastItsTime',
  'WitnessBehind',
  'TimeStampOld',
  'ReconciliationDiffers',
] as const
export type ConsoleAlarm = (typeof CONSOLE_ALARMS)[number]

export const Books = closed({
  state: Type.Enum(['ok', 'off', 'unchecked']),
  newestCheckedAt: nullable(Instant),
  everythingCheckedAt: nullable(Instant),
  findings: Type.Array(Type.String(), { maxItems: 100 }),
  setAside: Type.Array(Type.String(), { maxItems: 100 }),
  head: closed({ number: Type.Integer(), createdAt: nullable(Instant), root: Type.String() }),
  /** The newest entry of the audit log that the public log has: older entries cannot be cut off unseen. */
  auditAnchor: nullable(closed({ entry: Type.Integer(), at: Instant })),
  /** Each configured witness and the newest head it has signed; null if it has signed none of the last ones. */
  witnesses: Type.Array(closed({ name: Type.String(), head: nullable(Type.Integer()) }), { maxItems: 100 }),
  alarms: Type.Array(closed({ name: Type.Enum([...CONSOLE_ALARMS]), on: Type.Boolean(), detail: Type.String() })),
})
export type Books = Static<typeof Books>

export const VoidDay = closed({
  day: Day,
  symbol: Type.String(),
  orders: Type.Integer(),
  noEntryTick: Type.Integer(),
  loggedLate: Type.Integer(),
  tooFewTicks: Type.Integer(),
  staleAtExpiry: Type.Integer(),
})
export type VoidDay = Static<typeof VoidDay>

/** A day's movements according to deposits and withdrawals, the ledger, and the bank. */
export const ReconciledDay = closed({
  day: Day,
  deposits: MoneyText,
  withdrawals: MoneyText,
  /** Demo funds that were given, less those of closed accounts. */
  granted: MoneyText,
  /** How the account `funding` moved for these; money in is above zero. */
  funding: MoneyText,
  /** The ledger's surplus over deposits, withdrawals and grants; anything but zero is an error. */
  bookDifference: MoneyText,
  /** The day's incoming payments by bank statements, and the credited part. */
  bankIn: MoneyText,
  bankCredited: MoneyText,
  /** Payments that staff have put aside with a reason: they belong to no deposit. */
  bankAside: MoneyText,
  /** Money on the house's account that belongs to no user and is not put aside. */
  bankDifference: MoneyText,
  /** Deposits by bank transfer that were credited that day and that no line of a statement names. */
  withoutLine: MoneyText,
})
export type ReconciledDay = Static<typeof ReconciledDay>
