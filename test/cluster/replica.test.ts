import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { findPostgres } from '../../scripts/setup/requirements.mjs'
import { present } from '../../server/src/shared/assert'
import { until } from '../support/until'

/**
 * Primary and replica of deploy/compose.yaml by their own scripts, while the replica is away for so long that the primary has
 * recycled its log. Their accounts sign in by the name of the system account, so it takes that of PostgreSQL.
 */
const SCRIPTS = join(__dirname, '../../deploy/postgres')
const SECRETS = [
  'DATABASE',
  'NODE_DATABASE',
  'OPS_DATABASE',
  'AUDITOR_DATABASE',
  'ARCHIVER_DATABASE',
  'MONITOR_DATABASE',
]
const postgres = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
const sockets = '/var/run/postgresql'
const maySwitch = process.getuid?.() === 0 && postgres !== null && existsSync(sockets)
const whereAllowed = maySwitch ? test : test.skip
const account = { uid: Number(postgres?.[1]), gid: Number(postgres?.[2]) }

let folder: string
let ports: { primary: number; replica: number }
const running = new Map<string, ChildProcess>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-replica-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'data'))
  if (maySwitch) chownSync(join(folder, 'data'), account.uid, account.gid)
  ports = { primary: await freePort(), replica: await freePort() }
})
afterAll(async () => {
  for (const name of running.keys()) await stop(name)
  rmSync(folder, { recursive: true, force: true })
})

const environment = (port: number) => ({
  PATH: `${present(findPostgres(), 'PostgreSQL is installed')}:${process.env.PATH}`,
  PGPORT: String(port),
  ...Object.fromEntries([...SECRETS, 'REPLICATION'].map((name) => [`${name}_PASSWORD`, 'a-secret'])),
})

/** Starts a service of the compose file under this name of a volume. */
function start(script: 'primary.sh' | 'replica.sh', volume: string, args: string[] = []) {
  const isPrimary = script === 'primary.sh'
  const child = spawn(join(SCRIPTS, script), ['-c', 'fsync=off', ...args], {
    ...account,
    cwd: folder,
    env: {
      ...environment(isPrimary ? ports.primary : ports.replica),
      PGDATA: join(folder, 'data', volume),
      ...(!isPrimary && { PGPASSWORD: 'a-secret', PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: String(ports.primary) }),
    },
    stdio: 'ignore',
  })
  running.set(volume, child)
}

async function stop(volume: string) {
  const child = running.get(volume)
  running.delete(volume)
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}

/** Runs a program as PostgreSQL's account next to one of the two. */
function run(on: 'primary' | 'replica', program: string, args: string[] = []) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(program, args, { ...account, cwd: folder, env: environment(ports[on]) })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
    child.once('close', (code) => resolve({ code, said: said.trim() }))
  })
}

const sql = async (text: string) => {
  const { code, said } = await run('primary', 'psql', ['--dbname=postgres', '-Atc', text])
  if (code !== 0) throw new Error(said)
  return said
}
const isHealthy = async () => (await run('replica', join(SCRIPTS, 'follows'))).code === 0
const isUp = (on: 'primary' | 'replica') => async () =>
  (await run(on, 'pg_isready', ['--host=127.0.0.1', '--dbname=postgres'])).code === 0
const waits = { everyMs: 200 }
/** Two segments more, so that the primary removes the ones before if nothing keeps them. */
async function writeOn() {
  for (let segment = 0; segment < 3; segment++)
    await sql(`create table if not exists written (text text); insert into written select repeat(md5(number::text), 30) from generate_series(1, 5000) as number;
               select pg_switch_wal()`)
  await sql('checkpoint')
}

whereAllowed('a replica that was away follows again by its slot; one that was away too long is made anew', async () => {
  start('primary.sh', 'primary', [
    '-c',
    'max_slot_wal_keep_size=200MB',
    '-c',
    'min_wal_size=32MB',
    '-c',
    'max_wal_size=64MB',
  ])
  await until('the primary', isUp('primary'), waits)
  start('replica.sh', 'replica')
  await until('the replica to follow', isHealthy, waits)
  expect(await run('primary', join(SCRIPTS, 'synchronous'))).toMatchObject({ code: 0 })
  await until(
    'commits to wait for it',
    async () => (await sql('show synchronous_standby_names')) === 'ANY 1 (replica)',
    waits,
  )
  await sql('create table kept (word text)')

  // "The replica is down": without it commits wait, so the operator continues with one disk, and the log is recycled.
  await stop('replica')
  await sql(`alter system set synchronous_standby_names = ''`)
  await sql('select pg_reload_conf()')
  await writeOn()
  start('replica.sh', 'replica')
  await until('it to follow by what its slot has kept', isHealthy, waits)
  expect(await run('primary', join(SCRIPTS, 'synchronous'))).toMatchObject({ code: 0 })
  await sql(`insert into kept values ('has an answer')`)

  // Away for more than the slot keeps: it runs and does not follow, is not healthy, and no commit waits for it.
  await stop('replica')
  await sql(`alter system set synchronous_standby_names = ''`)
  await sql(`alter system set max_slot_wal_keep_size = '16MB'`)
  await sql('select pg_reload_conf()')
  const isLost = async () => {
    await writeOn()
    return (await sql('select wal_status from pg_replication_slots')) === 'lost'
  }
  await until('the slot to be lost', isLost, waits)
  start('replica.sh', 'replica')
  await until('it to run', isUp('replica'), waits)
  expect(await isHealthy()).toBe(false)
  const waiting = run('primary', join(SCRIPTS, 'synchronous'))
  expect(await sql('show synchronous_standby_names')).toBe('')

  // The runbook: another volume, and `compose up -d replica synchronous`.
  await stop('replica')
  start('replica.sh', 'replica_2')
  await until('the new copy to follow', isHealthy, waits)
  expect(await waiting).toMatchObject({ code: 0 })
  await until('commits to wait again', async () => (await sql('show synchronous_standby_names')) !== '', waits)
  await sql(`insert into kept values ('on two disks')`)
  const onReplica = (text: string) => run('replica', 'psql', ['--dbname=postgres', '-Atc', text])
  // A commit waits until the copy has written it; it can be read there a moment later.
  await until('both rows', async () => (await onReplica('select count(*) from kept')).said === '2', waits)

  // A new password of the replicator, as UPKEEP.md has it: the copy finds its way back with it, and not with the old one.
  await sql(`alter role replicator password 'another-secret'`)
  const to = `host=127.0.0.1 port=${ports.primary} user=replicator application_name=replica password=another-secret`
  expect(await onReplica(`alter system set primary_conninfo = '${to}'`)).toMatchObject({ code: 0 })
  await stop('replica_2')
  start('replica.sh', 'replica_2')
  await until('it to follow with the new password', isHealthy, waits)
  await sql(`insert into kept values ('with the new password')`)
})
