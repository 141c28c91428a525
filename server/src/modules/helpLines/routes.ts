import { type App, endpoint, userOf } from '../../shared/http'
import type { HelpLinesService } from './service'

/** Services that help where the user lives (contract/accountLimits.ts). */
export function helpLineRoutes(app: App, { helpLines }: { helpLines: HelpLinesService }) {
  app.route({
    ...endpoint('listHelpLines'),
    handler: async (request) => helpLines.of(userOf(request).id, request.query.locale),
  })
}
