import { formatDayKey, type TimeZoneChoice } from './time'

/** Items by the day of their time on the clock that the user reads ("2026-11-20"), in the order in which they come. */
export function byDay<T>(items: readonly T[], timeOf: (item: T) => string, zone: TimeZoneChoice): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const item of items) {
    const day = formatDayKey(timeOf(item), zone).replaceAll('/', '-')
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}
