import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { capitalRoutes } from './routes'
import { type CapitalRecordDeps, createCapitalRecordService } from './service'

export function createCapitalRecordModule(deps: CapitalRecordDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const capitalRecord = createCapitalRecordService(deps)
  return {
    service: capitalRecord,
    routes: (api) => capitalRoutes(api, { ...deps, capitalRecord }),
  } satisfies Module & { service: unknown }
}
