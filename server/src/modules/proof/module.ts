import type { Acceptance, OrderTerms } from '../../../../contract/proof'
import { createHeadWorker } from '../../proof/worker'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { Module } from '../module'
import { termsOf } from '../orders/service'
import { proofRoutes } from './routes'
import { createProofService, type ProofDeps } from './service'

export function createProofModule(
  deps: Omit<ProofDeps, 'acceptanceOf'> & {
    clock: Clock
    log: Log
    config: { rateLimits: { requests: number } }
    accept(terms: OrderTerms): Promise<Acceptance>
  },
) {
  const proof = createProofService({ ...deps, acceptanceOf: (row) => deps.accept(termsOf(row, row.symbol)) })
  return {
    service: proof,
    routes: (api) => proofRoutes(api, { proof, config: deps.config }),
    worker: createHeadWorker(deps),
  } satisfies Module & { service: unknown }
}
