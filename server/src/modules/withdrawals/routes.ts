import { perAccount, perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
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
  route(app, 'getWithdrawalTerms', async ({ user }) => withdrawals.terms(user))
  route(
    app,
    'createWithdrawal',
    async ({ user, body, reply }) => {
      const { withdrawal, created } = unwrap(await withdrawals.create(user, body))
      reply.code(created ? 201 : 200)
      return withdrawal
    },
    { config: perMinute(logins), preHandler: perAccount(app, logins) },
  )
  route(app, 'listWithdrawals', async ({ user, query }) => unwrap(await withdrawals.list(user.id, query)))
  route(app, 'getWithdrawal', async ({ user, params }) => unwrap(await withdrawals.get(user.id, params.id)))
  route(app, 'cancelWithdrawal', async ({ user, params }) => unwrap(await withdrawals.cancel(user.id, params.id)))
}
