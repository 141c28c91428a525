import { perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { VerificationService } from './service'

/** Real-name verification of contract/verification.ts. */
export function verificationRoutes(
  app: App,
  deps: { verification: VerificationService; config: Pick<Settings, 'rateLimits'> },
) {
  const submit = endpoint('submitVerification')

  app.route({
    ...endpoint('getVerification'),
    handler: async (request) => deps.verification.get(userOf(request).id),
  })

  app.route({
    ...submit,
    config: { ...submit.config, ...perMinute(deps.config.rateLimits.logins) },
    handler: async (request) => unwrap(await deps.verification.submit(userOf(request).id, request.body)),
  })
}
