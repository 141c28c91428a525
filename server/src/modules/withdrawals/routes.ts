import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { WithdrawalsService } from './service'

interface RouteDeps {
  withdrawals: WithdrawalsService
  config: Pick<Settings, 'rateLimits'>
}

/** Withdrawals of contract/withdrawals.ts. */
export function withdrawalRoutes(app: App, deps: RouteDeps) {
  const { withdrawals } = deps
  const { logins } = deps.config.rateLimits
  const create = endpoint('createWithdrawal')

  app.route({
    ...endpoint('getWithdrawalTerms'),
    handler: async (request) => withdrawals.terms(userOf(request)),
  })

  app.route({
    ...create,
    config: { ...create.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request, reply) => {
      const { withdrawal, created } = unwrap(await withdrawals.create(userOf(request), request.body))
      return reply.code(created ? 201 : 200).send(withdrawal)
    },
  })

  app.route({
    ...endpoint('listWithdrawals'),
    handler: async (request) => unwrap(await withdrawals.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getWithdrawal'),
    handler: async (request) => unwrap(await withdrawals.get(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('cancelWithdrawal'),
    handler: async (request) => unwrap(await withdrawals.cancel(userOf(request).id, request.params.id)),
  })
}
