import { type Module, SWEEP_MS } from '../module'
import { alertsPersonalData } from './personalData'
import { createReachedAlerts, type ReachedDeps } from './reached'
import { alertRoutes } from './routes'
import { type AlertsDeps, createAlertsService } from './service'

/** How often alerts are compared with new prices. */
const REACHED_EVERY_MS = 500

export function createAlertsModule(deps: AlertsDeps & ReachedDeps) {
  const alerts = createAlertsService(deps)
  return {
    service: alerts,
    routes: (api) => alertRoutes(api, { alerts }),
    personalData: alertsPersonalData(deps),
    sweeps: [
      { everyMs: REACHED_EVERY_MS, run: createReachedAlerts(deps) },
      { everyMs: SWEEP_MS, run: () => alerts.sweep() },
    ],
  } satisfies Module & { service: unknown }
}
