import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase } from '../../server/src/database/database'
import { createLog } from '../../server/src/shared/log'
import { until } from '../support/until'
import { createMachines, type Machine, type Machines } from './machines'
import { createPrograms } from './programs'

const run = promisify(execFile)
const HOUR_MS = 3_600_000
const MACHINES: readonly Machine[] = ['db1', 'db2']
const whereRoot = process.getuid?.() === 0 ? test : test.skip

let folder: string
let machines: Machines
let programs: ReturnType<typeof createPrograms>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-certificates-'))
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  for (const name of MACHINES) await machines?.killPostgres(name).catch(() => undefined)
  await programs?.endAll()
  rmSync(folder, { recursive: true, force: true })
})

/** The machine's certificate once more, by the same authority and for the same names, but for an hour only. */
function shorten(name: Machine) {
  const file = (each: string) => join(folder, each)
  const old = machines.of(name, 'server.crt')
  const names = execFileSync('openssl', ['x509', '-in', old, '-noout', '-ext', 'subjectAltName'], { encoding: 'utf8' })
  const san = names.split('\n')[1]?.trim().replaceAll('IP Address:', 'IP:')
  writeFileSync(file('index'), '')
  const config = `[ca]\ndefault_ca=own\n[own]\ndatabase=${file('index')}\nnew_certs_dir=${folder}\nrand_serial=yes\npolicy=any
default_md=sha256\nx509_extensions=of\n[any]\ncommonName=supplied\n[of]\nsubjectAltName=${san}\nextendedKeyUsage=serverAuth,clientAuth\n`
  writeFileSync(file('ca.conf'), config)
  const key = machines.of(name, 'server.key')
  execFileSync('openssl', ['req', '-new', '-key', key, '-subj', `/CN=${name}`, '-out', file('request')])
  const at = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  const during = ['-startdate', at(Date.now() - HOUR_MS), '-enddate', at(Date.now() + HOUR_MS)]
  const by = ['-cert', machines.authority, '-keyfile', join(folder, 'certs/ca.key')]
  const args = ['ca', '-batch', '-notext', '-config', file('ca.conf'), ...by, ...during]
  execFileSync('openssl', [...args, '-in', file('request'), '-out', file('short.crt')], { stdio: 'pipe' })
  copyFileSync(file('short.crt'), old)
}

/** When the certificate ends that a part shows to whoever connects. */
async function endOf(name: Machine, port: number, more: readonly string[] = []): Promise<number> {
  const shown = run('openssl', ['s_client', '-connect', `${machines.address[name]}:${port}`, ...more])
  shown.child.stdin?.end()
  const { stdout } = await shown.catch((error: { stdout: string }) => error)
  const read = run('openssl', ['x509', '-noout', '-enddate'])
  read.child.stdin?.end(stdout)
  return Date.parse((await read).stdout.replace('notAfter=', '').trim())
}

const PARTS = { etcd: 2379, patroni: 8008, postgres: 5432, redis: 6379 } as const
const endsOf = async (name: Machine) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(PARTS)
        .filter(([part]) => part !== 'redis' || name === 'db1')
        .map(async ([part, port]) => {
          const more = part === 'postgres' ? ['-starttls', 'postgres'] : []
          return [part, await endOf(name, port, more).catch(() => 0)] as const
        }),
    ),
  )

whereRoot(
  'certificates that end within the hour are renewed while all parts run, and each shows the new one',
  async () => {
    programs = createPrograms(folder)
    machines = createMachines(folder, programs)
    for (const name of MACHINES) shorten(name)
    machines.startStore()
    machines.startRedis()
    for (const name of MACHINES) machines.startEtcd(name)
    machines.startPatroni('db1')
    machines.startProxy('db1')
    const database = createDatabase(machines.login('postgres'), createLog('silent'), 2)
    const answers = () => database.query('select 1').then(Boolean, () => false)
    await until('PostgreSQL', answers, { everyMs: 200, describe: () => programs.said('patroni db1') })
    machines.startPatroni('db2')
    // Patroni ends connections when it makes the cluster ready.
    const follows = () => database.some("select from pg_stat_replication where sync_state = 'sync'").catch(() => false)
    await until('the replica', follows, { everyMs: 200, describe: () => programs.said('patroni db2') })

    const soon = Date.now() + HOUR_MS + 60_000
    for (const name of MACHINES) for (const end of Object.values(await endsOf(name))) expect(end).toBeLessThan(soon)
    const figures = machines.of('db1', 'figures')
    await run(join(folder, 'hosts/certificate-ends'), [machines.of('db1', '')], {
      env: { ...process.env, BACKUP_METRICS: figures },
    })
    const noted = readFileSync(join(figures, 'fairtick_certificates.prom'), 'utf8')
    expect(Number(/part="server.crt"} (\d+)/.exec(noted)?.[1]) * 1_000).toBeLessThan(soon)

    // The runbook "A certificate ends": the machine with the primary last.
    const env = { ...process.env, NAME: 'db1' }
    await run(join(folder, 'hosts/certificates'), [join(folder, 'certs'), join(folder, 'hosts.env')], { env })
    for (const name of [...MACHINES].reverse()) {
      copyFileSync(join(folder, 'certs', name, 'server.crt'), machines.of(name, 'server.crt'))
      await machines.reloadPatroni(name)
      if (name === 'db1') {
        await programs.end('redis', 'SIGTERM')
        machines.startRedis()
      }
      const later = Date.now() + 800 * 24 * HOUR_MS
      await until(
        `new certificates of ${name}`,
        async () => Object.values(await endsOf(name)).every((end) => end > later),
        {
          everyMs: 500,
          describe: async () => JSON.stringify(await endsOf(name)),
        },
      )
      // The proxy ends connections when Patroni's new certificate comes between two of its checks.
      await until('answers with it', answers, { everyMs: 100 })
    }
    await until('the replica with it', follows, { everyMs: 100 })
    await database.close()
  },
)
