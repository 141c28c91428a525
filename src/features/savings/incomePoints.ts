import type { IncomeDay } from '../../../contract/savings'
import type { LinePoint } from '../../components/chart/lineRenderer'

/** The figure that the chart shows: income per 10,000 of share, or the 7-day annualized rate. */
export type Measure = 'income' | 'rate'

/** Decimals of a measure, as the server records it. */
export const DECIMALS: Record<Measure, number> = { income: 4, rate: 3 }

export const recordedOf = (day: IncomeDay, measure: Measure): string =>
  measure === 'income' ? day.perTenThousand : day.rate

/** The points of the chart, oldest first. */
export function pointsOf(
  days: readonly IncomeDay[],
  measure: Measure,
  labelOf: (day: string) => string,
  textOf: (recorded: string) => string,
): LinePoint[] {
  return days.map((day) => {
    const recorded = recordedOf(day, measure)
    return { label: labelOf(day.day), value: Number(recorded), text: textOf(recorded) }
  })
}

/** Lowest and highest of a measure as recorded; undefined without days. */
export function extremesOf(days: readonly IncomeDay[], measure: Measure): { low: string; high: string } | undefined {
  const recorded = days.map((day) => recordedOf(day, measure)).sort((a, b) => Number(a) - Number(b))
  const [low] = recorded
  const high = recorded[recorded.length - 1]
  return low === undefined || high === undefined ? undefined : { low, high }
}
