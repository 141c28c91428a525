import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { privacyRoutes } from './routes'
import { createPrivacyService, type PrivacyDeps } from './service'

export function createPrivacyModule(deps: PrivacyDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const privacy = createPrivacyService(deps)
  return {
    service: privacy,
    routes: (api) => privacyRoutes(api, { ...deps, privacy }),
  } satisfies Module & { service: unknown }
}
