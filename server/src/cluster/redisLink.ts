import { Counter, Gauge } from 'prom-client'
import { createClient } from 'redis'
import type { BusEvent } from '../shared/bus'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { decodeMessage, encodeMessage, isForOthers } from './message'

/** `off` without a `REDIS_URL`. */
export type BusState = 'off' | 'ok' | 'lost'

/** The way to the other nodes. Everybody can do without it: see `tickFollower.ts` and `userEventsFallback.ts`. */
export interface NodeLink {
  state(): BusState
  /** Begins to connect, and waits a moment for it; a server that is away does not hold the start up. */
  start(): Promise<void>
  stop(): Promise<void>
  /** To the other nodes, at once or not at all. */
  send(event: BusEvent): void
  /** What to do with events of other nodes, and when some of them were lost on the way; set before `start`. */
  listen(listener: (event: BusEvent) => void, onLoss?: () => void): void
  /** Runs a script; rejects when there is no answer within the link's patience. */
  run(script: string, key: string, args: readonly string[]): Promise<unknown>
}

export const NO_LINK: NodeLink = {
  state: () => 'off',
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  send: () => undefined,
  listen: () => undefined,
  run: () => Promise.reject(new Error('there is no Redis')),
}

const CHANNEL = 'fairtick:events'
const CONNECT_MS = 2_000
/** A connection that answers no ping for this long is given up and made anew. */
const PING_EVERY_MS = 1_000
const SILENT_MS = 3_000
const RECONNECT_MAX_MS = 1_000
const ANSWER_MS = 100
/** Messages that wait for a slow Redis; beyond it events are dropped, and the other nodes read the log. */
const WAITING_MAX = 2_000
/** Events of one message: a settlement of thousands of orders is a few dozen messages, not tens of thousands. */
const EVENTS_MAX = 500
/** A quiet node says so, so that the loss of its last events is noticed while they can still be told. */
const BEAT_EVERY_MS = 1_000
/** Nodes that one has heard of lately; those that are gone make room. */
const SENDERS_MAX = 1_000

function registerMetrics({ registry }: Metrics, state: () => BusState) {
  new Gauge({
    name: 'fairtick_bus_connected',
    help: '1 while the bus between nodes works, 0 while it is lost',
    registers: [registry],
    collect() {
      this.set(state() === 'ok' ? 1 : 0)
    },
  })
  return new Counter({
    name: 'fairtick_bus_messages_total',
    help: 'Messages of the bus between nodes: sent, received, lost because Redis did not take them, or missed',
    labelNames: ['outcome'],
    registers: [registry],
  })
}

/** Notices, by the numbers of their messages, when events of another node were lost. */
function createLossWatch() {
  const last = new Map<string, number>()
  return (from: string, number: number): number => {
    const before = last.get(from)
    last.delete(from)
    const oldest = last.size >= SENDERS_MAX ? last.keys().next().value : undefined
    if (oldest !== undefined) last.delete(oldest)
    last.set(from, number)
    return before === undefined ? 0 : Math.max(0, number - before - 1)
  }
}

/** Events between nodes by a Redis-compatible server, and its scripts for limits that all nodes share. */
export function createRedisLink(deps: { url: string; holder: string; log: Log; metrics: Metrics }): NodeLink {
  const { url, holder, log } = deps
  const missedBefore = createLossWatch()
  let listener: (event: BusEvent) => void = () => undefined
  let onLoss = () => {}
  let warned = false
  let waiting: BusEvent[] = []
  let number = 0
  let quiet = true
  let beat: NodeJS.Timeout | undefined

  const options = {
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: WAITING_MAX,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    },
  }
  const commands = createClient(options)
  const subscriber = createClient(options)
  const state = (): BusState => (commands.isReady && subscriber.isReady ? 'ok' : 'lost')
  const messages = registerMetrics(deps.metrics, state)

  // One line for an outage, not one for each attempt.
  const onError = (error: unknown) => {
    if (!warned) log.warn({ err: error }, 'the bus between nodes is lost; prices are read from the log meanwhile')
    warned = true
  }
  const onReady = () => {
    if (warned && state() === 'ok') log.info('the bus between nodes is back')
    if (state() === 'ok') warned = false
  }
  for (const client of [commands, subscriber]) client.on('error', onError).on('ready', onReady)

  function receive(text: string) {
    const message = decodeMessage(text)
    if (!message || message.from === holder) return
    messages.inc({ outcome: 'received' })
    const missed = missedBefore(message.from, message.number)
    for (const event of message.events) listener(event)
    if (missed === 0) return
    messages.inc({ outcome: 'missed' }, missed)
    onLoss()
  }

  const lose = () => messages.inc({ outcome: 'lost' })

  function publish(events: BusEvent[]) {
    quiet = false
    // Counted also where it is lost: the others notice the gap.
    const message = { from: holder, number: ++number, events }
    if (!commands.isReady) lose()
    else commands.publish(CHANNEL, encodeMessage(message)).then(() => messages.inc({ outcome: 'sent' }), lose)
  }

  /** Everything of one turn of the event loop goes together, and each message is written once for all nodes. */
  function flush() {
    const events = waiting
    waiting = []
    for (let from = 0; from < events.length; from += EVENTS_MAX) publish(events.slice(from, from + EVENTS_MAX))
  }

  function beatWhileQuiet() {
    if (quiet && commands.isReady) publish([])
    quiet = true
  }

  return {
    state,
    listen(next, whenLost = () => {}) {
      listener = next
      onLoss = whenLost
    },
    async start() {
      beat ??= setInterval(beatWhileQuiet, BEAT_EVERY_MS)
      const connected = Promise.all([commands.connect(), subscriber.connect()])
        .then(() => subscriber.subscribe(CHANNEL, receive))
        .catch(onError)
      await Promise.race([connected, systemClock.sleep(CONNECT_MS)])
    },
    async stop() {
      clearInterval(beat)
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
    send(event) {
      if (!isForOthers(event)) return
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(event)
    },
    async run(script, key, args) {
      if (!commands.isReady) throw new Error('Redis is away')
      const control = new AbortController()
      const late = systemClock.sleep(ANSWER_MS, control.signal).then(() => {
        throw new Error(`Redis did not answer within ${ANSWER_MS} ms`)
      })
      late.catch(() => undefined)
      const answer = commands.eval(script, { keys: [key], arguments: [...args] })
      answer.catch(() => undefined)
      try {
        return await Promise.race([answer, late])
      } finally {
        control.abort()
      }
    },
  }
}
