import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { AlertsService } from './service'

/** Price alerts of contract/alerts.ts. */
export function alertRoutes(app: App, deps: { alerts: AlertsService }) {
  const { alerts } = deps

  app.route({
    ...endpoint('createPriceAlert'),
    handler: async (request, reply) => {
      const { alert, created } = unwrap(await alerts.create(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(alert)
    },
  })

  app.route({
    ...endpoint('listPriceAlerts'),
    handler: async (request) => unwrap(await alerts.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('cancelPriceAlert'),
    handler: async (request) => unwrap(await alerts.cancel(userOf(request).id, request.params.id)),
  })
}
