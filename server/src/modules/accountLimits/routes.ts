import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { AccountLimitsService } from './service'

/** Limits and breaks of contract/accountLimits.ts. */
export function accountLimitRoutes(app: App, deps: { accountLimits: AccountLimitsService }) {
  const { accountLimits } = deps
  route(app, 'getAccountLimits', async ({ user }) => accountLimits.get(user.id))
  route(app, 'setAccountLimit', async ({ user, params, body }) =>
    unwrap(await accountLimits.set(user.id, params.kind, body)),
  )
  route(app, 'confirmAccountLimit', async ({ user, params }) =>
    unwrap(await accountLimits.confirm(user.id, params.kind)),
  )
  route(app, 'beginBreak', async ({ user, body }) => unwrap(await accountLimits.beginBreak(user.id, body)))
  route(app, 'endBreak', async ({ user }) => unwrap(await accountLimits.endBreak(user.id)))
  route(app, 'getActivity', async ({ user, query }) => accountLimits.activity(user.id, Number(query.since)))
}
