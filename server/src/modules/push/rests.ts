import type { Clock } from '../../shared/clock'
import type { Outcome } from './send'

const SILENT_MAX = 5
const REST_MS = 30_000
/** Browsers choose the addresses, within PUSH_HOSTS. */
const HOSTS_MAX = 1_000

/**
 * Circuit breaker for push services: after five tries in a row without a response, the pushes of a service are
 * postponed at once, so that waiting for it does not delay the others. After half a minute it is tried again.
 */
export function createRests(clock: Pick<Clock, 'now'>) {
  const silent = new Map<string, { times: number; until: number }>()
  return {
    async ask(endpoint: string, send: () => Promise<Outcome>): Promise<Outcome> {
      const { host } = new URL(endpoint)
      const known = silent.get(host)
      if (known && clock.now() < known.until) return { kind: 'later' }
      const outcome = await send()
      if (outcome.kind !== 'later' || !outcome.silent) {
        silent.delete(host)
        return outcome
      }
      if (silent.size >= HOSTS_MAX) silent.clear()
      const times = (silent.get(host)?.times ?? 0) + 1
      silent.set(host, { times, until: times >= SILENT_MAX ? clock.now() + REST_MS : 0 })
      return outcome
    },
  }
}
