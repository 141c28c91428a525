import { createTestDatabase } from '../../test/database'
import { TestClock } from '../../test/testClock'
import { createBus } from '../shared/bus'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { feedName, readFeedSettings } from './feeds/settings'
import { createMarket } from './market'

/** The ticks and events of a simulated market in three seconds. */
async function play() {
  const { database, drop } = await createTestDatabase()
  const lines: string[] = []
  const clock = new TestClock(Date.parse('2026-11-20T06:00:00Z'))
  const feeds = readFeedSettings({ FEED: 'simulated' }, 'demo')
  const metrics = createMetrics()
  const market = createMarket({
    config: { currency: { code: 'USD', scale: 2 }, feed: feedName(feeds), feeds },
    clock,
    bus: createBus((error) => {
      throw error
    }),
    database,
    log: createLog('trace', { write: (line) => lines.push(line) }),
    metrics,
  })
  try {
    await market.start()
    await clock.advance(3_000)
    await market.flush()
    const ticks = await database.query<{ symbol: string; price: string; at: bigint }>(
      `select symbol, price::text as price, at_ms as at from tick join product on product.id = product_id
        order by symbol, sequence`,
    )
    const stored = await database.query('select key, value::text as value from setting')
    const log = await database.query('select entry from feed_event')
    const said = [lines.join('\n'), await metrics.registry.metrics(), JSON.stringify([stored, log])].join('\n')
    const seeds = await database.query<{ seed: string }>('select seed from simulated_hour')
    return {
      ticks: ticks.map(({ symbol, price, at }) => `${symbol} ${at} ${price}`),
      said,
      seeds: seeds.map(({ seed }) => seed),
    }
  } finally {
    await market.stop()
    await drop()
  }
}

test('two markets that begin at the same instant differ: the seed is drawn anew, and nothing that they say has it', async () => {
  const [one, two] = [await play(), await play()]
  expect(one.ticks.length).toBeGreaterThan(10)
  expect(one.ticks).not.toEqual(two.ticks)
  expect(one.seeds).toHaveLength(1)
  expect(one.seeds).not.toEqual(two.seeds)
  for (const { said, seeds } of [one, two]) for (const seed of seeds) expect(said).not.toContain(seed)
})
