import { ClientId, closed } from '../../../../contract/common'
import { MoneyListQuery } from '../../../../contract/deposits'
import { CreateWithdrawal, Withdrawal, WithdrawalPage, WithdrawalTerms } from '../../../../contract/withdrawals'
import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { WithdrawalsService } from './service'

interface RouteDeps {
  withdrawals: WithdrawalsService
  config: Pick<Settings, 'rateLimits'>
}

const ById = closed({ id: ClientId })

/** Withdrawals of contract/withdrawals.ts. */
export function withdrawalRoutes(app: App, deps: RouteDeps) {
  const { withdrawals } = deps
  const { logins } = deps.config.rateLimits
  const create = endpoint('createWithdrawal')

  app.route({
    ...endpoint('getWithdrawalTerms'),
    schema: { response: responses({ 200: WithdrawalTerms }) },
    handler: async (request) => withdrawals.terms(userOf(request).id),
  })

  app.route({
    ...create,
    config: { ...create.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    schema: { body: CreateWithdrawal, response: responses({ 200: Withdrawal, 201: Withdrawal }) },
    handler: async (request, reply) => {
      const { withdrawal, created } = unwrap(await withdrawals.create(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(withdrawal)
    },
  })

  app.route({
    ...endpoint('listWithdrawals'),
    schema: { querystring: MoneyListQuery, response: responses({ 200: WithdrawalPage }) },
    handler: async (request) => unwrap(await withdrawals.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getWithdrawal'),
    schema: { params: ById, response: responses({ 200: Withdrawal }) },
    handler: async (request) => unwrap(await withdrawals.get(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('cancelWithdrawal'),
    schema: { params: ById, response: responses({ 200: Withdrawal }) },
    handler: async (request) => unwrap(await withdrawals.cancel(userOf(request).id, request.params.id)),
  })
}
