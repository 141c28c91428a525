import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { createDatabase, type Database } from '../../server/src/database/database'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { createSealer } from '../../server/src/shared/sealing'
import { brokenInvariants } from '../../server/test/invariants'
import { TRADE_PASSWORD } from '../../server/test/personal'
import { sayVerified } from '../../server/test/wallet'
import { pause, until } from '../support/until'
import { bindAccount, newUser, placeUntil, sendUntilKnown, watchPrices } from './load'

/**
 * What deploy/hosts ships, on the machines of deploy/cluster-local, under load, while parts of it die: `CLUSTER=full npm test --
 * cluster`. Users come in by the proxy, as they do in earnest. FAILOVERS=20 is a long run.
 */
const CLUSTER = join(__dirname, '../../deploy/cluster-local/cluster')
const DIR = process.env.CLUSTER_DIR ?? '/var/tmp/fairtick-cluster'
const PORT = '18088'
const ORIGIN = `https://10.77.0.1:${PORT}`
const FAILOVERS = Number(process.env.FAILOVERS ?? 2)
const PARTS = [
  'etcd1',
  'etcd2',
  'etcd3',
  'patroni1',
  'patroni2',
  'patroni3',
  'haproxy',
  'redis',
  'store',
  'node1',
  'node2',
]
const DATABASE_URL = `postgresql://postgres:only-on-this-machine@10.77.0.2:5000/fairtick?sslmode=verify-full&sslrootcert=${DIR}/certs/ca.crt`
const USERS = 8
const PLACED_AGAIN_WITHIN_MS = 10_000
const STREAM_BACK_WITHIN_MS = 5_000
const DAILY_SAVINGS_DEPOSITS = 3
/** Each user moves money this often, and takes a part of it out. */
const WITHDRAWALS = 5

jest.setTimeout(600_000 + FAILOVERS * 60_000)

const cluster = (...args: string[]) =>
  execFileSync(CLUSTER, args, {
    encoding: 'utf8',
    env: { ...process.env, PORT, RATE_LIMIT: '0', ORDERS_PER_MINUTE: '0', OPEN_STAKES_MAX: '0.00' },
  })
/** While it runs, the users of this process continue. */
const inBackground = (...args: string[]) =>
  promisify(execFile)(CLUSTER, args, {
    env: { ...process.env, PORT, RATE_LIMIT: '0', ORDERS_PER_MINUTE: '0', OPEN_STAKES_MAX: '0.00' },
  })
const pick = () => ORIGIN

/** The cluster's own key: its nodes open what is sealed here. */
function sealer() {
  const [, key = ''] = /^SEALING_KEY='(.+)'$/m.exec(readFileSync(join(DIR, 'keys'), 'utf8')) ?? []
  return createSealer(Buffer.from(key, 'base64'))
}

let greeting = ''
let database: Database

beforeAll(async () => {
  cluster('down')
  greeting = cluster('up')
  setDefaultCACertificates([...getCACertificates(), readFileSync(join(DIR, 'site.crt'), 'utf8')])
  database = createDatabase(DATABASE_URL, createLog('silent'), 4)
  await database.query(
    "insert into product_duration select id, seconds, 7500 from product, unnest(array[1, 2]) seconds where symbol = 'BTCUSDT'",
  )
  await pause(2_500)
})
afterAll(async () => {
  await database?.close()
  cluster('down')
})

/** The database may be in the middle of a fail-over. */
async function query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
  for (const deadline = Date.now() + 30_000; ; await pause(200)) {
    try {
      return await database.query<T>(sql, values)
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

/** Waits for a state and returns how long that took, in ms. */
async function timeUntil(what: string, withinMs: number, check: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  await until(what, check, { withinMs, everyMs: 50 })
  return Math.round(performance.now() - startedAt)
}

/** A folder with the version after this one: it brings a migration, which runs while older nodes keep running. */
function nextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-next-'))
  execFileSync(process.execPath, [join(__dirname, '../../scripts/collectServer.mjs'), folder], { stdio: 'ignore' })
  const sql = 'alter table product add column added_by_the_next_version text;\n'
  writeFileSync(join(folder, 'server/sql/migrations/9999_next_version.sql'), sql)
  return folder
}

async function isWhole() {
  const { stdout } = await inBackground('status')
  return /primary/.test(stdout) && /synchronous replica/.test(stdout)
}

test('primaries die, every other part is killed, a node loses the database, all get a new version: nothing is lost', async () => {
  const openingCode = /code\D*?\s([A-Z0-9]{6})\b/i.exec(greeting)?.[1] ?? ''
  const users: Awaited<ReturnType<typeof newUser>>[] = []
  for (let index = 0; index < USERS; index++) users.push(await newUser(ORIGIN, openingCode, index))
  for (const { account, token } of users) {
    const [row] = await query<{ id: bigint }>('select id from app_user where account = $1', [account])
    await sayVerified(database, sealer(), row?.id ?? 0n)
    await bindAccount(ORIGIN, token)
  }
  const watchers = users.map(({ token }) => watchPrices(pick, token))
  const ended = new AbortController()
  const orders = users.map(() => new Set<string>())
  const callers = users.map(({ token }, index) =>
    placeUntil(ended.signal, pick, token, orders[index] ?? new Set<string>()),
  )
  const placed = () => orders.reduce((sum, ids) => sum + ids.size, 0)
  const saved = users.map(() => new Set<string>())
  const deposited = users.map(() => new Set<string>())
  const withdrawn = users.map(() => new Set<string>())
  /** Everybody moves money at this moment, whatever is broken; the answers are waited for at the end. */
  const moves: Promise<void>[] = []
  const moveMoney = (saves: boolean) => {
    for (const [index, { token }] of users.entries()) {
      const send = async (path: string, facts: object, known: Set<string> | undefined) => {
        const id = newId()
        if (await sendUntilKnown(pick, path, { id, ...facts }, token)) known?.add(id)
      }
      moves.push(send('/deposits', { channel: 'demo', amount: '100.00' }, deposited[index]))
      const withdrawal = { amount: '20.00', fee: '1.02', tradePassword: TRADE_PASSWORD }
      moves.push(send('/withdrawals', withdrawal, withdrawn[index]))
      if (saves) moves.push(send('/savings/deposits', { amount: '10.00' }, saved[index]))
    }
  }
  const figures: Record<string, number> = {}
  const gaps: number[] = []
  /** How long a watcher was without a price since it was asked last. */
  const noteGap = (what: string) => {
    const gap = Math.round(Math.max(...watchers.map((watcher) => watcher.forget())))
    figures[`longest time without a price at ${what}, ms`] = gap
    return gap
  }

  await timeUntil('the first orders', 20_000, () => placed() > 100)
  await inBackground('backup', 'full')
  for (let round = 1; round <= FAILOVERS; round++) {
    await inBackground('kill-primary')
    if (round <= 2) moveMoney(true)
    const before = placed()
    // Those that were on their way when it died do not count.
    figures[`placements after fail-over ${round}, ms`] = await timeUntil(
      'placing orders after the fail-over',
      PLACED_AGAIN_WITHIN_MS,
      () => placed() > before + USERS,
    )
    figures[`replica is back ${round}, ms`] = await timeUntil('a new replica', 90_000, isWhole)
    noteGap(`the fail-over ${round}`)
  }

  for (const part of PARTS) {
    await inBackground('crash', part)
    const before = placed()
    figures[`placements after the death of ${part}, ms`] = await timeUntil(
      `placing orders without ${part}`,
      PLACED_AGAIN_WITHIN_MS,
      () => placed() > before + USERS,
    )
  }
  await timeUntil('a whole cluster', 90_000, isWhole)
  gaps.push(noteGap('the death of each part'))
  await inBackground('backup', 'incr')

  await inBackground('cut-db', '2')
  moveMoney(true)
  await pause(8_000)
  await inBackground('heal-db', '2')
  await pause(3_000)
  gaps.push(noteGap('a node without its database'))

  await inBackground('cut-bus')
  moveMoney(false)
  await pause(6_000)
  await inBackground('heal-bus')
  await pause(3_000)
  gaps.push(noteGap('the loss of the bus'))

  const newer = nextVersion()
  for (const n of ['1', '2', '3']) await inBackground('restart', n, newer)
  const [column] = await query(
    `select 1 from information_schema.columns where column_name = 'added_by_the_next_version'`,
  )
  expect(column).toBeDefined()
  moveMoney(false)
  await Promise.all(moves)
  gaps.push(noteGap('the new version on each node'))
  for (const watcher of watchers) watcher.end()
  ended.abort()
  await Promise.all(callers)
  await timeUntil('settling everything', 30_000, async () => {
    const [row] = await query<{ open: bigint }>('select count(*) as open from trade_order where status <= order_open()')
    return row?.open === 0n
  })
  figures['orders acknowledged'] = placed()
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)

  const idsOf = async (table: string, account: string) =>
    (
      await query<{ id: string }>(
        `select own.id from ${table} own join app_user on app_user.id = own.user_id where app_user.account = $1 order by own.id`,
        [account],
      )
    ).map(({ id }) => id)
  for (const [index, { account }] of users.entries()) {
    expect(await idsOf('trade_order', account)).toEqual([...(orders[index] ?? [])].sort())
    expect(await idsOf('deposit', account)).toEqual([...(deposited[index] ?? [])].sort())
    expect(await idsOf('withdrawal', account)).toEqual([...(withdrawn[index] ?? [])].sort())
    expect(withdrawn[index]?.size).toBe(WITHDRAWALS)
    expect(await idsOf('savings_movement', account)).toEqual([...(saved[index] ?? [])].sort())
    expect(saved[index]?.size).toBe(DAILY_SAVINGS_DEPOSITS)
  }
  expect(await brokenInvariants(database)).toEqual([])
  expect(Math.max(...gaps)).toBeLessThan(STREAM_BACK_WITHIN_MS)
  const { stdout } = await inBackground('rehearse')
  expect(stdout).toMatch(/books +add up/)
})
