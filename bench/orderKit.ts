import { spawn } from 'node:child_process'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { SERVER_FLAGS, SERVER_MALLOC } from '../scripts/lib/serverFlags.mjs'
import { loadConfig } from '../server/src/config'
import { createDatabase, type Database } from '../server/src/database/database'
import { migrate } from '../server/src/database/migrate'
import { keepPartitions } from '../server/src/database/partitions'
import { createDeps, type Deps } from '../server/src/deps'
import { seedDemoProducts } from '../server/src/market/demoProducts'
import { appendTicks, loadHeads } from '../server/src/market/tickLog'
import { enterOrders, settleOrders } from '../server/src/modules/settlement/repository'
import { BATCH_MAX } from '../server/src/modules/settlement/worker'
import { newId } from '../server/src/shared/ids'
import { createLog } from '../server/src/shared/log'
import { newToken } from '../server/src/shared/tokens'
import type { HeadMaker } from '../server/src/signedLogs/headMaker'
import { asked } from '../server/test/asks'
import { type Cost, costOf, quantile } from './cost'

export const USERS = 2_000
export const CALLERS = 128
export const SECONDS = 5
const DUE = 10_000
export const SYMBOL = 'BTCUSDT'
/** A UUID of version 7, as an app makes it, at an instant: partitions go by the time in it. */
export const newIdAt = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`
/** Minor units. */
const MONEY = '1000000000000::bigint'

/** A migrated database at `url` with demo products and that many users, and what a server is made of over it. */
export async function createFloor(url: string, users = USERS) {
  await migrate(url)
  const log = createLog('error')
  const database = createDatabase(url, log, 8)
  const deps = createDeps({ config: { ...loadConfig({}), databaseUrl: url }, database, log })
  await keepPartitions(database, Date.now())
  await database.withTransaction((tx) => seedDemoProducts(tx, 2, 'bench'))
  await seedUsers(database, users)
  await deps.market.refreshProducts()
  await loadHeads(database)
  return { database, deps, productId: deps.market.productBySymbol(SYMBOL)?.id ?? 1 }
}

/** Users with ids from 1 and plenty of money, posted as any other. */
async function seedUsers(database: Database, users: number) {
  await database.query(
    `insert into opening_code (code) select lpad(nth::text, 6, 'Z') from generate_series(1, ${users}) nth`,
  )
  await database.query(
    `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
       select 'bench_' || nth, 'bench', 'CN', '', '', lpad(nth::text, 6, 'Z')
         from generate_series(1, ${users}) nth`,
  )
  await database.query(
    `insert into ledger_account (user_id, kind, balance)
       select app_user.id, account_kind, case when account_kind = account_available() then ${MONEY} else 0 end
         from app_user, generate_series(1, 5) account_kind order by app_user.id, account_kind`,
  )
  await database.query(
    'insert into ledger_transfer (user_id, kind, reference) select id, 1, gen_random_uuid() from app_user',
  )
  await database.query(
    `insert into ledger_posting (transfer_id, account_id, amount, balance_after)
       select transfer.id, account.id, ${MONEY}, ${MONEY}
         from ledger_transfer transfer
         join ledger_account account on account.user_id = transfer.user_id and account.kind = account_available()
       union all
       select transfer.id, house.id, -${MONEY}, -${MONEY} * row_number() over (order by transfer.id)
         from ledger_transfer transfer, ledger_account house where house.kind = account_funding() and house.stripe = 0`,
  )
  await database.query(
    `update ledger_account set balance = -${MONEY} * ${users} where kind = account_funding() and stripe = 0`,
  )
}

/** Calls `work` from many callers at once for a while; how long each call took, in ms. */
export async function latenciesOf(
  work: (call: number, caller: number) => Promise<unknown>,
  callers: number,
  seconds: number,
): Promise<number[]> {
  const latencies: number[] = []
  const endAt = performance.now() + seconds * 1_000
  let call = 0
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < endAt) {
        const startedAt = performance.now()
        await work(call++, caller)
        latencies.push(performance.now() - startedAt)
      }
    }),
  )
  return latencies
}

/** The same for orders: calls per second and latencies. */
export async function load(work: (call: number, caller: number) => Promise<unknown>) {
  const latencies = await latenciesOf(work, CALLERS, SECONDS)
  const at = (share: number) => Number(quantile(latencies, share).toFixed(1))
  return { perSecond: Math.round(latencies.length / SECONDS), p50Ms: at(0.5), p99Ms: at(0.99) }
}

export const newOrder = () =>
  asked({
    id: newId(),
    symbol: SYMBOL,
    direction: 'up',
    stake: '1.00',
    durationSeconds: 60,
    earningsRateBp: 8200,
  })

/** Says twice a second that the product has a price, so that orders are taken. */
export function keepTicking({ bus }: Pick<Deps, 'bus'>, productId: number): () => void {
  const say = () => {
    const tick = { productId, symbol: SYMBOL, sequence: 1, atMs: Date.now(), price: '100.0', size: '1' }
    bus.publish({ type: 'ticks', ticks: [tick] })
  }
  say()
  const beat = setInterval(say, 500)
  return () => clearInterval(beat)
}

/** As many as are placed in one round of a comparison. */
export const PLACED = 4_000

/** Places that many, from all callers at once. */
export const placeMany = (place: (call: number) => Promise<void>) =>
  Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let call = caller; call < PLACED; call += CALLERS) await place(call)
    }),
  )

/** What the prices of a product are: rule 3, by ticks of no exchange. */
const BY_TICKS = { source: 'bench', instrument: '-', prepare: async (_acceptedAt: number) => {} }

/** As many as `placeDue` places at `size` a call, one for each of that many users. */
async function placeDue(
  database: Database,
  productId: number,
  { acceptedAt, orders, size, priced }: { acceptedAt: number; orders: number; size: number; priced: typeof BY_TICKS },
) {
  for (let placed = 0; placed < orders; placed += size) {
    await database.query(
      `select count(*) from (
         select array_agg((id, ${newIdAt('$2::bigint')}, $1::int, 1, 100, 30, 7500, 175, '\\x00', $3::text, $4::text,
                           $2::bigint, 5000, 5000, 0, '\\x00', '\\x00', '\\x00', 5000)::new_order) orders
           from (select id from app_user order by id offset $5 limit $6) chosen) batch,
         lateral place_orders(orders, 'USD', 2)`,
      [productId, acceptedAt, priced.source, priced.instrument, placed % (USERS - size + 1), size],
    )
  }
}

/** The second of the entry begins at most so long after an order was asked for (docs/PROOF_FORMAT.md). */
const ENTRY_AFTER_MS = 4_000

/** A head of that time takes up the orders that were placed: one that is made now would be too late for them. */
async function logAt(database: Database, atMs: number) {
  const head = await database.first<{ number: bigint }>(
    `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
       select number + 1, $1, sizes, throughs, roots, logs, entry, log_root from tree_head order by number desc limit 1
     returning number`,
    [atMs],
  )
  await database.query('select log_orders($1)', [head?.number])
}

/**
 * Orders that are due at one instant: what it takes until `close` has booked all, which returns how many it has.
 * @param priced how their product is priced; `prepare` stores what decides them next to ticks
 * @param size how many are placed by a call
 */
export async function closeDue(
  database: Database,
  productId: number,
  heads: HeadMaker,
  close: () => Promise<number>,
  { priced = BY_TICKS, orders = DUE, size = USERS } = {},
): Promise<Cost> {
  await database.query('update tick_head set through_ms = 0, at_ms = 0')
  // Each round begins before the prices of the one before it.
  await database.query('delete from tick_source')
  // In the past, so that the server which follows can write its own ticks.
  const acceptedAt = Date.now() - 60_000
  await heads.seal()
  await placeDue(database, productId, { acceptedAt, orders, size, priced })
  const tick = (atMs: number, price: string) =>
    appendTicks(database, [productId], atMs, 'bench', [{ productId, atMs, price, size: '1', sourceAtMs: atMs }])
  await priced.prepare(acceptedAt)
  await logAt(database, acceptedAt)
  await tick(acceptedAt + ENTRY_AFTER_MS, '100.0')
  await heads.seal()
  while ((await enterOrders(database, BATCH_MAX, Date.now())).length > 0);
  await tick(acceptedAt + ENTRY_AFTER_MS + 29_000, '100.1')
  await appendTicks(database, [productId], acceptedAt + ENTRY_AFTER_MS + 31_000, 'bench', [])
  let closed = 0
  const cost = await costOf(database, async () => {
    closed = await close()
  })
  if (closed < orders) throw new Error(`Only ${closed} of ${orders} orders were settled`)
  return cost
}

/** Closes what is due as the server does it, under a head. Returns how many were closed. */
async function settleAll(database: Database, head: number): Promise<number> {
  let closed = 0
  for (let rows = 1; rows > 0; closed += rows) rows = (await settleOrders(database, BATCH_MAX, Date.now(), head)).length
  return closed
}

/** The same, closed as the server does it, under the head that `headOf` makes. */
export const settleDue = (database: Database, productId: number, heads: HeadMaker, headOf: () => Promise<number>) =>
  closeDue(database, productId, heads, async () => settleAll(database, await headOf()))

/** A separate server process; resolves when it takes requests. */
export async function startServer(url: string, port: number) {
  const server = spawn(process.execPath, [...SERVER_FLAGS, fromRoot('dist', 'server', 'main.js')], {
    env: {
      ...process.env,
      ...SERVER_MALLOC,
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

/** A session for each of the first users, as many as there are callers. */
export async function logIn(database: Database): Promise<string[]> {
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
