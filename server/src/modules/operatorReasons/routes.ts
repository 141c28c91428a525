import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { OperatorReasonsService } from './service'

/**
 * Texts of reasons that staff have written (contract/reasons.ts); public, because a user may be refused before login.
 */
export function reasonRoutes(app: App, { reasons }: { reasons: OperatorReasonsService }) {
  route(app, 'getReason', async ({ params, query, reply }) => {
    const text = unwrap(await reasons.words(params.key, query.locale))
    reply.header('cache-control', 'public, max-age=86400')
    return { text }
  })
}
