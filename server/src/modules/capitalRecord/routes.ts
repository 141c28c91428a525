import {
  CapitalExport,
  CapitalExportQuery,
  CapitalRecordPage,
  CapitalRecordQuery,
} from '../../../../contract/capitalRecord'
import { perAccount, perMinute } from '../../plugins/limits'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { CapitalRecordService } from './service'

/** The capital record of contract/capitalRecord.ts. */
export function capitalRoutes(
  app: App,
  deps: { capitalRecord: CapitalRecordService; config: Pick<Settings, 'rateLimits'> },
) {
  const { capitalRecord } = deps
  const { logins } = deps.config.rateLimits
  const exported = endpoint('exportCapitalRecord')

  app.route({
    ...endpoint('listCapitalRecord'),
    schema: { querystring: CapitalRecordQuery, response: responses({ 200: CapitalRecordPage }) },
    handler: async (request) => unwrap(await capitalRecord.list(userOf(request).id, request.query)),
  })

  app.route({
    ...exported,
    // Up to 5,000 rows each time.
    config: { ...exported.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    schema: { querystring: CapitalExportQuery, response: responses({ 200: CapitalExport }) },
    handler: async (request) => unwrap(await capitalRecord.exportOf(userOf(request).id, request.query)),
  })
}
