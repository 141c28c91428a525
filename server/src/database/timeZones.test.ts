import { createTestDatabase, type TestDatabase } from '../../test/database'
import { startPostgresWithout } from '../../test/postgresWithout'
import { createLog } from '../shared/log'
import { createDatabase, type Database } from './database'
import { migrate } from './migrate'
import { timeZoneHere, warnOfMissingZones } from './timeZones'

let here: TestDatabase
let elsewhere: { postgres: Awaited<ReturnType<typeof startPostgresWithout>>; database: Database }
let oldNames: string[]

beforeAll(async () => {
  here = await createTestDatabase()
  const rows = await here.database.query<{ names: string[] }>(
    `select distinct same_time_zones(name) as names from unnest($1::text[]) as name where same_time_zones(name) is not null`,
    [(await here.database.query<{ name: string }>('select name from pg_timezone_names')).map(({ name }) => name)],
  )
  const groups = rows.map(({ names }) => names)
  // PostgreSQL does not start without these, which every system has.
  oldNames = groups.flatMap((names) => names.slice(1)).filter((name) => name !== 'UTC' && name !== 'GMT')
  const postgres = await startPostgresWithout(oldNames)
  await migrate(postgres.url)
  elsewhere = { postgres, database: createDatabase(postgres.url, createLog('silent'), 2) }
})
afterAll(async () => {
  await here.drop()
  await elsewhere?.database.close()
  await elsewhere?.postgres.stop()
})

/** Minutes ahead of UTC in January and in July, by Node.js. */
function aheadOf(timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((at) => {
    const text = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) + 0
  })
}

/** The same by the name that a database takes instead. */
async function aheadThere(database: Database, name: string): Promise<number[]> {
  const zone = await timeZoneHere(database, name)
  const [row] = await database.query<{ ahead: number[] }>(
    `select array(select extract(epoch from (at at time zone $1) - (at at time zone 'UTC'))::int / 60
                    from unnest(array['2026-01-15', '2026-07-15']::timestamptz[]) as at) as ahead`,
    [zone],
  )
  return row?.ahead ?? []
}

const ofDevices = () => [...new Set([...Intl.supportedValuesOf('timeZone'), ...oldNames])]

test('every name that a device can have counts the same days, whether the database knows old names or not', async () => {
  expect(oldNames).toEqual(expect.arrayContaining(['Asia/Saigon', 'Asia/Calcutta', 'America/Buenos_Aires']))
  const [known] = await elsewhere.database.query<{ knows: boolean }>(`select is_time_zone('Asia/Saigon') as knows`)
  expect(known?.knows).toBe(false)
  for (const database of [here.database, elsewhere.database]) {
    const wrong: string[] = []
    for (const name of ofDevices())
      if (String(await aheadThere(database, name)) !== String(aheadOf(name))) wrong.push(name)
    expect(wrong).toEqual([])
  }
})

test.each([
  ['+08:00', 480],
  ['+05:45', 345],
  ['-03:30', -210],
  ['-3', -180],
  ['GMT+0530', 330],
  ['UTC-12', -720],
  ['<+09:00>-09:00', 540],
  ['Etc/GMT-8', 480],
  ['Japan', 540],
  ['Etc/Unknown', 0],
  ['Atlantis/City', 0],
  ['+25:00', 0],
  ['', 0],
])('"%s" is %i minutes ahead', async (name, ahead) => {
  expect(await aheadThere(here.database, name)).toEqual([ahead, ahead])
})

test('a zone has one name, whatever the device calls it', async () => {
  expect(await timeZoneHere(here.database, 'Asia/Saigon')).toBe('Asia/Ho_Chi_Minh')
  expect(await timeZoneHere(elsewhere.database, 'Asia/Saigon')).toBe('Asia/Ho_Chi_Minh')
  expect(await timeZoneHere(here.database, 'Europe/Berlin')).toBe('Europe/Berlin')
})

test('a zone that nothing here knows by name counts by its offset', async () => {
  const [row] = await here.database.query<{ zone: string }>(
    `select time_zone_here('Mars/Olympus', 'GMT-02:30') as zone`,
  )
  expect(row?.zone).toBe('<-0230>+02:30')
})

test('a limit that was stored by an old name counts on after the database has moved', async () => {
  const day = async ({ database }: { database: Database }, zone: string) =>
    database.first<{ begins: Date; ends: Date }>(
      `select begins, account_limit_end(limit_loss_day(), $1, begins) as ends
         from account_limit_start(limit_loss_day(), $1, '2026-11-29 20:00:00Z') as begins`,
      [zone],
    )
  const expected = { begins: new Date('2026-11-29T17:00:00Z'), ends: new Date('2026-11-30T17:00:00Z') }
  expect(await day(here, 'Asia/Saigon')).toEqual(expected)
  expect(await day(elsewhere, 'Asia/Saigon')).toEqual(expected)
})

test('a server says at its start that its database lacks names', async () => {
  const lines: { msg: string; examples: string[] }[] = []
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) })
  await warnOfMissingZones(here.database, log)
  expect(lines).toEqual([])
  await warnOfMissingZones(elsewhere.database, log)
  expect(lines).toEqual([expect.objectContaining({ msg: expect.stringContaining('tzdata-legacy') })])
})
