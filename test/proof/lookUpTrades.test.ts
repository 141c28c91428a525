import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINANCE, END, startExchangeHistory, tick } from '../exchangeHistory'

const SCRIPT = join(__dirname, '../../scripts/look-up-trades.mjs')
let history: Awaited<ReturnType<typeof startExchangeHistory>>
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-trades-'))
  history = await startExchangeHistory()
})
afterAll(async () => {
  await history.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  history.rows = BINANCE
})

const entry = (changes = {}) => tick(11, '68431.5', 9_004, END - 30_150, changes)
const exit = (changes = {}) => tick(90, '68438.4', 9_792, END - 900, changes)
const after = (changes = {}) => tick(91, '68438.5', 9_793, END + 400, changes)

/** Exit code and lines for a receipt with these ticks. */
function lookUp(ticks: readonly object[] = [entry(), exit(), after()], options: readonly string[] = [], order = {}) {
  const file = join(folder, 'receipt.json')
  const receipt = {
    order: { entrySequence: 11, exitSequence: 90, expiresAt: END, ...order },
    ranges: [{ ticks: ticks.slice(0, 1) }, { ticks: ticks.slice(1) }],
  }
  writeFileSync(file, JSON.stringify(receipt))
  const addresses = ['--binance', `${history.base}/binance`, '--okx', `${history.base}/okx`]
  return new Promise<{ status: number; lines: string[] }>((resolve) => {
    execFile(process.execPath, [SCRIPT, file, ...addresses, ...options], (error, stdout) =>
      resolve({ status: error ? Number(error.code) : 0, lines: stdout.trimEnd().split('\n') }),
    )
  })
}
const named = (source: string, trade: number) => ({ source, instrument: 'BTC-USDT', trade })

test('entry, exit and the trade after the exit are those of the exchange', async () => {
  expect(await lookUp()).toEqual({
    status: 0,
    lines: [
      'entry: trade 9004 of BTCUSDT at binance: 68431.50000000 at 2026-01-05T11:59:59.850Z, as in the receipt',
      'exit: trade 9792 of BTCUSDT at binance: 68438.40000000 at 2026-01-05T12:00:29.100Z, as in the receipt',
      'after the exit: trade 9793 of BTCUSDT at binance, 68438.50000000 at 2026-01-05T12:00:30.400Z: at the end or after it, and next in the log, too',
    ],
  })
})

test('so they are at the other exchange', async () => {
  const ticks = [entry(named('okx', 700)), exit(named('okx', 801)), after({ ...named('okx', 802), sourceAt: END + 10 })]
  const { status, lines } = await lookUp(ticks)
  expect([status, lines.length]).toEqual([0, 3])
  expect(lines[2]).toContain('trade 802 of BTC-USDT at okx')
})

test('a price that the source repeated in a quiet minute is that of its last trade', async () => {
  expect((await lookUp([entry(), exit({ size: '0', sourceAt: END - 100 }), after()])).status).toBe(0)
})

test.each([
  ['another price', { price: '68438.3' }, 'was at 68438.40000000 there, and is 68438.3 in the receipt'],
  ['an old trade as a new one', { trade: 9_003, sourceAt: END - 900 }, 'was at 68430.10000000 there'],
  [
    'an old trade that is what it says, and not the last before the end',
    { price: '68430.1', trade: 9_003, sourceAt: END - 30_400 },
    'was before the end at 2026-01-05T12:00:30.000Z, and is not the exit',
  ],
  ['a number that the exchange has not', { trade: 9_999 }, 'is not known there'],
  ['another time', { sourceAt: END - 8_000 + 13_000 }, 'was at 2026-01-05T12:00:29.100Z there'],
])('%s is said', async (_what, changes, sentence) => {
  const { status, lines } = await lookUp([entry(), exit(changes), after()])
  expect(status).toBe(1)
  expect(lines.find((line) => line.startsWith('DIFFERS'))).toContain(sentence)
})

test('a trade between the exit and the end that the log leaves out is said', async () => {
  history.rows = BINANCE.map((row) => (row.a === 641 ? { ...row, T: END - 500 } : row))
  const { status, lines } = await lookUp(undefined, ['--skew', '300'])
  expect([status, lines.at(-1)]).toEqual([
    1,
    'DIFFERS after the exit: trade 9793 of BTCUSDT at binance, 68438.50000000 at 2026-01-05T12:00:29.500Z, was before the end at 2026-01-05T12:00:30.000Z, and is not the exit',
  ])
})

test('what could not be looked up is said, and is not called good', async () => {
  const unnumbered = await lookUp([entry({ trade: null }), exit({ source: 'simulated' })])
  expect(unnumbered).toEqual({
    status: 3,
    lines: [
      'NOT LOOKED UP entry: the source gave no number',
      'NOT LOOKED UP exit: simulated is no exchange that this program knows',
    ],
  })
  history.rows = BINANCE.slice(0, 3)
  expect((await lookUp()).lines.at(-1)).toBe('NOT LOOKED UP the trade after the exit: the exchange has none yet')
  const gone = await lookUp(undefined, ['--binance', `${history.base}/nothing`])
  expect([gone.status, gone.lines[0]]).toEqual([3, expect.stringMatching(/^NOT LOOKED UP entry: .* answers 451$/)])
  const without = await lookUp([], [], { entrySequence: null, exitSequence: null })
  expect(without.lines).toEqual(['NOT LOOKED UP entry: the order has none', 'NOT LOOKED UP exit: the order has none'])
  expect((await lookUp(undefined, ['--skew', 'x'])).status).toBe(2)
  expect((await lookUp(undefined, ['--unknown'])).status).toBe(2)
})
