import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { required } from '../../scripts/setup/requirements.mjs'

const ROOT = join(__dirname, '../..')
const HOSTS = join(ROOT, 'deploy/hosts')
const run = promisify(execFile)

let folder: string
let machine: string
let settings: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-hosts-'))
  machine = join(folder, 'db2')
  settings = join(folder, 'hosts.env')
  const example = readFileSync(join(HOSTS, 'hosts.env.example'), 'utf8')
  const filled = example
    .replace(/^([A-Z0-9_]+)=$/gm, '$1=secret')
    .replace(/^CONFIG=.*$/m, `CONFIG=${machine}`)
    .replace(/^SITE_CERTIFICATE=.*$/m, `SITE_CERTIFICATE=${folder}/site.pem`)
  writeFileSync(settings, filled)
  await run(join(HOSTS, 'render'), [settings, 'db2', machine])
  await run(join(HOSTS, 'certificates'), [join(folder, 'certs'), settings])
  const own = join(folder, 'certs/db2')
  for (const file of readdirSync(own)) writeFileSync(join(machine, file), readFileSync(join(own, file)))
  writeFileSync(
    join(folder, 'site.pem'),
    ['server.crt', 'server.key'].map((file) => readFileSync(join(own, file), 'utf8')).join(''),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(join(machine, file), 'utf8')

test('a machine gets its own configuration, in which nothing is left open', async () => {
  const files = readdirSync(HOSTS).filter((name) => name.endsWith('.in'))
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) expect(read(file.replace('.in', ''))).not.toMatch(/@[A-Z0-9_]+@/)
  const patroni = parse(read('patroni.yml'))
  expect(patroni.postgresql.listen).toBe('10.0.0.12:5432')
  expect(patroni.postgresql.pg_hba.filter((line: string) => /^host /.test(line))).toEqual([])
  const { synchronous_mode, ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs
  expect(synchronous_mode).toBe(true)
  // Patroni's own rule, and three members of etcd to ask, one of which is electing.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(retry_timeout / 3).toBeGreaterThanOrEqual(3)
  // A store that does not answer keeps pgBackRest for minutes, and a replica asks it before it takes over.
  expect(patroni.postgresql.recovery_conf.restore_command).toMatch(/^timeout [1-5] /)
  const missing = join(folder, 'missing.env')
  writeFileSync(missing, readFileSync(settings, 'utf8').replace(/^REDIS_PASSWORD=.*$/m, 'REDIS_PASSWORD='))
  await expect(run(join(HOSTS, 'render'), [missing, 'db2', join(folder, 'not')])).rejects.toThrow(
    'REDIS_PASSWORD is empty',
  )
  await expect(run(join(HOSTS, 'render'), [settings, 'db9', join(folder, 'not')])).rejects.toThrow(
    'db9 is not in MACHINES',
  )
})

test('HAProxy takes its configuration, and the certificates are of one authority', async () => {
  await run(required('haproxy'), ['-c', '-f', join(machine, 'haproxy.cfg')])
  const { stdout } = await run('openssl', [
    'verify',
    '-CAfile',
    join(folder, 'certs/ca.crt'),
    join(machine, 'server.crt'),
  ])
  expect(stdout).toContain('OK')
  await run('openssl', ['x509', '-in', join(machine, 'server.crt'), '-noout', '-checkip', '10.0.0.12'])
})

test('units run what is shipped, and systemd takes them', async () => {
  const units = readdirSync(join(ROOT, 'deploy/systemd'))
  expect(units.length).toBeGreaterThan(4)
  const copies = units.map((name) => {
    const unit = readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8')
    for (const [, script = ''] of unit.matchAll(/^ExecStart=\/opt\/fairtick\/(deploy\/\S+)/gm)) {
      expect([script, existsSync(join(ROOT, script))]).toEqual([script, true])
    }
    const copy = join(folder, name)
    // The Node.js that `collectServer.mjs --runtime` puts there is this one.
    writeFileSync(copy, unit.replaceAll('/opt/fairtick/bin/node', process.execPath).replaceAll('/opt/fairtick', ROOT))
    return copy
  })
  if (existsSync('/usr/bin/systemd-analyze')) await run('systemd-analyze', ['verify', ...copies])
})

test('a node may ask for the addresses of its machine, and is started however long its database is away', () => {
  const unitOf = (name: string) => readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8')
  expect(unitOf('fairtick.service')).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m)
  for (const name of ['fairtick.service', 'fairtick-signer.service']) {
    expect(unitOf(name)).toMatch(/^\[Unit\][^[]*^StartLimitIntervalSec=0$/m)
  }
})
