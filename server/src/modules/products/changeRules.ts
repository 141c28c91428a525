import type { ChangeProblem } from '../../../../contract/console'
import type { ProductChangeTerms, ProductTerms } from '../../../../contract/productChanges'
import { parseMoney } from '../../shared/money'

function durationsFit({ durations }: ProductTerms<'durations'>): boolean {
  const seconds = durations.map((duration) => duration.seconds)
  return new Set(seconds).size === seconds.length
}

function stakesFit({ stakeMin, stakeMax, stakePresets }: ProductTerms<'stakes'>, scale: number): boolean {
  const [min, max, ...presets] = [stakeMin, stakeMax, ...stakePresets].map((amount) => parseMoney(amount, scale))
  if (min === undefined || max === undefined || min <= 0n || max < min) return false
  const inside = presets.every((preset) => preset !== undefined && preset >= min && preset <= max)
  return inside && new Set(presets).size === presets.length
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const isTimeZone = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/**
 * Sessions end after they begin and do not overlap, and there is at least one; a product that never closes has none.
 */
function calendarFits({ calendar }: ProductTerms<'calendar'>): boolean {
  const { timeZone, alwaysOpen, hours } = calendar
  if (!isTimeZone(timeZone)) return false
  if (alwaysOpen || hours.length === 0) return alwaysOpen && hours.length === 0
  const spans = hours
    .map(({ day, open, close }) => [day * 1_440 + minutesOf(open), day * 1_440 + minutesOf(close)] as const)
    .sort(([one], [other]) => one - other)
  return spans.every(([open, close], index) => open < close && (spans[index - 1]?.[1] ?? 0) <= open)
}

const FITS: {
  [P in ProductChangeTerms['part']]: (terms: ProductTerms<P>, scale: number) => ChangeProblem | undefined
} = {
  added: (terms, scale) => FITS.durations(terms, scale) ?? FITS.stakes(terms, scale) ?? FITS.calendar(terms, scale),
  names: () => undefined,
  durations: (terms) => (durationsFit(terms) ? undefined : 'durations_wrong'),
  stakes: (terms, scale) => (stakesFit(terms, scale) ? undefined : 'stakes_wrong'),
  calendar: (terms) => (calendarFits(terms) ? undefined : 'calendar_wrong'),
  maintenance: () => undefined,
}

/** The problem with the terms themselves; undefined for nothing. */
export const problemOf = ({ part, terms }: ProductChangeTerms, scale: number): ChangeProblem | undefined =>
  FITS[part](terms as never, scale)
