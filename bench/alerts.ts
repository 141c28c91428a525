import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { loadConfig } from '../server/src/config'
import { createDatabase, type Database } from '../server/src/database/database'
import { migrate } from '../server/src/database/migrate'
import { createDeps, type Deps } from '../server/src/deps'
import { seedDemoProducts } from '../server/src/market/demoProducts'
import { appendTicks, loadHeads } from '../server/src/market/tickLog'
import { createAlertWorker } from '../server/src/modules/alerts/worker'
import type { BusTick } from '../server/src/shared/bus'
import { createLog } from '../server/src/shared/log'
import { createMetrics } from '../server/src/shared/metrics'
import { TestClock } from '../server/test/testClock'

/** All on one product: the worst case. */
const ALERTS = Number(process.env.ALERTS ?? 100_000)
/** As many as a user can have waiting. */
const ALERTS_PER_USER = 20
/** Ticks appended while no worker ran: ten minutes at ten a second. */
const BEHIND = 6_000
const TICKS = 10_000
/** How many alerts one jump of the price reaches. */
const REACHED = 10_000
const START = 100

/** Users with their alerts: half above the price and half below, each at its own price. */
async function seedAlerts(database: Database, productId: number) {
  const users = Math.ceil(ALERTS / ALERTS_PER_USER)
  await database.query(
    `insert into opening_code (code) select lpad(upper(to_hex(nth)), 6, 'Z')
         from generate_series(1, $1::int) nth`,
    [users],
  )
  await database.query(
    `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
       select 'user_' || nth, 'bench', 'CN', '', '', lpad(upper(to_hex(nth)), 6, 'Z')
         from generate_series(1, $1::int) nth`,
    [users],
  )
  await database.query(
    `insert into price_alert (user_id, id, product_id, direction, price, after_sequence, created_at_ms)
       select (nth - 1) / $2::int + 1, gen_random_uuid(), $3, case when nth % 2 = 0 then 1 else -1 end,
              case when nth % 2 = 0 then 101 + nth * 0.001 else 99 - nth * 0.0001 end, 1, 0
         from generate_series(1, $1::int) nth`,
    [ALERTS, ALERTS_PER_USER, productId],
  )
  await database.query('vacuum analyze')
}

/** Appends ticks of one product, a tenth of a second apart; returns them as the bus carries them. */
function createFeed({ database }: Deps, clock: TestClock, productId: number) {
  return async (prices: readonly string[]): Promise<BusTick[]> => {
    const ticks = prices.map((price, at) => ({
      productId,
      atMs: clock.now() + at * 100,
      price,
      size: '1',
      sourceAtMs: clock.now() + at * 100,
    }))
    await clock.advance(prices.length * 100 + 100)
    const sequences = await appendTicks(database, [productId], clock.now() - 1, 'bench', ticks)
    return ticks.map((tick, at) => ({ ...tick, symbol: 'BTCUSDT', sequence: sequences.get(at) ?? 0 }))
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

const steady = (count: number) => Array.from({ length: count }, (_, at) => (START + (at % 9) / 10).toFixed(1))

/** Price alerts: catching up after a start, what a tick costs that reaches none, and a jump of the price over many. */
export async function benchAlerts() {
  const postgres = await startThrowAwayPostgres()
  try {
    await migrate(postgres.url)
    const log = createLog('error')
    const database = createDatabase(postgres.url, log)
    const clock = new TestClock()
    const deps = createDeps({ config: { ...loadConfig({}), databaseUrl: postgres.url }, database, log, clock })
    await database.withTransaction((tx) => seedDemoProducts(tx, deps.config.currency.scale, 'test'))
    await loadHeads(database)
    const product = await database.first<{ id: number }>("select id from product where symbol = 'BTCUSDT'")
    if (!product) throw new Error('The demo products have no BTCUSDT')
    const feed = createFeed(deps, clock, product.id)
    await feed(steady(1))
    await seedAlerts(database, product.id)
    await feed(steady(BEHIND))
    const worker = createAlertWorker({ ...deps, metrics: createMetrics() })
    const startSeconds = await secondsOf(() => worker.runOnce())
    const quiet = await feed(steady(TICKS))
    deps.bus.publish({ type: 'ticks', ticks: quiet })
    const quietSeconds = await secondsOf(() => worker.runOnce())
    const jump = await feed([(101 + REACHED * 2 * 0.001).toFixed(3)])
    deps.bus.publish({ type: 'ticks', ticks: jump })
    const jumpSeconds = await secondsOf(() => worker.runOnce())
    const told = await database.first<{ count: bigint }>('select count(*) as count from message')
    if (Number(told?.count) !== REACHED) throw new Error(`${told?.count} users were told, not ${REACHED}`)
    await worker.stop()
    await database.close()
    return {
      alerts: ALERTS,
      start: { ticksBehind: BEHIND, seconds: Number(startSeconds.toFixed(2)) },
      microsecondsPerTickThatReachesNone: Math.round((quietSeconds / TICKS) * 1_000_000),
      jump: { reached: REACHED, toldPerSecond: Math.round(REACHED / jumpSeconds) },
    }
  } finally {
    await postgres.stop()
  }
}
