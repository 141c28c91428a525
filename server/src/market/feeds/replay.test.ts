import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../../test/support/until'
import { fastClock } from '../../../test/feeds/loopback'
import { recordingOf, sampleFile } from '../../../test/feeds/recordings'
import { type Clock, systemClock } from '../../shared/clock'
import { ConfigError } from '../../shared/env'
import { createLog } from '../../shared/log'
import { createMetrics } from '../../shared/metrics'
import type { FeedTick } from '../feed'
import { createTally } from './metrics'
import { liveNames, replayNames } from './names'
import { namesIn } from './recording'
import { createReplaySource } from './replay'
import { readFeedSettings } from './settings'
import type { PriceSource } from './source'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-replay-'))
const running: PriceSource[] = []
afterEach(async () => {
  for (const source of running.splice(0)) await source.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function replay(file: string, symbols: Record<string, string>, clock: Clock = systemClock) {
  const ticks: FeedTick[] = []
  const outcomes: Record<string, number> = {}
  const source = createReplaySource({
    name: 'replay:file',
    file,
    symbols: new Map(Object.entries(symbols)),
    skewMs: 5_000,
    clock,
    log: createLog('silent'),
    tally: {
      ...createTally(createMetrics().registry),
      count: (_source, outcome) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      },
    },
    note: () => undefined,
  })
  running.push(source)
  source.start((tick) => ticks.push(tick))
  return { source, ticks, outcomes }
}

test('a CSV file plays over and over with its own pauses, its times moved to now', async () => {
  const startedAt = systemClock.now()
  const { source, ticks } = replay(sampleFile('PLUMUSDT.sample.csv'), { '*': 'PLUM' })
  expect(source.state().status).toBe('connecting')
  await until('it has begun again', () => ticks.length >= 6)
  expect(source.state()).toMatchObject({ source: 'replay:file', status: 'connected' })
  const [first, second, third, fourth, again] = ticks
  expect([first, second, third, fourth].map((tick) => [tick?.price, tick?.size])).toEqual([
    ['7.6100', '10'],
    ['7.6110', '2.50'],
    ['7.6120', '0'],
    ['7.6150', '0.001'],
  ])
  const begun = first?.sourceAtMs ?? 0
  expect(begun).toBeGreaterThanOrEqual(startedAt)
  expect([second, third, fourth].map((tick) => (tick?.sourceAtMs ?? 0) - begun)).toEqual([40, 80, 120])
  expect((fourth?.receivedAtMs ?? 0) - (first?.receivedAtMs ?? 0)).toBeGreaterThanOrEqual(110)
  expect(again?.price).toBe('7.6100')
  expect((again?.sourceAtMs ?? 0) - begun).toBeGreaterThan(1_000)
  expect(ticks.map((tick) => tick.sequence)).toEqual(ticks.map((_, index) => index + 1))
})

test.each(['binance', 'okx'] as const)('a recording of %s plays with the digits of the exchange', async (kind) => {
  const { file, lines } = recordingOf(kind)
  const names = await namesIn(file)
  const symbols = Object.fromEntries(names.map((name) => [name, name.replace(/\W/g, '')]))
  const { ticks, outcomes } = replay(file, symbols, fastClock(1_900_000_000_000, 100))
  await until(
    'the file is through',
    () => ticks.length + Object.values(outcomes).reduce((a, b) => a + b, 0) >= lines.length,
  )
  expect(ticks.length).toBeGreaterThan(5)
  for (const tick of ticks) {
    expect(lines.some((line) => line.includes(`"${tick.price}"`))).toBe(true)
    expect(Math.abs(tick.sourceAtMs - tick.receivedAtMs)).toBeLessThan(600_000)
    expect(tick.sourceAtMs).toBeGreaterThan(1_899_999_000_000)
  }
})

test('a file without a price, or one that is gone, is down and costs no time', async () => {
  const empty = join(folder, 'empty.csv')
  writeFileSync(empty, 'epochMs,price,size\n\nnothing\n')
  const one = replay(empty, { '*': 'PLUM' })
  const two = replay(join(folder, 'gone.csv'), { '*': 'PLUM' })
  await until('both say so', () => [one, two].every(({ source }) => source.state().status === 'down'))
  expect(one.outcomes).toEqual({ control: 1, garbage: 1 })
  expect(two.outcomes).toEqual({})
})

test('a time far ahead in the file is left out, one that goes back is out of order', async () => {
  const file = join(folder, 'jumpy.csv')
  writeFileSync(file, '1700000000000,1,1\n1900000000000,2,1\n1700000000010,3,1\n1600000000000,4,1\n1700000000020,5,1\n')
  const { ticks, outcomes } = replay(file, { '*': 'PLUM' })
  await until('the file is through', () => ticks.length >= 3)
  expect(ticks.slice(0, 3).map((tick) => tick.price)).toEqual(['1', '3', '5'])
  expect(outcomes).toEqual({ ahead_of_clock: 1, out_of_order: 1 })
})

test('an exchange prices currencies by their usual names, other products only where it is told from what', () => {
  const products = [
    { symbol: 'BTCUSDT', code: 'BTC/USDT', category: 'crypto' as const },
    { symbol: 'XAUUSD', code: 'XAU/USD', category: 'metals' as const },
  ]
  const names = (kind: 'binance' | 'okx', symbols = '') =>
    Object.fromEntries(liveNames(readFeedSettings({ FEED_SYMBOLS: symbols }, 'demo'), kind, products))
  expect(names('binance')).toEqual({ BTCUSDT: 'BTCUSDT' })
  expect(names('okx')).toEqual({ 'BTC-USDT': 'BTCUSDT' })
  expect(names('binance', 'binance:XAUUSD=paxgusdt')).toEqual({ BTCUSDT: 'BTCUSDT', PAXGUSDT: 'XAUUSD' })
  expect(() => names('okx', 'okx:XAUUSD=BTC-USDT')).toThrow(
    new ConfigError("FEED_SYMBOLS prices both BTCUSDT and XAUUSD from okx's BTC-USDT."),
  )
})

test('products are found by their names, by FEED_SYMBOLS or by the name of the file', () => {
  const products = [
    { symbol: 'BTCUSDT', code: 'BTC/USDT', category: 'crypto' as const },
    { symbol: 'XAUUSD', code: 'XAU/USD', category: 'metals' as const },
  ]
  const names = (fileName: string, found: string[], symbols = '') =>
    Object.fromEntries(
      replayNames(readFeedSettings({ FEED_SYMBOLS: symbols }, 'demo'), { name: `replay:${fileName}` }, found, products),
    )
  expect(names('day.log', ['BTC-USDT', 'SUSHIUSDT'])).toEqual({ 'BTC-USDT': 'BTCUSDT' })
  expect(names('day.log', ['SUSHIUSDT', 'CTKUSDT'], 'replay:XAUUSD=CTKUSDT')).toEqual({ CTKUSDT: 'XAUUSD' })
  expect(names('xauusd-2026-11-20.csv', ['*'])).toEqual({ '*': 'XAUUSD' })
  expect(names('day.csv', ['*'], 'replay:BTCUSDT=*')).toEqual({ '*': 'BTCUSDT' })
  expect(() => names('day.log', ['SUSHIUSDT'])).toThrow(
    new ConfigError(
      'FEED plays replay:day.log with prices of SUSHIUSDT but no product is called so: set FEED_SYMBOLS, for example replay:BTCUSDT=SUSHIUSDT.',
    ),
  )
  expect(() => names('day.csv', [])).toThrow(/there is no price in that file/)
})
