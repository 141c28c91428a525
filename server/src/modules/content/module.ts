import { HOUR_MS } from '../../shared/time'
import type { Module } from '../module'
import { contentRoutes } from './routes'
import { type ContentDeps, createContentService } from './service'

export function createContentModule(deps: ContentDeps) {
  const content = createContentService(deps)
  return {
    service: content,
    routes: (api) => contentRoutes(api, { content }),
    seed: () => content.seed(),
    sweeps: [{ everyMs: 6 * HOUR_MS, run: () => content.sweep() }],
  } satisfies Module & { service: unknown }
}
