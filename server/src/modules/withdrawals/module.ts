import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { withdrawalsPersonalData } from './personalData'
import { withdrawalRoutes } from './routes'
import { createWithdrawalsService, type WithdrawalsDeps } from './service'

export function createWithdrawalsModule(deps: WithdrawalsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const withdrawals = createWithdrawalsService(deps)
  return {
    service: withdrawals,
    routes: (api) => withdrawalRoutes(api, { ...deps, withdrawals }),
    personalData: withdrawalsPersonalData(deps),
  } satisfies Module & { service: unknown }
}
