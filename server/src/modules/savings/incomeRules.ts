import { parseMoney } from '../../shared/money'

/** Decimals of the income of 10,000.00 for one day. */
const INCOME_SCALE = 4
/** 10.0000 a day would be 36 % a year. */
export const INCOME_MAX = 10n * 10n ** BigInt(INCOME_SCALE)
/**
 * 2.0000 a day is 7 % a year: above it, or below half or above twice the income before it, two people have to agree.
 */
const INCOME_USUAL_MAX = 2n * 10n ** BigInt(INCOME_SCALE)

/** Undefined for an income that is invalid or out of bounds. */
export function readIncome(text: string): bigint | undefined {
  const value = parseMoney(text, INCOME_SCALE)
  return value === undefined || value < 0n || value > INCOME_MAX ? undefined : value
}

/** `before` is what `incomeBefore` returns. */
export const isUnusualIncome = (income: bigint, before: bigint | undefined) =>
  income > INCOME_USUAL_MAX || (before !== undefined && (income * 2n < before || income > before * 2n))
