import { get } from 'node:http'
import type { Receipt } from '../../../contract/proof'
import { BINANCE, END, startExchangeHistory, tick } from '../../../test/exchangeHistory'
import type { WireRequest, WireResponse } from '../../platform/request'
import { lookUpTrades } from './tradeLookUp'

let history: Awaited<ReturnType<typeof startExchangeHistory>>
beforeAll(async () => {
  history = await startExchangeHistory()
})
afterAll(() => history.stop())
beforeEach(() => Object.assign(history, { rows: BINANCE, asked: [] }))

/** As Taro sends it in a browser, over a real socket. */
const send = ({ url, headers }: WireRequest): Promise<WireResponse> =>
  new Promise((resolve) => {
    get(url, { headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      answer.on('end', () => resolve({ kind: 'answer', status: answer.statusCode ?? 0, body, requestId: undefined }))
    }).on('error', () => resolve({ kind: 'network' }))
  })

const entry = (changes = {}) => tick(11, '68431.5', 9_004, END - 30_150, changes)
const exit = (changes = {}) => tick(90, '68438.4', 9_792, END - 900, changes)

const receiptOf = (ticks: readonly object[], order = {}) =>
  ({
    order: { entrySequence: 11, exitSequence: 90, expiresAt: END, ...order },
    ranges: [{ ticks: ticks.slice(0, 1) }, { ticks: ticks.slice(1) }],
  }) as unknown as Receipt

function lookUp(ticks: readonly object[], { folders = ['binance', 'okx'], order = {} } = {}) {
  const [binance, okx] = folders.map((folder) => `${history.base}/${folder}`)
  return lookUpTrades(receiptOf(ticks, order), { send, bases: { binance: binance ?? '', okx: okx ?? '' } })
}
const kinds = async (found: ReturnType<typeof lookUp>) => (await found).map(({ part, kind }) => `${part} ${kind}`)
const okx = (trade: number) => ({ source: 'okx', instrument: 'BTC-USDT', trade })

test('entry, exit and the next trade are those of the exchange', async () => {
  const found = await lookUp([entry(), exit()])
  expect(found).toMatchObject([
    { part: 'entry', kind: 'same', exchange: 'binance', trade: 9_004, row: { price: '68431.50000000' } },
    { part: 'exit', kind: 'same', trade: 9_792, row: { at: END - 900 } },
    { part: 'next', kind: 'after_end', row: { first: 9_793, at: END + 400 } },
  ])
  expect(history.asked.every((url) => url.startsWith('/binance/aggTrades?symbol=BTCUSDT&'))).toBe(true)
  expect(await kinds(lookUp([entry(okx(700)), exit(okx(801))]))).toEqual(['entry same', 'exit same', 'next after_end'])
})

test('an entry is named if the exchange had a newer trade 5 s before the second of the entry', async () => {
  const newer = { a: 503, p: '68431.90000000', q: '0.1', f: 9_005, l: 9_007, T: END - 30_000, m: true, M: true }
  const at = (acceptedAt: number) => kinds(lookUp([entry(), exit()], { order: { acceptedAt } }))
  history.rows = [...BINANCE.slice(0, 2), newer, ...BINANCE.slice(2)]
  expect(await at(newer.T + 5_000)).toEqual(['entry same', 'entry older', 'exit same', 'next after_end'])
  expect(await at(newer.T + 4_999)).toEqual(['entry same', 'exit same', 'next after_end'])
  // Nothing is known of what came between if the next trade has another number.
  history.rows = BINANCE
  expect(await at(END)).toEqual(['entry same', 'exit same', 'next after_end'])
})

test('a price that the source repeated in a quiet minute is that of its last trade', async () => {
  expect(await kinds(lookUp([entry(), exit({ size: '0', sourceAt: END - 100 })]))).toContain('exit same')
  expect(await kinds(lookUp([entry(), exit({ size: '0', sourceAt: END - 9_000 })]))).toContain('exit unknown')
})

test.each([
  ['another price', { price: '68438.3' }, 'exit other_price'],
  ['an old trade as a new one', { trade: 9_003, sourceAt: END - 900 }, 'exit other_price'],
  ['an old trade that is what it says', { price: '68430.1', trade: 9_003, sourceAt: END - 30_400 }, 'next before_end'],
  ['a number that the exchange has not', { trade: 9_999 }, 'exit unknown'],
  ['another time', { sourceAt: END + 5_000 }, 'exit other_time'],
])('%s is found', async (_what, changes, finding) => {
  expect(await kinds(lookUp([entry(), exit(changes)]))).toContain(finding)
})

test('a trade between the exit and the end is found; one just before the end may have come later', async () => {
  history.rows = BINANCE.map((row) => (row.a === 641 ? { ...row, T: END - 5_001 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next before_end')
  history.rows = BINANCE.map((row) => (row.a === 641 ? { ...row, T: END - 1 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next near_end')
  history.rows = BINANCE.map((row) => (row.a === 641 ? { ...row, f: 9_794, l: 9_794 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next none')
  history.rows = BINANCE.slice(0, 3)
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next none')
})

test('an exchange with more trades than one answer holds is read on, and not for ever', async () => {
  const busy = Array.from({ length: 7_000 }, (_, index) => ({
    a: index + 1,
    p: '1.0',
    f: index + 1,
    l: index + 1,
    T: END - 1_000,
  }))
  history.rows = busy
  expect(await kinds(lookUp([entry(), exit({ price: '1', trade: 4_321 })]))).toContain('exit same')
  history.asked = []
  expect(await kinds(lookUp([entry(), exit({ price: '1', trade: 6_900 })]))).toContain('exit unknown')
  expect(history.asked.length).toBeLessThan(16)
})

test('what could not be looked up is said to be that', async () => {
  expect(await kinds(lookUp([entry({ trade: null }), exit({ source: 'simulated' })]))).toEqual(['entry unnumbered'])
  expect(await kinds(lookUp([], { order: { entrySequence: null, exitSequence: null } }))).toEqual([])
  const unreached = ['entry unreached', 'exit unreached']
  expect(await kinds(lookUp([entry(), exit()], { folders: ['nothing'] }))).toEqual(unreached)
  expect(await kinds(lookUp([entry(), exit()], { folders: ['other'] }))).toEqual(unreached)
  const nobody = { send, bases: { binance: 'http://127.0.0.1:1', okx: '' } }
  const [only] = await lookUpTrades(receiptOf([entry()]), nobody)
  expect(only).toEqual({ part: 'entry', kind: 'unreached', exchange: 'binance' })
  const folders = ['binance', 'refusing']
  expect(await kinds(lookUp([entry(okx(700)), exit(okx(801))], { folders }))).toEqual(unreached)
})
