import { Empty } from '../../../../contract/common'
import {
  BeginSecondFactor,
  ChangePassword,
  DisableSecondFactor,
  EnableSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../../../contract/security'
import { perMinute } from '../../plugins/limits'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { SecurityService } from './service'

interface RouteDeps {
  security: SecurityService
  config: Pick<Settings, 'rateLimits'>
}

/** Everything here is worth guessing at: limited per address by the route, per account by `guesses.ts`. */
function guarded<N extends Parameters<typeof endpoint>[0]>(name: N, { config }: RouteDeps) {
  const row = endpoint(name)
  return { ...row, config: { ...row.config, ...perMinute(config.rateLimits.logins) } }
}

/** Passwords and the second factor. */
export function securityRoutes(app: App, deps: RouteDeps) {
  const { security } = deps

  app.route({
    ...guarded('changePassword', deps),
    schema: { body: ChangePassword, response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      unwrap(await security.changePassword(userOf(request), request.body))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('getSecondFactor'),
    schema: { response: responses({ 200: SecondFactor }) },
    handler: async (request) => security.getSecondFactor(userOf(request).id),
  })

  app.route({
    ...guarded('beginSecondFactor', deps),
    schema: { body: BeginSecondFactor, response: responses({ 201: SecondFactorSetup }) },
    handler: async (request, reply) =>
      reply.code(201).send(unwrap(await security.beginSecondFactor(userOf(request), request.body.loginPassword))),
  })

  app.route({
    ...guarded('enableSecondFactor', deps),
    schema: { body: EnableSecondFactor, response: responses({ 200: RecoveryCodes }) },
    handler: async (request) => unwrap(await security.enableSecondFactor(userOf(request).id, request.body.code)),
  })

  app.route({
    ...guarded('disableSecondFactor', deps),
    schema: { body: DisableSecondFactor, response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      unwrap(await security.disableSecondFactor(userOf(request).id, request.body))
      return reply.code(204).send(null)
    },
  })
}
