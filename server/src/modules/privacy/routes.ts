import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { PrivacyService } from './service'

/** Users' rights to their own data. Each route asks for the password, so it is limited per address, too. */
export function privacyRoutes(app: App, deps: { privacy: PrivacyService; config: Pick<Settings, 'rateLimits'> }) {
  const { privacy } = deps
  const { logins } = deps.config.rateLimits
  route(app, 'exportMe', async ({ user, body }) => unwrap(await privacy.exportOf(user, body)), {
    config: perMinute(logins),
  })
  route(
    app,
    'deleteMe',
    async ({ user, body }) => {
      unwrap(await privacy.deleteUser(user, body))
      return null
    },
    { config: perMinute(logins) },
  )
}
