import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { findPostgres } from '../../scripts/setup/requirements.mjs'
import { createDatabase, type Database } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { findBinaries } from '../../server/src/embedded/binaries'
import { present } from '../../server/src/shared/assert'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { asked } from '../../server/test/asks'
import { type Node, startNode } from '../../server/test/nodes'
import { dumpSchema } from '../../server/test/schemaDump'
import { type Step, stepsOf } from '../support/runbook'
import { until } from '../support/until'

/**
 * The move to another major version of PostgreSQL, as UPKEEP.md has it: from Debian's to the one that npm brings, both set up by the
 * script of the containers. Its accounts sign in by the name of the system account, so it takes that of PostgreSQL.
 */
const SCRIPT = join(__dirname, '../../deploy/postgres/primary.sh')
const OPS = join(__dirname, '../../dist/server/ops.js')
const ACCOUNTS = ['DATABASE', 'NODE_DATABASE', 'OPS_DATABASE', 'AUDITOR_DATABASE', 'ARCHIVER_DATABASE']
/** As `withRole` signs in. */
const PASSWORD = 'only-in-a-test'
const postgres = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
/** Where the programs of each look for its socket. */
const SOCKETS = { old: '/var/run/postgresql', new: '/tmp' }
const maySwitch = process.getuid?.() === 0 && postgres !== null && existsSync(SOCKETS.old)
const whereAllowed = maySwitch ? test : test.skip
const account = { uid: Number(postgres?.[1]), gid: Number(postgres?.[2]) }
const TERMS = { symbol: 'BTCUSDT', direction: 'up', stake: '10.00', durationSeconds: 1, earningsRateBp: 7500 } as const

type Version = 'old' | 'new'
let folder: string
let ports: Record<Version, number>
const running: ChildProcess[] = []
let node: Node | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-major-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'data'))
  if (maySwitch) chownSync(join(folder, 'data'), account.uid, account.gid)
  ports = { old: await freePort(), new: await freePort() }
})
afterAll(async () => {
  await node?.stop()
  for (const child of running) {
    const ended = child.exitCode !== null || new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (version: Version, role = 'fairtick') =>
  `postgres://${role}:${PASSWORD}@127.0.0.1:${ports[version]}/fairtick`

/** The programs of the new one are those of the server alone: the others are Debian's. */
function environment(version: Version) {
  const debian = present(findPostgres(), 'PostgreSQL is installed')
  const path = version === 'old' ? [debian] : [findBinaries(folder, account), debian]
  return {
    PATH: [...path, process.env.PATH].join(':'),
    PGPORT: String(ports[version]),
    PGHOST: SOCKETS[version],
    PGUSER: 'postgres',
    PGDATA: join(folder, 'data', version),
    ...Object.fromEntries(
      [...ACCOUNTS, 'MONITOR_DATABASE', 'REPLICATION'].map((name) => [`${name}_PASSWORD`, PASSWORD]),
    ),
  }
}

const options = (version: Version) => ({ ...account, cwd: join(folder, 'data'), env: environment(version) })

/** A command of bash as PostgreSQL's account next to one of the two; what it prints. */
const run = async (version: Version, command: string) =>
  (await promisify(execFile)('bash', ['-c', command], options(version))).stdout.trim()

async function start(version: Version) {
  running.push(spawn(SCRIPT, ['-c', 'fsync=off'], { ...options(version), stdio: 'ignore' }))
  const isUp = () => run(version, 'pg_isready --host=127.0.0.1 --dbname=fairtick').then(Boolean, () => false)
  await until(`the ${version} PostgreSQL`, isUp, { everyMs: 200 })
  return run(version, 'psql --dbname=fairtick -Atc "show server_version_num"')
}

const commandOf = (step: Step | undefined) => (step && 'command' in step ? step.command : '')

async function placeOrder(on: Node, token: string): Promise<string> {
  let answer: unknown
  const place = async () => {
    const id = newId()
    const { status, value } = await on.call('POST', '/orders', token, asked({ id, ...TERMS }))
    answer = value
    return status === 201 && id
  }
  return until('the order is taken', place, { describe: () => JSON.stringify(answer) })
}

/** Rights of everybody but the owner, on tables and functions, and on the database itself. */
const RIGHTS = `
  select distinct thing || ' ' || grantee::regrole || ' ' || privilege_type as right from (
    select relname::text as thing, entry.* from pg_class, aclexplode(relacl) entry
     where relnamespace = 'public'::regnamespace and grantee <> relowner
    union all
    select proname::text, entry.* from pg_proc, aclexplode(proacl) entry
     where pronamespace = 'public'::regnamespace and grantee <> proowner
    union all
    select 'the database', entry.* from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) entry
     where datname = current_database() and grantee <> datdba) given order by 1`

async function asOwner<T>(version: Version, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(urlOf(version), createLog('silent'), 1)
  return work(database).finally(() => database.close())
}
const schemaOf = (version: Version) => asOwner(version, dumpSchema)
const rightsOf = (version: Version) => asOwner(version, (database) => database.query(RIGHTS))

/** What the operator's command prints, with the keys of the node. */
async function ops(on: Node, words: string[]) {
  const { proofKeys, sealingKeys } = on.deps.config
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DATABASE_URL: urlOf('new', 'fairtick_node'),
    OPS_DATABASE_URL: urlOf('new', 'fairtick_ops'),
    PROOF_KEY: String(present(proofKeys?.[0], 'the node has one').export({ type: 'pkcs8', format: 'pem' })),
    SEALING_KEY: present(sealingKeys?.[0], 'the node has one').toString('base64'),
  }
  return (await promisify(execFile)(process.execPath, [OPS, ...words], { env })).stdout
}

whereAllowed(
  'a dump brings everything to another major version, with its rights, and the old one stays the way back',
  async () => {
    const from = await start('old')
    await migrate(urlOf('old'))
    node = await startNode(urlOf('old'))
    const offer = 'insert into product_duration select id, $2, 7500 from product where symbol = $1'
    await asOwner('old', (database) => database.query(offer, [TERMS.symbol, TERMS.durationSeconds]))
    await node.deps.market.refreshProducts()
    const token = await node.newUser('moves_1')
    const order = await placeOrder(node, token)
    const read = (at: Node) => at.call<{ status: string }>('GET', `/orders/${order}`, token)
    const settled = async (at: Node) => !/pending|open/.test((await read(at)).value.status)
    const first = node
    await until('its result', () => settled(first), { describe: async () => JSON.stringify(await read(first)) })
    const { value: before } = await read(node)
    await node.stop()
    node = undefined

    const [dump, restore] = stepsOf('## PostgreSQL: a major version', '## A new replica', ['pg_dump', 'pg_restore'])
    await run('old', commandOf(dump))
    expect(Number(await start('new'))).toBeGreaterThan(Number(from) + 9_999)
    await run('new', commandOf(restore))
    await migrate(urlOf('new'))
    expect(await schemaOf('new')).toEqual(await schemaOf('old'))
    expect(await rightsOf('new')).toEqual(await rightsOf('old'))

    node = await startNode(urlOf('new'))
    expect((await read(node)).value).toEqual(before)
    await placeOrder(node, token)
    await ops(node, ['ledger', 'check'])
    await ops(node, ['audit', 'verify'])
    await node.stop()
    node = await startNode(urlOf('old'))
    expect((await read(node)).value).toEqual(before)
  },
)
