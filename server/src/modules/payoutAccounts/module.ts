import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import type { PayoutAccountsDeps } from './deps'
import { payoutAccountsPersonalData } from './personalData'
import { payoutAccountRoutes } from './routes'
import { createPayoutAccountsService } from './service'

export function createPayoutAccountsModule(deps: PayoutAccountsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const payoutAccounts = createPayoutAccountsService(deps)
  return {
    service: payoutAccounts,
    routes: (api) => payoutAccountRoutes(api, { ...deps, payoutAccounts }),
    personalData: payoutAccountsPersonalData({ ...deps, payoutAccounts }),
  } satisfies Module & { service: unknown }
}
