import type { Module } from '../module'
import { createUserEventsFallback, type UserEventsFallbackDeps } from './userEventsFallback'
import { createSettleWorker, type SettleDeps } from './worker'

export function createSettlementModule(deps: SettleDeps & UserEventsFallbackDeps) {
  const worker = createSettleWorker(deps)
  return {
    service: worker,
    worker,
    catchUp: () => worker.runOnce(),
    /** Runs on nodes with sockets, whether or not they settle. */
    userEventsFallback: createUserEventsFallback(deps),
  } satisfies Module & { service: unknown; userEventsFallback: unknown }
}
