import { Counter, Gauge } from 'prom-client'
import { createClient } from 'redis'
import type { Log } from '../plugins/log'
import type { Metrics } from '../plugins/metrics'
import type { BusEvent } from '../shared/bus'
import { systemClock } from '../shared/clock'
import { decodeMessage, encodeMessage } from './message'

/** `off` without a `REDIS_URL`. */
export type BusState = 'off' | 'ok' | 'lost'

/** The way to the other nodes. Everybody can do without it: see `tickFollower.ts` and `userNewsFallback.ts`. */
export interface NodeLink {
  state(): BusState
  /** Begins to connect, and waits a moment for it; a server that is away does not hold the start up. */
  start(): Promise<void>
  stop(): Promise<void>
  /** To the other nodes, at once or not at all. */
  send(event: BusEvent): void
  /** What to do with news of other nodes; set before `start`. */
  listen(listener: (event: BusEvent) => void): void
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

const CHANNEL = 'fairtick:news'
const CONNECT_MS = 2_000
/** A connection that answers no ping for this long is given up and made anew. */
const PING_EVERY_MS = 1_000
const SILENT_MS = 3_000
const RECONNECT_MAX_MS = 1_000
const ANSWER_MS = 100
/** What waits for a slow Redis; beyond it news are dropped, and the other nodes read the log. */
const WAITING_MAX = 2_000

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
    help: 'Messages of the bus between nodes: sent, received, or lost because Redis did not take them',
    labelNames: ['outcome'],
    registers: [registry],
  })
}

/** News between nodes by a Redis-compatible server, and its scripts for limits that all nodes share. */
export function createRedisLink(deps: { url: string; holder: string; log: Log; metrics: Metrics }): NodeLink {
  const { url, holder, log } = deps
  let listener: (event: BusEvent) => void = () => undefined
  let warned = false

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
    listener(message.event)
  }

  const lose = () => messages.inc({ outcome: 'lost' })

  return {
    state,
    listen(next) {
      listener = next
    },
    async start() {
      const connected = Promise.all([commands.connect(), subscriber.connect()])
        .then(() => subscriber.subscribe(CHANNEL, receive))
        .catch(onError)
      await Promise.race([connected, systemClock.sleep(CONNECT_MS)])
    },
    async stop() {
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
    send(event) {
      const text = encodeMessage(holder, event)
      if (text === undefined) return
      if (!commands.isReady) return lose()
      commands.publish(CHANNEL, text).then(() => messages.inc({ outcome: 'sent' }), lose)
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
