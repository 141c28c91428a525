import fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { TestClock } from '../../test/testClock'
import { queryableOf } from '../database/database'
import { type BusTick, createBus } from '../shared/bus'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { seedDemoProducts } from './demoProducts'
import type { FeedEvent } from './feedEvents'
import { createIntake } from './intake'
import { loadProducts } from './products'
import { appendTicks, loadHeads } from './tickLog'

let testDatabase: TestDatabase
const START = Date.UTC(2026, 10, 20, 12)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await testDatabase.database.withTransaction((tx) => seedDemoProducts(tx, 2, 'simulated'))
  await loadHeads(testDatabase.database)
})
afterAll(() => testDatabase.drop())

/** A product nobody has written to yet. */
let next = 0
async function freshProduct() {
  const products = await loadProducts(testDatabase.database)
  const product = products[next++ % products.length]
  if (!product) throw new Error('no product')
  const [head] = (await loadHeads(testDatabase.database)).filter((row) => row.productId === product.id)
  return { id: product.id, symbol: product.symbol, atMs: head?.atMs ?? 0, throughMs: head?.throughMs ?? 0 }
}

const logOf = (id: number) =>
  testDatabase.database.query<{ sequence: bigint; at_ms: bigint; price: string; source_at_ms: bigint }>(
    'select sequence, at_ms, price::text as price, source_at_ms from tick where product_id = $1 order by sequence',
    [id],
  )

async function open(database = testDatabase.database) {
  const product = await freshProduct()
  const clock = new TestClock(Math.max(START, product.throughMs + 1_000))
  const openedAt = clock.now()
  const metrics = createMetrics()
  const heard: BusTick[] = []
  const bus = createBus((error) => {
    throw error
  })
  bus.subscribe('ticks', ({ ticks }) => heard.push(...ticks))
  const log = createLog('silent')
  const noted: FeedEvent[] = []
  const note = (event: FeedEvent) => noted.push(event)
  const intake = createIntake({ clock, log, database, bus, metrics, note, source: 'simulated', products: [product] })
  const send = (
    sequence: number,
    price = '100.5',
    size = '1',
    source = 'simulated',
    sourceAtMs = openedAt + sequence,
  ) => intake.accept({ symbol: product.symbol, price, size, source, sourceAtMs, receivedAtMs: clock.now(), sequence })
  const dropped = async () => {
    const metric = await metrics.registry.getSingleMetric('fairtick_ticks_dropped_total')?.get()
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.reason, value]))
  }
  return { product, clock, intake, heard, noted, send, dropped }
}

test('garbage, duplicates and ticks out of order are left out and counted by reason', async () => {
  const { product, clock, intake, noted, send, dropped } = await open()
  send(1_000, '100.50')
  send(1_000, '100.50')
  send(999, '101')
  send(1_001, '-1')
  send(1_001, '0')
  send(1_001, 'NaN')
  send(1_001, '1e5')
  send(1_001, '1', '-2')
  send(1_001, '1', '1', 'simulated', 1.5)
  const nobody = { symbol: 'NOBODY', price: '1', size: '1', source: 'simulated', sourceAtMs: 1 }
  intake.accept({ ...nobody, receivedAtMs: 1, sequence: 1 })
  send(1_002, '100.60')
  await clock.advance(1)
  await intake.flush()
  expect((await logOf(product.id)).map((row) => row.price)).toEqual(['100.50', '100.60'])
  expect(await dropped()).toEqual({ duplicate: 1, out_of_order: 1, invalid: 6, unknown_product: 1 })
  // Prices that were in the log already, or that no product has, are missed by nobody.
  const missed = ['out_of_order', ...Array(6).fill('invalid')]
  expect(noted).toEqual(
    missed.map((reason) => ({ kind: 'skipped', symbol: product.symbol, fields: ['simulated', reason] })),
  )
})

test('a tick that the log has gone past is left out, and that is noted', async () => {
  const { product, clock, intake, noted, send, dropped } = await open()
  send(1)
  await clock.advance(1)
  await appendTicks(testDatabase.database, [product.id], clock.now() + 1_000, 'simulated', [])
  await intake.flush()
  expect(await dropped()).toEqual({ late: 1 })
  expect(noted).toEqual([{ kind: 'skipped', symbol: product.symbol, fields: ['simulated', 'late'] }])
})

test('an old price that a source sends under a new number is left out, and that is noted', async () => {
  const { product, clock, intake, noted, send, dropped } = await open()
  const before = (await logOf(product.id)).length
  send(1, '7')
  await clock.advance(1)
  await intake.flush()
  send(2, '9', '1', 'simulated', clock.now() - 4_000)
  await clock.advance(1)
  await intake.flush()
  expect((await logOf(product.id)).slice(before).map(({ price }) => price)).toEqual(['7'])
  expect(await dropped()).toEqual({ out_of_order: 1 })
  expect(noted).toEqual([{ kind: 'skipped', symbol: product.symbol, fields: ['simulated', 'out_of_order'] }])
})

test('another source has numbers of its own, and its name stands in the log', async () => {
  const { product, clock, intake, send } = await open()
  const before = (await logOf(product.id)).length
  send(5, '7', '1', 'binance')
  send(1, '8', '1', 'okx')
  send(2, '9', '1', 'okx')
  send(6, '10', '1', 'binance')
  await clock.advance(1)
  await intake.flush()
  const rows = await testDatabase.database.query<{ source: string; price: string }>(
    'select source, price::text as price from tick where product_id = $1 and sequence > $2 order by sequence',
    [product.id, before],
  )
  expect(rows.map((row) => `${row.source} ${row.price}`)).toEqual(['binance 7', 'okx 8', 'okx 9', 'binance 10'])
})

test('whatever arrives, the log is numbered without a gap, in the order of time, behind the watermark', async () => {
  const step = fc.oneof(
    fc.record({ source: fc.integer({ min: 0, max: 50 }), price: fc.integer({ min: 1, max: 5 }) }),
    fc.constantFrom('flush' as const, 'wait' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { product, clock, intake, heard, send } = await open()
      const before = await logOf(product.id)
      let promised = product.throughMs
      for (const item of steps) {
        if (item === 'wait') await clock.advance(7)
        else if (item === 'flush') {
          const known = (await logOf(product.id)).length
          await intake.flush()
          for (const row of (await logOf(product.id)).slice(known)) {
            expect(Number(row.at_ms)).toBeGreaterThan(promised)
          }
          const head = (await loadHeads(testDatabase.database)).find((row) => row.productId === product.id)
          expect(head?.throughMs).toBeGreaterThanOrEqual(promised)
          promised = head?.throughMs ?? 0
        } else send(item.source, String(item.price))
      }
      await clock.advance(1)
      await intake.flush()
      const rows = await logOf(product.id)
      expect(rows.map((row) => Number(row.sequence))).toEqual(rows.map((_row, index) => index + 1))
      const times = rows.map((row) => Number(row.at_ms))
      expect(times).toEqual([...times].sort((a, b) => a - b))
      const added = rows.slice(before.length)
      const sources = added.map((row) => Number(row.source_at_ms))
      expect(sources).toEqual([...sources].sort((a, b) => a - b))
      expect(heard.map(({ sequence, price }) => [sequence, price])).toEqual(
        added.map((row) => [Number(row.sequence), row.price]),
      )
    }),
    { numRuns: 40 },
  )
})

test('two flushes at once write each tick once', async () => {
  const { product, clock, intake, send } = await open()
  const before = (await logOf(product.id)).length
  for (let index = 0; index < 20; index++) send(index, String(index + 1))
  await clock.advance(1)
  await Promise.all([intake.flush(), intake.flush(), intake.flush()])
  expect(await logOf(product.id)).toHaveLength(before + 20)
})

test('an outage keeps the ticks, and a lost answer does not write them twice', async () => {
  let mode: 'down' | 'lost' | 'up' = 'down'
  const { product, clock, intake, send } = await open({
    ...testDatabase.database,
    ...queryableOf(async (text, values) => {
      if (mode === 'down') throw new Error('Connection terminated')
      const rows = await testDatabase.database.query(text, values)
      if (mode === 'lost') throw new Error('Connection terminated')
      return rows as never
    }),
  })
  const before = (await logOf(product.id)).length
  send(1, '5')
  await clock.advance(50)
  await expect(intake.flush()).rejects.toThrow('Connection terminated')
  mode = 'lost'
  send(2, '6')
  await expect(intake.flush()).rejects.toThrow('Connection terminated')
  await clock.advance(50)
  await expect(intake.flush()).rejects.toThrow('Connection terminated')
  mode = 'up'
  await clock.advance(50)
  await intake.flush()
  const rows = (await logOf(product.id)).slice(before)
  expect(rows.map((row) => row.price)).toEqual(['5', '6'])
})

test('a clock that is put back holds no tick up', async () => {
  const { product, clock, intake, send } = await open()
  const before = (await logOf(product.id)).length
  send(1, '5')
  await clock.advance(10)
  await intake.flush()
  const now = clock.now.bind(clock)
  clock.now = () => now() - 3_600_000
  send(2, '6')
  await intake.flush()
  expect(await logOf(product.id)).toHaveLength(before + 2)
})

test('a writer whose clock is behind that of the one before it goes on at once', async () => {
  const { product, intake, send } = await open()
  send(1)
  await intake.flush()
  const [head] = (await loadHeads(testDatabase.database)).filter(({ productId }) => productId === product.id)
  const throughMs = head?.throughMs ?? 0
  const clock = new TestClock(throughMs - 5_000)
  const deps = { clock, log: createLog('silent'), metrics: createMetrics(), source: 'simulated', note: () => undefined }
  const database = testDatabase.database
  const bus = createBus(() => undefined)
  const next = createIntake({ ...deps, database, bus, products: [{ ...product, atMs: head?.atMs ?? 0, throughMs }] })
  const tick = { symbol: product.symbol, price: '101', size: '1', source: 'simulated', receivedAtMs: clock.now() }
  next.accept({ ...tick, sourceAtMs: throughMs + 2_000, sequence: 2 })
  await next.flush()
  expect((await logOf(product.id)).at(-1)?.price).toBe('101')
})

test('nothing is appended at or before the watermark, whoever moved it', async () => {
  const { id, throughMs } = await freshProduct()
  const through = Math.max(START, throughMs) + 10_000
  await testDatabase.database.query('update tick_head set through_ms = $2 where product_id = $1', [id, through])
  const tick = (atMs: number) => ({ productId: id, atMs, price: '1', size: '1', sourceAtMs: atMs })
  const ticks = [tick(through - 1), tick(through), tick(through + 1)]
  const written = await appendTicks(testDatabase.database, [id], through + 5, 'simulated', ticks)
  expect([...written.keys()]).toEqual([2])
})

test('each tick of a batch keeps the name of its own source', async () => {
  const { id, throughMs } = await freshProduct()
  const from = Math.max(START, throughMs) + 50_000
  const before = (await logOf(id)).length
  const tick = { productId: id, atMs: from, price: '1', size: '1', sourceAtMs: from }
  await appendTicks(testDatabase.database, [id], from, 'binance', [tick, { ...tick, source: 'okx' }])
  const rows = await testDatabase.database.query<{ source: string }>(
    'select source from tick where product_id = $1 and sequence > $2 order by sequence',
    [id, before],
  )
  expect(rows.map((row) => row.source)).toEqual(['binance', 'okx'])
})

test('a tick that is behind what its source gave before is in no log, whichever process writes', async () => {
  const { id, throughMs } = await freshProduct()
  const from = Math.max(START, throughMs) + 70_000
  const before = (await logOf(id)).length
  let atMs = from
  const append = async (...ticks: { sourceAtMs: number; trade?: number; source?: string }[]) => {
    const at = ++atMs
    const given = ticks.map((tick) => ({ productId: id, atMs: at, price: '1', size: '1', ...tick }))
    const appended = await appendTicks(testDatabase.database, [id], at - 1, 'binance', given)
    return given.map((_tick, place) => {
      const sequence = appended.get(place)
      return typeof sequence === 'number' ? sequence - before : 'left out'
    })
  }
  // Behind by its time, behind by its number, and a repeat: in one batch and in the next.
  expect(
    await append(
      { sourceAtMs: from + 500, trade: 10 },
      { sourceAtMs: from + 499, trade: 11 },
      { sourceAtMs: from + 500, trade: 9 },
      { sourceAtMs: from + 500, trade: 10 },
      { sourceAtMs: from + 501, trade: 12 },
    ),
  ).toEqual([1, 'left out', 'left out', 'left out', 2])
  expect(await append({ sourceAtMs: from + 463, trade: 13 }, { sourceAtMs: from + 501, trade: 11 })).toEqual([
    'left out',
    'left out',
  ])
  // Another source has its own times and numbers.
  expect(await append({ sourceAtMs: from + 400, trade: 1, source: 'okx' })).toEqual([3])
  // A source that begins to count again loses the number, not the price.
  expect(await append({ sourceAtMs: from + 4_000, trade: 1 }, { sourceAtMs: from + 4_001, trade: 13 })).toEqual([4, 5])
  const rows = await testDatabase.database.query<{ trade: bigint | null }>(
    'select trade from tick where product_id = $1 and sequence > $2 order by sequence',
    [id, before],
  )
  expect(rows.map(({ trade }) => trade)).toEqual([10n, 12n, 1n, null, 13n])
})

test('a tick that is further from its time at the source than orders agree to is in no log', async () => {
  const { id, throughMs } = await freshProduct()
  const atMs = Math.max(START, throughMs) + 90_000
  const ticks = [-5_001, -5_000, 5_000, 5_001].map((by) => ({
    productId: id,
    atMs,
    price: '1',
    size: '1',
    sourceAtMs: atMs + by,
  }))
  const written = await appendTicks(testDatabase.database, [id], atMs, 'okx', ticks)
  expect([...written.keys()]).toEqual([1, 2])
})

test('writers at the same time never share a number', async () => {
  const { id, throughMs } = await freshProduct()
  const from = Math.max(START, throughMs) + 100_000
  const before = (await logOf(id)).length
  await Promise.all(
    Array.from({ length: 16 }, () => {
      const tick = { productId: id, atMs: from, price: '1', size: '1', sourceAtMs: from }
      return appendTicks(testDatabase.database, [id], from - 1, 'simulated', [tick, tick])
    }),
  )
  const rows = await logOf(id)
  expect(rows).toHaveLength(before + 32)
  expect(rows.map((row) => Number(row.sequence))).toEqual(rows.map((_row, index) => index + 1))
})

test('the tick log refuses to be changed', async () => {
  for (const sql of ["update tick set price = '1'", 'delete from tick', 'truncate tick']) {
    await expect(testDatabase.database.query(sql)).rejects.toThrow('append-only')
  }
})

test('a clock that was set back is told to whoever starts the node', () => {
  const said: string[] = []
  const log = createLog('error', { write: (line) => said.push(line) })
  const clock = new TestClock(START)
  const { database } = testDatabase
  const open = (aheadMs: number) => {
    const products = [{ id: 1, symbol: 'BTCUSDT', atMs: START + aheadMs, throughMs: START }]
    const bus = createBus(() => undefined)
    createIntake({
      clock,
      log,
      database,
      bus,
      products,
      metrics: createMetrics(),
      note() {},
      source: 'simulated',
    })
  }
  open(1_000)
  expect(said).toEqual([])
  open(7_200_000)
  expect(said.join('')).toContain("newest price in the log is 7200 s ahead of this machine's clock")
})
