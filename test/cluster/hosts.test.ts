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

jest.setTimeout(30_000)

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
  expect(patroni.bootstrap.dcs.synchronous_mode).toBe(true)
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

test('the unit of the backup runs what is shipped', async () => {
  const unit = readFileSync(join(ROOT, 'deploy/systemd/fairtick-backup.service'), 'utf8')
  const commands = [...unit.matchAll(/^ExecStart=(\S+)/gm)].map(([, command = '']) => command)
  expect(commands).toHaveLength(2)
  for (const command of commands) expect(existsSync(command.replace('/opt/fairtick', ROOT))).toBe(true)
  const copy = join(folder, 'fairtick-backup.service')
  writeFileSync(copy, unit.replaceAll('/opt/fairtick', ROOT))
  if (existsSync('/usr/bin/systemd-analyze')) await run('systemd-analyze', ['verify', copy])
})
