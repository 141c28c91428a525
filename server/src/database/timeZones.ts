import type { Log } from '../shared/log'
import type { Queryable } from './database'

/** Where a zone that Node.js knows is now, e.g. "GMT+05:30". */
function offsetOf(name: string): string | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}

/** A device's time zone, by a name or an offset that this database knows. Every text has one: UTC at worst. */
export async function timeZoneHere(source: Queryable, name: string): Promise<string> {
  const row = await source.first<{ zone: string }>('select time_zone_here($1, $2) as zone', [name, offsetOf(name)])
  return row?.zone ?? 'UTC'
}

/** Says so if the database lacks names that devices may have; their days are then counted by other names. */
export async function warnOfMissingZones(source: Queryable, log: Log): Promise<void> {
  const missing = await source.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not is_time_zone(name)',
    [Intl.supportedValuesOf('timeZone')],
  )
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  log.warn(
    { count: names.length, examples: names.slice(0, 5) },
    'the database does not know the names of some time zones, and uses other names of theirs; Debian has them in tzdata-legacy',
  )
}
