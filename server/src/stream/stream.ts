import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Counter, Gauge } from 'prom-client'
import { WebSocket, WebSocketServer } from 'ws'
import { STREAM_PATH } from '../../../contract/endpoints'
import { STREAM_HEARTBEAT_MS } from '../../../contract/stream'
import { isWellFramed } from '../plugins/framing'
import { systemClock } from '../shared/clock'
import type { Metrics } from '../shared/metrics'
import { networkOf } from '../shared/networks'
import { type Connection, Connections, sendMessage, startHeartbeat } from './connections'
import type { StreamDeps } from './deps'
import { forwardEvents } from './events'
import type { HubSocket } from './hub'
import { createPhases, PHASES } from './phases'
import { answer, createMinuteCount, type StreamContext } from './requests'

/** How often a socket gets a frame. */
const FRAME_EVERY_MS = 200
const CLOSE_WAIT_MS = 200
const MESSAGE_MAX_BYTES = 8 * 1024
const SOCKETS_MAX = 20_000
const SOCKETS_PER_ADDRESS_MAX = 200
/** A valid session is asked for again this often, so that an ended one stops receiving its account's events. */
const RECHECK_EVERY_MS = 15_000

/** Limits and periods; the defaults are what runs, a test or a bench may bring its own. */
export interface StreamOptions {
  socketsPerAddress?: number
  heartbeatMs?: number
  recheckMs?: number
}

/** The client's address, as the outermost proxy that we may believe has seen it. */
function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  const header = request.headers['x-forwarded-for']
  if (trustedProxies === 0 || header === undefined) return direct
  const hops = [header]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => hop.trim())
  return hops.at(-Math.min(trustedProxies, hops.length)) || direct
}

/** Addresses of one IPv6 network cost nobody anything, so they count together, as they do for requests. */
export function countedAddress(request: IncomingMessage, trustedProxies: number): string {
  const address = addressOf(request, trustedProxies)
  return address.includes('.') ? address : networkOf(address, 4)
}

/** Nobody else listens to this socket: without a listener, a peer that resets it would end the process. */
function turnAway(socket: Duplex, status: string) {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function registerMetrics({ registry }: Metrics, connections: Connections) {
  new Gauge({
    name: 'fairtick_stream_sockets',
    help: 'Open sockets of the stream',
    registers: [registry],
    collect() {
      this.set(connections.all.size)
    },
  })
  return new Counter({
    name: 'fairtick_stream_frames_skipped_total',
    help: 'Frames not sent because the reader was too slow',
    registers: [registry],
  })
}

/**
 * Frames of quotes are the same bytes for many sockets, so they go past `ws`, which would build them again for each
 * socket.
 */
const writerOf = (socket: WebSocket, wire: Duplex): HubSocket => ({
  get bufferedAmount() {
    return socket.bufferedAmount
  },
  send(frame) {
    // Nothing may follow a closing frame.
    if (socket.readyState === WebSocket.OPEN) wire.write(frame)
  },
})

/** The data of a new socket. */
interface Arrival {
  socket: WebSocket
  wire: Duplex
  address: string
}

/** Registers a new socket and answers its requests until it closes. */
function greet(context: StreamContext, { socket, wire, address }: Arrival, heartbeatMs: number) {
  const { deps, connections, hub } = context
  const connection: Connection = {
    socket,
    member: hub.join(writerOf(socket, wire)),
    address,
    token: undefined,
    user: undefined,
    alive: true,
    authentications: 0,
    messages: 0,
  }
  connections.add(connection)
  socket.on('pong', () => {
    connection.alive = true
  })
  socket.on('error', (error) => deps.log.debug({ err: error }, 'a stream socket failed'))
  socket.on('close', () => {
    connections.remove(connection)
    hub.leave(connection.member)
  })
  socket.on('message', (data, isBinary) => {
    connection.alive = true
    answer(context, connection, data, isBinary).catch((error) => {
      deps.log.warn({ err: error }, 'a stream message could not be answered')
      socket.close(1011)
    })
  })
  sendMessage(connection, { type: 'welcome', serverAt: deps.clock.now(), heartbeatMs })
}

/** Attaches `/api/stream` (contract/stream.ts) to the HTTP server. */
export function attachStream(server: Server, deps: StreamDeps, options: StreamOptions = {}) {
  const { clock, market } = deps
  const { socketsPerAddress = SOCKETS_PER_ADDRESS_MAX, heartbeatMs = STREAM_HEARTBEAT_MS } = options
  const connections = new Connections(deps.audience)
  const skipped = registerMetrics(deps.metrics, connections)
  const hub = createPhases({ now: () => clock.now(), quote: market.quote, onSkipped: () => skipped.inc() })
  const isWithinPace = createMinuteCount(deps.config.rateLimits.requests)
  const context = { deps, connections, hub, isWithinPace }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false })
  const stopEvents = forwardEvents(deps, connections, hub)
  const stopHeartbeat = startHeartbeat(deps, connections, heartbeatMs, options.recheckMs ?? RECHECK_EVERY_MS)
  const frames = setInterval(() => hub.flush(), FRAME_EVERY_MS / PHASES)

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    const address = countedAddress(request, deps.config.trustedProxies)
    const [path] = request.url?.split('?') ?? []
    if (!isWellFramed(request)) return turnAway(wire, '400 Bad Request')
    if (path !== `/api${STREAM_PATH}`) return turnAway(wire, '404 Not Found')
    if (connections.all.size >= SOCKETS_MAX || connections.count(address) >= socketsPerAddress)
      return turnAway(wire, '429 Too Many Requests')
    if (!isWithinPace(address)) return turnAway(wire, '429 Too Many Requests\r\nRetry-After: 60')
    sockets.handleUpgrade(request, wire, head, (socket) => greet(context, { socket, wire, address }, heartbeatMs))
  }
  server.on('upgrade', onUpgrade)

  return {
    sockets: (): number => connections.all.size,
    /** Ends every socket; clients reconnect elsewhere. */
    async close() {
      server.off('upgrade', onUpgrade)
      clearInterval(frames)
      stopEvents()
      stopHeartbeat()
      for (const { socket } of connections.all) socket.close(1001)
      // A peer that does not answer the close would delay the shutdown; this wait is not part of the market's time.
      if (connections.all.size > 0) await systemClock.sleep(CLOSE_WAIT_MS)
      for (const { socket } of connections.all) socket.terminate()
      sockets.close()
    },
  }
}
