import Type from 'typebox'
import { ClientId, closed, type Infer, Instant, MoneyText, nullable, PageQuery, pageOf } from './common'

/** A calendar day of the fund (Asia/Shanghai), "2026-11-21". */
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Day, Asia/Shanghai' })
/** Per-10,000 income in the platform currency, 4 decimals, e.g. "0.6543". */
const PerTenThousand = Type.String({ pattern: '^\\d{1,6}\\.\\d{4}$' })
/** 7-day annualized rate in percent, 3 decimals, e.g. "2.387" (PRODUCT.md 14.4). */
const Rate = Type.String({ pattern: '^\\d{1,6}\\.\\d{3}$' })

/**
 * GET /savings; asked for again when the stream says that `savings` changed. An answer with an older `version` is out
 * of date.
 */
export const Savings = closed({
  total: MoneyText,
  confirmed: MoneyText,
  pending: MoneyText,
  yesterdayEarnings: nullable(MoneyText),
  allEarnings: MoneyText,
  /** Null until the fund has an income day. */
  rate: nullable(Rate),
  perTenThousand: nullable(PerTenThousand),
  incomeDay: nullable(Day),
  available: MoneyText,
  depositMinimum: MoneyText,
  depositMaximum: MoneyText,
  depositsLeft: Type.Integer({ minimum: 0 }),
  transfersOutLeft: Type.Integer({ minimum: 0 }),
  transferOutLeft: MoneyText,
  /** Days from today on without trading, other than Saturdays and Sundays; for contract/savingsDates.ts. */
  closedDays: Type.Array(Day, { maxItems: 120 }),
  version: Type.Integer({ minimum: 0 }),
  /** The floor above which the available balance goes into savings once a day; null if it is off. */
  automatic: nullable(closed({ floor: MoneyText, since: Instant })),
})
export type Savings = Infer<typeof Savings>

/** GET /savings/incomes: oldest first. */
export const IncomesQuery = closed({ days: Type.Enum(['7', '30', '90']) })
export const IncomeDay = closed({ day: Day, perTenThousand: PerTenThousand, rate: Rate })
export type IncomeDay = Infer<typeof IncomeDay>
export const IncomeList = closed({ items: Type.Array(IncomeDay, { maxItems: 90 }) })
export type IncomeList = Infer<typeof IncomeList>

/** POST /savings/deposits and POST /savings/transfers-out. Same id and body: the same answer. */
export const MoveSavings = closed({ id: ClientId, amount: MoneyText })
export type MoveSavings = Infer<typeof MoveSavings>

/** POST /savings/automatic: turns it on with this floor, or off with null. */
export const SetAutomatic = closed({ floor: nullable(MoneyText) })
export type SetAutomatic = Infer<typeof SetAutomatic>

export const SavingsMovement = closed({
  id: ClientId,
  kind: Type.Enum(['deposit', 'transfer_out']),
  amount: MoneyText,
  status: Type.Enum(['pending', 'confirmed']),
  createdAt: Instant,
  /** Deposits only: the trading day that counts, the day of confirmation, and when the first earnings are shown. */
  tradeDay: nullable(Day),
  confirmedOn: nullable(Day),
  firstEarningsShownOn: nullable(Day),
})
export type SavingsMovement = Infer<typeof SavingsMovement>

/** GET /savings/movements: newest first. */
export const MovementsQuery = closed({ ...PageQuery, kind: Type.Optional(Type.Enum(['deposit', 'transfer_out'])) })
export type MovementsQuery = Infer<typeof MovementsQuery>
export const SavingsMovementPage = pageOf(SavingsMovement)
export type SavingsMovementPage = Infer<typeof SavingsMovementPage>

/** GET /savings/earnings: newest first; each with what it was computed from. */
export const SavingsEarning = closed({
  day: Day,
  /** Confirmed share that earned. */
  share: MoneyText,
  perTenThousand: PerTenThousand,
  amount: MoneyText,
  /** The remainder below the smallest unit, before and after, as a decimal fraction of that unit (8 decimals). */
  carryBefore: Type.String({ pattern: '^0\\.\\d{8}$' }),
  carryAfter: Type.String({ pattern: '^0\\.\\d{8}$' }),
})
export type SavingsEarning = Infer<typeof SavingsEarning>
export const EarningsQuery = closed(PageQuery)
export type EarningsQuery = Infer<typeof EarningsQuery>
export const SavingsEarningPage = pageOf(SavingsEarning)
export type SavingsEarningPage = Infer<typeof SavingsEarningPage>
