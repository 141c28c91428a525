/**
 * The stream of one node in its own process, for `stream.ts`: nothing else is in its memory or on its processor. Its
 * market has no database, and every price changes with every tick.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAudience } from '../server/src/cluster/audience'
import { createBus } from '../server/src/shared/bus'
import { systemClock } from '../server/src/shared/clock'
import { createLog } from '../server/src/shared/log'
import { createMetrics } from '../server/src/shared/metrics'
import type { StreamDeps } from '../server/src/stream/deps'
import { attachStream } from '../server/src/stream/stream'

export interface ServerFacts {
  symbols: readonly string[]
  sockets: number
  ticksPerSecond: number
}

/** Commands of the process: to "rest" after a collection, to "tick" and "stop" what it used in between. */
export interface ServerReading {
  rss: number
  heapUsed: number
  cpuMs: number
  /** The part of it that the kernel took: system calls, and the reader's half of a send over the loopback. */
  kernelMs: number
  skipped: number
  sockets: number
}

const COLLECTIONS = 5
const BETWEEN_MS = 300
/** Ticks come a little sooner than frames: so each frame has one, and they meet at every distance within the measurement. */
const DRIFT_MS = 7
/** Prices, volumes and what is reckoned from them move, each product at its own level. */
const LEVELS = [68_000, 3_400, 0.52, 145.3, 2_650]

function createFakeMarket(symbols: readonly string[]): { deps: StreamDeps; tick(): void } {
  let sequence = 1_000_000
  let tickedAt = Date.now()
  const bus = createBus((error) => {
    throw error
  })
  const places = new Map(symbols.map((symbol, index) => [symbol, index]))
  const quote = (symbol: string) => {
    const index = places.get(symbol) ?? 0
    const level = (LEVELS[index % LEVELS.length] ?? 1) * (1 + index / 100)
    const move = Math.sin(sequence * (index + 1)) / 100
    return {
      symbol,
      price: (level * (1 + move)).toFixed(2),
      sequence: sequence + index,
      at: tickedAt,
      change24h: (level * move).toFixed(2),
      changeRate24hBp: Math.round(move * 10_000),
      high24h: (level * 1.02).toFixed(2),
      low24h: (level * 0.98).toFixed(2),
      volume24h: (28_412.55 * (index + 1) + sequence).toFixed(2),
      amount24h: (level * (28_412.55 * (index + 1) + sequence)).toFixed(2),
    }
  }
  const product = {} as ReturnType<StreamDeps['market']['productBySymbol']>
  const deps: StreamDeps = {
    config: { trustedProxies: 0, rateLimits: { requests: 0, logins: 0, registrations: 0 } },
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
      tickedAt = Date.now()
      const at = { atMs: tickedAt, price: '1', size: '1', sequence }
      bus.publish({ type: 'ticks', ticks: symbols.map((symbol, productId) => ({ productId, symbol, ...at })) })
    },
  }
}

/** Memory at rest: what can be collected is, and what the allocator gives back is given back. */
async function rest() {
  for (let turn = 0; turn < COLLECTIONS; turn++) {
    globalThis.gc?.()
    await systemClock.sleep(BETWEEN_MS)
  }
}

async function serve({ symbols, sockets, ticksPerSecond }: ServerFacts) {
  const http = createServer()
  const { deps, tick } = createFakeMarket(symbols)
  const stream = attachStream(http, deps, { socketsPerAddress: sockets })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  let ticking: ReturnType<typeof setInterval> | undefined
  let before = process.cpuUsage()
  process.on('message', async (word: 'rest' | 'tick' | 'start' | 'stop') => {
    if (word === 'tick') ticking = setInterval(tick, 1_000 / ticksPerSecond - DRIFT_MS)
    if (word === 'start') before = process.cpuUsage()
    const { user, system } = process.cpuUsage(before)
    if (word === 'stop') clearInterval(ticking)
    if (word === 'rest') await rest()
    const skips = await deps.metrics.registry.getSingleMetric('fairtick_stream_frames_skipped_total')?.get()
    const { rss, heapUsed } = process.memoryUsage()
    const skipped = skips?.values[0]?.value ?? 0
    const [cpuMs, kernelMs] = [(user + system) / 1_000, system / 1_000]
    process.send?.({ rss, heapUsed, cpuMs, kernelMs, skipped, sockets: stream.sockets() } satisfies ServerReading)
  })
  process.send?.((http.address() as AddressInfo).port)
}

process.once('message', serve)
