import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { HelpLinesService } from './helpLineService'
import type { ReasonsService } from './reasonService'

export function supportRoutes(
  app: App,
  { reasons, helpLines }: { reasons: ReasonsService; helpLines: HelpLinesService },
) {
  /** Public, because a user may be refused before login (contract/reasons.ts). */
  route(app, 'getReason', async ({ params, query, reply }) => {
    const text = unwrap(await reasons.words(params.key, query.locale))
    reply.header('cache-control', 'public, max-age=86400')
    return { text }
  })
  /** Services that help where the user lives (contract/accountLimits.ts). */
  route(app, 'listHelpLines', async ({ user, query }) => helpLines.of(user.id, query.locale))
}
