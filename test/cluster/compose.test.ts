import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { findRedis, required } from '../../scripts/setup/requirements.mjs'
import { present } from '../../server/src/shared/assert'
import { RUNBOOKS } from '../support/runbook'
import { until } from '../support/until'

/** Tests of deploy/compose.yaml if there are no containers. */
const ROOT = join(__dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
const run = promisify(execFile)

interface Service {
  image: string
  command?: string | string[]
  entrypoint?: string | string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  healthcheck?: { test: string[] }
  logging?: { options: Record<string, string> }
  working_dir?: string
}
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(read('compose.yaml'), {
  merge: true,
  // An alias in an alias counts many times.
  maxAliasCount: -1,
})

test('each service finds what it names: volumes, files and the services before it', () => {
  for (const [name, { volumes = [], depends_on: before = [] }] of Object.entries(compose.services)) {
    for (const each of Array.isArray(before) ? before : Object.keys(before))
      expect([name, compose.services]).toHaveProperty(`1.${each}`)
    for (const [from = ''] of volumes.map((each) => each.split(':'))) {
      if (from.startsWith('./'))
        expect([name, from, existsSync(join(ROOT, 'deploy', from))]).toEqual([name, from, true])
      else if (!from.startsWith('/'))
        expect([name, Object.keys(compose.volumes)]).toEqual([name, expect.arrayContaining([from])])
    }
  }
})

test('pgBackRest has the settings of the three machines, and whoever needs them has them', () => {
  const global = read('hosts/pgbackrest.conf.in').split('[fairtick]')[0] ?? ''
  const options = [...global.matchAll(/^([a-z0-9-]+)=(.*)$/gm)].filter(
    ([, name]) => !/-path$|-ca-file$/.test(name ?? ''),
  )
  const stores: (string | undefined)[] = []
  expect(options.length).toBeGreaterThan(10)
  for (const service of ['postgres', 'backup', 'restore']) {
    const environment = compose.services[service]?.environment ?? {}
    expect(environment.PGBACKREST_STANZA).toBe('fairtick')
    for (const [, name = '', value = ''] of options) {
      const own = environment[`PGBACKREST_${name.toUpperCase().replaceAll('-', '_')}`]
      expect([name, own]).toEqual([name, value.startsWith('@') ? `\${${value.replaceAll('@', '')}:?}` : value])
    }
    stores.push(environment.PGBACKREST_REPO1_STORAGE_CA_FILE)
    // Your own certificate is in that folder.
    expect(compose.services[service]?.volumes).toContain('./postgres:/deploy/postgres:ro')
  }
  // Files of Debian's ca-certificates, in an image that has them.
  expect(new Set(stores)).toEqual(new Set([`\${BACKUP_S3_CA:-/etc/ssl/certs/ca-certificates.crt}`]))
  const [, database = ''] = /^FROM \S+ AS database$([\s\S]*?)^FROM /m.exec(read('Containerfile')) ?? []
  expect(/apt-get install -[^\n]*/.exec(database)?.[0].split(' ')).toEqual(
    expect.arrayContaining(['ca-certificates', 'pgbackrest']),
  )
  expect(read('compose.yaml')).toContain('archive_command=pgbackrest archive-push "%p"')
})

test('the state of the backups is the health of the container that makes them', () => {
  expect(compose.services.backup?.healthcheck?.test).toEqual(['CMD', '/deploy/backup/health'])
  expect(compose.services.backup?.environment?.BACKUP_METRICS).toBe('/figures')
})

test('a replica that does not follow is not healthy, and no commit waits for it', () => {
  const { replica, synchronous, postgres } = compose.services
  expect(replica?.healthcheck?.test).toEqual(['CMD', '/follows'])
  expect([synchronous?.entrypoint, postgres?.command]).toEqual([
    ['/synchronous'],
    expect.arrayContaining([expect.stringMatching(/^max_slot_wal_keep_size=/)]),
  ])
})

test('no log of a container grows without an end', () => {
  for (const [name, { logging }] of Object.entries(compose.services))
    expect([name, logging?.options]).toEqual([name, { 'max-size': '50m', 'max-file': '5' }])
})

test("an operator's files come and go by a folder of the host", () => {
  const { volumes = [], environment = {}, working_dir: folder } = compose.services.ops ?? {}
  expect(volumes).toContain('./exchange:/exchange')
  expect([folder, environment.TMPDIR]).toEqual(['/exchange', '/exchange'])
  expect(read('../.dockerignore')).toContain('deploy/exchange/*')
})

test('a command of the operator starts no other service', () => {
  expect(compose.services.ops?.depends_on).toEqual({})
})

test('after a loss the primary runs on another volume, by a setting, with all that it had', () => {
  expect(compose.volumes.primary).toEqual({ name: `\${PRIMARY_VOLUME:-fairtick_primary}` })
  expect(compose.volumes.replica).toEqual({ name: `\${REPLICA_VOLUME:-fairtick_replica}` })
  const folderOf = (service: string, volume: string) =>
    compose.services[service]?.volumes?.find((each) => each.startsWith(`${volume}:`))?.split(':')[1]
  // The same place in each: what PostgreSQL and pgBackRest noted in the volume stays true.
  for (const [service, volume] of ['postgres primary', 'backup primary', 'replica replica', 'restore restored'].map(
    (each) => each.split(' ') as [string, string],
  ))
    expect([service, folderOf(service, volume)]).toEqual([service, '/var/lib/postgresql'])
})

test('what the image is built from has no setting of the installation', () => {
  const left = read('../.dockerignore').split('\n')
  expect(left).toEqual(expect.arrayContaining(['deploy/*.env', 'deploy/postgres/*.crt']))
})

test('the runbooks name services, volumes and settings that exist', () => {
  const commands = [...RUNBOOKS.matchAll(/`compose ([^`]+)`/g)].map(([, command = '']) => command.replace(/\s+/g, ' '))
  expect(commands.length).toBeGreaterThan(15)
  const flags = /(?:--profile|--user) \S+|--[a-z-]+|-d/g
  for (const command of commands) {
    const [verb = '', ...words] = command.replace(/".*"/, '').replace(flags, '').trim().split(/ +/)
    expect([command, ['up', 'stop', 'rm', 'exec', 'run', 'build', 'ps']]).toEqual([
      command,
      expect.arrayContaining([verb]),
    ])
    // For a command within a container, only the container's name.
    const services = verb === 'exec' || verb === 'run' ? words.slice(0, 1) : words
    expect([command, Object.keys(compose.services)]).toEqual([command, expect.arrayContaining(services)])
  }
  const example = read('env.example')
  for (const [, name = ''] of RUNBOOKS.matchAll(
    /`((?:PRIMARY|REPLICA|RESTORED)_VOLUME|FAIRTICK_VERSION|BACKUP_S3_CA)\b/g,
  )) {
    expect(read('compose.yaml')).toContain(`\${${name}:-`)
    expect([name, example]).toEqual([name, expect.stringContaining(`${name}=`)])
  }
})

test('only the step that changes the schema signs in as the owner, and nobody as the superuser', () => {
  const accounts = Object.entries(compose.services).flatMap(([service, { environment = {} }]) =>
    Object.values(environment).flatMap((value) => {
      const [, account] = /^postgres:\/\/([a-z_]+):/.exec(String(value)) ?? []
      return account === undefined ? [] : [`${account} in ${service}`]
    }),
  )
  expect(accounts.filter((each) => /^postgres /.test(each))).toEqual([])
  expect(accounts.filter((each) => /^fairtick /.test(each))).toEqual(['fairtick in migrate'])
  expect(accounts).toContain('fairtick_monitor in postgres-exporter')
  expect(read('postgres/primary.sh')).toMatch(/create role fairtick_monitor login .* in role pg_monitor;/)
})

test('no password stands in an argument list, and no service starts with a password that everybody knows', () => {
  for (const [name, { command = [], entrypoint = [] }] of Object.entries(compose.services))
    expect([
      name,
      [command, entrypoint].flat().filter((word) => /\$\{[A-Z_]*(PASSWORD|KEY|SECRET)/.test(word)),
    ]).toEqual([name, []])
  const scripts = ['backup/rehearse', 'postgres/primary.sh', 'hosts/make-database.in'].map(read).join('\n')
  expect(scripts.match(/--[a-z]+[ =][a-z]*=?"?\$[A-Z_]*PASSWORD/g)).toBeNull()
  // The copied settings may trust whoever comes.
  expect(read('backup/rehearse')).toContain('-c unix_socket_permissions=0700')
  expect(compose.services.grafana?.environment).toEqual({
    GF_SECURITY_ADMIN_PASSWORD: expect.stringMatching(/^\$\{GRAFANA_PASSWORD:\?\}$/),
  })
})

test('Valkey takes its password from the standard input', async () => {
  const { entrypoint = [], command = [] } = compose.services.valkey ?? {}
  const script = String([entrypoint].flat()[3])
    .replaceAll('$$', '$')
    .replace('valkey-server', present(findRedis(), 'Redis'))
  const port = await freePort()
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no']
  const child = spawn('sh', ['-c', script, 'valkey', ...args], { env: { ...process.env, REDISCLI_AUTH: 'secret-1' } })
  try {
    expect([command].flat()).not.toContain('--requirepass')
    const ask = (words: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(words))
        socket.once('data', (said) => {
          socket.destroy()
          resolve(String(said))
        })
        socket.once('error', () => resolve('away'))
      })
    await until('it answers', async () => (await ask('PING\r\n')) !== 'away')
    expect(await ask('PING\r\n')).toContain('NOAUTH')
    expect(await ask('AUTH secret-1\r\n')).toContain('OK')
  } finally {
    child.kill()
  }
})

/** Each proxy's response to a path by the lines that deny it, with a plain answer in place of the nodes. */
const PROXIES = {
  haproxy: (port: number) =>
    `defaults\n  mode http\n  timeout client 5s\n  timeout server 5s\n  timeout connect 5s\nfrontend site\n  bind 127.0.0.1:${port}\n` +
    `${/^ {2}http-request deny deny_status 404 if .*path,url_dec.*$/m.exec(read('hosts/haproxy.cfg.in'))?.[0]}\n  http-request return status 200\n`,
  caddy: (port: number) =>
    `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {\n${/^\t@inside path.*\n\trespond @inside.*$/m.exec(read('Caddyfile'))?.[0]}\n\trespond 200\n}\n`,
}

test.each(['haproxy', 'caddy'] as const)('%s denies paths for operators however they are spelt', async (proxy) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-proxy-'))
  const [file, port] = [join(folder, 'config'), await freePort()]
  writeFileSync(file, PROXIES[proxy](port))
  const args = proxy === 'haproxy' ? ['-db', '-f', file] : ['run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn(required(proxy), args, { env: { ...process.env, HOME: folder }, stdio: 'ignore' })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    await until('it answers', async () => (await ask('/api/orders')) === 200)
    for (const path of [
      '/api/metrics',
      '/api/%6detrics',
      '/api/metric%73',
      '/%61pi/metrics',
      '/api/%64ocs/',
      '/api/openapi.json',
      '/api/openapi%2ejson',
    ])
      expect([path, await ask(path)]).toEqual([path, 404])
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('Valkey gets a certificate for its name, and keeps it until its last month', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bus-'))
  try {
    const env = { PATH: process.env.PATH, BUS_FOLDER: folder }
    const make = () => run(join(ROOT, 'deploy/valkey/certificate'), [], { env })
    const [certificate, key] = [join(folder, 'valkey.crt'), join(folder, 'valkey.key')]
    await make()
    const made = readFileSync(certificate, 'utf8')
    const of = ['x509', '-in', certificate, '-noout', '-checkhost', 'valkey']
    expect((await run('openssl', of)).stdout).toContain('does match')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    await make()
    expect(readFileSync(certificate, 'utf8')).toBe(made)
    const short = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '29',
      '-subj',
      '/CN=valkey',
    ]
    execFileSync('openssl', ['req', '-x509', ...short, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
    await make()
    await run('openssl', ['x509', '-in', certificate, '-noout', '-checkend', String(700 * 86_400)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('Caddy takes its configuration', async () => {
  const file = join(ROOT, 'deploy/Caddyfile')
  const env = { ...process.env, SITE_ADDRESS: 'trade.example.com', NODES: 'node1:8080 node2:8080 node3:8080' }
  const { stdout, stderr } = await run(required('caddy'), ['validate', '--config', file, '--adapter', 'caddyfile'], {
    env,
  })
  expect(`${stdout}${stderr}`).toContain('Valid configuration')
})
