import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
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
  const bind = endpoint('bindPayoutAccount')

  app.route({
    ...endpoint('getPayoutAccount'),
    handler: async (request) => payoutAccounts.get(userOf(request).id),
  })

  app.route({
    ...bind,
    config: { ...bind.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request) => unwrap(await payoutAccounts.bind(userOf(request), request.body)),
  })
}
