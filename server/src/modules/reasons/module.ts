import type { Module } from '../module'
import { reasonRoutes } from './routes'
import { createReasons, type ReasonsDeps } from './service'

export function createReasonsModule(deps: ReasonsDeps) {
  const reasons = createReasons(deps)
  return {
    service: reasons,
    routes: (api) => reasonRoutes(api, { reasons }),
  } satisfies Module & { service: unknown }
}
