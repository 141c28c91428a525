import type { App } from '../../shared/http'
import type { Settings } from '../../shared/settings'
import type { Module } from '../module'
import { depositsPersonalData } from './personalData'
import { depositNoticeRoutes, depositRoutes } from './routes'
import { createDepositsService, type DepositsDeps } from './service'

const SWEEP_MS = 60_000

export function createDepositsModule(deps: DepositsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const deposits = createDepositsService(deps)
  return {
    service: deposits,
    async routes(api) {
      depositRoutes(api, { ...deps, deposits })
      await api.register(async (notices) => depositNoticeRoutes(notices as unknown as App, { ...deps, deposits }))
    },
    personalData: depositsPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => deposits.sweep() }],
  } satisfies Module & { service: unknown }
}
