import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { findPostgres, required } from '../../scripts/setup/requirements.mjs'
import { startStore } from '../../scripts/setup/store.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { present } from '../../server/src/shared/assert'
import { createLog } from '../../server/src/shared/log'
import { until } from '../support/until'

jest.setTimeout(120_000)

/** Backups of the three machines, with one PostgreSQL and a store that takes signed requests only. */
const HOSTS = join(__dirname, '../../deploy/hosts')
const SETTINGS = join(__dirname, '../../deploy/backup/settings.sh')
const BUCKET = 'fairtick-backups'

let folder: string
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let database: Database
let store: Awaited<ReturnType<typeof startStore>>
const configuration = () => join(folder, 'pgbackrest.conf')

/** The shipped configuration, filled in for this machine. */
function configure(secret: string, to: string) {
  const { host } = new URL(store.url.replace('127.0.0.1', 'localhost'))
  const values: Record<string, string> = {
    ...{ BACKUP_S3_ENDPOINT: host, BACKUP_S3_BUCKET: BUCKET, BACKUP_S3_REGION: 'us-east-1' },
    ...{ BACKUP_S3_KEY: 'S3RVER', BACKUP_S3_SECRET: secret, BACKUP_S3_CA: join(folder, 'store.crt') },
    ...{
      BACKUP_CIPHER_PASS: 'a passphrase of the test',
      BACKUP_LOGS: join(folder, 'own'),
      BACKUP_SPOOL: join(folder, 'own'),
    },
    ...{ DATA: join(postgres.folder, 'cluster'), SOCKETS: postgres.folder },
  }
  const shipped = readFileSync(join(HOSTS, 'pgbackrest.conf.in'), 'utf8')
  const filled = shipped.replace(/@([A-Z0-9_]+)@/g, (_, name: string) => present(values[name], name))
  writeFileSync(to, `${filled}pg1-port=${new URL(postgres.url).port}\n`)
}

beforeAll(async () => {
  required('pgbackrest')
  folder = mkdtempSync(join(tmpdir(), 'fairtick-pgbackrest-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'own'))
  chmodSync(join(folder, 'own'), 0o777)
  const [cert, key] = [join(folder, 'store.crt'), join(folder, 'store.key')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'pipe' })
  const tls = { cert: readFileSync(cert), key: readFileSync(key) }
  store = await startStore({ folder: join(folder, 'store'), buckets: [BUCKET], tls })
  postgres = await startThrowAwayPostgres([
    ...['archive_mode=on', 'wal_level=replica', 'max_wal_senders=4'],
    `archive_command=pgbackrest --config=${configuration()} --stanza=fairtick archive-push "%p"`,
  ])
  configure('S3RVER', configuration())
  database = createDatabase(postgres.url, createLog('silent'), 1)
  await database.query('create role postgres superuser login')
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await store?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** As the account that PostgreSQL runs as. */
async function asPostgres(command: string, more: Record<string, string> = {}): Promise<string> {
  const env = {
    ...{ PATH: process.env.PATH, BACKUP_DIR: folder, PGBIN: present(findPostgres(), 'PostgreSQL is installed') },
    ...{ PGPORT: new URL(postgres.url).port, PGDATABASE: 'postgres', PGBACKREST_CONFIG: configuration(), ...more },
  }
  return (await promisify(execFile)('bash', ['-c', `. ${SETTINGS}; ${command}`], { env })).stdout
}

/** The state of the backup container. */
const health = () =>
  asPostgres(`as_postgres ${HOSTS}/backup-health`, { BACKUP_METRICS: join(folder, 'own') }).then(
    () => 'healthy',
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )
const switchLog = () => database.query('select pg_switch_wal()')

test('backups that do not work are seen: no certificate of the store, no backup, an old one', async () => {
  expect(await health()).toContain('no backup has succeeded yet')
  // As in an image without the certificates of public authorities; it gives up soon.
  const shipped = readFileSync(configuration(), 'utf8')
  writeFileSync(configuration(), shipped.replace(/^repo1-storage-ca-file=.*$/m, 'io-timeout=2'))
  await expect(asPostgres(`as_postgres ${HOSTS}/backup full`)).rejects.toThrow('certificate')
  await switchLog()
  await until('archiving has failed', async () => (await health()).includes('the log is not archived'), {
    withinMs: 30_000,
  })

  writeFileSync(configuration(), shipped)
  await asPostgres(`as_postgres ${HOSTS}/backup full`, { BACKUP_METRICS: join(folder, 'own') })
  expect(await health()).toBe('healthy')
  const noted = join(folder, 'own', 'fairtick_backup_base.prom')
  const old = Math.floor(Date.now() / 1000) - 31 * 3600
  writeFileSync(noted, readFileSync(noted, 'utf8').replace(/ \d+$/m, ` ${old}`))
  expect(await health()).toContain('older than 30 hours')
})

test('log and backups go to the store signed and encrypted, and come back from it', async () => {
  await database.query(`create table kept as select 'a word that nobody may read' as word`)
  await asPostgres(`as_postgres ${HOSTS}/backup full`)
  await database.query(`insert into kept values ('after the backup')`)
  const [row] = await database.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const archived = async () =>
    ((await database.query<{ name: string }>('select last_archived_wal as name from pg_stat_archiver'))[0]?.name ??
      '') >= present(row, 'the segment').name
  await until('the log is in the store', archived, { withinMs: 30_000 })

  const files = readdirSync(join(folder, 'store'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  expect(files.length).toBeGreaterThan(5)
  const readable = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes('nobody may read'))
  expect(readable).toEqual([])
  const stranger = join(folder, 'stranger.conf')
  configure('another secret', stranger)
  await expect(asPostgres('as_postgres pgbackrest repo-ls', { PGBACKREST_CONFIG: stranger })).rejects.toThrow('403')

  await postgres.stop()
  const copy = join(folder, 'own', 'copy')
  await asPostgres(`as_postgres ${HOSTS}/restore ${copy}`)
  const port = await freePort()
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${join(folder, 'own')}`
  await asPostgres(
    `as_postgres pg_ctl -D ${copy} -l ${copy}/log -w -o "${options}" start || { tail -n 20 ${copy}/log >&2; exit 1; }`,
  )
  const restored = createDatabase(`postgres://fairtick@127.0.0.1:${port}/postgres`, createLog('silent'), 1)
  try {
    expect(await restored.query('select word from kept order by 1')).toEqual([
      { word: 'a word that nobody may read' },
      { word: 'after the backup' },
    ])
  } finally {
    await restored.close()
    await asPostgres(`as_postgres pg_ctl -D ${copy} -m immediate stop`)
  }
})
