import type { Module } from '../module'
import { helpLineRoutes } from './routes'
import { createHelpLines, type HelpLinesDeps } from './service'

export function createHelpLinesModule(deps: HelpLinesDeps) {
  const helpLines = createHelpLines(deps)
  return {
    service: helpLines,
    routes: (api) => helpLineRoutes(api, { helpLines }),
  } satisfies Module & { service: unknown }
}
