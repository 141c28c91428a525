import { createTestDatabase } from '../../test/database'
import { SHORT_PAST } from '../../test/shortPast'
import { TestClock } from '../../test/testClock'
import { createBus } from '../shared/bus'
import { createLog } from '../shared/log'
import { createMetrics } from '../shared/metrics'
import { feedName, readFeedSettings } from './feeds/settings'
import { createMarket } from './market'

/** The ticks of a simulated market in three seconds. */
async function play() {
  const { database, drop } = await createTestDatabase()
  const clock = new TestClock(Date.parse('2026-11-20T06:00:00Z'))
  const feeds = readFeedSettings({ FEED: 'simulated' }, 'demo')
  const market = createMarket({
    past: SHORT_PAST,
    config: { currency: { code: 'USD', scale: 2 }, feed: feedName(feeds), feeds },
    clock,
    bus: createBus((error) => {
      throw error
    }),
    database,
    log: createLog('silent'),
    metrics: createMetrics(),
  })
  try {
    await market.start()
    await clock.advance(3_000)
    await market.flush()
    const ticks = await database.query<{ symbol: string; price: string; at: bigint }>(
      `select symbol, price::text as price, at_ms as at from tick join product on product.id = product_id
        order by symbol, sequence`,
    )
    return ticks.map(({ symbol, price, at }) => `${symbol} ${at} ${price}`)
  } finally {
    await market.stop()
    await drop()
  }
}

test('two markets that begin at the same instant differ: the seed is drawn anew', async () => {
  const [one, two] = [await play(), await play()]
  expect(one.length).toBeGreaterThan(10)
  expect(one).not.toEqual(two)
})
