import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, findRedis, required } from '../../scripts/setup/requirements.mjs'
import { present } from '../../server/src/shared/assert'
import type { Programs } from './programs'

const ROOT = join(__dirname, '../..')
const HOSTS = join(ROOT, 'deploy/hosts')
const SECRET = 'only-on-this-machine'
export const METRICS_TOKEN = 'only-for-figures-and-long-enough'
const STORE_PORT = 16900
/** Not those of Debian's packages, which may run on this machine and listen on all of its addresses. */
export const PORTS = {
  prometheus: 19090,
  alertmanager: 19093,
  nodeExporter: 19100,
  blackbox: 19115,
  postgresExporter: 19187,
}
/** Near enough to their end for an alert. */
const SITE_DAYS = 10

const NAMES = ['db1', 'db2'] as const
export type Machine = (typeof NAMES)[number]

/** `folder` with `<name>.crt` and `<name>.key`, and both in `<name>.pem`. */
function selfSigned(folder: string, name: string, names: string, days: number) {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate]
  const of = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`, '-days', String(days)]
  execFileSync('openssl', ['req', '-x509', ...made, ...of], { stdio: 'ignore' })
  writeFileSync(join(folder, `${name}.pem`), `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`)
  chmodSync(certificate, 0o644)
}

/** A file of settings, as systemd reads it. */
const environmentOf = (file: string) =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  ) as Record<string, string>

const siteOf = (network: string) => `https://${network}.11:8443`

/** Settings of these machines in hosts.env in addition to its example. */
function settingsOf(folder: string, network: string): Record<string, string> {
  const [front, other, site] = [`${network}.11`, `${network}.12`, siteOf(network)]
  const own = `${folder}/$NAME`
  // Address of the machine for which this is rendered.
  const ownAddress = `${network}.1\${NAME#db}`
  return {
    MACHINES: `db1=${front} db2=${other}`,
    // From an address of 127/8 to another one, connections come from 127.0.0.1.
    NETWORK: '127.0.0.0/8',
    NODES: `${front}:8080 ${other}:8080`,
    BACKUP_S3_ENDPOINT: `${front}:${STORE_PORT}`,
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_KEY: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
    BACKUP_S3_CA: join(folder, 'store.crt'),
    CONFIG: own,
    DATA: `${own}/data`,
    ETCD_DATA: `${own}/etcd`,
    POSTGRES_BIN: present(findPostgres(), 'PostgreSQL is installed'),
    SOCKETS: own,
    MONITOR_QUERIES: join(ROOT, 'deploy/monitoring/queries.yaml'),
    BACKUP_LOGS: own,
    BACKUP_SPOOL: own,
    DATABASE_LISTEN: `${ownAddress}:5000`,
    SITE_LISTEN: `${ownAddress}:8443`,
    REDIRECT_LISTEN: `${ownAddress}:8444`,
    SITE_CERTIFICATE: join(folder, 'site.pem'),
    REDIS_LISTEN: front,
    WATCH: folder,
    ALERTMANAGER: `${front}:${PORTS.alertmanager}`,
    BLACKBOX: `${front}:${PORTS.blackbox}`,
    SITE: site,
    RUNBOOKS: 'https://docs.example/INCIDENTS.md',
  }
}

interface Account {
  uid: number
  gid: number
}

/** The example of settings with all passwords filled in, then what deploy/hosts makes of it. */
function render(folder: string, network: string, account: Account) {
  const front = `${network}.11`
  selfSigned(folder, 'site', `IP:${front}`, SITE_DAYS)
  selfSigned(folder, 'store', `IP:${front},DNS:${front}`, 30)
  // Where PostgreSQL's account may read them.
  for (const each of ['backup', 'hosts']) cpSync(join(ROOT, 'deploy', each), join(folder, each), { recursive: true })
  const example = readFileSync(join(HOSTS, 'hosts.env.example'), 'utf8').replace(/^([A-Z0-9_]+)=$/gm, `$1=${SECRET}`)
  const file = join(folder, 'hosts.env')
  const lines = Object.entries(settingsOf(folder, network)).map(([name, value]) => `${name}="${value}"`)
  writeFileSync(file, `${example}\n${lines.join('\n')}\n`)
  execFileSync(join(HOSTS, 'certificates'), [join(folder, 'certs'), file], { env: { ...process.env, NAME: 'db1' } })
  for (const name of NAMES) {
    const own = join(folder, name)
    execFileSync(join(HOSTS, 'render'), [file, name, own])
    cpSync(join(folder, 'certs', name), own, { recursive: true })
    mkdirSync(join(own, 'figures'))
    for (const each of ['', ...readdirSync(own)]) chownSync(join(own, each), account.uid, account.gid)
    chmodSync(own, 0o700)
  }
}

const environment = (env: Record<string, string> = {}) => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', ...env })

/** Events of PostgreSQL on each machine. */
function postgresOf(folder: string, programs: Programs, account: Account, address: Record<Machine, string>) {
  const of = (name: Machine, file: string) => join(folder, name, file)
  /** Tells Patroni, as an operator does with `patronictl` or `systemctl`. */
  async function tellPatroni(name: Machine, method: 'PATCH' | 'POST', path: string, body?: object) {
    const [ca, cert, key] = ['ca.crt', 'server.crt', 'server.key'].map((file) => readFileSync(of(name, file)))
    const options = { method, auth: `patroni:${SECRET}`, ca, cert, key }
    const asked = request(`https://${address[name]}:8008${path}`, options)
    asked.end(body && JSON.stringify(body))
    const [{ statusCode = 0 }] = (await once(asked, 'response')) as [IncomingMessage]
    if (statusCode >= 300) throw new Error(`Patroni answers ${statusCode}`)
  }
  const postmasterOf = (name: Machine) => Number.parseInt(readFileSync(of(name, 'data/postmaster.pid'), 'utf8'), 10)
  return {
    startPatroni: (name: Machine) =>
      programs.start(`patroni ${name}`, required('patroni'), [of(name, 'patroni.yml')], {
        ...account,
        env: environment(),
      }),
    /** kill -9 of Patroni, and of the PostgreSQL that would continue without it. */
    async killPostgres(name: Machine) {
      await programs.end(`patroni ${name}`)
      process.kill(postmasterOf(name), 'SIGKILL')
    },
    /** Stops the process of a replica that replays the log, or lets it continue; Patroni would undo a pause. */
    signalReplay(name: Machine, how: 'SIGSTOP' | 'SIGCONT') {
      const postmaster = postmasterOf(name)
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
      const replays = (child: string) => /startup/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))
      process.kill(Number(present(children.find(replays), 'a process that replays the log')), how)
    },
    setPaused: (pause: boolean) => tellPatroni('db1', 'PATCH', '/config', { pause }),
    /** The shortest times that Patroni takes. */
    hurryPatroni: () => tellPatroni('db1', 'PATCH', '/config', { ttl: 20, loop_wait: 1, retry_timeout: 3 }),
    reloadPatroni: (name: Machine) => tellPatroni(name, 'POST', '/reload'),
    startPostgresExporter(name: Machine) {
      const args = [`--web.listen-address=${address[name]}:${PORTS.postgresExporter}`]
      programs.start(`postgres exporter ${name}`, required('postgres_exporter'), args, {
        env: environment(environmentOf(of(name, 'postgres-exporter.env'))),
      })
    },
    /** The timer's command on each machine. */
    backup: (name: Machine) =>
      promisify(execFile)(join(folder, 'backup/backup'), ['full'], {
        ...account,
        cwd: '/',
        env: environment({ PGBACKREST_CONFIG: of(name, 'pgbackrest.conf'), BACKUP_METRICS: of(name, 'figures') }),
      }),
  }
}

/**
 * Two of the machines of deploy/hosts on addresses 127.77.x.11 and .12 of this one, as rendered and, but for what watches, with the
 * ports that they have in earnest: etcd, PostgreSQL under Patroni, HAProxy, Redis, and an S3 store for pgBackRest. It needs
 * root, which hands PostgreSQL to its own account.
 */
export function createMachines(folder: string, programs: Programs) {
  const network = `127.77.${1 + (process.pid % 250)}`
  const address: Record<Machine, string> = { db1: `${network}.11`, db2: `${network}.12` }
  const front = address.db1
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  const asPostgres = { uid: present(uid, 'the account'), gid: present(gid, 'its group') }
  const of = (machine: Machine, file: string) => join(folder, machine, file)
  const authority = join(folder, 'certs/ca.crt')
  const signerUrl = `unix:${join(folder, 'signer.sock')}`
  const proofKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const sealingKey = randomBytes(32).toString('base64')
  const login = (account: string) =>
    `postgresql://${account}:${SECRET}@${front}:5000/fairtick?sslmode=verify-full&sslrootcert=${authority}`
  render(folder, network, asPostgres)

  return {
    ...postgresOf(folder, programs, asPostgres, address),
    address,
    authority,
    of,
    login,
    startEtcd: (name: Machine) =>
      programs.start(`etcd ${name}`, required('etcd'), [], {
        ...asPostgres,
        env: environment(environmentOf(of(name, 'etcd.env'))),
      }),
    startRedis: () => programs.start('redis', present(findRedis(), 'Redis is installed'), [of('db1', 'redis.conf')]),
    startProxy: (name: Machine) =>
      programs.start(`haproxy ${name}`, required('haproxy'), ['-db', '-f', of(name, 'haproxy.cfg')]),
    startStore() {
      mkdirSync(join(folder, 'store'))
      const args = [front, String(STORE_PORT), join(folder, 'store.crt'), join(folder, 'store.key')]
      programs.start('store', process.execPath, [join(ROOT, 'scripts/setup/store.mjs'), join(folder, 'store'), ...args])
    },
    signerEnvironment: {
      ROLES: 'signer',
      SIGNER_URL: signerUrl,
      PROOF_KEY: proofKey,
      DATA_DIR: join(folder, 'signer'),
    },
    nodeEnvironment: (name: Machine) => ({
      HOST: address[name],
      MIGRATE: 'step',
      DATABASE_URL: login('fairtick_node'),
      AUDITOR_DATABASE_URL: login('fairtick_auditor'),
      ARCHIVER_DATABASE_URL: login('fairtick_archiver'),
      BUS_URL: `rediss://:${SECRET}@${front}:6379`,
      NODE_EXTRA_CA_CERTS: authority,
      SIGNER_URL: signerUrl,
      SEALING_KEY: sealingKey,
      METRICS_TOKEN,
      TIME_STAMP_URL: 'https://127.0.0.1:9',
      LOG_LEVEL: 'error',
    }),
    consoleEnvironment: { CONSOLE_PORT: '8090', OPS_DATABASE_URL: login('fairtick_ops') },
  }
}

export type Machines = ReturnType<typeof createMachines>
