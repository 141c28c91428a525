import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { freePort, startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { findPostgres } from '../scripts/setup/requirements.mjs'
import { loadConfig } from '../server/src/config'
import { createDatabase, type Database } from '../server/src/database/database'
import { migrate } from '../server/src/database/migrate'
import { keepPartitions } from '../server/src/database/partitions'
import { createDeps } from '../server/src/deps'
import { seedDemoProducts } from '../server/src/market/demoProducts'
import { appendTicks, loadHeads } from '../server/src/market/tickLog'
import { enterOrders, settleOrders } from '../server/src/modules/settlement/repository'
import { createHeadMaker, type HeadMaker } from '../server/src/proof/heads'
import { systemClock } from '../server/src/shared/clock'
import { newId } from '../server/src/shared/ids'
import { createLog } from '../server/src/shared/log'
import { newToken } from '../server/src/shared/tokens'

const USERS = 2_000
const CALLERS = 128
const SECONDS = 5
const DUE = 10_000
const SYMBOL = 'BTCUSDT'
/** A UUID of version 7, as an app makes it: partitions go by the time in it. */
const NEW_ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`
/** Minor units. */
const MONEY = '1000000000000::bigint'

const order = () => ({
  id: newId(),
  symbol: SYMBOL,
  direction: 'up' as const,
  stake: '1.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
})

/** Users with ids 1 to USERS and plenty of money, posted as any other. */
async function seedUsers(database: Database) {
  await database.query(
    `insert into opening_code (code) select lpad(n::text, 6, 'Z') from generate_series(1, ${USERS}) n`,
  )
  await database.query(
    `insert into app_user (account, nickname, phone_country, phone_e164, login_password_hash, trade_password_hash,
                           opening_code)
       select 'bench_' || n, 'bench', 'CN', '+86' || n, '', '', lpad(n::text, 6, 'Z') from generate_series(1, ${USERS}) n`,
  )
  await database.query(
    `insert into ledger_account (user_id, kind, balance)
       select u.id, k, case when k = 1 then ${MONEY} else 0 end from app_user u, generate_series(1, 5) k order by u.id, k`,
  )
  await database.query(
    'insert into ledger_transfer (user_id, kind, reference) select id, 1, gen_random_uuid() from app_user',
  )
  await database.query(
    `insert into ledger_posting (transfer_id, account_id, amount, balance_after)
       select t.id, a.id, ${MONEY}, ${MONEY} from ledger_transfer t join ledger_account a on a.user_id = t.user_id and a.kind = 1
       union all
       select t.id, f.id, -${MONEY}, -${MONEY} * row_number() over (order by t.id)
         from ledger_transfer t, ledger_account f where f.kind = 100 and f.stripe = 0`,
  )
  await database.query(`update ledger_account set balance = -${MONEY} * ${USERS} where kind = 100 and stripe = 0`)
}

/** Calls `work` from many callers at once for a while; calls per second and latencies in ms. */
async function load(work: (call: number) => Promise<void>) {
  const latencies: number[] = []
  const endAt = performance.now() + SECONDS * 1_000
  let call = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < endAt) {
        const startedAt = performance.now()
        await work(call++)
        latencies.push(performance.now() - startedAt)
      }
    }),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1))
  return { perSecond: Math.round(latencies.length / SECONDS), p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** The database's own ceiling for one call an order: the same function, called by its own load generator. */
function pgbench(url: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  const script = join(folder, 'place.sql')
  writeFileSync(
    script,
    `\\set u random(1, ${USERS})
select * from place_orders(array[:u]::bigint[], array[${NEW_ID.replace('\n', ' ')}], array[1], array[1]::smallint[],
  array[100]::bigint[], array[60], array[8200], array[182]::bigint[], array['\\x00'::bytea], array['bench'], array['-'], array[1]::bigint[],
  array[5000], array[5000], 'USD', 2);
`,
  )
  try {
    const output = execFileSync(
      join(findPostgres() ?? '', 'pgbench'),
      ['-n', '-M', 'prepared', '-c', '32', '-j', '2', '-T', String(SECONDS), '-f', script, url],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** 10,000 orders that are due at one instant: how long until all are booked. */
async function settleDue(
  database: Database,
  productId: number,
  heads: HeadMaker,
  headOf: () => Promise<number>,
): Promise<number> {
  await database.query('update tick_head set through_ms = 0, at_ms = 0')
  // In the past, so that the server which follows can write its own ticks.
  const acceptedAt = Date.now() - 60_000
  for (let placed = 0; placed < DUE; placed += USERS) {
    await database.query(
      `select count(*) from (
         select array_agg(u.id) i, array_agg(${NEW_ID}) k, array_agg($1::int) p, array_agg(1::smallint) d,
                array_agg(100::bigint) s, array_agg(30) sec, array_agg(7500) r, array_agg(175::bigint) pay,
                array_agg('\\x00'::bytea) h, array_agg('bench'::text) src, array_agg('-'::text) n, array_agg($2::bigint) at,
                array_agg(5000) t from app_user u) x,
         lateral place_orders(i, k, p, d, s, sec, r, pay, h, src, n, at, t, t, 'USD', 2)`,
      [productId, acceptedAt],
    )
  }
  const tick = (atMs: number, price: string) =>
    appendTicks(database, [productId], atMs, 'bench', [{ productId, atMs, price, size: '1', sourceAtMs: atMs }])
  await tick(acceptedAt + 100, '100.0')
  await heads.seal()
  while ((await enterOrders(database, 2_000)).length > 0);
  await tick(acceptedAt + 29_000, '100.1')
  await appendTicks(database, [productId], acceptedAt + 31_000, 'bench', [])
  const startedAt = performance.now()
  let closed = 0
  const head = await headOf()
  for (let rows = 1; rows > 0; closed += rows) rows = (await settleOrders(database, 2_000, Date.now(), head)).length
  if (closed < DUE) throw new Error(`Only ${closed} of ${DUE} orders were settled`)
  return Math.round(performance.now() - startedAt)
}

/**
 * Settlement with everything that the proof needs (head before, settlement log, head after), and the same without: heads
 * are not made and the log function does nothing. In turns, so that neither has the warmer cache; the best of eight counts for each.
 */
async function settleBothWays(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock })
  const [source] = await database.query<{ text: string }>(
    `select pg_get_functiondef('log_settlements'::regproc) as text`,
  )
  const rounds = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < 8; round++) {
    const withProof = await settleDue(database, productId, heads, async () => (await heads.seal()).number)
    const startedAt = performance.now()
    await heads.seal()
    rounds.with.push(withProof + Math.round(performance.now() - startedAt))
    await database.query(
      `create or replace function log_settlements(p_closed trade_order[]) returns void
         language sql as $$ select null::void $$`,
    )
    // One that covers every tick to come, made by hand: the cost of heads is what is left out.
    let byHand = 0
    const headByHand = async () => {
      const [head] = await database.query<{ number: bigint }>(
        `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
           select number + 1, at_ms, sizes, '{"${SYMBOL}": 1000000000000000}', roots, logs, entry, log_root
           from tree_head order by number desc limit 1 returning number`,
      )
      byHand = Number(head?.number)
      return byHand
    }
    rounds.without.push(await settleDue(database, productId, heads, headByHand))
    await database.query(source?.text ?? '')
    // The trees continue from the last real head; the hand-made one must not be it.
    await database.query('alter table tree_head disable trigger all')
    await database.query('update trade_order set head_number = null where head_number = $1', [byHand])
    await database.query('delete from tree_head where number = $1', [byHand])
  }
  const [withMs, withoutMs] = [Math.min(...rounds.with), Math.min(...rounds.without)]
  return { ms: withMs, withoutProofMs: withoutMs, proofCostPercent: Math.round((withMs / withoutMs - 1) * 1000) / 10 }
}

/** A server process of its own; resolves when it takes requests. */
async function startServer(url: string, port: number) {
  const server = spawn(process.execPath, [fromRoot('dist', 'server', 'main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: url,
      RATE_LIMIT: '0',
      ORDERS_PER_MINUTE: '0',
      OPEN_STAKES_MAX: '0.00',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => server.stdout.once('data', resolve))
  return server
}

async function logIn(database: Database): Promise<string[]> {
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const { token, hash } = newToken()
      await database.query(
        `insert into session (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
           values ($1, $2, $3, 'bench', now(), now(), now() + interval '1 day')`,
        [newId(), hash, index + 1],
      )
      return token
    }),
  )
}

/** Placements over HTTP against this many nodes on one database; the callers share the machine with them. */
async function overHttp(url: string, database: Database, nodes: number) {
  const tokens = await logIn(database)
  const ports: number[] = []
  const servers: ChildProcess[] = []
  for (let index = 0; index < nodes; index++) {
    const port = await freePort()
    ports.push(port)
    servers.push(await startServer(url, port))
  }
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const statuses = new Map<number, number>()
  const post = (call: number) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify(order())
      const headers = {
        authorization: `Bearer ${tokens[call % CALLERS]}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      request({ port: ports[call % nodes], agent, method: 'POST', path: '/api/orders', headers }, (answer) => {
        statuses.set(answer.statusCode ?? 0, (statuses.get(answer.statusCode ?? 0) ?? 0) + 1)
        answer.resume().once('end', resolve)
      })
        .once('error', reject)
        .end(body)
    })
  try {
    // The feed has to tick before orders are taken.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const figures = await load(post)
    return { ...figures, statuses: Object.fromEntries(statuses) }
  } finally {
    agent.destroy()
    for (const server of servers) {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    }
  }
}

/** What one measurement left open would be settled in the middle of the next. */
const dropOpenOrders = (database: Database) =>
  database.query('update trade_order set status = 6, closed_at_ms = 0, profit_loss = 0 where status <= 2')

/** Placement and settlement, beside what the database itself can do in the same run. */
export async function benchOrders() {
  const postgres = await startThrowAwayPostgres()
  try {
    await migrate(postgres.url)
    const log = createLog('error')
    const database = createDatabase(postgres.url, log, 8)
    const deps = createDeps({ config: { ...loadConfig({}), databaseUrl: postgres.url }, database, log })
    await keepPartitions(database, Date.now())
    await database.withTransaction((tx) => seedDemoProducts(tx, 2, 'bench'))
    await seedUsers(database)
    await deps.market.refreshProducts()
    await loadHeads(database)
    const productId = deps.market.productBySymbol(SYMBOL)?.id ?? 1
    const beat = setInterval(() => {
      const tick = { productId, symbol: SYMBOL, sequence: 1, atMs: Date.now(), price: '100.0', size: '1' }
      deps.bus.publish({ type: 'ticks', ticks: [tick] })
    }, 500)
    const onePerCall = pgbench(postgres.url)
    // While it ran, nothing here could tick.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const service = await load(async (call) => {
      const result = await deps.orders.place(BigInt((call % USERS) + 1), order())
      if (!result.ok) throw new Error(`An order was refused: ${result.error.code}`)
    })
    clearInterval(beat)
    await dropOpenOrders(database)
    const settle = await settleBothWays(database, productId)
    const httpByNodes: Record<number, unknown> = {}
    for (const nodes of [1, 2, 3]) {
      httpByNodes[nodes] = await overHttp(postgres.url, database, nodes)
      await dropOpenOrders(database)
    }
    await database.close()
    return {
      pgbenchOnePerCallPerSecond: onePerCall,
      service,
      serviceToPgbench: Number((service.perSecond / onePerCall).toFixed(2)),
      settle10000: settle,
      httpByNodes,
    }
  } finally {
    await postgres.stop()
  }
}
