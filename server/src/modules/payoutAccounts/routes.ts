import { perAccount, perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { PayoutAccountsService } from './service'

/** The account that withdrawals are paid to (contract/payoutAccount.ts). */
export function payoutAccountRoutes(
  app: App,
  deps: { payoutAccounts: PayoutAccountsService; config: Pick<Settings, 'rateLimits'> },
) {
  const { payoutAccounts } = deps
  const { logins } = deps.config.rateLimits
  route(app, 'getPayoutAccount', async ({ user }) => payoutAccounts.get(user.id))
  route(app, 'bindPayoutAccount', async ({ user, body }) => unwrap(await payoutAccounts.bind(user, body)), {
    config: perMinute(logins),
    preHandler: perAccount(app, logins),
  })
}
