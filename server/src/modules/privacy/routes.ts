import { perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { PrivacyService } from './service'

/** Users' rights to their own data. Each route asks for the password, so it is limited per address, too. */
export function privacyRoutes(app: App, deps: { privacy: PrivacyService; config: Pick<Settings, 'rateLimits'> }) {
  const { privacy } = deps
  const { logins } = deps.config.rateLimits
  const exporting = endpoint('exportMe')
  const deleting = endpoint('deleteMe')

  app.route({
    ...exporting,
    config: { ...exporting.config, ...perMinute(logins) },
    handler: async (request) => unwrap(await privacy.exportOf(userOf(request), request.body)),
  })

  app.route({
    ...deleting,
    config: { ...deleting.config, ...perMinute(logins) },
    handler: async (request, reply) => {
      unwrap(await privacy.deleteUser(userOf(request), request.body))
      return reply.code(204).send(null)
    },
  })
}
