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
