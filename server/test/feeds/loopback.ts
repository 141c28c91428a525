import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { pause } from '../../../test/support/until'
import type { FeedTick } from '../../src/market/feed'
import type { FeedEvent } from '../../src/market/feedEvents'
import { CONNECTION_TIMES, type ConnectionTimes } from '../../src/market/feeds/connection'
import { createLiveSource } from '../../src/market/feeds/liveSource'
import { createTally } from '../../src/market/feeds/metrics'
import type { LiveKind } from '../../src/market/feeds/settings'
import { type Clock, systemClock } from '../../src/shared/clock'
import { createLog } from '../../src/shared/log'
import { createMetrics } from '../../src/shared/metrics'

/** One client of the loopback exchange. */
export interface Guest {
  socket: WebSocket
  path: string
  /** The messages that it has sent. */
  heard: string[]
  pongs: number
  send(text: string): void
}

/** An exchange on this machine: `onGuest` decides how it treats the n-th connection. */
export async function openExchange(
  onGuest: (guest: Guest, number: number) => void,
  options: { refuse?: () => number | undefined; autoPong?: boolean } = {},
) {
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true, autoPong: options.autoPong ?? true })
  const guests: Guest[] = []
  let attempts = 0
  http.on('upgrade', (request, raw, head) => {
    attempts++
    // A refused client may be gone before the answer is read.
    raw.on('error', () => undefined)
    const status = options.refuse?.()
    if (status !== undefined) return raw.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`)
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const guest: Guest = { socket, path: request.url ?? '', heard: [], pongs: 0, send: (text) => socket.send(text) }
      socket.on('message', (bytes) => guest.heard.push(bytes.toString()))
      socket.on('pong', () => guest.pongs++)
      socket.on('error', () => undefined)
      guests.push(guest)
      onGuest(guest, guests.length)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    guests,
    attempts: () => attempts,
    open: () => guests.filter(({ socket }) => socket.readyState === socket.OPEN).length,
    async close() {
      for (const { socket } of guests) socket.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Sends recorded messages to a guest with their own pauses, `speed` times as fast. Resolves after the last. */
export async function play(guest: Guest, lines: readonly string[], speed: number): Promise<void> {
  const started = performance.now()
  let firstAt: number | undefined
  for (const line of lines) {
    const [, stamp, text] = /^(\d+(?:\.\d+)?): (.*)$/.exec(line) ?? []
    if (stamp === undefined || text === undefined) continue
    firstAt ??= Number(stamp)
    const waitMs = ((Number(stamp) - firstAt) * 1_000) / speed - (performance.now() - started)
    if (waitMs > 1) await pause(waitMs)
    if (guest.socket.readyState !== guest.socket.OPEN) return
    guest.send(text)
  }
}

/** A clock that began at `startAtMs` and runs `speed` times as fast. */
export function fastClock(startAtMs: number, speed: number): Clock {
  const started = performance.now()
  return {
    now: () => Math.round(startAtMs + (performance.now() - started) * speed),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  }
}

const QUICK: ConnectionTimes = { ...CONNECTION_TIMES, backoffMinMs: 10, backoffMaxMs: 80 }

/** A live source that listens to a loopback exchange, with everything that it gives and counts. */
export function listenTo(
  kind: LiveKind,
  url: string,
  names: readonly string[],
  options: { clock?: Clock; times?: Partial<ConnectionTimes>; skewMs?: number } = {},
) {
  const metrics = createMetrics()
  const ticks: FeedTick[] = []
  const outcomes: Record<string, number> = {}
  const ends: string[] = []
  const noted: FeedEvent[] = []
  const tally = createTally(metrics.registry)
  const source = createLiveSource({
    kind,
    streamUrl: url,
    symbols: new Map(names.map((name) => [name, name])),
    isTrading: () => true,
    skewMs: options.skewMs ?? 5_000,
    times: { ...QUICK, ...options.times },
    clock: options.clock ?? systemClock,
    log: createLog('silent'),
    tally: {
      ...tally,
      count(name, outcome) {
        tally.count(name, outcome)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      },
      reconnected(name, cause) {
        tally.reconnected(name, cause)
        ends.push(cause)
      },
    },
    note: (event) => noted.push(event),
    random: () => 0.5,
  })
  source.start((tick) => ticks.push(tick))
  const dropped = () => Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return { source, ticks, outcomes, ends, noted, dropped, metrics }
}
