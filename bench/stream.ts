import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAudience } from '../server/src/cluster/audience'
import { createBus } from '../server/src/shared/bus'
import { systemClock } from '../server/src/shared/clock'
import { createLog } from '../server/src/shared/log'
import { createMetrics } from '../server/src/shared/metrics'
import { attachStream, type StreamDeps } from '../server/src/stream/stream'

/** As many as a platform of this kind lists at the most. */
const PRODUCTS = 50
const TICKS_PER_SECOND = 5
const MEASURED_MS = 5_000

/**
 * The readers, in a process of their own so that neither their work nor their memory counts. They open, say "ready", and
 * from then on note how long each frame was on its way, until its last byte: its `serverAt` and this machine's clock. They
 * take frames apart themselves and keep nothing, because on a small machine readers that do more are what is measured.
 */
const READERS = `
const { connect } = require('node:net')
const facts = JSON.parse(process.argv[1])
const { hostname: host, port } = new URL(facts.url)
const HELLO = 'GET /api/stream HTTP/1.1\\r\\nHost: bench\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n' +
  'Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n'
const [TEXT, PING, PONG] = [1, 9, 10]
let delays = []
let measuring = false
let bytes = 0

/** A frame of a client, masked with zeros. */
function frameOf(opcode, text) {
  const body = Buffer.from(text)
  const length = body.length < 126 ? [body.length | 128] : [254, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([128 | opcode, ...length, 0, 0, 0, 0]), body])
}

function note(text, size) {
  const sentAt = Number(/^{"type":"quotes","serverAt":(\\d+)/.exec(text)?.[1])
  if (!measuring || !sentAt) return
  bytes += size
  delays.push(Date.now() - sentAt)
}

const opened = () => new Promise((resolve, reject) => {
  let upgraded = false
  let header = []
  let opcode = 0
  let size = 0
  let left = 0
  let start = ''
  function end() {
    if (opcode === PING) socket.write(frameOf(PONG, ''))
    else if (opcode === TEXT && start.startsWith('{"type":"welcome"')) {
      socket.write(frameOf(TEXT, JSON.stringify({ type: 'subscribe', symbols: facts.symbols })))
      resolve()
    } else note(start, size)
    start = ''
  }
  function read(length, chunk) {
    let at = 0
    if (!upgraded) {
      at = chunk.indexOf('\\r\\n\\r\\n') + 4
      upgraded = true
    }
    while (at < length) {
      if (left > 0) {
        const take = Math.min(left, length - at)
        if (start.length < 64) start += chunk.latin1Slice(at, at + Math.min(take, 64 - start.length))
        at += take
        left -= take
        if (left === 0) end()
        continue
      }
      header.push(chunk[at++])
      const short = header[1] & 127
      const wanted = short < 126 ? 2 : short === 126 ? 4 : 10
      if (header.length < wanted) continue
      opcode = header[0] & 15
      left = size = short < 126 ? short : header.slice(2).reduce((sum, byte) => sum * 256 + byte, 0)
      header = []
      if (size === 0) end()
    }
    return true
  }
  const socket = connect({ host, port, noDelay: true, onread: { buffer: shared, callback: read } })
  socket.on('error', reject)
  socket.write(HELLO)
})
const shared = Buffer.allocUnsafe(65536)
process.on('message', (word) => {
  measuring = word === 'start'
  if (word !== 'stop') return
  delays.sort((a, b) => a - b)
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? -1
  process.send({ frames: delays.length, bytes, p50: at(0.5), p99: at(0.99), max: at(1) })
})
;(async () => {
  for (let left = facts.sockets; left > 0; left -= 100) {
    await Promise.all(Array.from({ length: Math.min(100, left) }, opened))
  }
  process.send('ready')
})()
`

interface Readings {
  frames: number
  bytes: number
  p50: number
  p99: number
  max: number
}

const symbols = Array.from({ length: PRODUCTS }, (_, index) => `SYMBOL${index}`)

/** A market whose prices change on every tick; no database, for the stream alone is measured. */
function createFakeMarket(): { deps: StreamDeps; tick(): void } {
  let sequence = 0
  const bus = createBus((error) => {
    throw error
  })
  const quote = (symbol: string) => ({
    symbol,
    price: (68_000 + (sequence % 1_000) / 10).toFixed(1),
    sequence,
    at: Date.now(),
    change24h: '1544.8',
    changeRate24hBp: 231,
    high24h: '69020.0',
    low24h: '66710.3',
    volume24h: '28412.55',
    amount24h: '1930214512.20',
  })
  const product = {} as ReturnType<StreamDeps['market']['productBySymbol']>
  const deps: StreamDeps = {
    config: { trustedProxies: 0 },
    clock: systemClock,
    log: createLog('silent'),
    bus,
    metrics: createMetrics(),
    auth: { userByToken: async () => undefined },
    audience: createAudience(),
    ledger: { balanceOf: async () => ({ available: '0.00', inOrders: '0.00', total: '0.00', version: 0 }) },
    market: { quote, productBySymbol: () => product, tradingState: () => ({ status: 'open' }) },
  }
  return {
    deps,
    tick() {
      sequence++
      const at = { atMs: Date.now(), price: '1', size: '1', sequence }
      bus.publish({ type: 'ticks', ticks: symbols.map((symbol, productId) => ({ productId, symbol, ...at })) })
    },
  }
}

const answerOf = <T>(readers: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    readers.once('message', (answer) => resolve(answer as T))
    readers.once('exit', () => reject(new Error('the readers ended')))
  })

/** Fan-out of 50 products, each ticking 5 times a second, to `sockets` readers that watch all of them. */
export async function benchStream(sockets = 1_000): Promise<Record<string, number>> {
  const http = createServer()
  const { deps, tick } = createFakeMarket()
  const stream = attachStream(http, deps, { socketsPerAddress: sockets })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const ticking = setInterval(tick, 1_000 / TICKS_PER_SECOND)
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/api/stream`
  const memoryBefore = process.memoryUsage.rss()
  const facts = JSON.stringify({ url, symbols, sockets })
  const readers = spawn(process.execPath, ['-e', READERS, facts], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    await answerOf(readers)
    readers.send('start')
    const cpuBefore = process.threadCpuUsage()
    const startedAt = performance.now()
    await systemClock.sleep(MEASURED_MS)
    const cpu = process.threadCpuUsage(cpuBefore)
    const seconds = (performance.now() - startedAt) / 1_000
    readers.send('stop')
    const { frames, bytes, p50, p99, max } = await answerOf<Readings>(readers)
    const skips = await deps.metrics.registry.getSingleMetric('fairtick_stream_frames_skipped_total')?.get()
    return {
      sockets: stream.sockets(),
      sendsPerSecond: Math.round(frames / seconds),
      megabytesPerSecond: Math.round(bytes / seconds / 100_000) / 10,
      deliveryP50Ms: p50,
      deliveryP99Ms: p99,
      deliveryMaxMs: max,
      framesSkipped: skips?.values[0]?.value ?? 0,
      kilobytesPerSocket: Math.round((process.memoryUsage.rss() - memoryBefore) / sockets / 1_024),
      serverCorePercent: Math.round((cpu.user + cpu.system) / seconds / 10_000),
    }
  } finally {
    clearInterval(ticking)
    readers.removeAllListeners('exit')
    readers.kill('SIGKILL')
    await stream.close()
    http.close()
  }
}
