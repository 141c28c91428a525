import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Counter, Gauge } from 'prom-client'
import Schema from 'typebox/schema'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { STREAM_PATH } from '../../../contract/endpoints'
import { STREAM_HEARTBEAT_MS, type StreamMessage, StreamRequest } from '../../../contract/stream'
import type { Audience } from '../cluster/audience'
import type { Ledger } from '../ledger/ledger'
import type { Market } from '../market/market'
import type { Auth } from '../plugins/auth'
import type { Bus } from '../shared/bus'
import { type Clock, systemClock } from '../shared/clock'
import type { AuthenticatedUser } from '../shared/http'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { networkOf } from '../shared/networks'
import type { Settings } from '../shared/settings'
import { markTraced } from '../shared/tracing'
import { BUFFERED_MAX, type Hub, type HubMember, type HubSocket } from './hub'
import { createMinuteCount } from './minuteCount'
import { createPhases, PHASES } from './phases'

export interface StreamDeps {
  config: Pick<Settings, 'trustedProxies' | 'rateLimits'>
  clock: Clock
  log: Log
  bus: Bus
  metrics: Metrics
  auth: Pick<Auth, 'userByToken'>
  ledger: Pick<Ledger, 'balanceOf'>
  market: Pick<Market, 'productBySymbol' | 'tradingState' | 'quote'>
  audience: Pick<Audience, 'enter' | 'leave'>
}

/** How often a socket gets a frame. */
const FRAME_EVERY_MS = 200
const CLOSE_WAIT_MS = 200
const MESSAGE_MAX_BYTES = 8 * 1024
const SOCKETS_MAX = 20_000
const SOCKETS_PER_ADDRESS_MAX = 200
/** An account's on this node; devices and tabs of a person are fewer. */
const SOCKETS_PER_USER_MAX = 40
const AUTHENTICATIONS_MAX = 10
/** A valid session is asked for again this often, so that an ended one stops receiving its account's events. */
const RECHECK_EVERY_MS = 15_000
/** Messages a socket may send in one heartbeat; an app needs a handful. */
const MESSAGES_MAX = 100

interface Connection {
  socket: WebSocket
  member: HubMember
  address: string
  token: string | undefined
  user: AuthenticatedUser | undefined
  alive: boolean
  authentications: number
  messages: number
}

export interface Stream {
  /** Ends every socket; clients reconnect elsewhere. */
  close(): Promise<void>
  sockets(): number
}

const requestCheck = Schema.Compile(StreamRequest)

function parseRequest(data: RawData, isBinary: boolean): StreamRequest | undefined {
  if (isBinary) return undefined
  try {
    const value: unknown = JSON.parse(data.toString())
    return requestCheck.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The sockets of one process, with who is behind them. */
class Connections {
  readonly all = new Set<Connection>()
  private readonly byUser = new Map<bigint, Set<Connection>>()
  private readonly perAddress = new Map<string, number>()

  constructor(
    private readonly audience: StreamDeps['audience'],
    /** Counts new sockets and tokens by address, each as a request. */
    readonly isWithinPace: (address: string) => boolean,
  ) {}

  count = (address: string) => this.perAddress.get(address) ?? 0

  add(connection: Connection) {
    this.all.add(connection)
    this.perAddress.set(connection.address, this.count(connection.address) + 1)
  }

  remove(connection: Connection) {
    if (!this.all.delete(connection)) return
    const left = this.count(connection.address) - 1
    if (left > 0) this.perAddress.set(connection.address, left)
    else this.perAddress.delete(connection.address)
    this.identify(connection, undefined)
  }

  identify(connection: Connection, user: AuthenticatedUser | undefined) {
    const before = connection.user && this.byUser.get(connection.user.id)
    before?.delete(connection)
    if (connection.user && before?.size === 0) this.byUser.delete(connection.user.id)
    if (connection.user) this.audience.leave(connection.user.id)
    connection.user = user
    if (!user) return
    this.audience.enter(user.id)
    const group = this.byUser.get(user.id) ?? new Set()
    this.byUser.set(user.id, group)
    group.add(connection)
  }

  countOf = (userId: bigint) => this.byUser.get(userId)?.size ?? 0
  of = (userId: bigint): Iterable<Connection> => this.byUser.get(userId) ?? []
  hasUser = (userId: bigint) => this.byUser.has(userId)
}

/** A user's own events are few and must not be conflated; a reader that cannot even take those is cut and reconnects. */
function send(connection: Connection, message: StreamMessage) {
  if (connection.socket.readyState !== WebSocket.OPEN) return
  if (connection.socket.bufferedAmount > 4 * BUFFERED_MAX) return connection.socket.terminate()
  connection.socket.send(JSON.stringify(message))
}

/** The session has ended: the socket continues as a visitor's, and receives nothing of an account. */
function forgetUser(connections: Connections, connection: Connection) {
  connection.token = undefined
  connections.identify(connection, undefined)
  send(connection, { type: 'refused', code: 'unauthenticated' })
}

/** Tells why, and ends the socket. */
function refuse(connection: Connection, code: 'rate_limited' | 'invalid_request') {
  send(connection, { type: 'refused', code })
  connection.socket.close(1008)
}

async function authenticate(deps: StreamDeps, connections: Connections, connection: Connection, token: string) {
  connection.authentications++
  if (connection.authentications > AUTHENTICATIONS_MAX || !connections.isWithinPace(connection.address))
    return refuse(connection, 'rate_limited')
  const attempt = connection.authentications
  const user = await deps.auth.userByToken(token)
  // Two tokens in a row: the later one counts, whichever is looked up first.
  if (!connections.all.has(connection) || attempt !== connection.authentications) return
  if (user && user.id !== connection.user?.id && connections.countOf(user.id) >= SOCKETS_PER_USER_MAX)
    return refuse(connection, 'rate_limited')
  connections.identify(connection, user)
  connection.token = user && token
  if (!user) return send(connection, { type: 'refused', code: 'unauthenticated' })
  send(connection, { type: 'authenticated' })
  send(connection, { type: 'balance', balance: await deps.ledger.balanceOf(user.id) })
}

async function handleRequest(
  deps: StreamDeps,
  connections: Connections,
  hub: Hub,
  connection: Connection,
  request: StreamRequest | undefined,
) {
  if (!request || ++connection.messages > MESSAGES_MAX)
    return refuse(connection, request ? 'rate_limited' : 'invalid_request')
  switch (request.type) {
    case 'authenticate':
      return authenticate(deps, connections, connection, request.token)
    case 'subscribe':
      return hub.subscribe(
        connection.member,
        request.symbols.filter((symbol) => deps.market.productBySymbol(symbol)),
      )
    case 'ping':
      return send(connection, { type: 'pong', clientAt: request.clientAt, serverAt: deps.clock.now() })
  }
}

/** Passes events of the bus on to the sockets they concern. Returns the function that ends it. */
function forwardEvents(deps: StreamDeps, connections: Connections, hub: Hub): () => void {
  const { bus, log, ledger, market, clock } = deps
  /** Only if something is sent: every node hears of every user. */
  const mark = (name: string, userId: bigint) => {
    if (connections.hasUser(userId))
      markTraced(name, () => ({ 'fairtick.sockets': [...connections.of(userId)].length }))
  }
  const ends = [
    bus.subscribe('ticks', ({ ticks }) => {
      for (const tick of ticks) hub.markChanged(tick.symbol)
    }),
    bus.subscribe('orders', ({ userId, orders }) => {
      mark('stream orders', userId)
      for (const connection of connections.of(userId)) {
        for (const order of orders) send(connection, { type: 'order', order })
      }
    }),
    bus.subscribe('balances', ({ userId }) => {
      if (!connections.hasUser(userId)) return
      ledger
        .balanceOf(userId)
        .then((balance) => {
          for (const connection of connections.of(userId)) send(connection, { type: 'balance', balance })
        })
        .catch((error) => log.warn({ err: error }, 'a balance could not be read for the stream'))
    }),
    bus.subscribe('changed', ({ userId, topics }) => {
      mark('stream changed', userId)
      for (const connection of connections.of(userId)) send(connection, { type: 'changed', topics })
    }),
    bus.subscribe('session_ended', ({ sessionId }) => {
      for (const connection of connections.all) {
        if (connection.user?.sessionId === sessionId) forgetUser(connections, connection)
      }
    }),
    bus.subscribe('product', ({ symbol }) => {
      const product = market.productBySymbol(symbol)
      if (!product) return
      const { status } = market.tradingState(product, clock.now())
      for (const connection of connections.all) {
        if (connection.member.symbols.includes(symbol)) send(connection, { type: 'status', symbol, status })
      }
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Ends sockets that no longer answer, and forgets the user of sessions that ended. */
function startHeartbeat(deps: StreamDeps, connections: Connections, heartbeatMs: number, recheckMs: number) {
  const beat = setInterval(() => {
    for (const connection of connections.all) {
      if (!connection.alive) {
        connection.socket.terminate()
        continue
      }
      connection.alive = false
      connection.messages = 0
      connection.socket.ping()
    }
  }, heartbeatMs)
  const recheck = setInterval(async () => {
    for (const connection of [...connections.all]) {
      if (connection.token === undefined) continue
      const user = await deps.auth.userByToken(connection.token).catch(() => connection.user)
      if (!user) forgetUser(connections, connection)
    }
  }, recheckMs)
  return () => {
    clearInterval(beat)
    clearInterval(recheck)
  }
}

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
const counted = (address: string) => (address.includes('.') ? address : networkOf(address, 4))

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

/** Registers a new socket and returns its requests until it closes. */
function createGreeting(deps: StreamDeps, connections: Connections, hub: Hub, heartbeatMs: number) {
  return ({ socket, wire, address }: Arrival) => {
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
      handleRequest(deps, connections, hub, connection, parseRequest(data, isBinary)).catch((error) => {
        deps.log.warn({ err: error }, 'a stream message could not be answered')
        socket.close(1011)
      })
    })
    send(connection, { type: 'welcome', serverAt: deps.clock.now(), heartbeatMs })
  }
}

/** Attaches `/api/stream` (contract/stream.ts) to the HTTP server. */
export function attachStream(server: Server, deps: StreamDeps, options: StreamOptions = {}): Stream {
  const { clock, market } = deps
  const { socketsPerAddress = SOCKETS_PER_ADDRESS_MAX, heartbeatMs = STREAM_HEARTBEAT_MS } = options
  const connections = new Connections(deps.audience, createMinuteCount(deps.config.rateLimits.requests))
  const skipped = registerMetrics(deps.metrics, connections)
  const hub = createPhases({ now: () => clock.now(), quote: market.quote, onSkipped: () => skipped.inc() })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false })
  const stopEvents = forwardEvents(deps, connections, hub)
  const stopHeartbeat = startHeartbeat(deps, connections, heartbeatMs, options.recheckMs ?? RECHECK_EVERY_MS)
  const frames = setInterval(() => hub.flush(), FRAME_EVERY_MS / PHASES)
  const greet = createGreeting(deps, connections, hub, heartbeatMs)

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    const address = counted(addressOf(request, deps.config.trustedProxies))
    const [path] = request.url?.split('?') ?? []
    if (path !== `/api${STREAM_PATH}`) return turnAway(wire, '404 Not Found')
    if (connections.all.size >= SOCKETS_MAX || connections.count(address) >= socketsPerAddress)
      return turnAway(wire, '429 Too Many Requests')
    if (!connections.isWithinPace(address)) return turnAway(wire, '429 Too Many Requests\r\nRetry-After: 60')
    sockets.handleUpgrade(request, wire, head, (socket) => greet({ socket, wire, address }))
  }
  server.on('upgrade', onUpgrade)

  return {
    sockets: () => connections.all.size,
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
