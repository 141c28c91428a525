import { perMinute } from '../../plugins/limits'
import { describeDevice } from '../../shared/device'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { AccountsService } from './service'

/** Registration, sessions and the user centre of contract/accounts.ts. */
export function accountRoutes(app: App, deps: { accounts: AccountsService; config: Pick<Settings, 'rateLimits'> }) {
  const { accounts } = deps
  const { registrations, logins } = deps.config.rateLimits
  const check = endpoint('checkRegistration')
  const complete = endpoint('completeRegistration')
  const login = endpoint('login')
  const reset = endpoint('resetPassword')

  app.route({
    ...check,
    config: { ...check.config, ...perMinute(registrations) },
    handler: async (request, reply) => reply.code(201).send(unwrap(await accounts.checkRegistration(request.body))),
  })

  app.route({
    ...complete,
    config: { ...complete.config, ...perMinute(registrations) },
    handler: async (request, reply) => reply.code(201).send(unwrap(await accounts.completeRegistration(request.body))),
  })

  app.route({
    ...login,
    config: { ...login.config, ...perMinute(logins) },
    handler: async (request, reply) => {
      const { deviceToken, ...input } = request.body
      const device = describeDevice(request.headers['user-agent'])
      return reply.code(201).send(unwrap(await accounts.login(input, { device, address: request.ip, deviceToken })))
    },
  })

  const byPasskey = endpoint('loginByPasskey')
  app.route({
    ...byPasskey,
    config: { ...byPasskey.config, ...perMinute(logins) },
    handler: async (request, reply) => {
      const origin = { device: describeDevice(request.headers['user-agent']), address: request.ip }
      return reply.code(201).send(unwrap(await accounts.loginByPasskey(request.body, origin)))
    },
  })

  app.route({
    ...reset,
    config: { ...reset.config, ...perMinute(logins) },
    handler: async (request) => {
      const device = describeDevice(request.headers['user-agent'])
      const origin = { device, address: request.ip, deviceToken: undefined }
      return unwrap(await accounts.resetPassword(request.body, origin))
    },
  })

  app.route({
    ...endpoint('logout'),
    handler: async (request, reply) => {
      await accounts.logout(userOf(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('listSessions'),
    handler: async (request) => ({ items: await accounts.listSessions(userOf(request)) }),
  })

  app.route({
    ...endpoint('endSession'),
    handler: async (request, reply) => {
      unwrap(await accounts.endSession(userOf(request), request.params.id))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('listLogins'),
    handler: async (request) => unwrap(await accounts.listLogins(userOf(request), request.query)),
  })

  app.route({
    ...endpoint('getMe'),
    handler: async (request) => accounts.me(userOf(request)),
  })
}
