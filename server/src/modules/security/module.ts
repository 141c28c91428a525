import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import type { SecurityDeps } from './deps'
import { securityPersonalData } from './personalData'
import { securityRoutes } from './routes'
import { createSecurityService } from './service'

export function createSecurityModule(deps: SecurityDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const security = createSecurityService(deps)
  return {
    service: security,
    routes: (api) => securityRoutes(api, { ...deps, security }),
    personalData: securityPersonalData(deps),
  } satisfies Module & { service: unknown }
}
