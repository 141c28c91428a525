import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { PushService } from './service'

/** Web Push (contract/push.ts). */
export function pushRoutes(app: App, deps: { push: PushService }) {
  const { push } = deps
  route(app, 'getPush', async ({ user }) => push.state(user))
  route(app, 'subscribePush', async ({ user, body }) => unwrap(await push.subscribe(user, body)))
  route(app, 'unsubscribePush', async ({ user }) => {
    await push.unsubscribe(user)
    return null
  })
  route(app, 'setPushPreferences', async ({ user, body }) => push.setPreferences(user, body))
}
