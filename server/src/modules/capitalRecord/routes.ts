import { perAccount, perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { CapitalRecordService } from './service'

/** The capital record of contract/capitalRecord.ts and the statement of contract/statement.ts. */
export function capitalRoutes(
  app: App,
  deps: { capitalRecord: CapitalRecordService; config: Pick<Settings, 'rateLimits'> },
) {
  const { capitalRecord } = deps
  const { logins } = deps.config.rateLimits
  route(app, 'listCapitalRecord', async ({ user, query }) => unwrap(await capitalRecord.list(user.id, query)))
  route(app, 'listBookedOrders', async ({ user, query }) => capitalRecord.bookedOf(user.id, query.ids))
  // Up to 5,000 rows each time.
  route(app, 'exportCapitalRecord', async ({ user, query }) => unwrap(await capitalRecord.exportOf(user.id, query)), {
    config: perMinute(logins),
    preHandler: perAccount(app, logins),
  })
  // Adds up a month each time.
  route(app, 'getStatement', async ({ user, query }) => unwrap(await capitalRecord.statement(user.id, query)), {
    config: perMinute(logins),
    preHandler: perAccount(app, logins),
  })
}
