import type { Module } from '../module'
import { appRoutes } from './routes'
import { type AppDeps, createAppService } from './service'

/** A node that does other work says how it is, and nothing else. */
export function createAppModule(deps: AppDeps) {
  const service = createAppService(deps)
  return { service, onEveryNode: true, routes: (api) => appRoutes(api, service) } satisfies Module & {
    service: unknown
  }
}
