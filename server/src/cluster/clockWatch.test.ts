import { until } from '../../../test/support/until'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { seedDemoProducts } from '../market/demoProducts'
import { createIntake } from '../market/intake'
import { loadProducts } from '../market/products'
import { loadHeads } from '../market/tickLog'
import { createBus } from '../shared/bus'
import { systemClock } from '../shared/clock'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { createClockWatch } from './clockWatch'
import { createLease } from './lease'

const HOURS_2 = 7_200_000
let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await own.database.withTransaction((tx) => seedDemoProducts(tx, 2, 'simulated'))
  await loadHeads(own.database)
})
afterAll(() => own.drop())

/** A machine whose clock can be set while its other one continues. */
function open() {
  const said: string[] = []
  const log = createLog('warn', { write: (line: string) => said.push(JSON.parse(line).msg) })
  const set = { byMs: 0 }
  const time = { now: () => systemClock.now() + set.byMs, sinceStart: () => performance.now() }
  const metrics = createMetrics()
  const watch = createClockWatch({ database: own.database, log, metrics }, time)
  return { said, log, set, watch, metrics, clock: { ...systemClock, now: time.now } }
}

const newest = async () =>
  Number((await own.database.first<{ at: string }>('select coalesce(max(at_ms), 0)::text as at from tick'))?.at)

test('a clock that jumps by hours ends the lead at once, writes no price of the future, and comes back when it is right', async () => {
  const { said, log, set, watch, metrics, clock } = open()
  const { database } = own
  await watch.start()
  const lease = createLease(
    { database, log },
    { name: 'feed', holder: 'one', mayHold: watch.isRight, gained: async () => undefined, lost: async () => undefined },
  )
  await lease.start()
  const [product] = await loadProducts(database)
  if (!product) throw new Error('no product')
  const bus = createBus(() => undefined)
  const products = [{ id: product.id, symbol: product.symbol, atMs: 0, throughMs: 0 }]
  const fence = lease.fence()
  const intake = createIntake({
    clock,
    log,
    database,
    bus,
    metrics,
    products,
    note() {},
    source: 'simulated',
    ...(fence && { fence }),
  })
  const accept = (sequence: number) =>
    intake.accept({
      symbol: product.symbol,
      price: '100.5',
      size: '1',
      source: 'simulated',
      sourceAtMs: clock.now(),
      receivedAtMs: clock.now(),
      sequence,
    })
  accept(1)
  await until('the first tick', async () => {
    await intake.flush()
    return (await newest()) > 0
  })

  set.byMs = HOURS_2
  accept(2)
  await expect(intake.flush()).rejects.toThrow('has been lost')
  expect(said[0]).toMatch(/clock was set 7200 s forward/)
  expect(await newest()).toBeLessThan(systemClock.now() + 1_000)
  await until('it leads no more', () => lease.fence() === undefined)
  const figure = async () => (await metrics.registry.getMetricsAsJSON())[0]?.values[0]?.value ?? 0
  await until('the difference in figures', async () => Math.abs((await figure()) - 7_200) < 60)

  set.byMs = 0
  await until('it leads again', () => lease.fence() !== undefined)
  expect(said.at(-1)).toBe("this machine's clock agrees with the database's, and this node may write prices")
  expect(said).toHaveLength(2)
  await lease.stop()
  await watch.stop()
})

test('a clock that is off at the start is named with its direction; one that is set right is believed', async () => {
  const { said, set, watch } = open()
  set.byMs = -HOURS_2
  await watch.start()
  expect(watch.isRight()).toBe(false)
  expect(said[0]).toMatch(/clock is 7200 s behind the database's: put the one that is wrong right/)
  set.byMs = 0
  await until('it is believed', () => watch.isRight())
  expect(said).toHaveLength(2)
  await watch.stop()
})
