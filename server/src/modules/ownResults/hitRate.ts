import type { HitRate } from '../../../../contract/results'
import { wilson } from '../../../../contract/wilson'

const basisPoints = (share: number) => Math.round(share * 10_000)

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
