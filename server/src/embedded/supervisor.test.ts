import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../test/support/until'
import { createDatabase } from '../database/database'
import { createLog } from '../shared/log'
import { type EmbeddedDatabase, startEmbedded } from './supervisor'
import { visitEmbedded } from './visit'

const log = createLog('silent')
/** mkdtemp makes a folder that only we may enter, which is the hard case when PostgreSQL runs as another account. */
const parent = mkdtempSync(join(tmpdir(), 'fairtick-embedded-'))
/** Set up by whichever test comes first, as each setting up takes a second of a core. */
const dataDir = join(parent, 'house')
const running: EmbeddedDatabase[] = []

const start = async (folder = dataDir) => {
  const embedded = await startEmbedded({ dataDir: folder, log })
  running.push(embedded)
  return embedded
}

afterEach(async () => {
  for (const embedded of running.splice(0)) await embedded.stop()
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** The database is away for a while: what fails is asked again. */
const answers = <T>(ask: () => Promise<T | undefined>): Promise<NonNullable<Exclude<T, false>>> =>
  until('an answer of the database', () => ask().catch(() => undefined), { everyMs: 25 })

test('a folder that only we may enter works, commits reach the disk, and a stop is clean', async () => {
  const first = await start()
  const database = createDatabase(first.url, log)
  const settings = await database.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`,
  )
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
  })
  await database.query('create table kept (value int)')
  await database.close()
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

  const second = await start()
  const again = createDatabase(second.url, log)
  expect(await again.query('select value from kept')).toEqual([])
  await again.close()
})

test('a second process on the same folder gets one clear sentence, and the first one works on', async () => {
  const first = await start()
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
    new RegExp(`^DATA_DIR .*house is already used by another Fairtick process \\(process ${process.pid}\\)\\.$`),
  )
  const database = createDatabase(first.url, log)
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
})

test('after kill -9 of PostgreSQL it is back, commits are kept and the pool recovers', async () => {
  const embedded = await start()
  const database = createDatabase(embedded.url, log)
  await database.query('create table counted (id int primary key)')
  for (let id = 1; id <= 5; id++) {
    await database.query('insert into counted values ($1)', [id])
    const before = embedded.pid()
    process.kill(before, 'SIGKILL')
    const rows = await answers(async () => {
      if (embedded.pid() === before) return undefined
      return database.query<{ count: bigint }>('select count(*) from counted')
    })
    expect(rows[0]?.count).toBe(BigInt(id))
  }
  await database.close()
})

test('a path too long for a socket works over loopback, and keeps its port after a crash', async () => {
  const deep = join(parent, 'x'.repeat(80), 'data')
  mkdirSync(deep, { recursive: true })
  const embedded = await start(deep)
  expect(embedded.url).toContain('@127.0.0.1:')
  const database = createDatabase(embedded.url, log)
  const before = embedded.pid()
  process.kill(before, 'SIGKILL')
  expect(await answers(() => database.query('select 1 as one'))).toEqual([{ one: 1 }])
  await database.close()
})

test('a visitor uses the running database and leaves it running; without a database there is a sentence', async () => {
  await expect(visitEmbedded(join(parent, 'empty'), log)).rejects.toThrow(/^There is no database in DATA_DIR/)
  const embedded = await start()
  const visit = await visitEmbedded(dataDir, log)
  expect(visit.url).toBe(embedded.url)
  await visit.leave()
  const database = createDatabase(embedded.url, log)
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
  await embedded.stop()
  const alone = await visitEmbedded(dataDir, log)
  await alone.leave()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('only the owner may enter the database folder', async () => {
  const embedded = await start()
  await embedded.stop()
  chmodSync(join(dataDir, 'postgres'), 0o755)
  await start()
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
})
