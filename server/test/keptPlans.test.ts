import { createDatabase, type Database } from '../src/database/database'
import { type NewOrder, placeOrders } from '../src/modules/orders/repository'
import { present } from '../src/shared/assert'
import { createLog } from '../src/shared/log'
import type { TestUser } from './app'
import { asked } from './asks'
import { createTradingFloor, type TradingFloor } from './tradingFloor'

/** More runs than PostgreSQL plans again before it may keep the plan of a statement with parameters. */
const WARM_UP = 8
const OPEN_ORDERS = 300

let floor: TradingFloor
let user: TestUser
/** One connection: plans are kept by connection. */
let own: Database
beforeAll(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser('planned_1')
  await floor.tick('100')
  own = createDatabase(floor.url, createLog('silent'), 1)
})
afterAll(async () => {
  await own.close()
  await floor.close()
})

/** How many plans PostgreSQL makes in `work`: it prints each one. */
async function plansMadeIn(work: () => Promise<unknown>): Promise<number> {
  let made = 0
  const client = await own.pool.connect()
  const count = ({ message }: { message?: string | undefined }) => {
    if (message === 'plan:') made++
  }
  client.on('notice', count)
  client.release()
  await own.query('set debug_print_plan = on')
  await own.query('set client_min_messages = log')
  await work()
  // Neither plans anything, so nothing of it is counted.
  await own.query('reset client_min_messages')
  await own.query('reset debug_print_plan')
  client.off('notice', count)
  return made
}

interface Reads {
  scans: bigint
  rows: bigint
}

/** How often `work` reads these tables, and how many rows of them: nothing else reads them. */
async function readIn(work: () => Promise<unknown>, tables: string): Promise<Reads> {
  const read = async () => {
    await own.query('select pg_stat_force_next_flush()')
    const counted = await own.first<Reads>(
      `select sum(seq_scan + coalesce(idx_scan, 0))::bigint as scans,
              sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
         from pg_stat_user_tables where relname like $1`,
      [tables],
    )
    return present(counted, 'tables are counted')
  }
  const before = await read()
  await work()
  const after = await read()
  return { scans: after.scans - before.scans, rows: after.rows - before.rows }
}

const newOrders = (): NewOrder[] => {
  const { id } = floor.body()
  const terms = { productId: floor.product.id, direction: 1 as const, stake: 100n, durationSeconds: 30 }
  const agreed = { earningsRateBp: 7500, payout: 175n, source: 'test', instrument: '-', bodyHash: Buffer.alloc(32) }
  return [
    {
      ...terms,
      ...agreed,
      id,
      userId: user.id,
      acceptedAtMs: floor.clock.now(),
      entryTimeoutMs: 5000,
      staleAfterMs: 5000,
      sourceLagMs: 5000,
      ask: asked(floor.body()).ask,
    },
  ]
}

const place = async () => {
  const limits = { perMinute: 1_000, openStakes: 1_000_000n }
  const [outcome] = await placeOrders(own, newOrders(), { code: 'USD', scale: 2 }, limits)
  expect(outcome).toMatchObject({ outcome: 'placed' })
}

test('a placed order makes the database plan nothing anew', async () => {
  for (let time = 0; time < WARM_UP; time++) await place()
  expect(await plansMadeIn(place)).toBe(0)
})

test('asking whether something is due plans nothing, and reads no order that is not', async () => {
  for (let count = 0; count < OPEN_ORDERS; count++) await place()
  await floor.enter('101')
  const isDue = 'select settlement_due() as due'
  for (let time = 0; time < WARM_UP; time++) await own.query(isDue)
  // The statement itself, which has no name.
  expect(await plansMadeIn(() => own.query(isDue))).toBe(1)
  const ask = async () => expect(await own.query(isDue)).toEqual([{ due: false }])
  expect((await readIn(ask, 'trade_order%')).rows).toBe(0n)
})

test.each(['account_freeze', 'account_limit', 'account_break'])('a placed order looks once at %s', async (table) => {
  expect((await readIn(place, table)).scans).toBe(1n)
})

test('no statement of a node is compiled, whatever the database is set to', async () => {
  expect(await own.query('show jit')).toEqual([{ jit: 'off' }])
})
