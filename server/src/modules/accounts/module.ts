import type { Settings } from '../../shared/settings'
import { type Module, SWEEP_MS } from '../module'
import type { AccountsDeps } from './me'
import { accountsPersonalData } from './personalData'
import { accountRoutes } from './routes'
import { createAccountsService } from './service'

export { passwords } from './passwords'

export function createAccountsModule(deps: AccountsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const accounts = createAccountsService(deps)
  return {
    service: accounts,
    routes: (api) => accountRoutes(api, { ...deps, accounts }),
    personalData: accountsPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => accounts.sweep() }],
  } satisfies Module & { service: unknown }
}
