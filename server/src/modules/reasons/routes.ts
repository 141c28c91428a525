import { type App, endpoint } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ReasonsService } from './service'

/** Words of reasons that staff have written (contract/reasons.ts); open to everybody, who may be refused before a log-in. */
export function reasonRoutes(app: App, { reasons }: { reasons: ReasonsService }) {
  app.route({
    ...endpoint('getReason'),
    handler: async ({ params, query }, reply) => {
      const text = unwrap(await reasons.words(params.key, query.locale))
      reply.header('cache-control', 'public, max-age=86400')
      return { text }
    },
  })
}
