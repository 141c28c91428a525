import type { Stores } from '../stores/RootStore'
import type { Lifecycle } from './lifecycle'

const CHECK_EVERY_MS = 1_000

/** Fetches what the log is when an order has been placed and when it has ended, by this device's own clock. */
export function startCheckpoints({ evidence }: { evidence: Pick<Stores['evidence'], 'fetchDue'> }): Lifecycle {
  const timer = setInterval(() => void evidence.fetchDue(), CHECK_EVERY_MS)
  return { dispose: () => clearInterval(timer) }
}
