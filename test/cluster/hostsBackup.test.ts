import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startThrowAwayPostgres } from '../../scripts/setup/postgres.mjs'
import { findPostgres, required } from '../../scripts/setup/requirements.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { present } from '../../server/src/shared/assert'
import { createLog } from '../../server/src/shared/log'
import { lendRoles } from '../../server/test/database'
import { until } from '../support/until'

jest.setTimeout(180_000)

const ROOT = join(__dirname, '../..')
const STORE = join(ROOT, 'scripts/setup/store.mjs')
const run = promisify(execFile)

let folder: string
let store: ChildProcess
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let database: Database

/** The account that runs PostgreSQL here: it makes and reads its backups, too. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const [, uid = '', gid = ''] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

function makeOwn(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  const { uid, gid } = owner()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

const reaches = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && true)).once('error', () =>
      resolve(false),
    )
  })

beforeAll(async () => {
  required('pgbackrest')
  folder = mkdtempSync(join(tmpdir(), 'fairtick-hosts-backup-'))
  chmodSync(folder, 0o755)
  const [key, certificate] = [join(folder, 'store.key'), join(folder, 'store.crt')]
  const subject = ['-subj', '/CN=store', '-addext', 'subjectAltName=DNS:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject], { stdio: 'ignore' })
  const storePort = await freePort()
  mkdirSync(join(folder, 'store'))
  const address = ['127.0.0.1', String(storePort)]
  store = spawn(process.execPath, [STORE, join(folder, 'store'), ...address, certificate, key], { stdio: 'ignore' })
  await until('the store', () => reaches(storePort))

  const config = join(folder, 'pgbackrest.conf')
  postgres = await startThrowAwayPostgres([
    'archive_mode=on',
    `archive_command=${required('pgbackrest')} --config=${config} --stanza=fairtick archive-push "%p"`,
  ])
  const spool = makeOwn('spool')
  const facts: Record<string, string> = {
    BACKUP_S3_ENDPOINT: `127.0.0.1:${storePort}`,
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_REGION: 'us-east-1',
    BACKUP_S3_KEY: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
    BACKUP_S3_CA: certificate,
    BACKUP_CIPHER_PASS: 'only for this test',
    BACKUP_LOGS: spool,
    BACKUP_SPOOL: spool,
    DATA: join(postgres.folder, 'cluster'),
    SOCKETS: postgres.folder,
  }
  const template = readFileSync(join(ROOT, 'deploy/hosts/pgbackrest.conf.in'), 'utf8')
  const text = template.replace(/@(\w+)@/g, (_, name: string) => present(facts[name], `${name} has a value`))
  writeFileSync(config, `${text}pg1-port=${new URL(postgres.url).port}\n`, { mode: 0o644 })
  database = createDatabase(postgres.url, createLog('silent'), 2)
  await database.query('create role postgres superuser login')
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  store?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** `port` is that of the system: a copy has the usual one in its own folder. */
async function script(path: string, args: string[], port?: string): Promise<string> {
  const { stdout } = await run(join(ROOT, 'deploy', path), args, {
    ...owner(),
    cwd: folder,
    env: {
      ...(port !== undefined && { PGPORT: port }),
      PATH: `${present(findPostgres(), 'PostgreSQL is installed')}:${process.env.PATH}`,
      PGDATABASE: 'postgres',
      PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
      RESTORE: join(ROOT, 'deploy/hosts/restore'),
      REHEARSAL_DIR: join(folder, 'rehearsal'),
      REHEARSAL_URL: 'postgres://fairtick@localhost/postgres',
      OPS: `${join(folder, 'node')} ${join(ROOT, 'dist/server/ops.js')}`,
    },
  })
  return stdout
}

test('a backup in the store is restored apart from the system, by its own settings, and its books add up', async () => {
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  copyFileSync(process.execPath, join(folder, 'node'))
  chmodSync(join(folder, 'node'), 0o755)
  makeOwn('rehearsal')
  // As under Patroni, which names the files of its folder: those of another machine are not there.
  await database.query(`alter system set hba_file = '${join(postgres.folder, 'cluster/pg_hba.conf')}'`)
  await script('hosts/backup', ['full'], new URL(postgres.url).port)
  await database.query('create table made_after_the_backup (value int)')
  await database.query('select pg_switch_wal()')
  const said = await script('backup/rehearse', [])
  expect(said).toMatch(/^restored up to/)
  expect(said).toMatch(/books +add up/)

  const restored = join(makeOwn('restored'), 'data')
  await script('hosts/restore', [restored])
  const settings = readFileSync(join(restored, 'postgresql.auto.conf'), 'utf8')
  expect(settings.match(/^hba_file = .*$/gm)?.at(-1)).toBe(`hba_file = '${restored}/pg_hba.conf'`)
  expect(settings).toMatch(/^restore_command = '.*--stanza=fairtick.*'$/m)
})
