import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import { type Group, isRefusal, type Line } from './groups'

const HANDSHAKE_MS = 10_000
/** The longest message of a public price stream is a few kilobytes. */
const FRAME_MAX = 1_000_000
const WATCH_EVERY_MS = 1_000
/** A connection that gave prices for this long was a good one: the next failure starts from the shortest wait again. */
const GOOD_AFTER_MS = 10_000
/**
 * An old connection closes at the first line of its successor, and at the latest this long after the successor opened.
 */
const OVERLAP_MAX_MS = 20_000
/** Characters of a refusal that are read. */
const REFUSAL_MAX = 20_000
/** The code with which a server closes a connection whose messages break its rules. */
const POLICY_VIOLATION = 1008

export interface ConnectionTimes {
  /** The first wait after a failure; doubled each time up to `backoffMaxMs`, and shortened at random by up to half. */
  backoffMinMs: number
  backoffMaxMs: number
  /** Without any frame for this long a ping is sent, and after twice as long the connection is given up. */
  quietMs: number
  /** Without a price for this long the connection is given up, however lively it is in other ways. */
  silentMs: number
  /** Ended by plan after this long, once the next connection is open. */
  lifeMs: number
  /** A connection that was refused something and has no price after this long gives none. */
  refusedAfterMs: number
  /** A name that the source refuses is asked for again after this long. */
  askAgainMs: number
}

export const CONNECTION_TIMES: ConnectionTimes = {
  backoffMinMs: 500,
  backoffMaxMs: 30_000,
  quietMs: 15_000,
  silentMs: 60_000,
  // Binance ends every connection after 24 hours.
  lifeMs: 23 * 3_600_000,
  refusedAfterMs: 5_000,
  askAgainMs: 300_000,
}

/** The result of reading a line. */
export interface LineAnswer {
  /** Whether it held a price. */
  price: boolean
  reply?: string
  renew?: boolean
  /** The text of a refusal. */
  refusal?: string
}

export interface ConnectionOptions {
  name: string
  group: Group
  url(names: readonly string[]): string
  /** Sent after connecting. */
  frames(names: readonly string[]): readonly string[]
  /** Text that is sent as a ping; undefined for a ping of the protocol. */
  ping: string | undefined
  times: ConnectionTimes
  clock: Clock
  log: Log
  /** From 0 to 1. */
  random: () => number
  onLine(line: string): LineAnswer
  onEnd(cause: string): void
}

/** Wait before attempt `failures + 1`, milliseconds. */
export function backoffMs(times: ConnectionTimes, failures: number, random: () => number): number {
  const full = Math.min(times.backoffMaxMs, times.backoffMinMs * 2 ** Math.min(failures, 20))
  return full * (1 - random() / 2)
}

/** Why a connection ended, and the text of a refusal because of which it gave no price. */
interface Ending {
  cause: string
  refusal?: string
}

interface Session {
  socket: WebSocket
  /** Why it ended, or that it needs a successor while it still delivers prices. */
  outcome: Promise<Ending>
  lastPriceAtMs(): number
  end(cause: string): void
}

/** The cause of an ending that was planned: the next connection is made before the old one goes. */
const RENEW = 'renewed'
/** The exchange refused this address: retrying soon makes it worse. */
const TOLD_TO_WAIT = new Set(['http_403', 'http_418', 'http_429', 'http_451'])

const SOCKET = { handshakeTimeout: HANDSHAKE_MS, maxPayload: FRAME_MAX, perMessageDeflate: false }

function sendPing(socket: WebSocket, text: string | undefined) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (text === undefined) socket.ping()
  else socket.send(text)
}

/** The beginning of a server's refusal, also if its answer breaks. */
async function readRefusal(response: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const part of response.setEncoding('utf8')) {
      text += part
      if (text.length > REFUSAL_MAX) break
    }
  } catch {
    // The part that has come says enough.
  }
  return text.slice(0, REFUSAL_MAX)
}

/** What the server refuses on one connection. `text`: that for which no name could be held responsible. */
function createRefusals(group: Group) {
  const refusals = {
    any: false,
    text: undefined as string | undefined,
    hear(text: string) {
      refusals.any = true
      if (!group.refused(text, false)) refusals.text = `${refusals.text ?? ''}${text}`.slice(0, REFUSAL_MAX)
    },
  }
  return refusals
}

function openSession(options: ConnectionOptions, onFirstLine: () => void): Session {
  const { clock, times, group } = options
  const names = group.names()
  const socket = new WebSocket(options.url(names), SOCKET)
  const startedAtMs = clock.now()
  let openedAtMs: number | undefined
  let heardAtMs = startedAtMs
  let pricedAtMs = startedAtMs
  let pinged = false
  let heardLines = false
  let cause: string | undefined
  const refusals = createRefusals(group)
  const { promise: outcome, resolve } = Promise.withResolvers<Ending>()

  function end(why: string) {
    cause ??= why
    resolve({ cause, ...(refusals.text !== undefined && !heardLines && { refusal: refusals.text }) })
    void watching.stop()
    socket.terminate()
  }
  const heard = () => {
    heardAtMs = clock.now()
    pinged = false
  }
  socket.on('open', () => {
    openedAtMs = clock.now()
    heard()
    for (const frame of options.frames(names)) socket.send(frame)
  })
  socket.on('message', (bytes) => {
    heard()
    const answer = options.onLine(bytes.toString())
    if (answer.price) {
      pricedAtMs = clock.now()
      if (!heardLines) onFirstLine()
      heardLines = true
    }
    if (answer.reply !== undefined && socket.readyState === WebSocket.OPEN) socket.send(answer.reply)
    if (answer.refusal !== undefined) refusals.hear(answer.refusal)
    if (answer.renew) resolve({ cause: RENEW })
  })
  for (const sign of ['ping', 'pong'] as const) socket.on(sign, heard)
  socket.on('unexpected-response', (request, response) => {
    const { statusCode = 0 } = response
    // A server that does not end its answer is cut off by the time limit of the handshake.
    void readRefusal(response).then((text) => {
      if (isRefusal(statusCode)) refusals.text = text
      request.destroy()
      end(`http_${statusCode}`)
    })
  })
  socket.on('error', (error) => {
    cause ??= 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : 'error'
    options.log.debug({ err: error, source: options.name }, 'the connection to a price source failed')
  })
  socket.on('close', (code, reason) => {
    if (code === POLICY_VIOLATION) refusals.text ??= reason.toString()
    end('closed')
  })

  const lifeMs = times.lifeMs * (1 - options.random() / 20)
  function watch() {
    if (openedAtMs === undefined) return
    const now = clock.now()
    const quietMs = now - heardAtMs
    if (quietMs > 2 * times.quietMs) end('dead')
    else if (now - pricedAtMs > times.silentMs) end('silent')
    else if (refusals.any && !heardLines && now - openedAtMs > times.refusedAfterMs) end('refused')
    else if (quietMs > times.quietMs && !pinged) {
      pinged = true
      sendPing(socket, options.ping)
    }
    if (now - openedAtMs > lifeMs) resolve({ cause: RENEW })
  }
  const watching = createLoop({
    clock,
    everyMs: Math.min(WATCH_EVERY_MS, times.quietMs / 2, times.refusedAfterMs),
    restFirst: true,
    turn: watch,
    failed: () => end('error'),
  })
  watching.start()
  return { socket, outcome, end, lastPriceAtMs: () => pricedAtMs }
}

/**
 * Keeps one connection to a price source for as long as it runs: after any end, the next attempt follows after a wait
 * that grows up to a bound. A connection near the end of its life is replaced before it goes.
 */
export function createConnection(options: ConnectionOptions): Line {
  const { clock, times, group } = options
  const sessions = new Set<Session>()
  let open: boolean | undefined

  /** Ends connections that were opened before `successor`; all of them without one. */
  function retire(successor: Session | undefined) {
    for (const session of sessions) {
      if (session === successor) return
      session.end('replaced')
      sessions.delete(session)
    }
  }

  async function once(): Promise<Ending & { good: boolean }> {
    const startedAtMs = clock.now()
    const session = openSession(options, () => retire(session))
    sessions.add(session)
    session.socket.on('open', () => {
      open = true
    })
    session.socket.on('close', () => {
      sessions.delete(session)
      open = [...sessions].some(({ socket }) => socket.readyState === WebSocket.OPEN)
    })
    const ending = await session.outcome
    if (ending.cause === RENEW) {
      void clock.sleep(OVERLAP_MAX_MS, attempts.signal).then(() => session.end('replaced'))
    }
    return { ...ending, good: session.lastPriceAtMs() - startedAtMs >= Math.min(GOOD_AFTER_MS, times.silentMs) }
  }

  let failures = 0
  /** Before the next attempt. */
  let waitMs = group.isRefused() ? times.askAgainMs : 0

  /** Lives through one connection and says how long to wait for the next. */
  async function attempt(signal: AbortSignal) {
    const { cause, refusal, good } = await once()
    if (signal.aborted) return
    options.onEnd(cause)
    if (refusal !== undefined) group.refused(refusal, true)
    failures = good ? 0 : failures + 1
    const planned = cause === RENEW && failures < 2
    if (group.isRefused()) {
      waitMs = times.askAgainMs
      return
    }
    waitMs = TOLD_TO_WAIT.has(cause)
      ? times.backoffMaxMs * (1 - options.random() / 2)
      : backoffMs(times, failures, options.random)
    if (planned) waitMs = 0
    else
      options.log.warn(
        { source: options.name, cause, waitMs: Math.round(waitMs) },
        'a price source is gone and is tried again',
      )
  }

  const attempts = createLoop({
    clock,
    everyMs: () => waitMs,
    restFirst: true,
    turn: attempt,
    failed(error) {
      waitMs = times.backoffMaxMs
      options.log.error({ err: error, source: options.name }, 'a price source could not be asked and is tried again')
    },
  })

  return {
    start: attempts.start,
    async stop() {
      const ended = attempts.stop()
      for (const session of sessions) session.end('stopped')
      await ended
      retire(undefined)
    },
    isOpen: () => open,
  }
}
