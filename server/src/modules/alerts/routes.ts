import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { AlertsService } from './service'

/** Price alerts of contract/alerts.ts. */
export function alertRoutes(app: App, deps: { alerts: AlertsService }) {
  const { alerts } = deps
  route(app, 'createPriceAlert', async ({ user, body, reply }) => {
    const { alert, created } = unwrap(await alerts.create(user.id, body))
    reply.code(created ? 201 : 200)
    return alert
  })
  route(app, 'listPriceAlerts', async ({ user, query }) => unwrap(await alerts.list(user.id, query)))
  route(app, 'cancelPriceAlert', async ({ user, params }) => unwrap(await alerts.cancel(user.id, params.id)))
}
