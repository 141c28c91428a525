import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const ROOT = join(__dirname, '../..')
/** The scripts of the machines and containers. */
const SCRIPTS = join(ROOT, 'deploy/backup')
const OPS = join(ROOT, 'dist/server/ops.js')
const BACKUPS = 'fairtick-backups'

/** A certificate that vouches for itself, in `folder`. @returns the files */
export function makeCertificate(folder: string, host: string) {
  const [cert, key] = [join(folder, 'store.crt'), join(folder, 'store.key')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
  const names = ['-subj', '/CN=store', '-addext', `subjectAltName=DNS:${host}`, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'pipe' })
  return { cert, key }
}

/**
 * Runs PostgreSQL on a restored folder until its log is replayed.
 * @returns the address of the copy, and how to end it
 */
async function startCopy(data: string, asPostgres: (command: string) => Promise<string>) {
  const port = await freePort()
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`
  await asPostgres(
    `pg_ctl -D ${data} -l ${data}/log -w -o "${options}" start || { tail -n 20 ${data}/log >&2; exit 1; }`,
  )
  const url = `postgres://fairtick@127.0.0.1:${port}/postgres`
  const copy = createDatabase(url, createLog('silent'), 1)
  const isThrough = async () => (await copy.first<{ on: boolean }>('select pg_is_in_recovery() as on'))?.on === false
  await until('the log is replayed', isThrough)
  await copy.close()
  return { url, stop: () => asPostgres(`pg_ctl -D ${data} -m immediate stop`) }
}

/** The configuration of pgBackRest that deploy/hosts ships, with these values. */
function writeConfiguration(to: string, values: Record<string, string>) {
  const shipped = readFileSync(join(ROOT, 'deploy/hosts/pgbackrest.conf.in'), 'utf8')
  const filled = shipped.replace(/@([A-Z0-9_]+)@/g, (_, name: string) => present(values[name], name))
  writeFileSync(to, `${filled}pg1-port=${values.PORT}\n`)
}

/** Closes the current segment of the log and waits until it and all before it are in the store. */
async function archiveAll(database: Database) {
  const row = await database.first<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const last = 'select last_archived_wal as name from pg_stat_archiver'
  const archived = async () =>
    ((await database.first<{ name: string | null }>(last))?.name ?? '') >= present(row, 'the segment').name
  await until(`${row?.name} in the store`, archived, { everyMs: 50 })
}

const storeSettings = (url: string, certificate: string, secret: string) => ({
  BACKUP_S3_ENDPOINT: new URL(url.replace('127.0.0.1', 'localhost')).host,
  BACKUP_S3_BUCKET: BACKUPS,
  BACKUP_S3_REGION: 'us-east-1',
  BACKUP_S3_KEY: 'S3RVER',
  BACKUP_S3_SECRET: secret,
  BACKUP_S3_CA: certificate,
  BACKUP_CIPHER_PASS: 'a passphrase of the test',
})

async function runAsPostgres(command: string, folder: string, settings: Record<string, string>): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    PGBIN: present(findPostgres(), 'PostgreSQL is installed'),
    PGDATABASE: 'postgres',
    REHEARSAL_URL: 'postgres://fairtick@localhost/postgres',
    ...settings,
  }
  const shell = ['-c', `. ${SCRIPTS}/settings.sh; as_postgres ${command}`]
  return (await promisify(execFile)('bash', shell, { cwd: folder, env })).stdout
}

/**
 * A PostgreSQL whose log pgBackRest keeps, by the configuration that deploy/hosts ships, in a store that takes signed requests
 * only. `folder` holds all of it; the backup scripts run there as the account of PostgreSQL.
 */
export async function startBackedUp() {
  required('pgbackrest')
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-backup-'))
  chmodSync(folder, 0o755)
  const own = join(folder, 'own')
  mkdirSync(own)
  chmodSync(own, 0o777)
  const tls = makeCertificate(folder, 'localhost')
  const store = await startStore({
    folder: join(folder, 'store'),
    buckets: [BACKUPS],
    tls: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) },
  })
  const configuration = join(folder, 'pgbackrest.conf')
  const postgres = await startThrowAwayPostgres([
    'archive_mode=on',
    'wal_level=replica',
    'max_wal_senders=4',
    `archive_command=pgbackrest --config=${configuration} --stanza=fairtick archive-push "%p"`,
  ])
  /** The same for another PostgreSQL with `more`. */
  const configure = (secret: string, to: string, more: Record<string, string> = {}) =>
    writeConfiguration(to, {
      ...storeSettings(store.url, tls.cert, secret),
      BACKUP_LOGS: own,
      BACKUP_SPOOL: own,
      DATA: join(postgres.folder, 'cluster'),
      SOCKETS: postgres.folder,
      PORT: new URL(postgres.url).port,
      ...more,
    })
  configure('S3RVER', configuration)
  const database = createDatabase(postgres.url, createLog('silent'), 2)
  await database.query('create role postgres superuser login')
  // The account of PostgreSQL may not read every folder.
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)

  /** A command of bash as the account that PostgreSQL runs as, with the functions of the scripts. */
  const asPostgres = (command: string, more: Record<string, string> = {}) =>
    runAsPostgres(command, folder, {
      PGBACKREST_CONFIG: configuration,
      BACKUP_METRICS: own,
      REHEARSAL_DIR: own,
      OPS: `${node} ${OPS}`,
      ...more,
    })

  let isLost = false
  /** The database and the connections to it are gone; the store of the backups stays. */
  async function loseDatabase() {
    isLost = true
    await database.close()
    await postgres.stop()
  }

  return {
    folder,
    own,
    postgres,
    database,
    configuration,
    configure,
    asPostgres,
    /** A script of deploy/backup. */
    script: (line: string, more: Record<string, string> = {}) => asPostgres(`${SCRIPTS}/${line}`, more),
    archiveAll: () => archiveAll(database),
    startCopy: (data: string) => startCopy(data, asPostgres),
    loseDatabase,
    async remove() {
      if (!isLost) await loseDatabase()
      await store.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type BackedUp = Awaited<ReturnType<typeof startBackedUp>>
