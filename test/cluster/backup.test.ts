import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { asked } from '../../server/test/asks'
import { lendRoles } from '../../server/test/database'
import { startNode } from '../../server/test/nodes'
import { until } from '../support/until'
import { type BackedUp, startBackedUp } from './backedUp'

let backedUp: BackedUp

beforeAll(async () => {
  backedUp = await startBackedUp()
})
afterAll(() => backedUp?.remove())

/** The state of the backup container. */
const health = () =>
  backedUp.script('health').then(
    () => 'healthy',
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )

test('backups that do not work are seen: no certificate of the store, no backup, an old one', async () => {
  const { configuration, database, own, script } = backedUp
  expect(await health()).toContain('no backup has succeeded yet')
  // As in an image without the certificates of public authorities; it gives up soon.
  const shipped = readFileSync(configuration, 'utf8')
  writeFileSync(configuration, shipped.replace(/^repo1-storage-ca-file=.*$/m, 'io-timeout=2'))
  await expect(script('backup full')).rejects.toThrow('certificate')
  await database.query('select pg_switch_wal()')
  await until('archiving has failed', async () => (await health()).includes('the log is not archived'))

  writeFileSync(configuration, shipped)
  await script('backup full')
  expect(await health()).toBe('healthy')
  const noted = join(own, 'fairtick_backup_base.prom')
  const old = Math.floor(Date.now() / 1000) - 31 * 3600
  writeFileSync(noted, readFileSync(noted, 'utf8').replace(/ \d+$/m, ` ${old}`))
  expect(await health()).toContain('older than 30 hours')
})

test('a week has one full backup, however often backups are made, and two of a day end nothing', async () => {
  const { asPostgres, configuration, own, script } = backedUp
  const kinds = async () =>
    [...(await asPostgres('pgbackrest info')).matchAll(/^ *(full|diff|incr) backup:/gm)].map(([, kind]) => kind)
  await script('backup')
  const before = await kinds()
  expect(before).toContain('full')
  await script('backup', { BACKUP_REHEARSAL: 'off' })
  expect(await kinds()).toEqual([...before, 'incr'])
  expect(readFileSync(join(own, 'fairtick_backup_without_rehearsal.prom'), 'utf8')).toBe(
    'fairtick_backup_without_rehearsal 1\n',
  )
  await script('backup full')
  await script('backup full')
  // By number, the oldest would be gone by now.
  expect((await kinds()).slice(0, before.length)).toEqual(before)
  expect(readFileSync(configuration, 'utf8')).toMatch(/^repo1-retention-full-type=time$/m)
})

test('log and backups go to the store signed and encrypted, and come back from it', async () => {
  const { asPostgres, configure, database, folder, own, postgres, script } = backedUp
  await database.query(`create table kept as select 'a word that nobody may read' as word`)
  // As under Patroni, which names the files of its folder: those of another machine are not there.
  await database.query(`alter system set hba_file = '${join(postgres.folder, 'cluster/pg_hba.conf')}'`)
  await script('backup full')
  await database.query(`insert into kept values ('after the backup')`)
  await backedUp.archiveAll()

  const files = readdirSync(join(folder, 'store'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  expect(files.length).toBeGreaterThan(5)
  const readable = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes('nobody may read'))
  expect(readable).toEqual([])
  const stranger = join(folder, 'stranger.conf')
  configure('another secret', stranger)
  await expect(asPostgres('pgbackrest repo-ls', { PGBACKREST_CONFIG: stranger })).rejects.toThrow('403')

  const restored = join(own, 'restored')
  await script(`restore ${restored}`)
  const settings = readFileSync(join(restored, 'postgresql.auto.conf'), 'utf8')
  expect(settings.match(/^hba_file = .*$/gm)?.at(-1)).toBe(`hba_file = '${restored}/pg_hba.conf'`)
  expect(settings).toMatch(/^restore_command = '.*--stanza=fairtick.*'$/m)
  const copy = await backedUp.startCopy(restored)
  const found = createDatabase(copy.url, createLog('silent'), 1)
  try {
    expect(await found.query('select word from kept order by 1')).toEqual([
      { word: 'a word that nobody may read' },
      { word: 'after the backup' },
    ])
  } finally {
    await found.close()
    await copy.stop()
  }
})

test('what is restored has everything up to the last archived segment, and the rehearsal says when it does not add up', async () => {
  const { database, postgres, script } = backedUp
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  const node = await startNode(postgres.url)
  await node.newUser('before_base')
  await script('backup full')

  const token = await node.newUser('after_base')
  const terms = { symbol: 'BTCUSDT', direction: 'up', stake: '10.00', durationSeconds: 30, earningsRateBp: 7500 }
  const placed = await node.call('POST', '/orders', token, asked({ id: newId(), ...terms, direction: 'up' }))
  expect(placed.status).toBe(201)
  await node.stop()
  const row = await database.first<{ transfers: bigint; users: bigint }>(
    'select (select count(*) from ledger_transfer) as transfers, (select count(*) from app_user) as users',
  )
  await database.query(`update setting set value = jsonb_set(value, '{funds}', '"live"') where key = 'installation'`)
  await backedUp.archiveAll()
  const said = await script('rehearse')
  expect(said).toMatch(/^restored up to 20/)
  expect(said).toMatch(/books +add up/)
  expect(said).toMatch(new RegExp(`transfers +${row?.transfers}\\b`))
  expect(row?.users).toBe(2n)

  await database.query('alter table ledger_account disable trigger all')
  await database.query('update ledger_account set balance = balance + 1 where kind = 102')
  await backedUp.archiveAll()
  await expect(script('rehearse')).rejects.toThrow('The books do not add up')
})
