import { reaction } from 'mobx'
import type { Balance } from '../../contract/accounts'
import { STREAM_PATH } from '../../contract/endpoints'
import type { ChangeTopic } from '../../contract/limits'
import { STREAM_MAX_SYMBOLS } from '../../contract/limits'
import type { Quote, TradingStatus } from '../../contract/market'
import type { Order } from '../../contract/orders'
import { quoteOf } from '../../contract/quoteRows'
import type { StreamMessage, StreamRequest } from '../../contract/stream'
import { isVisible, onHide, onLeave, onNetworkChange, onResume } from '../platform/pageEvents'
import type { Socket, SocketHandlers } from '../platform/socket'
import type { ConnectionStore } from '../stores/ConnectionStore'
import type { SessionStore } from '../stores/SessionStore'
import type { Lifecycle } from './lifecycle'

export interface StreamDeps {
  /** Address of the API, e.g. "wss://host/api". */
  base: string
  open(url: string, handlers: SocketHandlers): Socket
  session: SessionStore
  connection: ConnectionStore
  /** Observed: a change subscribes again. */
  symbols(): readonly string[]
  onQuotes(quotes: Quote[], serverAt: number): void
  onStatus(symbol: string, status: TradingStatus): void
  onOrder(order: Order): void
  onBalance(balance: Balance): void
  /** Something of the user's changed on the server; the routes say to what. */
  onChanged(topics: ChangeTopic[]): void
  /**
   * The stream is back (or first there): what was missed has to be fetched. `wasLost` is false if it is the first one,
   * or another user's, which replaces the one before within a moment.
   */
  onResync(wasLost: boolean): void
  /** The server does not know the token any more. */
  onSessionEnded(token: string): void
  now(): number
  random(): number
}

/** A ping goes out this often at least, so that a dead connection is noticed and the clock stays right. */
const PING_MS = 10_000
/** The first pings come quickly: the shortest of several trips gives the best clock. */
const FIRST_PINGS_MS = [0, 400, 900, 1_500]
/** A connection that was asked and says nothing for this long is dead, regardless of the socket's state. */
const ANSWER_MS = 5_000
/** A user who comes back to the page does not wait that long: prices have to be right within 2 s. */
const WAKE_ANSWER_MS = 1_000
/** A connection that is not open by then is retried; after sleep, sooner. */
const OPEN_MS = 10_000
const WAKE_OPEN_MS = 2_000
/** The shortest pause between two subscriptions: rows come and go while a list is scrolled, and the server counts messages. */
const SUBSCRIBE_EVERY_MS = 250
/** A hidden page keeps its prices for so long: somebody who looks into another app comes back to a page that has them. */
const HIDDEN_MS = 10_000
const RECONNECT_MIN_MS = 500
const RECONNECT_MAX_MS = 20_000

/** Keeps the one WebSocket alive and hands its messages to the stores. */
export function startStream(deps: StreamDeps): Lifecycle {
  return new StreamClient(deps)
}

class StreamClient implements Lifecycle {
  private socket: Socket | undefined
  private attempts = 0
  private isOpen = false
  private lost = false
  /** When the last message came, or, of a connection that is not open yet, when it was asked for. */
  private lastMessageAt = 0
  private heard = 0
  private timers = new Set<ReturnType<typeof setTimeout>>()
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined
  /** Hidden for HIDDEN_MS: nothing connects until it is seen, neither a network that is back nor another token. */
  private unseen = false
  private sentToken = ''
  private disposed = false
  private readonly stops: (() => void)[]

  constructor(private readonly deps: StreamDeps) {
    this.stops = [
      reaction(
        () => deps.symbols().slice(0, STREAM_MAX_SYMBOLS).join(','),
        () => this.subscribe(),
        { delay: SUBSCRIBE_EVERY_MS },
      ),
      // A socket belongs to one user: with another token, or none, it is opened again.
      reaction(
        () => deps.session.token,
        () => {
          const { lost } = this
          this.restart()
          this.lost = lost
        },
      ),
      onResume(() => this.wake()),
      // With an open socket the browser would not keep the page for "back".
      onLeave(() => this.rest()),
      // Nobody sees its prices, and an hour of them is tens of megabytes. What was missed is fetched when it is back.
      onHide(() => {
        this.hiddenTimer = setTimeout(() => {
          this.unseen = true
          this.rest()
        }, HIDDEN_MS)
      }),
      onNetworkChange((online) => online && this.wake()),
    ]
    this.connect()
  }

  dispose(): void {
    this.disposed = true
    for (const stop of this.stops) stop()
    clearTimeout(this.hiddenTimer)
    this.drop()
    this.deps.connection.setStream('off')
  }

  private connect(): void {
    if (this.disposed || this.socket || this.unseen) return
    clearTimeout(this.reconnectTimer)
    this.deps.connection.setStream('connecting')
    this.lastMessageAt = this.deps.now()
    const socket = this.deps.open(`${this.deps.base}${STREAM_PATH}`, {
      onOpen: () => this.handleOpen(),
      onText: (text) => this.handleText(text),
      onClose: () => {
        if (this.socket === socket) this.handleClose()
      },
    })
    this.socket = socket
    this.after(OPEN_MS, () => {
      if (this.isOpen || this.socket !== socket) return
      this.handleClose()
      socket.close()
    })
  }

  /** Lets go of the current socket, and of what waited for it. */
  private drop(): void {
    const { socket } = this
    this.socket = undefined
    this.lost ||= this.isOpen
    this.isOpen = false
    this.stopTimers()
    clearTimeout(this.reconnectTimer)
    socket?.close()
  }

  private restart(): void {
    this.attempts = 0
    this.drop()
    this.connect()
  }

  private rest(): void {
    if (this.disposed) return
    this.drop()
    this.deps.connection.setStream('waiting')
  }

  /** After sleep a socket may be dead without knowing: an old one is replaced, a young one is asked. */
  private wake(): void {
    if (this.disposed) return
    if (isVisible()) {
      clearTimeout(this.hiddenTimer)
      this.unseen = false
    }
    const silentMs = this.deps.now() - this.lastMessageAt
    if (!this.socket || silentMs > (this.isOpen ? PING_MS : WAKE_OPEN_MS)) this.restart()
    else if (this.isOpen) this.ask(WAKE_ANSWER_MS)
  }

  private handleOpen(): void {
    const { token } = this.deps.session
    this.isOpen = true
    this.lastMessageAt = this.deps.now()
    this.sentToken = token
    if (token !== '') this.send({ type: 'authenticate', token })
    this.subscribe()
    for (const delayMs of FIRST_PINGS_MS) this.after(delayMs, () => this.ping())
    this.beat()
    this.deps.connection.setStream('live')
    this.deps.onResync(this.lost)
    this.lost = false
  }

  private handleClose(): void {
    if (this.disposed) return
    this.socket = undefined
    this.lost ||= this.isOpen
    this.isOpen = false
    this.stopTimers()
    this.deps.connection.setStream('waiting')
    const ceiling = Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * 2 ** this.attempts)
    this.attempts = Math.min(this.attempts + 1, 10)
    clearTimeout(this.reconnectTimer)
    this.reconnectTimer = setTimeout(() => this.connect(), ceiling * (0.5 + this.deps.random() / 2))
  }

  private handleText(text: string): void {
    this.lastMessageAt = this.deps.now()
    this.heard += 1
    this.attempts = 0
    const message = parse(text)
    if (message) this.dispatch(message)
  }

  private dispatch(message: StreamMessage): void {
    const { deps } = this
    switch (message.type) {
      case 'rows':
        deps.onQuotes(
          message.rows.map((row) => quoteOf(row, message.since)),
          message.serverAt,
        )
        break
      case 'order':
        deps.onOrder(message.order)
        break
      case 'balance':
        deps.onBalance(message.balance)
        break
      case 'changed':
        deps.onChanged(message.topics)
        break
      case 'status':
        deps.onStatus(message.symbol, message.status)
        break
      case 'pong':
        deps.connection.addClockSample(message.clientAt, deps.now(), message.serverAt)
        break
      case 'refused':
        if (message.code === 'unauthenticated') deps.onSessionEnded(this.sentToken)
        break
      case 'welcome':
      case 'authenticated':
        break
    }
  }

  private subscribe(): void {
    if (this.socket)
      this.send({ type: 'subscribe', symbols: this.deps.symbols().slice(0, STREAM_MAX_SYMBOLS) as string[] })
  }

  private ping(): void {
    this.send({ type: 'ping', clientAt: this.deps.now() })
  }

  /** Checks that the server answers: any message counts. */
  private ask(answerMs: number): void {
    const { heard } = this
    this.ping()
    this.after(answerMs, () => {
      // Nobody looks at a hidden page; it is asked when it is seen again.
      if (this.heard === heard && isVisible()) this.restart()
    })
  }

  private beat(): void {
    this.after(PING_MS, () => {
      this.ask(ANSWER_MS)
      this.beat()
    })
  }

  private after(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      run()
    }, delayMs)
    this.timers.add(timer)
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
  }

  private send(request: StreamRequest): void {
    this.socket?.send(JSON.stringify(request))
  }
}

function parse(text: string): StreamMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? (message as StreamMessage) : undefined
  } catch {
    return undefined
  }
}
