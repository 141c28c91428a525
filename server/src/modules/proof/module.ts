import { createHeadWorker } from '../../proof/worker'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { Module } from '../module'
import { orderNumber } from '../orders/service'
import { proofRoutes } from './routes'
import { createProofService, type ProofDeps } from './service'

export function createProofModule(deps: Omit<ProofDeps, 'orderNumber'> & { clock: Clock; log: Log }) {
  const proof = createProofService({ ...deps, orderNumber })
  return {
    service: proof,
    routes: (api) => proofRoutes(api, { proof }),
    worker: createHeadWorker(deps),
  } satisfies Module & { service: unknown }
}
