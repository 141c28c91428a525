import { Counter, Gauge } from 'prom-client'
import type { BusEvent } from '../shared/bus'
import { BoundedMap } from '../shared/cache'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { within } from '../shared/within'
import { decodeMessage, encodeMessage } from './message'
import type { BusState, Counted, NodeLink } from './nodeLink'
import { createOutbox } from './outbox'

const CHANNEL = 'fairtick:events'
const LIMIT_PREFIX = 'fairtick:limit:'
const CONNECT_MS = 2_000
/** A connection that answers no ping for this long is closed and opened again. */
const PING_EVERY_MS = 1_000
const SILENT_MS = 3_000
const RECONNECT_MAX_MS = 1_000
const SUBSCRIBE_EVERY_MS = 1_000
const ANSWER_MS = 100
/** Messages that wait for a slow Redis; beyond it events are dropped, and the other nodes read the log. */
const WAITING_MAX = 2_000
/** Nodes heard from recently; the oldest make room for new ones. */
const SENDERS_MAX = 1_000

/** Counts a request; the first one of a window says when it ends. */
const COUNT = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return {current, tonumber(ARGV[1])}
end
return {current, redis.call('PTTL', KEYS[1])}`

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
  const last = new BoundedMap<string, number>(SENDERS_MAX)
  return (from: string, number: number): number => {
    const before = last.get(from)
    last.set(from, number)
    return before === undefined ? 0 : Math.max(0, number - before - 1)
  }
}

/** Loaded only if there is a bus: it is 500 files. */
const library = (): typeof import('redis') => require('redis')

const clientOf = (url: string) =>
  library().createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: WAITING_MAX,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    },
  })
type Client = ReturnType<typeof clientOf>

/** One line for an outage, not one for each attempt. */
function logOutages(log: Log, clients: readonly Client[], state: () => BusState) {
  let warned = false
  const onError = (error: unknown) => {
    if (!warned) log.warn({ err: error }, 'the bus between nodes is lost; prices are read from the log meanwhile')
    warned = true
  }
  const onReady = () => {
    if (warned && state() === 'ok') log.info('the bus between nodes is back')
    if (state() === 'ok') warned = false
  }
  for (const client of clients) client.on('error', onError).on('ready', onReady)
  return { onError, onReady }
}

/**
 * Subscribes until it has succeeded once: from then on the client does so by itself before it is ready again. A break before
 * the answer, or a refusal, would otherwise leave a connection that is ready and hears nothing.
 */
function createSubscription(
  client: Client,
  receive: (text: string) => void,
  { onError, onReady }: ReturnType<typeof logOutages>,
) {
  let subscribed = false
  let underWay: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  function subscribe(): Promise<void> {
    // Not while it is stopped either.
    if (subscribed || !client.isReady) return Promise.resolve()
    underWay ??= client
      .subscribe(CHANNEL, receive)
      .then(() => {
        subscribed = true
        clearInterval(retry)
        onReady()
      })
      .catch((error) => {
        if (client.isOpen) onError(error)
      })
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  client.on('ready', subscribe)
  return {
    subscribe,
    isSubscribed: () => subscribed,
    start() {
      retry ??= setInterval(subscribe, SUBSCRIBE_EVERY_MS)
    },
    stop() {
      clearInterval(retry)
    },
  }
}

/** Nobody waits for longer than `ANSWER_MS`: a request is better counted by this node alone than late. */
async function runCount(client: Client, key: string, windowMs: number): Promise<Counted> {
  if (!client.isReady) throw new Error('Redis is away')
  const answer = await within(ANSWER_MS, 'Redis', () =>
    client.eval(COUNT, { keys: [`${LIMIT_PREFIX}${key}`], arguments: [String(windowMs)] }),
  )
  const [current, ttl] = Array.isArray(answer) ? answer.map(Number) : []
  if (current === undefined || ttl === undefined) throw new Error('Redis answered a count with something else')
  return { current, ttl: Math.max(0, ttl) }
}

/** The link between nodes by a Redis-compatible server. */
export function createRedisLink(deps: { url: string; holder: string; log: Log; metrics: Metrics }): NodeLink {
  const { url, holder, log } = deps
  const missedBefore = createLossWatch()
  let listener: (event: BusEvent) => void = () => undefined
  let onLoss = () => {}
  const commands = clientOf(url)
  const subscriber = clientOf(url)
  const state = (): BusState => (commands.isReady && subscriber.isReady && subscription.isSubscribed() ? 'ok' : 'lost')
  const messages = registerMetrics(deps.metrics, state)
  const outages = logOutages(log, [commands, subscriber], state)
  const subscription = createSubscription(subscriber, receive, outages)

  const lose = () => messages.inc({ outcome: 'lost' })
  const outbox = createOutbox(holder, (message) => {
    if (!commands.isReady) lose()
    else commands.publish(CHANNEL, encodeMessage(message)).then(() => messages.inc({ outcome: 'sent' }), lose)
  })

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

  return {
    state,
    listen(next, whenLost = () => {}) {
      listener = next
      onLoss = whenLost
    },
    async start() {
      outbox.start(() => commands.isReady)
      subscription.start()
      const connected = Promise.all([commands.connect(), subscriber.connect()])
        .then(subscription.subscribe)
        .catch(outages.onError)
      // If Redis is away, the node starts without it.
      await within(CONNECT_MS, 'Redis', () => connected).catch(() => undefined)
    },
    async stop() {
      outbox.stop()
      subscription.stop()
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
    send: outbox.add,
    count: (key, windowMs) => runCount(commands, key, windowMs),
  }
}
