import { type Module, SWEEP_MS } from '../module'
import { pushPersonalData } from './personalData'
import { pushRoutes } from './routes'
import { createPushService, type PushDeps } from './service'
import { createPushWorker, type PushWorkerDeps } from './worker'

export function createPushModule(deps: PushDeps & PushWorkerDeps) {
  const push = createPushService(deps)
  const worker = createPushWorker(deps)
  return {
    service: { ...push, runOnce: worker.runOnce, sweep: worker.sweep },
    routes: (api) => pushRoutes(api, { push }),
    personalData: pushPersonalData(deps),
    sweeps: [{ everyMs: SWEEP_MS, run: () => worker.sweep() }],
    worker,
  } satisfies Module & { service: unknown }
}
