import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { resultsRoutes } from './routes'
import { createResultsService, type ResultsDeps } from './service'

export function createOwnResultsModule(deps: ResultsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const results = createResultsService(deps)
  return {
    service: results,
    routes: (api) => resultsRoutes(api, { ...deps, results }),
  } satisfies Module & { service: unknown }
}
