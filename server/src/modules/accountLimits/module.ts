import type { Module } from '../module'
import type { AccountLimitsDeps } from './deps'
import { accountLimitsPersonalData } from './personalData'
import { accountLimitRoutes } from './routes'
import { createAccountLimitsService } from './service'

export function createAccountLimitsModule(deps: AccountLimitsDeps) {
  const accountLimits = createAccountLimitsService(deps)
  return {
    service: accountLimits,
    routes: (api) => accountLimitRoutes(api, { accountLimits }),
    personalData: accountLimitsPersonalData(accountLimits),
  } satisfies Module & { service: unknown }
}
