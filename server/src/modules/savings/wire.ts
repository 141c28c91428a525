import type { IncomeDay, Savings, SavingsEarning, SavingsMovement } from '../../../../contract/savings'
import { addDays } from '../../../../contract/savingsDates'
import { formatMoney } from '../../shared/money'
import { SAVINGS_KIND, SAVINGS_STATUS, storedName } from '../../shared/stored'
import type { EarningRow, IncomeRow, MovementRow, OverviewRow } from './repository'
import type { SavingsSettings } from './settings'

const INCOME_SCALE = 4
const CARRY_SCALE = 8
const RATE_SCALE = 3

/**
 * The 7-day annualized rate in thousandths of a percent: mean of the days' incomes × 365 / 10000, rounded half up as
 * funds publish it (PRODUCT.md 14.4). `weekDays` is below 7 only while the fund is younger than a week.
 */
export function annualisedRate(weekSumE4: bigint, weekDays: bigint): bigint {
  // Σ / 10^4 / days × 365 / 10^4 × 100 % × 10^3 = Σ × 365 / (days × 1000)
  const divisor = weekDays * 1_000n
  return (weekSumE4 * 365n * 2n + divisor) / (divisor * 2n)
}

export const incomeToWire = (row: IncomeRow): IncomeDay => ({
  day: row.day,
  perTenThousand: formatMoney(row.income, INCOME_SCALE),
  rate: formatMoney(annualisedRate(row.week_sum, row.week_days), RATE_SCALE),
})

export function movementToWire(row: MovementRow, scale: number): SavingsMovement {
  const isDeposit = row.kind === SAVINGS_KIND.deposit
  return {
    id: row.id,
    kind: storedName(SAVINGS_KIND, row.kind),
    amount: formatMoney(row.amount, scale),
    status: storedName(SAVINGS_STATUS, row.status),
    createdAt: row.created_at.toISOString(),
    tradeDay: row.trade_day,
    confirmedOn: isDeposit ? row.counts_on : null,
    firstEarningsShownOn: isDeposit ? addDays(row.counts_on, 1) : null,
  }
}

export const earningToWire = (row: EarningRow, scale: number): SavingsEarning => ({
  day: row.day,
  share: formatMoney(row.share, scale),
  perTenThousand: formatMoney(row.income, INCOME_SCALE),
  amount: formatMoney(row.amount, scale),
  carryBefore: formatMoney(row.carry_before, CARRY_SCALE),
  carryAfter: formatMoney(row.carry_after, CARRY_SCALE),
})

/** No earnings yesterday is 0.00 once that day is booked for everybody, and null ("not known yet") before. */
function yesterdayEarnings(row: OverviewRow, yesterday: string): bigint | null {
  if (row.yesterday !== null) return row.yesterday
  return row.accrued_through !== null && row.accrued_through >= yesterday ? 0n : null
}

const atLeastZero = (value: bigint) => (value < 0n ? 0n : value)

export function overviewToWire(
  row: OverviewRow,
  income: IncomeRow | undefined,
  terms: SavingsSettings,
  scale: number,
  yesterday: string,
): Savings {
  const money = (minor: bigint) => formatMoney(minor, scale)
  const earnings = yesterdayEarnings(row, yesterday)
  const latest = income && incomeToWire(income)
  return {
    total: money(row.confirmed + row.pending),
    confirmed: money(row.confirmed),
    pending: money(row.pending),
    yesterdayEarnings: earnings === null ? null : money(earnings),
    allEarnings: money(row.earned),
    rate: latest?.rate ?? null,
    perTenThousand: latest?.perTenThousand ?? null,
    incomeDay: latest?.day ?? null,
    available: money(row.available),
    depositMinimum: money(terms.depositMinimum),
    depositMaximum: money(terms.depositMaximum),
    depositsLeft: Math.max(0, terms.depositsPerDay - Number(row.deposits)),
    transfersOutLeft: Math.max(0, terms.transfersOutPerDay - Number(row.transfers_out)),
    transferOutLeft: money(atLeastZero(terms.transferOutDaily - row.transferred_out)),
    closedDays: row.closed_days,
    version: Number(row.version),
    automatic:
      row.floor === null || row.floor_since === null
        ? null
        : { floor: money(row.floor), since: row.floor_since.toISOString() },
  }
}
