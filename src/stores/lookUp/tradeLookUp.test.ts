import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Receipt } from '../../../contract/proof'
import type { WireRequest, WireResponse } from '../../platform/request'
import { lookUpTrades } from './tradeLookUp'

const END = 1_767_614_430_000

/** Made up, in the format of Binance's `aggTrades`: aggregate, price, quantity, first and last trade, time. */
const BINANCE = [
  { a: 501, p: '68430.10000000', q: '0.01', f: 9_001, l: 9_003, T: END - 30_400, m: false, M: true },
  { a: 502, p: '68431.50000000', q: '0.20', f: 9_004, l: 9_004, T: END - 30_150, m: true, M: true },
  { a: 640, p: '68438.40000000', q: '0.10', f: 9_790, l: 9_792, T: END - 900, m: true, M: true },
  { a: 641, p: '68438.50000000', q: '0.05', f: 9_793, l: 9_793, T: END + 400, m: false, M: true },
]
/** Made up, in the format of OKX's `history-trades`. */
const OKX = [
  { instId: 'BTC-USDT', side: 'buy', sz: '0.1', px: '68431.5', tradeId: '700', ts: String(END - 30_150) },
  { instId: 'BTC-USDT', side: 'sell', sz: '0.2', px: '68438.4', tradeId: '801', ts: String(END - 900) },
  { instId: 'BTC-USDT', side: 'sell', sz: '0.2', px: '68438.6', tradeId: '802', ts: String(END + 10) },
]

let exchange: Server
let base: string
let rows: Record<string, unknown>[] = BINANCE
let asked: string[] = []

beforeAll(async () => {
  exchange = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://exchange.test')
    const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
    const answer = {
      '/binance/aggTrades': () =>
        rows
          .filter(({ T }) => Number(T) >= number('startTime', 0) && Number(T) <= number('endTime', END * 2))
          .filter(({ a }) => Number(a) >= number('fromId', 0))
          .slice(0, number('limit', 500)),
      '/okx/market/history-trades': () => ({
        code: '0',
        msg: '',
        data: OKX.filter(({ tradeId }) => Number(tradeId) < number('after', 0)).reverse(),
      }),
      '/refusing/market/history-trades': () => ({ code: '51001', msg: 'no such instrument', data: [] }),
      '/other/aggTrades': () => [{ a: 1, p: 'high', f: 1, l: 9_999_999, T: END }],
    }[pathname]
    response.writeHead(answer ? 200 : 451, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}))
  })
  await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => exchange.close(resolve)))
beforeEach(() => {
  rows = BINANCE
  asked = []
})

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

const tick = (sequence: number, price: string, trade: number | null, sourceAt: number, changes = {}) => ({
  sequence,
  at: sourceAt + 80,
  price,
  size: '0.1',
  source: 'binance',
  sourceAt,
  instrument: 'BTCUSDT',
  trade,
  ...changes,
})
const entry = (changes = {}) => tick(11, '68431.5', 9_004, END - 30_150, changes)
const exit = (changes = {}) => tick(90, '68438.4', 9_792, END - 900, changes)

const receiptOf = (ticks: readonly object[], order = {}) =>
  ({
    order: { entrySequence: 11, exitSequence: 90, expiresAt: END, ...order },
    ranges: [{ ticks: ticks.slice(0, 1) }, { ticks: ticks.slice(1) }],
  }) as unknown as Receipt

function lookUp(ticks: readonly object[], { folders = ['binance', 'okx'], order = {} } = {}) {
  const [binance, okx] = folders.map((folder) => `${base}/${folder}`)
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
  expect(asked.every((url) => url.startsWith('/binance/aggTrades?symbol=BTCUSDT&'))).toBe(true)
  expect(await kinds(lookUp([entry(okx(700)), exit(okx(801))]))).toEqual(['entry same', 'exit same', 'next after_end'])
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
  rows = BINANCE.map((row) => (row.a === 641 ? { ...row, T: END - 5_001 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next before_end')
  rows = BINANCE.map((row) => (row.a === 641 ? { ...row, T: END - 1 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next near_end')
  rows = BINANCE.map((row) => (row.a === 641 ? { ...row, f: 9_794, l: 9_794 } : row))
  expect(await kinds(lookUp([entry(), exit()]))).toContain('next none')
  rows = BINANCE.slice(0, 3)
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
  rows = busy
  expect(await kinds(lookUp([entry(), exit({ price: '1', trade: 4_321 })]))).toContain('exit same')
  asked = []
  expect(await kinds(lookUp([entry(), exit({ price: '1', trade: 6_900 })]))).toContain('exit unknown')
  expect(asked.length).toBeLessThan(16)
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
