import type { Module } from '../module'
import { appRoutes } from './routes'
import { type AppDeps, createAppService } from './service'

/** A node with other roles only reports its health. */
export function createAppModule(deps: AppDeps) {
  const service = createAppService(deps)
  return { service, onEveryNode: true, routes: (api) => appRoutes(api, service) } satisfies Module & {
    service: unknown
  }
}
