import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { describeDevice } from '../../users/device'
import type { SecurityService } from './service'

interface RouteDeps {
  security: SecurityService
  config: Pick<Settings, 'rateLimits'>
}

/** Everything here is worth guessing: limited per address by the route, per account by `guesses.ts`. */
const guardOf = ({ rateLimits }: RouteDeps['config']) => ({ config: perMinute(rateLimits.logins) })

function passkeyRoutes(app: App, { security, config }: RouteDeps) {
  const guarded = guardOf(config)
  route(app, 'listPasskeys', async ({ user }) => security.listPasskeys(user.id))
  route(app, 'beginPasskey', async ({ user, body }) => unwrap(await security.beginPasskey(user, body)), guarded)
  route(
    app,
    'addPasskey',
    async ({ user, body, request }) => {
      const device = describeDevice(request.headers['user-agent'])
      return unwrap(await security.addPasskey(user, body, device))
    },
    guarded,
  )
  route(app, 'renamePasskey', async ({ user, params, body }) =>
    unwrap(await security.renamePasskey(user.id, params.id, body.name)),
  )
  route(
    app,
    'removePasskey',
    async ({ user, params, body }) => unwrap(await security.removePasskey(user, params.id, body)),
    guarded,
  )
  route(app, 'getPasskeyChallenge', async ({ user }) => unwrap(await security.passkeyChallenge(user.id)), guarded)
  route(app, 'getLoginChallenge', async () => unwrap(await security.passkeyChallenge()), guarded)
}

/** Passwords, the second factor and passkeys. */
export function securityRoutes(app: App, deps: RouteDeps) {
  const { security } = deps
  const guarded = guardOf(deps.config)
  passkeyRoutes(app, deps)
  route(
    app,
    'changePassword',
    async ({ user, body }) => {
      unwrap(await security.changePassword(user, body))
      return null
    },
    guarded,
  )
  route(app, 'getSecondFactor', async ({ user }) => security.getSecondFactor(user.id))
  route(
    app,
    'beginSecondFactor',
    async ({ user, body }) => unwrap(await security.beginSecondFactor(user, body.loginPassword)),
    guarded,
  )
  route(
    app,
    'enableSecondFactor',
    async ({ user, body }) => unwrap(await security.enableSecondFactor(user, body.code)),
    guarded,
  )
  route(
    app,
    'disableSecondFactor',
    async ({ user, body }) => {
      unwrap(await security.disableSecondFactor(user, body))
      return null
    },
    guarded,
  )
}
