import { type Module, SWEEP_MS } from '../module'
import { alertsPersonalData } from './personalData'
import { alertRoutes } from './routes'
import { type AlertsDeps, createAlertsService } from './service'
import { type AlertWorkerDeps, createAlertWorker } from './worker'

export function createAlertsModule(deps: AlertsDeps & AlertWorkerDeps) {
  const alerts = createAlertsService(deps)
  return {
    service: alerts,
    routes: (api) => alertRoutes(api, { alerts }),
    personalData: alertsPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => alerts.sweep() }],
    worker: createAlertWorker(deps),
  } satisfies Module & { service: unknown }
}
