import { createTestDatabase, type TestDatabase } from '../../test/database'
import { SHORT_PAST } from '../../test/shortPast'
import { TestClock } from '../../test/testClock'
import { createBus } from '../shared/bus'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { calendarState } from './calendar'
import type { Feed, FeedTick } from './feed'
import { createFeedEvents, noteSkipped } from './feedEvents'
import { feedName, readFeedSettings } from './feeds/settings'
import { createMarket } from './market'

let own: TestDatabase
let clock: TestClock
beforeEach(async () => {
  own = await createTestDatabase()
  // A Friday on which every market is open.
  clock = new TestClock(Date.parse('2026-11-20T06:00:00Z'))
})
afterEach(() => own.drop())

/** Everything in the log, without the time; the leaves have no gaps. */
async function noted(): Promise<string[]> {
  const rows = await own.database.query<{ leaf: bigint; at_ms: bigint; entry: string }>(
    'select leaf, at_ms, entry from feed_event order by leaf',
  )
  expect(rows.map(({ leaf }) => Number(leaf))).toEqual(rows.map((_row, index) => index))
  expect(rows.every(({ at_ms: at }, index) => index === 0 || at >= (rows[index - 1]?.at_ms ?? 0n))).toBe(true)
  return rows.map(({ at_ms: at, entry }) => {
    expect(entry.startsWith(`feed|1|${at}|`)).toBe(true)
    return entry.split('|').slice(3).join('|')
  })
}

const openEvents = () => createFeedEvents({ database: own.database, clock, log: createLog('silent') })

test('a product has so many entries a minute, the rest is a number; nothing is changed or taken out', async () => {
  const events = openEvents()
  const beganAt = clock.now()
  for (let index = 0; index < 25; index++) events.note({ kind: 'source', symbol: 'A', fields: ['one', `two${index}`] })
  events.note({ kind: 'source', symbol: 'B', fields: ['one', 'two'] })
  await events.flush()
  expect(await noted()).toHaveLength(21)
  await clock.advance(60_000)
  await events.flush()
  expect((await noted()).at(-1)).toBe(`more|A|5|${beganAt}`)
  events.note({ kind: 'source', symbol: 'A', fields: ['two24', 'one'] })
  await events.stop()
  expect((await noted()).at(-1)).toBe('source|A|two24|one')
  for (const sql of ['delete from feed_event', `update feed_event set entry = ''`, 'truncate feed_event'])
    await expect(own.database.query(sql)).rejects.toThrow('append-only')
})

test('ticks that were left out are a number by product, source, reason and minute', async () => {
  const events = openEvents()
  const beganAt = clock.now()
  const skip = (symbol: string, reason: string) => noteSkipped(events.note, symbol, 'binance', reason)
  for (let tick = 0; tick < 1_000; tick++) skip('A', 'behind_clock')
  skip('A', 'late')
  skip('B', 'behind_clock')
  for (const harmless of ['duplicate', 'not_needed', 'standby']) skip('B', harmless)
  await events.flush()
  expect(await noted()).toEqual([])
  await clock.advance(60_000)
  await events.flush()
  expect(await noted()).toEqual([
    `skipped|A|binance|behind_clock|1000|${beganAt}`,
    `skipped|A|binance|late|1|${beganAt}`,
    `skipped|B|binance|behind_clock|1|${beganAt}`,
  ])
  skip('A', 'behind_clock')
  await events.stop()
  expect((await noted()).at(-1)).toBe(`skipped|A|binance|behind_clock|1|${beganAt + 60_000}`)
})

test('what could not be written waits, in order, and times never fall', async () => {
  const events = openEvents()
  await own.database.query('alter table feed_event rename to feed_event_away')
  events.note({ kind: 'began', symbol: '-', fields: ['x', 0] })
  await expect(events.flush()).rejects.toThrow('feed_event')
  await own.database.query('alter table feed_event_away rename to feed_event')
  const now = clock.now.bind(clock)
  clock.now = () => now() - 5_000
  events.note({ kind: 'ended', symbol: '-', fields: ['x'] })
  await events.flush()
  expect(await noted()).toEqual(['began|-|x|0', 'ended|-|x'])
})

/** A market whose one source ticks by hand. */
function openMarket(env: Record<string, string> = {}) {
  const feeds = readFeedSettings({ FEED: 'simulated', ...env }, 'demo')
  let take: (tick: FeedTick) => void = () => undefined
  const byHand: Feed = {
    name: 'simulated',
    start: (onTick) => {
      take = onTick
    },
    stop: async () => undefined,
    states: () => [],
  }
  const market = createMarket({
    past: SHORT_PAST,
    config: { currency: { code: 'USD', scale: 2 }, feed: feedName(feeds), feeds },
    clock,
    bus: createBus((error) => {
      throw error
    }),
    database: own.database,
    log: createLog('silent'),
    metrics: createMetrics(),
    wrapFeed: () => byHand,
  })
  let sequence = 0
  async function tick(symbol: string) {
    const now = clock.now()
    const named = { symbol, price: '100.0', size: '1', source: 'simulated' }
    take({ ...named, sourceAtMs: now, receivedAtMs: now, sequence: ++sequence })
    // The log takes what is older than now.
    await clock.advance(1)
    await market.flush()
    return now
  }
  return { market, tick }
}

test('a product that stops while its market is open, and goes on, is in the log, across a restart, too', async () => {
  const first = openMarket()
  await first.market.start()
  await first.market.flush()
  const symbols = first.market.products().map(({ symbol }) => symbol)
  expect(await noted()).toEqual([
    expect.stringMatching(/^began\|-\|simulated\|\d+$/),
    ...symbols.map((symbol) => `settings|${symbol}|simulated|-|5000|-|-|-|5000|5000`),
  ])
  const before = (await noted()).length
  const times = new Map<string, number>()
  for (const symbol of symbols) times.set(symbol, await first.tick(symbol))
  const lastAt = times.get('BTCUSDT')
  for (let second = 0; second < 8; second++) {
    await clock.advance(1_000)
    for (const symbol of symbols) if (symbol !== 'BTCUSDT') await first.tick(symbol)
  }
  expect((await noted()).slice(before)).toEqual([`stopped|BTCUSDT|${lastAt}`])
  await first.market.stop()
  const second = openMarket()
  await second.market.start()
  await second.market.flush()
  const log = (await noted()).slice(before + 1)
  expect(log).toEqual(['ended|-|simulated', expect.stringMatching(/^began\|-\|simulated\|\d{13}$/)])
  await second.tick('BTCUSDT')
  await second.tick('BTCUSDT')
  expect((await noted()).slice(before + 3)).toEqual([expect.stringMatching(/^resumed\|BTCUSDT\|\d{13}$/)])
  await second.market.stop()
})

test.each([5_400, 6_200])('a feed that is kept out of the log for %s ms leaves its stop there', async (silentMs) => {
  const { market, tick } = openMarket()
  await market.start()
  const symbols = market.products().map(({ symbol }) => symbol)
  const times = new Map<string, number>()
  for (const symbol of symbols) times.set(symbol, await tick(symbol))
  const lastAt = times.get('BTCUSDT') ?? 0
  const before = (await noted()).length
  // The source continues: it is the function that appends which leaves out the ticks of one product.
  const { id = 0 } = market.productBySymbol('BTCUSDT') ?? {}
  await own.database.query(`alter function append_ticks rename to append_all_ticks`)
  await own.database.query(`
    create function append_ticks(a int[], b bigint, c new_tick[]) returns table (ord bigint, sequence bigint) language sql as $$
      select ord, sequence from append_all_ticks(a, b, array(
        select (nullif(given.product_id, ${id}), given.at_ms, given.price, given.size, given.source, given.source_at_ms,
                given.instrument, given.trade)::new_tick from unnest(c) given)) $$`)
  while (clock.now() < lastAt + silentMs) {
    await clock.advance(150)
    for (const symbol of symbols) await tick(symbol)
  }
  await own.database.query('drop function append_ticks')
  await own.database.query(`alter function append_all_ticks rename to append_ticks`)
  await tick('BTCUSDT')
  expect((await noted()).slice(before).filter((entry) => !entry.startsWith('skipped'))).toEqual([
    `stopped|BTCUSDT|${lastAt}`,
    `resumed|BTCUSDT|${lastAt}`,
  ])
  await market.stop()
})

test('a market that is closed is silent without having stopped', async () => {
  // Saturday: some markets are open, others are not.
  clock = new TestClock(Date.parse('2026-11-21T06:00:00Z'))
  const { market, tick } = openMarket()
  await market.start()
  const closed = new Set<string>()
  for (let second = 0; second < 15; second++) {
    await clock.advance(1_000)
    for (const { symbol, calendar } of market.products()) {
      if (calendarState(calendar, clock.now()).status === 'open') await tick(symbol)
      else closed.add(symbol)
    }
  }
  expect(closed.size).toBeGreaterThan(0)
  expect((await noted()).filter((entry) => entry.startsWith('stopped'))).toEqual([])
  await market.stop()
})
