import type { Module } from '../module'
import { reasonRoutes } from './routes'
import { createOperatorReasons, type OperatorReasonsDeps } from './service'

export function createOperatorReasonsModule(deps: OperatorReasonsDeps) {
  const reasons = createOperatorReasons(deps)
  return {
    service: reasons,
    routes: (api) => reasonRoutes(api, { reasons }),
  } satisfies Module & { service: unknown }
}
