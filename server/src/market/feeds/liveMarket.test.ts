import { until } from '../../../../test/support/until'
import { createTestDatabase, type TestDatabase } from '../../../test/database'
import { openHistoryServer } from '../../../test/feeds/historyServer'
import { openExchange } from '../../../test/feeds/loopback'
import { sampleFile } from '../../../test/feeds/recordings'
import { TestClock } from '../../../test/testClock'
import { createBus } from '../../shared/bus'
import { type Clock, systemClock } from '../../shared/clock'
import { createLog } from '../../shared/log'
import { createMetrics } from '../../shared/metrics'
import { createMarket, type Market } from '../market'
import { feedName, readFeedSettings } from './settings'

let own: TestDatabase
const open: { close(): Promise<unknown> }[] = []
beforeEach(async () => {
  own = await createTestDatabase()
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await own.drop()
})

/** With sources that are given up and taken back sooner than in the field. */
function marketWith(env: Record<string, string>, clock: Clock = systemClock, skewMs = 5_000) {
  const feeds = { ...readFeedSettings(env, 'demo'), failoverMs: 300, recoveryMs: 1_000, skewMs }
  const metrics = createMetrics()
  const market = createMarket({
    config: { currency: { code: 'USD', scale: 2 }, feed: feedName(feeds), feeds },
    clock,
    bus: createBus((error) => {
      throw error
    }),
    database: own.database,
    log: createLog('silent'),
    metrics,
  })
  open.unshift({ close: () => market.stop() })
  return Object.assign(market, { metrics })
}

const closing = <T extends { close(): Promise<unknown> }>(server: T): T => {
  open.push(server)
  return server
}

async function stop(market: Market) {
  open.shift()
  await market.stop()
}

/** Exchanges on loopback that tick four times a second for BTC and ETH. */
async function openExchanges() {
  const history = closing(await openHistoryServer())
  let number = 0
  const alive = { binance: true, okx: true }
  const binance = closing(await openExchange(() => undefined, { refuse: () => (alive.binance ? undefined : 503) }))
  const okx = closing(await openExchange(() => undefined))
  const timer = setInterval(() => {
    const [at, trade] = [systemClock.now(), ++number]
    for (const s of ['BTCUSDT', 'ETHUSDT']) {
      const event = { e: 'aggTrade', E: at, s, a: trade, f: trade, l: trade, p: `100.${trade}0`, q: '0.50', T: at }
      for (const guest of binance.guests) guest.send(JSON.stringify({ stream: `${s}@aggTrade`, data: event }))
    }
    const row = { instId: 'BTC-USDT', tradeId: String(trade), px: `100.${trade}5`, sz: '1', ts: String(at) }
    const line = JSON.stringify({ arg: { channel: 'trades', instId: 'BTC-USDT' }, data: [row] })
    for (const guest of okx.guests) guest.send(line)
  }, 50)
  open.push({ close: async () => clearInterval(timer) })
  const env = {
    FEED: 'binance,okx',
    FEED_BINANCE_URL: binance.url,
    FEED_BINANCE_HISTORY_URL: history.binance,
    FEED_OKX_URL: `${okx.url}/ws/v5/public`,
    FEED_OKX_HISTORY_URL: history.okx,
  }
  /** A print in error on the first exchange, and then its usual prices again. */
  const spike = () => print(systemClock.now())
  const print = (at: number) => {
    const trade = ++number
    const event = { e: 'aggTrade', E: at, s: 'BTCUSDT', a: trade, f: trade, l: trade, p: '900.00', q: '0.50', T: at }
    for (const guest of binance.guests) guest.send(JSON.stringify({ stream: 'BTCUSDT@aggTrade', data: event }))
  }
  const silence = () => {
    alive.binance = false
    for (const { socket } of binance.guests) socket.terminate()
  }
  return { env, history, spike, print, silence, revive: () => (alive.binance = true) }
}

const ticksOf = (symbol: string) =>
  own.database.query<{ source: string; price: string; size: string }>(
    `select tick.source, tick.price::text as price, tick.size::text as size from tick join product on product.id = tick.product_id
      where product.symbol = $1 order by tick.sequence`,
    [symbol],
  )

/** Waits until the newest tick of BTC is of `source`. */
async function untilFrom(market: Market, source: string) {
  await until(`a tick of ${source}`, async () => {
    await market.flush()
    return (await ticksOf('BTCUSDT')).at(-1)?.source === source
  })
}

/** The market has fresh prices, and says that they are those of one exchange alone. */
async function expectOnlyOkx(market: ReturnType<typeof marketWith>) {
  const btc = market.productBySymbol('BTCUSDT')
  expect(btc && market.isFresh(btc, systemClock.now())).toBe(true)
  await until('one is down', () =>
    market.feedStates().some(({ source, status }) => source === 'binance' && status === 'down'),
  )
  expect(market.feedStates().find(({ source }) => source === 'okx')?.status).toBe('connected')
  const exposed = await market.metrics.registry.metrics()
  expect(exposed).toContain('fairtick_feed_up{source="okx"} 1')
  expect(exposed).toContain('fairtick_feed_up{source="binance"} 0')
  expect(exposed).toMatch(/fairtick_feed_last_tick_age_seconds\{source="okx"\} [0-9.e-]+/)
  expect(exposed).toMatch(/fairtick_feed_prices_total\{source="okx",outcome="standby"\} \d+/)
}

/**
 * Entries of the public log of feeds, without times; sources that come and go are not of interest if `only` is given.
 */
async function noted(only = /./): Promise<string[]> {
  const rows = await own.database.query<{ entry: string }>('select entry from feed_event order by leaf')
  return rows.map(({ entry }) => entry.split('|').slice(3).join('|')).filter((entry) => only.test(entry))
}

test('the second exchange takes over and hands back; that, a held tick, a time that is off and the settings are in the public log', async () => {
  const { env, spike, print, silence, revive } = await openExchanges()
  const market = marketWith({ ...env, FEED_JUMP_BP: '5000' })
  await market.start()
  expect(market.source).toBe('binance,okx')
  await untilFrom(market, 'binance')
  // Products that neither exchange has are missing: no price of gold is made up.
  expect(market.products().every((product) => product.category === 'crypto')).toBe(true)
  expect(market.productBySymbol('BTCUSDT')?.source).toBe('binance,okx')
  spike()
  await until('the print in error is dropped', async () => {
    await market.flush()
    return (await noted(/^dropped\|BTC/)).length > 0
  })
  print(systemClock.now() - 60_000)
  silence()
  await untilFrom(market, 'okx')
  await expectOnlyOkx(market)
  revive()
  await untilFrom(market, 'binance')
  for (const { source, price, size } of await ticksOf('BTCUSDT')) {
    expect(price).toMatch(source === 'okx' ? /^100\.\d+5$/ : /^100\.\d+0$/)
    expect(size).toBe(source === 'okx' ? '1' : '0.50')
  }
  // ETH is not on the second exchange here: it waited, and was not priced by anybody else.
  expect(new Set((await ticksOf('ETHUSDT')).map((row) => row.source))).toEqual(new Set(['binance']))
  await stop(market)
  expect(await noted(/^skipped/)).toEqual([
    expect.stringMatching(/^skipped\|BTCUSDT\|binance\|behind_clock\|1\|\d{13}$/),
  ])
  const log = await noted()
  const symbols = [...market.products().map(({ symbol }) => symbol)]
  expect(log.slice(0, symbols.length + 1)).toEqual([
    'began|-|binance,okx|0',
    ...symbols.map(
      (symbol) =>
        `settings|${symbol}|binance,okx|${market.productBySymbol(symbol)?.instrument}|5000|5000|300|1000|5000|5000`,
    ),
  ])
  expect(await noted(/^(held|passed|dropped)\|BTC/)).toEqual([
    expect.stringMatching(/^held\|BTCUSDT\|binance\|BTCUSDT\|900.00\|\d{13}\|\d+$/),
    expect.stringMatching(/^dropped\|BTCUSDT\|binance\|BTCUSDT\|900.00\|\d{13}\|\d+$/),
  ])
  expect(await noted(/^source\|BTC/)).toEqual(['source|BTCUSDT|binance|okx', 'source|BTCUSDT|okx|binance'])
  expect(log.filter((entry) => !entry.startsWith('skipped')).at(-1)).toBe('ended|-|binance,okx')

  const stricter = marketWith({ ...env, FEED_JUMP_BP: '5000,ETHUSDT=50' }, systemClock, 4_000)
  await stricter.start()
  await stop(stricter)
  const later = (await noted(/^settings/)).slice(symbols.length)
  expect(later).toHaveLength(symbols.length)
  expect(later).toContain('settings|BTCUSDT|binance,okx|BTCUSDT,BTC-USDT|4000|5000|300|1000|5000|5000')
  expect(later).toContain('settings|ETHUSDT|binance,okx|ETHUSDT,ETH-USDT|4000|50|300|1000|5000|5000')
  const alone = marketWith({ ...env, FEED: 'binance', FEED_JUMP_BP: '5000,ETHUSDT=50' }, systemClock, 4_000)
  await alone.start()
  await stop(alone)
  expect(await noted(/^settings\|ETHUSDT\|binance\|/)).toEqual([
    'settings|ETHUSDT|binance|ETHUSDT|4000|50|300|1000|5000|5000',
  ])
  const same = (await noted(/^settings/)).length
  const again = marketWith({ ...env, FEED: 'binance', FEED_JUMP_BP: '5000,ETHUSDT=50' }, systemClock, 4_000)
  await again.start()
  await stop(again)
  expect(await noted(/^settings/)).toHaveLength(same)
})

test('history is filled in once, from the second exchange where the first has none, and never over our own', async () => {
  const { env, history } = await openExchanges()
  const market = marketWith({
    ...env,
    FEED_BINANCE_HISTORY_URL: 'http://127.0.0.1:9/api/v3',
    FEED_OKX_HISTORY_URL: history.okx,
  })
  await market.start()
  const btc = market.productBySymbol('BTCUSDT')
  const count = async (interval: string) => {
    const row = await own.database.first<{ candles: bigint }>(
      'select count(*) as candles from candle where product_id = $1 and interval = $2',
      [btc?.id, interval],
    )
    return Number(row?.candles)
  }
  expect(await count('1m')).toBeGreaterThanOrEqual(25 * 60)
  expect(await count('1h')).toBeGreaterThanOrEqual(30 * 24)
  expect(await count('1d')).toBeGreaterThanOrEqual(400)
  const quote = market.quote('BTCUSDT')
  expect(Number(quote?.volume24h)).toBeGreaterThan(24 * 60 * 12)
  const torn = await own.database.query(
    `select coarse.open_at_ms from candle coarse join lateral (
        select max(fine.high) as high, min(fine.low) as low, sum(fine.volume) as volume from candle fine
         where fine.product_id = coarse.product_id and fine.interval = '1h' and fine.open_at_ms >= coarse.open_at_ms
           and fine.open_at_ms < coarse.open_at_ms + 86400000) summed on summed.high is not null
      where coarse.interval = '1d'
        and (coarse.high, coarse.low, coarse.volume) is distinct from (summed.high, summed.low, summed.volume)`,
  )
  expect(torn).toEqual([])
  await stop(market)
  const asked = history.asked.length
  expect(asked).toBeGreaterThan(0)
  const again = marketWith({ ...env, FEED: 'okx' })
  await again.start()
  expect(history.asked.length - asked).toBeLessThanOrEqual(market.products().length)
})

test('real prices do not go on where made-up ones ended, nor the other way round', async () => {
  const clock = new TestClock()
  const simulated = marketWith({ FEED: 'simulated' }, clock)
  await simulated.start()
  await clock.advance(3_000)
  await simulated.flush()
  await stop(simulated)
  const { env } = await openExchanges()
  await expect(marketWith(env).start()).rejects.toThrow(
    /^FEED is binance,okx but this database holds prices of \w+ from simulated: set DATA_DIR or DATABASE_URL to a new place/,
  )
})

test('a recording is a market of its own products, and says so on each tick', async () => {
  const market = marketWith({
    FEED: `replay:${sampleFile('PLUMUSDT.sample.csv')}`,
    FEED_SYMBOLS: 'replay:XAUUSD=*',
  })
  await market.start()
  expect(market.products().map(({ symbol, source }) => [symbol, source])).toEqual([
    ['XAUUSD', 'replay:PLUMUSDT.sample.csv'],
  ])
  await until('two ticks', async () => {
    await market.flush()
    return (await ticksOf('XAUUSD')).length >= 2
  })
  expect((await ticksOf('XAUUSD')).slice(0, 2)).toEqual([
    { source: 'replay:PLUMUSDT.sample.csv', price: '7.6100', size: '10' },
    { source: 'replay:PLUMUSDT.sample.csv', price: '7.6110', size: '2.50' },
  ])
})
