import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { describeDevice } from '../../users/device'
import type { AccountsService } from './service'

/** Registration, sessions and the user centre of contract/accounts.ts. */
export function accountRoutes(app: App, deps: { accounts: AccountsService; config: Pick<Settings, 'rateLimits'> }) {
  const { accounts } = deps
  const { registrations, logins } = deps.config.rateLimits
  route(
    app,
    'checkRegistration',
    async ({ body, request }) => unwrap(await accounts.checkRegistration(body, request.ip)),
    {
      config: perMinute(registrations),
    },
  )
  route(app, 'completeRegistration', async ({ body }) => unwrap(await accounts.completeRegistration(body)), {
    config: perMinute(registrations),
  })
  route(
    app,
    'login',
    async ({ body, request }) => {
      const { deviceToken, ...input } = body
      const device = describeDevice(request.headers['user-agent'])
      return unwrap(await accounts.login(input, { device, address: request.ip, deviceToken }))
    },
    { config: perMinute(logins) },
  )
  route(
    app,
    'loginByPasskey',
    async ({ body, request }) => {
      const origin = { device: describeDevice(request.headers['user-agent']), address: request.ip }
      return unwrap(await accounts.loginByPasskey(body, origin))
    },
    { config: perMinute(logins) },
  )
  route(
    app,
    'resetPassword',
    async ({ body, request }) => {
      const device = describeDevice(request.headers['user-agent'])
      const origin = { device, address: request.ip, deviceToken: undefined }
      return unwrap(await accounts.resetPassword(body, origin))
    },
    { config: perMinute(logins) },
  )
  route(app, 'logout', async ({ user }) => {
    await accounts.logout(user)
    return null
  })
  route(app, 'listSessions', async ({ user }) => ({ items: await accounts.listSessions(user) }))
  route(app, 'endSession', async ({ user, params }) => {
    unwrap(await accounts.endSession(user, params.id))
    return null
  })
  route(app, 'listLogins', async ({ user, query }) => unwrap(await accounts.listLogins(user, query)))
  route(app, 'getMe', async ({ user }) => accounts.me(user))
}
