import { type App, route } from '../../shared/http'
import type { HelpLinesService } from './service'

/** Services that help where the user lives (contract/accountLimits.ts). */
export function helpLineRoutes(app: App, { helpLines }: { helpLines: HelpLinesService }) {
  route(app, 'listHelpLines', async ({ user, query }) => helpLines.of(user.id, query.locale))
}
