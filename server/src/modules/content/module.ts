import type { Module } from '../module'
import { contentRoutes } from './routes'
import { type ContentDeps, createContentService } from './service'

export function createContentModule(deps: ContentDeps) {
  const content = createContentService(deps)
  return {
    service: content,
    routes: (api) => contentRoutes(api, { content }),
    seed: () => content.seed(),
  } satisfies Module & { service: unknown }
}
