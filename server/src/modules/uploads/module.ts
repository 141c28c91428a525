import type { Settings } from '../../shared/settings'
import { type Module, SWEEP_MS } from '../module'
import { uploadsPersonalData } from './personalData'
import { uploadRoutes } from './routes'
import { createUploadsService, type UploadsDeps } from './service'

export function createUploadsModule(deps: UploadsDeps & { config: Pick<Settings, 'rateLimits'> }) {
  const uploads = createUploadsService(deps)
  return {
    service: uploads,
    routes: (api) => uploadRoutes(api, { ...deps, uploads }),
    personalData: uploadsPersonalData({ ...deps, uploads }),
    sweeps: [{ everyMs: SWEEP_MS, run: () => uploads.sweep() }],
  } satisfies Module & { service: unknown }
}
