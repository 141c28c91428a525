import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer } from 'ws'
import type { AppInfo } from '../contract/app'
import { STREAM_PATH } from '../contract/endpoints'
import type { Candle, Product, ProductSummary, Quote } from '../contract/market'
import { rowOf } from '../contract/quoteRows'
import type { StreamMessage, StreamRequest } from '../contract/stream'

/** Serves a built app and a market that moves as fast as it is told: what is measured is the client alone. */
export interface FakeMarket {
  /** Address of the app, e.g. "http://127.0.0.1:40123/h5/". */
  url: string
  /** Quotes sent so far, over all sockets. */
  quotesSent(): number
  close(): Promise<void>
}

export interface FakeMarketOptions {
  /** Folder of the built app. */
  root: string
  products: number
  /** Each product ticks once in this time. */
  everyMs: number
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const SPARK_POINTS = 48
const CANDLES_MAX = 1000

function quoteOf(index: number, step: number): Quote {
  const price = (100 + index * 37 + 3 * Math.sin(step / 7 + index)).toFixed(2)
  return {
    symbol: `BENCH${index}`,
    price,
    sequence: step + 1,
    at: Date.now(),
    change24h: (step % 2 === 0 ? 1.25 : -1.25).toFixed(2),
    changeRate24hBp: step % 2 === 0 ? 231 : -42,
    high24h: (110 + index * 37).toFixed(2),
    low24h: (90 + index * 37).toFixed(2),
    volume24h: '28412.70',
    amount24h: '1930000000.00',
  }
}

function summaryOf(index: number): ProductSummary {
  const spark = Array.from({ length: SPARK_POINTS }, (_, i) => quoteOf(index, i).price)
  return {
    symbol: `BENCH${index}`,
    code: `B${index}/USD`,
    name: `Product ${index}`,
    category: 'crypto',
    decimals: 2,
    recommended: true,
    status: 'open',
    opensAt: null,
    closesAt: null,
    quote: quoteOf(index, 0),
    spark,
  }
}

function productOf(index: number): Product {
  const { spark: _spark, ...summary } = summaryOf(index)
  return {
    ...summary,
    durations: [{ seconds: 60, earningsRateBp: 8200 }],
    stakePresets: ['100.00', '500.00'],
    stakeMin: '1.00',
    stakeMax: '999999.00',
    staleAfterMs: 5000,
    sourceLagMs: 5000,
    entryTimeoutMs: 5000,
    rule: 1,
    signers: null,
    invented: true,
    instrument: '-',
    source: 'bench',
    calendar: { timeZone: 'UTC', alwaysOpen: true, hours: [] },
    changes: [],
  }
}

/** `count` candles of one minute that end at `endAt`. */
function candlesUntil(endAt: number, count: number): Candle[] {
  const first = Math.floor(endAt / 60_000) - count
  return Array.from({ length: count }, (_, i) => {
    const open = 68_000 + 400 * Math.sin((first + i) / 23) + 60 * Math.sin((first + i) / 3)
    const close = open + 40 * Math.sin((first + i) * 1.7)
    const [high, low] = [Math.max(open, close) + 15, Math.min(open, close) - 15]
    const [o, h, l, c] = [open, high, low, close].map((price) => price.toFixed(2)) as [string, string, string, string]
    const volume = (20 + 15 * Math.sin(first + i)).toFixed(2)
    return { openAt: (first + i) * 60_000, open: o, high: h, low: l, close: c, volume }
  })
}

const APP_INFO: Omit<AppInfo, 'serverAt'> = {
  name: 'Fairtick',
  version: '1.0.0',
  locales: ['zh-CN', 'en-US'],
  currency: { code: 'USD', scale: 2 },
  funds: 'demo',
  feed: 'bench',
  kefuUrl: null,
}

function apiAnswer(url: URL, products: number): unknown {
  const [, resource, symbol, part] = url.pathname.replace(/^\/api/, '').split('/')
  if (resource === 'app-info') return { ...APP_INFO, serverAt: new Date().toISOString() }
  if (resource !== 'products') return undefined
  if (symbol === undefined) return { items: Array.from({ length: products }, (_, i) => summaryOf(i)) }
  if (part === undefined) return productOf(Number(symbol.replace(/\D/g, '')))
  if (part !== 'candles') return { items: [] }
  const limit = Math.min(CANDLES_MAX, Number(url.searchParams.get('limit') ?? 300))
  const interval = url.searchParams.get('interval') ?? '1m'
  return { interval, items: candlesUntil(Number(url.searchParams.get('before') ?? Date.now()), limit) }
}

async function answer(request: IncomingMessage, response: ServerResponse, options: FakeMarketOptions): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname.startsWith('/api/')) {
    const body = apiAnswer(url, options.products)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { code: 'not_found', message: 'Not found', requestId: 'bench' }))
    return
  }
  const path = normalize(url.pathname.replace(/^\/h5\/?/, '') || 'index.html')
  const content = path.startsWith('..') ? undefined : await readFile(join(options.root, path)).catch(() => undefined)
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
  response.end(content)
}

/** Every socket gets the products that it subscribed to, all of them once each `everyMs`, in one message. */
function serveStream(server: Server, options: FakeMarketOptions, onSent: (quotes: number) => void): () => void {
  const sockets = new WebSocketServer({ server, path: `/api${STREAM_PATH}` })
  const subscribed = new Map<object, Set<string>>()
  sockets.on('connection', (socket) => {
    const send = (message: StreamMessage) => socket.send(JSON.stringify(message))
    send({ type: 'welcome', serverAt: Date.now(), heartbeatMs: 10_000 })
    socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as StreamRequest
      if (message.type === 'ping') send({ type: 'pong', clientAt: message.clientAt, serverAt: Date.now() })
      if (message.type === 'subscribe') subscribed.set(socket, new Set(message.symbols))
    })
    socket.on('close', () => subscribed.delete(socket))
  })
  let step = 0
  const timer = setInterval(() => {
    step += 1
    const quotes = Array.from({ length: options.products }, (_, i) => quoteOf(i, step))
    for (const socket of sockets.clients) {
      const wanted = quotes.filter((quote) => subscribed.get(socket)?.has(quote.symbol))
      if (wanted.length === 0) continue
      const rows = wanted.map((quote) => rowOf(quote, 0))
      socket.send(JSON.stringify({ type: 'rows', serverAt: Date.now(), since: 0, rows } satisfies StreamMessage))
      onSent(wanted.length)
    }
  }, options.everyMs)
  return () => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/** Listens on a free port of this machine. */
export async function startFakeMarket(options: FakeMarketOptions): Promise<FakeMarket> {
  let sent = 0
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => response.destroy(error as Error))
  })
  const stopStream = serveStream(server, options, (quotes) => {
    sent += quotes
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/h5/`,
    quotesSent: () => sent,
    close: async () => {
      stopStream()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
