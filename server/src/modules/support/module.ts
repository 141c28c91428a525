import type { Module } from '../module'
import { createHelpLines, type HelpLinesDeps } from './helpLineService'
import { createReasons, type ReasonsDeps } from './reasonService'
import { supportRoutes } from './routes'

/** What the operator writes for users who need help: the reasons of refusals, and services outside the house. */
export function createSupportModule(deps: HelpLinesDeps & ReasonsDeps) {
  const support = { reasons: createReasons(deps), helpLines: createHelpLines(deps) }
  return {
    service: support,
    routes: (api) => supportRoutes(api, support),
  } satisfies Module & { service: unknown }
}
