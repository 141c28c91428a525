import { closeAt, openHistoryServer } from '../../../test/feeds/historyServer'
import { INTERVAL_MS } from '../candles'
import { fetchHistory, HistoryProblem } from './history'

const TO = Date.UTC(2026, 10, 20, 12, 5)
const signal = new AbortController().signal
let server: Awaited<ReturnType<typeof openHistoryServer>> | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const span = (interval: '1m' | '1h' | '1d', count: number) => {
  const stepMs = INTERVAL_MS[interval]
  const toMs = Math.floor(TO / stepMs) * stepMs
  return { interval, fromMs: toMs - count * stepMs, toMs, stepMs }
}

test.each([
  ['binance', 'BTCUSDT', 3],
  ['okx', 'BTC-USDT', 26],
] as const)('the candles of %s come in pages, each once and oldest first', async (kind, name, pages) => {
  server = await openHistoryServer()
  const wanted = span('1m', 2_550)
  const candles = await fetchHistory({ kind, historyUrl: server[kind] }, name, wanted, signal)
  expect(server.asked).toHaveLength(pages)
  expect(candles.map((candle) => candle.openAtMs)).toEqual(
    Array.from({ length: 2_550 }, (_, index) => wanted.fromMs + index * 60_000),
  )
  expect(candles[7]).toMatchObject({ open: closeAt(wanted.fromMs + 420_000), volume: '12.50', amount: '1250.00' })
  expect(server.asked[0]?.searchParams.get(kind === 'okx' ? 'instId' : 'symbol')).toBe(name)
  for (const interval of ['1h', '1d'] as const) {
    const more = await fetchHistory({ kind, historyUrl: server[kind] }, name, span(interval, 30), signal)
    expect(more).toHaveLength(30)
  }
})

test('what is malformed, open, doubled or outside the span is left out', async () => {
  const { fromMs, toMs, ...rest } = span('1m', 5)
  const row = (at: number, cells: unknown[] = ['2', '3', '1', '2']) => [String(at), ...cells, '1', '1', '1', '1']
  server = await openHistoryServer(() => ({
    status: 200,
    body: JSON.stringify({
      code: '0',
      data: [
        row(toMs),
        row(fromMs + 60_000),
        row(fromMs + 60_000),
        row(fromMs + 60_001),
        row(fromMs - 60_000),
        row(fromMs + 120_000, ['2', '1', '1', '2']),
        row(fromMs + 120_000, [2, 3, 1, 2]),
        row(fromMs + 120_000, ['-2', '3', '-3', '2']),
        [String(fromMs + 180_000), '2', '3', '1', '2', '1', '1', '1', '0'],
        null,
        { at: 1 },
      ],
    }),
  }))
  const candles = await fetchHistory({ kind: 'okx', historyUrl: server.okx }, 'X', { fromMs, toMs, ...rest }, signal)
  expect(candles.map((candle) => candle.openAtMs)).toEqual([fromMs + 60_000])
})

test('a server that repeats itself is asked a bounded number of times', async () => {
  const wanted = span('1m', 1_000)
  const same = JSON.stringify({
    code: '0',
    data: [[String(wanted.toMs - 60_000), '2', '3', '1', '2', '1', '1', '1', '1']],
  })
  server = await openHistoryServer(() => ({ status: 200, body: same }))
  const candles = await fetchHistory({ kind: 'okx', historyUrl: server.okx }, 'X', wanted, signal)
  expect(candles).toHaveLength(1)
  expect(server.asked.length).toBeLessThanOrEqual(10)
})

test.each([
  [429, 'slow down', HistoryProblem],
  [200, '{"code":"51001","msg":"Instrument ID does not exist","data":[]}', HistoryProblem],
  [200, '<html>', SyntaxError],
])('an answer of %i %s is a failure that says so', async (status, body, kind) => {
  server = await openHistoryServer(() => ({ status, body }))
  const asking = fetchHistory({ kind: 'okx', historyUrl: server.okx }, 'X', span('1m', 5), signal)
  await expect(asking).rejects.toBeInstanceOf(kind)
})
