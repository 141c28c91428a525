import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { verificationPersonalData } from './personalData'
import { verificationRoutes } from './routes'
import { createVerificationService, type VerificationDeps } from './service'

export function createVerificationModule(deps: VerificationDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const verification = createVerificationService(deps)
  return {
    service: verification,
    routes: (api) => verificationRoutes(api, { ...deps, verification }),
    personalData: verificationPersonalData(deps),
  } satisfies Module & { service: unknown }
}
