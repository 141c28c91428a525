import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** When the order of these tests ends. */
export const END = 1_767_614_430_000

/** Made up, in the format of Binance's `aggTrades`: aggregate, price, quantity, first and last trade, time. */
export const BINANCE = [
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

/** The public histories of both exchanges behind a real socket. A test may set other `rows` of Binance. */
export async function startExchangeHistory() {
  const history = { base: '', rows: BINANCE as Record<string, unknown>[], asked: [] as string[], stop }
  const exchange = createServer((request, response) => {
    history.asked.push(request.url ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://exchange.test')
    const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
    const answer = {
      '/binance/aggTrades': () =>
        history.rows
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
  history.base = `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`
  function stop() {
    return new Promise((resolve) => exchange.close(resolve))
  }
  return history
}

/** A tick of a receipt. */
export const tick = (sequence: number, price: string, trade: number | null, sourceAt: number, changes = {}) => ({
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
