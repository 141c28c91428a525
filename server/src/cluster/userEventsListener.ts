import type { Client } from 'pg'
import { CHANGE_TOPICS, type ChangeTopic } from '../../../contract/limits'
import { openConnection } from '../database/connection'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import { readUserEvent, USER_EVENTS_CHANNEL } from '../users/userEvents'

const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000

const isTopic = (topic: string): topic is ChangeTopic => (CHANGE_TOPICS as readonly string[]).includes(topic)

export type UserEventsListener = ReturnType<typeof createUserEventsListener>

/** Passes on what any process sent with `notifyUser` to the listeners of this one; every node listens by itself. */
export function createUserEventsListener(deps: { url: string; bus: Bus; clock: Clock; log: Log }) {
  const { bus, clock, log } = deps
  let client: Client | undefined

  function pass(payload: string) {
    const event = readUserEvent(payload)
    if (!event) return
    const { userId, topics } = event
    bus.deliver({ type: 'changed', userId, topics: topics.filter(isTopic) })
    if (topics.includes('account')) bus.deliver({ type: 'balances', userId })
  }

  async function connect(): Promise<void> {
    const next = await openConnection({
      connectionString: deps.url,
      application_name: 'fairtick events',
      connectionTimeoutMillis: CONNECT_MS,
    })
    const lost = () => {
      if (client !== next) return
      client = undefined
      void next.end().catch(() => undefined)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => pass(payload ?? ''))
    await next.query(`listen ${USER_EVENTS_CHANNEL}`)
    client = next
  }

  const reconnecting = createLoop({
    clock,
    everyMs: RECONNECT_MS,
    restFirst: true,
    async turn() {
      if (!client) await connect()
    },
    failed: (error) => log.warn({ err: error }, 'events of users cannot be received now'),
  })

  return {
    /**
     * Resolves once it listens. A lost connection is made again; clients themselves ask for events that they missed.
     */
    async start() {
      await connect()
      reconnecting.start()
    },
    async stop() {
      await reconnecting.stop()
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
