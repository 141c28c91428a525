import { buildApp } from '../src/app'
import { LEDGER_SWEEPS } from '../src/auditor/bookSweeps'
import { FINDINGS_MAX } from '../src/auditor/sweep'
import { createDatabase, type Database, type Queryable, queryableOf } from '../src/database/database'
import { createDeps, type Deps } from '../src/deps'
import { oldestWatermark } from '../src/modules/settlement/repository'
import { readReconciliation, usualDays } from '../src/office/audit/reconciliation'
import { namedIn, objectKinds } from '../src/ops/objectComparison'
import { present } from '../src/shared/assert'
import type { App } from '../src/shared/http'
import { createLog } from '../src/shared/log'
import type { TestUser } from './app'
import { asked } from './asks'
import { addManyOrders } from './manyOrders'
import { createTradingFloor, SYMBOL, type TradingFloor } from './tradingFloor'

/** ORDERS=10000000 is the full run: some 25 GB, and half an hour. */
const ORDERS = Number(process.env.ORDERS ?? 60_000)
/** More runs than PostgreSQL plans again before it may keep the plan of a prepared statement. */
const TIMES = 8
/** Orders that run while others end. */
const OPEN_ORDERS = 5_000

/** Tables that grow with every order. Nothing that a user waits for may read one of them from end to end. */
const LARGE = ['trade_order', 'ledger_transfer', 'ledger_posting', 'settlement', 'message', 'tick']

let floor: TradingFloor
let user: TestUser
let orderId: string
let database: Database
let deps: Deps
let app: App

beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser('reader_many')
  const nowMs = floor.clock.now()
  await addManyOrders(floor.database, { orders: ORDERS, userId: user.id, productId: floor.product.id, nowMs })
  const row = await floor.database.first<{ id: string }>(
    'select id from trade_order where user_id = $1 order by number desc limit 1',
    [user.id],
  )
  orderId = present(row, 'the user has orders').id
  // The first head over all of it is expensive; from here on the log only grows.
  await floor.deps.settlement.runOnce()
  const { number } = await floor.deps.heads.seal()
  await floor.database.query('update trade_order set head_number = $1 where id = $2', [number, orderId])
})
afterAll(async () => {
  await app?.close()
  await floor.close()
})

interface Scans {
  name: string
  whole: bigint
  indexed: bigint
}

const scans = (through: Database) =>
  through.query<Scans>(
    `select wanted.name, sum(used.seq_scan)::bigint as whole, sum(used.idx_scan)::bigint as indexed
       from unnest($1::text[]) as wanted (name)
       left join table_partition partition on partition.parent = wanted.name
       join pg_stat_user_tables used on used.relname = coalesce(partition.name, wanted.name)
       -- An empty partition is read from end to end, because that is nothing.
       join pg_class relation on relation.oid = used.relid and relation.reltuples > 500
      group by wanted.name order by wanted.name`,
    [LARGE],
  )

/** Ends every other connection, so that what it has counted is counted. */
async function endOthers(through: Database) {
  for (;;) {
    if (
      !(await through.some(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ))
    )
      return
  }
}

/** Runs statements through `through`, and returns what PostgreSQL explains of each. */
async function explained<Plan>(
  options: string,
  work: (through: Queryable) => Promise<unknown>,
  source: Queryable = floor.database,
): Promise<Plan[]> {
  const plans: Plan[] = []
  await work(
    queryableOf(async <R extends object>(text: string, values: readonly unknown[] = []) => {
      // All orders here differ from their ticks: a slice would end after the first findings.
      const whole = text.replaceAll(`limit ${FINDINGS_MAX}`, '')
      const lines = await source.query<{ 'QUERY PLAN': Plan }>(`explain ${options} ${whole}`, values)
      plans.push(...lines.map((line) => line['QUERY PLAN']))
      return source.query<R>(text, values)
    }),
  )
  return plans
}

const plansOf = async (work: (through: Queryable) => Promise<unknown>, source?: Queryable) =>
  (await explained<string>('', work, source)).join('\n')

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}

/** The rows that each scan has read, and those that each join has compared in vain, the most first. */
function readBy(node: Node): { of: string; rows: number }[] {
  const own = {
    of: [node['Node Type'], node['Relation Name']].join(' ').trim(),
    rows:
      ((node['Relation Name'] ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0) +
        (node['Rows Removed by Join Filter'] ?? 0)) *
      node['Actual Loops'],
  }
  return [own, ...(node.Plans ?? []).flatMap(readBy)].sort((a, b) => b.rows - a.rows)
}

async function get(path: string) {
  const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers: user.headers })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<{ nextCursor?: string | null }>()
}

/** The requests of a user's screens, further pages included. */
async function look() {
  for (const list of ['/orders?state=closed', '/orders?state=holding', '/capital-record', '/messages?locale=en-US']) {
    const page = await get(list)
    if (page.nextCursor) await get(`${list}${list.includes('?') ? '&' : '?'}cursor=${page.nextCursor}`)
  }
  // Filters of closed orders that many, few or none fit, as a list and as a file.
  const day = new Date(floor.clock.now()).toISOString()
  for (const filter of [`symbol=${SYMBOL}`, 'result=won', `from=${day}`, `symbol=${SYMBOL}&result=void`]) {
    await get(`/orders?state=closed&${filter}`)
    await get(`/orders/export?${filter}`)
  }
  await get('/me')
  await get(`/statement?period=${day.slice(0, 7)}&timeZone=Etc/UTC`)
  for (const period of ['7', 'all']) await get(`/results?period=${period}&timeZone=Etc/UTC`)
  await get(`/orders/${orderId}`)
  await get(`/orders/${orderId}/receipt`)
  await get('/messages/unread')
  await get('/products')
  await get(`/products/${SYMBOL}/ticks`)
  await get(`/products/${SYMBOL}/ticks?after=${Math.floor(ORDERS / 2)}`)
  await get('/proof/heads/latest')
}

async function trade() {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: user.headers,
    payload: asked(floor.body()),
  })
  expect(answer.statusCode).toBe(201)
  await floor.clock.advance(100)
  await floor.tick('101')
  await deps.settlement.runOnce()
  await floor.clock.advance(31_000)
  await floor.tick('102')
  await floor.clock.advance(10)
  await floor.moveWatermark()
  const { closed } = await deps.settlement.runOnce()
  expect(closed).toBe(1)
}

test(`with ${ORDERS} orders nothing that a user waits for reads a large table from end to end`, async () => {
  const counter = createDatabase(floor.url, createLog('silent'), 1)
  await endOthers(counter)
  await counter.query('select pg_stat_reset()')
  database = createDatabase(floor.url, createLog('silent'), 2)
  deps = createDeps({ config: floor.deps.config, clock: floor.clock, database, log: createLog('silent') })
  app = await buildApp(deps)
  await deps.market.refreshProducts()
  for (let time = 0; time < TIMES; time++) {
    // The prices of this server come from the floor's log, not from its bus.
    await floor.tick('100')
    const head = { atMs: floor.clock.now(), price: '100', size: '1', sequence: ORDERS }
    deps.bus.publish({ type: 'ticks', ticks: [{ productId: floor.product.id, symbol: SYMBOL, ...head }] })
    await look()
    await trade()
  }
  await endOthers(counter)
  const counted = await scans(counter)
  await counter.close()
  await database.close()
  expect(counted.map(({ name, whole }) => [name, whole])).toEqual(LARGE.toSorted().map((name) => [name, 0n]))
  expect(counted.filter(({ indexed }) => indexed === 0n)).toEqual([])
})

test('whose log stands still is asked without reading the orders that run for longer', async () => {
  const now = floor.clock.now()
  await floor.database.query(
    `insert into trade_order (number, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                              status, body_hash, source, accepted_at_ms, entry_sequence, entry_at_ms, entry_price, expires_at_ms,
                              currency, scale, entry_timeout_ms, stale_after_ms, source_lag_ms, seen_head, seen_root, device_key,
                              device_signature)
       select nextval('trade_order_number_seq'), user_id, overlay(gen_random_uuid()::text placing left(id::text, 18) from 1 for 18)::uuid,
              product_id, 1, 100, 300, 7500, 175, order_open(), '\\x00', 'many', $1::bigint, 1, $1, 100, $1 + 300000, 'USD', 2, 5000, 5000, 5000,
              0, '\\x00', '\\x00', '\\x00'
         from trade_order where number <= ${OPEN_ORDERS}`,
    [now],
  )
  await floor.database.query('analyze trade_order')
  const ask = (through: Queryable, untilMs = now + 5_000) => oldestWatermark(through, untilMs)
  expect(await plansOf(ask)).toMatch(/expires_at_ms/)
  const { oldest, read } = await floor.database.withTransaction(async (tx) => {
    const rows = () =>
      tx.query<{ rows: bigint }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables
          where relname like 'trade_order%'`,
      )
    const [before] = await rows()
    const oldest = await ask(tx)
    const [after] = await rows()
    return { oldest, read: present(after, 'after').rows - present(before, 'before').rows }
  })
  expect([oldest, read]).toEqual([undefined, 0n])
  expect(await ask(floor.database, now + 300_000)).toBeGreaterThan(0)
})

test('photos are compared with the store by an index, in the order of their keys', async () => {
  await floor.database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, stored_at)
       select $1, id, 'id_front', '\\x00', 'photos/' || id, '', now(), now()
         from (select gen_random_uuid() as id from generate_series(1, 20000)) made`,
    [user.id],
  )
  await floor.database.query('analyze upload')
  const [photos] = objectKinds(undefined)
  const plans = await plansOf(async (through) => {
    let named = 0
    for await (const { due } of namedIn(through, present(photos, 'photos are the first'), floor.clock.now()))
      if (due) named += 1
    expect(named).toBe(20_000)
  })
  // The last pages are small enough to be sorted.
  expect(plans.match(/Index Scan using upload_by_key/g)?.length).toBeGreaterThan(10)
  expect(plans).not.toContain('Seq Scan')
})

test('the auditor reads for a slice of what grows no more than that slice, and what belongs to it', async () => {
  // A slice is up to 5,000 rows: with transfers of three postings each, and those before them.
  const most = 20_000
  // The product of all orders comes after others, as most do.
  await floor.database.query('update product set position = position + 1 where symbol = $1', [SYMBOL])
  await floor.database.query('analyze product')
  for (const sweep of [...LEDGER_SWEEPS, ...floor.deps.sweeps].filter(({ grows }) => grows)) {
    const from = (await sweep.last(floor.database)) / 2n
    const to = await sweep.next(floor.database, from, sweep.perSlice)
    if (to === undefined) continue
    type Explained = [{ Plan: Node }]
    const plans = await explained<Explained>('(analyze, timing off, format json)', (through) =>
      sweep.find(through, from, to),
    )
    const tooMuch = plans.flatMap(([{ Plan }]) => readBy(Plan)).filter(({ rows }) => rows > most)
    expect([sweep.name, tooMuch]).toEqual([sweep.name, []])
  }
})

test('days are reconciled by the index of each part of them', async () => {
  // Years of grants.
  await floor.database.query(
    `with granted as (
       insert into ledger_transfer (user_id, kind, reference, created_at)
         select $1, transfer_demo_grant(), gen_random_uuid(), now() - nth * interval '1 hour' from generate_series(1, 20000) nth
         returning id)
     insert into ledger_posting (transfer_id, account_id, amount, balance_after)
       select granted.id, account.id, -100, 0
         from granted, (select id from ledger_account where user_id is null and kind = account_funding() limit 1) account`,
    [user.id],
  )
  await floor.database.query('analyze ledger_transfer, ledger_posting')
  const plans = await floor.database.withTransaction(async (tx) => {
    // The other tables are small: only what no index has is read from end to end now.
    await tx.query('set local enable_seqscan = off')
    return plansOf((through) => readReconciliation(floor.deps, through, usualDays(floor.clock.now())), tx)
  })
  for (const part of [
    'deposit_by_credit',
    'withdrawal_by_payment',
    'ledger_transfer_funding',
    'bank_statement_line_by_instant',
  ])
    expect(plans).toMatch(new RegExp(`(using|on) ${part}`))
  expect(plans).not.toContain('Seq Scan')
})
