import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { VerificationService } from './service'

/** Real-name verification of contract/verification.ts. */
export function verificationRoutes(
  app: App,
  deps: { verification: VerificationService; config: Pick<Settings, 'rateLimits'> },
) {
  route(app, 'getVerification', async ({ user }) => deps.verification.get(user.id))
  route(app, 'submitVerification', async ({ user, body }) => unwrap(await deps.verification.submit(user.id, body)), {
    config: perMinute(deps.config.rateLimits.logins),
  })
}
