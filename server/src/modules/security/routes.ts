import { perMinute } from '../../plugins/limits'
import { describeDevice } from '../../shared/device'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { SecurityService } from './service'

interface RouteDeps {
  security: SecurityService
  config: Pick<Settings, 'rateLimits'>
}

/** Everything here is worth guessing: limited per address by the route, per account by `guesses.ts`. */
function guarded<N extends Parameters<typeof endpoint>[0]>(name: N, { config }: RouteDeps) {
  const row = endpoint(name)
  return { ...row, config: { ...row.config, ...perMinute(config.rateLimits.logins) } }
}

function passkeyRoutes(app: App, deps: RouteDeps) {
  const { security } = deps

  app.route({
    ...endpoint('listPasskeys'),
    handler: async (request) => security.listPasskeys(userOf(request).id),
  })

  app.route({
    ...guarded('beginPasskey', deps),
    handler: async (request, reply) =>
      reply.code(201).send(unwrap(await security.beginPasskey(userOf(request), request.body))),
  })

  app.route({
    ...guarded('addPasskey', deps),
    handler: async (request, reply) => {
      const device = describeDevice(request.headers['user-agent'])
      return reply.code(201).send(unwrap(await security.addPasskey(userOf(request).id, request.body, device)))
    },
  })

  app.route({
    ...endpoint('renamePasskey'),
    handler: async (request) =>
      unwrap(await security.renamePasskey(userOf(request).id, request.params.id, request.body.name)),
  })

  app.route({
    ...guarded('removePasskey', deps),
    handler: async (request) => unwrap(await security.removePasskey(userOf(request), request.params.id, request.body)),
  })

  app.route({
    ...guarded('getPasskeyChallenge', deps),
    handler: async (request, reply) =>
      reply.code(201).send(unwrap(await security.passkeyChallenge(userOf(request).id))),
  })

  app.route({
    ...guarded('getLoginChallenge', deps),
    handler: async (_request, reply) => reply.code(201).send(unwrap(await security.passkeyChallenge())),
  })
}

/** Passwords, the second factor and passkeys. */
export function securityRoutes(app: App, deps: RouteDeps) {
  const { security } = deps
  passkeyRoutes(app, deps)

  app.route({
    ...guarded('changePassword', deps),
    handler: async (request, reply) => {
      unwrap(await security.changePassword(userOf(request), request.body))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('getSecondFactor'),
    handler: async (request) => security.getSecondFactor(userOf(request).id),
  })

  app.route({
    ...guarded('beginSecondFactor', deps),
    handler: async (request, reply) =>
      reply.code(201).send(unwrap(await security.beginSecondFactor(userOf(request), request.body.loginPassword))),
  })

  app.route({
    ...guarded('enableSecondFactor', deps),
    handler: async (request) => unwrap(await security.enableSecondFactor(userOf(request), request.body.code)),
  })

  app.route({
    ...guarded('disableSecondFactor', deps),
    handler: async (request, reply) => {
      unwrap(await security.disableSecondFactor(userOf(request), request.body))
      return reply.code(204).send(null)
    },
  })
}
