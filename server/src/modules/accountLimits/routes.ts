import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { AccountLimitsService } from './service'

/** Limits and breaks of contract/accountLimits.ts. */
export function accountLimitRoutes(app: App, deps: { accountLimits: AccountLimitsService }) {
  const { accountLimits } = deps

  app.route({
    ...endpoint('getAccountLimits'),
    handler: async (request) => accountLimits.get(userOf(request).id),
  })

  app.route({
    ...endpoint('setAccountLimit'),
    handler: async (request) => unwrap(await accountLimits.set(userOf(request).id, request.params.kind, request.body)),
  })

  app.route({
    ...endpoint('confirmAccountLimit'),
    handler: async (request) => unwrap(await accountLimits.confirm(userOf(request).id, request.params.kind)),
  })

  app.route({
    ...endpoint('beginBreak'),
    handler: async (request) => unwrap(await accountLimits.beginBreak(userOf(request).id, request.body)),
  })

  app.route({
    ...endpoint('endBreak'),
    handler: async (request) => unwrap(await accountLimits.endBreak(userOf(request).id)),
  })

  app.route({
    ...endpoint('getActivity'),
    handler: async (request) => accountLimits.activity(userOf(request).id, Number(request.query.since)),
  })
}
