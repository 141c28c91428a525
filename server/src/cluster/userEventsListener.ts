import { Client } from 'pg'
import { CHANGE_TOPICS, type ChangeTopic } from '../../../contract/limits'
import { readUserEvent, USER_EVENTS_CHANNEL } from '../database/userEvents'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'

const RECONNECT_MS = 1_000

export interface UserEventsListener {
  /** Resolves once it listens. A lost connection is made again; what was missed meanwhile clients ask for by themselves. */
  start(): Promise<void>
  stop(): Promise<void>
}

const isTopic = (topic: string): topic is ChangeTopic => (CHANGE_TOPICS as readonly string[]).includes(topic)

/** Passes on what any process sent with `notifyUser` to the listeners of this one; every node listens by itself. */
export function createUserEventsListener(deps: { url: string; bus: Bus; clock: Clock; log: Log }): UserEventsListener {
  const { bus, clock, log } = deps
  const control = new AbortController()
  let client: Client | undefined

  function pass(payload: string) {
    const event = readUserEvent(payload)
    if (!event) return
    bus.deliver({ type: 'changed', userId: event.userId, topics: event.topics.filter(isTopic) })
    if (event.topics.includes('account')) bus.deliver({ type: 'balances', userId: event.userId })
  }

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: deps.url, application_name: 'fairtick events' })
    const lost = () => {
      if (client !== next) return
      client = undefined
      void next.end().catch(() => undefined)
      void reconnect()
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => pass(payload ?? ''))
    await next.connect()
    await next.query(`listen ${USER_EVENTS_CHANNEL}`)
    client = next
  }

  async function reconnect(): Promise<void> {
    while (!control.signal.aborted) {
      await clock.sleep(RECONNECT_MS, control.signal)
      if (control.signal.aborted) return
      try {
        return await connect()
      } catch (error) {
        log.warn({ err: error }, 'events of users cannot be received now')
      }
    }
  }

  return {
    start: connect,
    async stop() {
      control.abort()
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
