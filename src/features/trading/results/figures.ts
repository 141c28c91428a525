import { toCsv } from '../../../../contract/csv'
import type { HitRate, ResultSums, Results } from '../../../../contract/results'
import type { LinePoint } from '../../../components/chart/lineRenderer'
import type { StripPoint } from '../../../domain/proof/strip'

/** Bets from which on a hit rate is shown: before, its interval is nearly everything. */
export const BETS_MIN = 10

/** Ties and void orders are no bets. */
export const betsOf = ({ won, lost }: Pick<ResultSums, 'won' | 'lost'>): number => won + lost

/**
 * The verdict on a hit rate: the break-even rate lies within its interval, or the whole interval lies below or above
 * it.
 */
export function verdictOf({ lowBp, highBp, breakEvenBp }: HitRate): 'luck' | 'below' | 'above' {
  if (highBp < breakEvenBp) return 'below'
  return lowBp > breakEvenBp ? 'above' : 'luck'
}

const STEP_BP = 1_000

/** The part of 0 to 100 % that a bar shows, in steps of 10 %: interval and break-even rate with some room. */
export function scaleOf({ lowBp, highBp, breakEvenBp }: HitRate): { fromBp: number; toBp: number } {
  const low = Math.min(lowBp, breakEvenBp) - STEP_BP / 2
  const high = Math.max(highBp, breakEvenBp) + STEP_BP / 2
  return {
    fromBp: Math.max(0, Math.floor(low / STEP_BP) * STEP_BP),
    toBp: Math.min(10_000, Math.ceil(high / STEP_BP) * STEP_BP),
  }
}

/** Points of the curve from 0 on. */
export function pointsOf(
  curve: Results['curve'],
  dayOf: (at: string) => string,
  textOf: (net: string) => string,
): LinePoint[] {
  const points = curve.map(({ at, net }) => ({ label: dayOf(at), value: Number(net), text: textOf(net) }))
  const [first] = points
  return first ? [{ label: first.label, value: 0, text: textOf('0') }, ...points] : []
}

/** Lowest and highest net result of the curve as recorded. */
export function extremesOf(curve: Results['curve']): { low: string; high: string } {
  const recorded = ['0', ...curve.map(({ net }) => net)].sort((a, b) => Number(a) - Number(b))
  return { low: recorded[0] ?? '0', high: recorded[recorded.length - 1] ?? '0' }
}

/** Sums of a group with the group's name. */
export interface NamedSums extends ResultSums {
  name: string
}

const percent = (bp: number | null) => (bp === null ? '' : `${(bp / 100).toFixed(2)}`)

/** The groups as a file: plain figures for spreadsheets. `heads` are those of its columns. */
export function groupsCsv(groups: readonly NamedSums[], heads: readonly string[], decimal: string): string {
  const rows = groups.map(({ name, orders, won, lost, tie, void: voided, staked, net, breakEvenBp }) => [
    name,
    String(orders),
    String(won),
    String(lost),
    String(tie),
    String(voided),
    staked,
    net,
    percent(breakEvenBp),
  ])
  return toCsv([heads, ...rows], decimal)
}

/** The course of the net result without its amounts: in percent of a box, from 0 on, with the height of zero. */
export function shapeOf(curve: Results['curve']): { points: StripPoint[]; zero: number } {
  const values = [0, ...curve.map(({ net }) => Number(net))]
  const high = Math.max(...values)
  const height = high - Math.min(...values) || 1
  const percent = (share: number) => Math.round(share * 1_000) / 10
  const yOf = (value: number) => percent((high - value) / height)
  const last = Math.max(1, values.length - 1)
  return { points: values.map((value, index) => ({ x: percent(index / last), y: yOf(value) })), zero: yOf(0) }
}

/** Where the points of a curve fall most: the highest one, and the lowest one after it. Undefined if it never falls. */
export function largestFallOf(values: readonly number[]): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined
  let deepest = 0
  let top = 0
  values.forEach((value, index) => {
    if (value > (values[top] ?? value)) top = index
    const fall = (values[top] ?? value) - value
    if (fall <= deepest) return
    deepest = fall
    found = { from: top, to: index }
  })
  return found
}
