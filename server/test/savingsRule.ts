import { addDays } from '../../contract/savingsDates'

export interface RuleMovement {
  /** Minor units: positive for a deposit, negative for a transfer out. */
  amount: bigint
  countsOn: string
}

export interface RuleEarning {
  day: string
  share: bigint
  amount: bigint
  carryBefore: bigint
  carryAfter: bigint
}

/** 10^4 for the decimals of the income, times the 10,000 of shares that the income is for. */
const CARRY_UNIT = 100_000_000n

/**
 * The earnings of one saver up to and including `through`, as PRODUCT.md 14.3 words them and apart from the SQL: it walks
 * forward from nothing, whereas the SQL goes back from the present balance.
 */
export function replaySavings(
  movements: readonly RuleMovement[],
  incomeE4Of: (day: string) => bigint,
  through: string,
): RuleEarning[] {
  const earnings: RuleEarning[] = []
  const byDay = Map.groupBy(movements, (movement) => movement.countsOn)
  let day = [...byDay.keys()].sort()[0]
  let share = 0n
  let carry = 0n
  for (; day !== undefined && day <= through; day = addDays(day, 1)) {
    for (const { amount } of byDay.get(day) ?? []) share += amount
    if (share < 0n) throw new Error(`the share is negative at the end of ${day}`)
    if (share === 0n) continue
    const numerator = share * incomeE4Of(day) + carry
    const amount = numerator / CARRY_UNIT
    earnings.push({ day, share, amount, carryBefore: carry, carryAfter: numerator - amount * CARRY_UNIT })
    carry = numerator - amount * CARRY_UNIT
    share += amount
  }
  return earnings
}
