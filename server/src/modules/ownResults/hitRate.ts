import type { HitRate } from '../../../../contract/results'

/** 95 % of the standard normal distribution lie within this many deviations. */
const Z = 1.959964

const basisPoints = (share: number) => Math.round(share * 10_000)

/**
 * Wilson score interval of `won` out of `bets` at 95 %, in basis points. It holds for few bets, too, and never leaves 0 to
 * 100 %.
 */
export function wilson(won: number, bets: number): { lowBp: number; highBp: number } {
  const rate = won / bets
  const middle = (rate + Z ** 2 / (2 * bets)) / (1 + Z ** 2 / bets)
  const half = (Z / (1 + Z ** 2 / bets)) * Math.sqrt((rate * (1 - rate)) / bets + Z ** 2 / (4 * bets ** 2))
  return { lowBp: basisPoints(Math.max(0, middle - half)), highBp: basisPoints(Math.min(1, middle + half)) }
}

/** Sums of won and lost orders, minor units: their stakes, and what all of them pay when they win. */
export interface Bets {
  won: number
  lost: number
  stakes: bigint
  payouts: bigint
}

/** Share of bets that must win so that nothing is lost, basis points, rounded half up; null without a bet. */
export const breakEvenBp = ({ stakes, payouts }: Pick<Bets, 'stakes' | 'payouts'>): number | null =>
  payouts === 0n ? null : Number((stakes * 20_000n + payouts) / (payouts * 2n))

/** Null without a bet. */
export function hitRateOf({ won, lost, stakes, payouts }: Bets): HitRate | null {
  const breakEven = breakEvenBp({ stakes, payouts })
  if (breakEven === null) return null
  return {
    rateBp: basisPoints(won / (won + lost)),
    ...wilson(won, won + lost),
    breakEvenBp: breakEven,
    earningsRateBp: Number(((payouts - stakes) * 20_000n + stakes) / (stakes * 2n)),
  }
}
