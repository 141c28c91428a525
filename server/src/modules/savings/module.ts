import type { Log } from '../../shared/log'
import type { Metrics } from '../../shared/metrics'
import type { Module } from '../module'
import { savingsPersonalData } from './personalData'
import { savingsRoutes } from './routes'
import { createSavingsService, type SavingsDeps } from './service'
import { createSavingsWorker } from './worker'

export function createSavingsModule(deps: SavingsDeps & { log: Log; metrics: Metrics }) {
  const savings = createSavingsService(deps)
  return {
    service: savings,
    routes: (api) => savingsRoutes(api, { savings }),
    personalData: savingsPersonalData(deps),
    worker: createSavingsWorker({ ...deps, savings }),
  } satisfies Module & { service: unknown }
}
