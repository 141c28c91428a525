import type { Settings } from '../../shared/settings'
import { type Module, SWEEP_MS } from '../module'
import type { VerificationDeps } from './deps'
import { verificationPersonalData } from './personalData'
import { verificationRoutes } from './routes'
import { createVerificationService } from './service'

export function createVerificationModule(deps: VerificationDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const verification = createVerificationService(deps)
  return {
    service: verification,
    routes: (api) => verificationRoutes(api, { ...deps, verification }),
    personalData: verificationPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => verification.tellOfExpiry() }],
  } satisfies Module & { service: unknown }
}
