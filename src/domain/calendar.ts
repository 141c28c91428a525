import { DAY_MS } from './time'

/** A month of a calendar; `month` from 0. */
export interface Month {
  year: number
  month: number
}

const two = (value: number) => String(value).padStart(2, '0')

/** "2026-03-05". */
export const dayKey = ({ year, month }: Month, day: number): string => `${year}-${two(month + 1)}-${two(day)}`

export const monthOf = (key: string): Month => ({ year: Number(key.slice(0, 4)), month: Number(key.slice(5, 7)) - 1 })

export function monthAfter({ year, month }: Month, count: number): Month {
  const months = year * 12 + month + count
  return { year: Math.floor(months / 12), month: months % 12 }
}

/** Weeks from weekday `begins` (0 is Sunday), each of seven days; undefined for those of other months. */
export function weeksOf(shown: Month, begins: number): (number | undefined)[][] {
  const before = (new Date(Date.UTC(shown.year, shown.month, 1)).getUTCDay() - begins + 7) % 7
  const days = new Date(Date.UTC(shown.year, shown.month + 1, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - before + 1
      return day >= 1 && day <= days ? day : undefined
    }),
  )
}

/** The day this many days later. */
export const dayAfter = (key: string, count: number): string =>
  new Date(Date.parse(`${key}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
