import type { Counted, NodeLink } from '../cluster/nodeLink'
import { BoundedMap } from '../shared/cache'

const KEYS_MAX = 20_000
/** How long the link is not asked after it did not answer. */
const REST_MS = 1_000

/** Counts of this process alone, used without a link and while it is lost. */
function createLocalCounts() {
  const counts = new BoundedMap<string, { current: number; endsAtMs: number }>(KEYS_MAX)
  return (key: string, windowMs: number): Counted => {
    const nowMs = performance.now()
    const known = counts.get(key)
    const alive = known !== undefined && known.endsAtMs > nowMs
    const entry = alive ? known : { current: 0, endsAtMs: nowMs + windowMs }
    entry.current++
    counts.set(key, entry)
    return { current: entry.current, ttl: entry.endsAtMs - nowMs }
  }
}

/** Counts a request of `key`. Never fails: if the link does not answer in time, this node counts alone. */
export type CountRequest = (key: string, windowMs: number) => Promise<Counted>

export function createCountRequest(link: NodeLink): CountRequest {
  const local = createLocalCounts()
  let askAgainAtMs = 0
  return async (key, windowMs) => {
    // This node counts along, so that losing the link does not give everybody a fresh start.
    const own = local(key, windowMs)
    if (link.state() !== 'ok' || performance.now() < askAgainAtMs) return own
    try {
      return await link.count(key, windowMs)
    } catch {
      // One request has waited without an answer; the next ones do not wait.
      askAgainAtMs = performance.now() + REST_MS
      return own
    }
  }
}

/** The route that the limiter's settings name, if there is one. */
function scopeOf(options: object): string | undefined {
  if (!('routeInfo' in options)) return undefined
  const { routeInfo } = options
  if (typeof routeInfo !== 'object' || routeInfo === null || !('url' in routeInfo) || !('method' in routeInfo)) {
    return undefined
  }
  return `${routeInfo.method} ${routeInfo.url}`
}

/** A store for the rate limiter that counts over all nodes. Each limiter has its own name, alike on every node. */
export function createLimitStore(link: NodeLink) {
  const count = createCountRequest(link)
  let unnamed = 0
  return class LimitStore {
    scope = 'api'

    incr(key: string, callback: (error: Error | null, result?: Counted) => void, windowMs: number) {
      void count(`${this.scope} ${key}`, windowMs).then((counted) => callback(null, counted))
    }

    child(options: object) {
      const store = new LimitStore()
      store.scope = scopeOf(options) ?? `limiter ${++unnamed}`
      return store
    }
  }
}
