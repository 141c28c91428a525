import { DAY_MS, HOUR_MS } from '../../shared/time'

/** PRODUCT.md 13.2.1: of age at 18, or later if the law of the nationality says so. */
const ADULT_AGE = 18
const LATER: Readonly<Record<string, number>> = {
  DZ: 19,
  KR: 19,
  NZ: 20,
  TH: 20,
  BH: 21,
  CM: 21,
  EG: 21,
  HN: 21,
  KW: 21,
  SG: 21,
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The latest date that has begun everywhere on earth: "2026-03-05". */
export const dayEverywhere = (nowMs: number): string => dayOf(nowMs - 12 * HOUR_MS)

export const dayIn = (nowMs: number, days: number): string => dayEverywhere(nowMs + days * DAY_MS)

/** "2026-02-29" is no day. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && dayOf(at) === text
}

/** The date of birth in a Chinese ID number; undefined for all others. */
export function birthOf(nationality: string, idNumber: string): string | undefined {
  if (nationality !== 'CN') return undefined
  const digits = idNumber.length === 15 ? `19${idNumber.slice(6, 12)}` : idNumber.slice(6, 14)
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return isDay(day) ? day : undefined
}

/** A birthday counts once its date has begun in every time zone. One of 29 February counts on 1 March. */
export function isUnderAge(bornOn: string, nationality: string, nowMs: number): boolean {
  const age = LATER[nationality] ?? ADULT_AGE
  return `${Number(bornOn.slice(0, 4)) + age}${bornOn.slice(4)}` > dayEverywhere(nowMs)
}
