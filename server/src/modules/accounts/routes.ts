import Type from 'typebox'
import {
  CheckRegistration,
  CompleteRegistration,
  Login,
  Me,
  NewSession,
  RegisteredAccount,
  RegistrationTicket,
  SessionList,
} from '../../../../contract/accounts'
import { closed, Empty } from '../../../../contract/common'
import { perMinute } from '../../plugins/limits'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { describeDevice } from './identity'
import type { AccountsService } from './service'

const SessionParams = closed({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'Session id' }),
})

/** Registration, sessions and the user centre of contract/accounts.ts. */
export function accountRoutes(app: App, deps: { accounts: AccountsService; config: Pick<Settings, 'rateLimits'> }) {
  const { accounts } = deps
  const { registrations, logins } = deps.config.rateLimits
  const check = endpoint('checkRegistration')
  const complete = endpoint('completeRegistration')
  const login = endpoint('login')

  app.route({
    ...check,
    config: { ...check.config, ...perMinute(registrations) },
    schema: { body: CheckRegistration, response: responses({ 201: RegistrationTicket }) },
    handler: async (request, reply) => reply.code(201).send(unwrap(await accounts.checkRegistration(request.body))),
  })

  app.route({
    ...complete,
    config: { ...complete.config, ...perMinute(registrations) },
    schema: { body: CompleteRegistration, response: responses({ 201: RegisteredAccount }) },
    handler: async (request, reply) => reply.code(201).send(unwrap(await accounts.completeRegistration(request.body))),
  })

  app.route({
    ...login,
    config: { ...login.config, ...perMinute(logins) },
    schema: { body: Login, response: responses({ 201: NewSession }) },
    handler: async (request, reply) => {
      const device = describeDevice(request.headers['user-agent'])
      return reply.code(201).send(unwrap(await accounts.login(request.body, device)))
    },
  })

  app.route({
    ...endpoint('logout'),
    schema: { response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      await accounts.logout(userOf(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('listSessions'),
    schema: { response: responses({ 200: SessionList }) },
    handler: async (request) => ({ items: await accounts.listSessions(userOf(request)) }),
  })

  app.route({
    ...endpoint('endSession'),
    schema: { params: SessionParams, response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      unwrap(await accounts.endSession(userOf(request), request.params.id))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('getMe'),
    schema: { response: responses({ 200: Me }) },
    handler: async (request) => accounts.me(userOf(request)),
  })
}
