import type { Acceptance, OrderTerms } from '../../../../contract/proof'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { Signer } from '../../signedLogs/signer'
import { createTimeStamper, STAMP_EVERY_MS, type TimeStampDeps } from '../../signedLogs/timeStamps'
import { createWitnessWorker, type WitnessDeps } from '../../signedLogs/witnesses'
import { createHeadWorker } from '../../signedLogs/worker'
import type { Module, ModuleWorker } from '../module'
import { termsOf } from '../orders/service'
import { createEndingsReader } from './endings'
import { proofRoutes } from './routes'
import { createProofService, type ProofDeps } from './service'
import { createSharedResults, sharedPersonalData } from './shared'

type ProofModuleDeps = Omit<ProofDeps, 'acceptanceOf' | 'config'> & {
  clock: Clock
  log: Log
  config: ProofDeps['config'] & WitnessDeps['config'] & TimeStampDeps['config'] & { rateLimits: { requests: number } }
  accept(terms: OrderTerms, signer?: Signer): Promise<Acceptance>
}

const together = (...workers: readonly ModuleWorker[]): ModuleWorker => ({
  start() {
    for (const worker of workers) worker.start()
  },
  stop: () => Promise.all(workers.map((worker) => worker.stop())),
})

export function createProofModule(deps: ProofModuleDeps) {
  const proof = createProofService({
    ...deps,
    acceptanceOf: (row, signer) => deps.accept(termsOf(row, row.symbol), signer),
  })
  const shared = createSharedResults({ ...deps, receiptOf: proof.receipt })
  return {
    service: proof,
    personalData: sharedPersonalData(deps.database),
    routes: (api) => proofRoutes(api, { proof, shared, readEndings: createEndingsReader(deps), config: deps.config }),
    sweeps: [{ everyMs: STAMP_EVERY_MS, run: createTimeStamper(deps) }],
    worker: together(createHeadWorker(deps), createWitnessWorker(deps)),
  } satisfies Module & { service: unknown }
}
