import { perAccount, perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import type { Settings } from '../../shared/settings'
import type { ResultsService } from './service'

/** Each request reads up to 10,000 orders, and each tap on a filter is one. */
const PER_MINUTE = 60

/** The results of contract/results.ts. */
export function resultsRoutes(app: App, deps: { results: ResultsService; config: Pick<Settings, 'rateLimits'> }) {
  const limit = Math.min(PER_MINUTE, deps.config.rateLimits.requests)
  route(app, 'getResults', ({ user, query }) => deps.results.read(user.id, query), {
    config: perMinute(limit),
    preHandler: perAccount(app, limit),
  })
}
