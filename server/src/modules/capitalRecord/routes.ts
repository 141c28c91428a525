import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { CapitalRecordService } from './service'

/** The capital record of contract/capitalRecord.ts, the statement of contract/statement.ts and the week of contract/assets.ts. */
export function capitalRoutes(
  app: App,
  deps: { capitalRecord: CapitalRecordService; config: Pick<Settings, 'rateLimits'> },
) {
  const { capitalRecord } = deps
  const { logins } = deps.config.rateLimits
  const exported = endpoint('exportCapitalRecord')
  const statement = endpoint('getStatement')

  app.route({
    ...endpoint('listCapitalRecord'),
    handler: async (request) => unwrap(await capitalRecord.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getAssetsWeek'),
    handler: async (request) => capitalRecord.assetsWeek(userOf(request).id),
  })

  app.route({
    ...exported,
    // Up to 5,000 rows each time.
    config: { ...exported.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request) => unwrap(await capitalRecord.exportOf(userOf(request).id, request.query)),
  })

  app.route({
    ...statement,
    // Adds up a month each time.
    config: { ...statement.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request) => unwrap(await capitalRecord.statement(userOf(request).id, request.query)),
  })
}
