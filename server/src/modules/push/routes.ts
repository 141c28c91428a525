import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { PushService } from './service'

/** Web Push (contract/push.ts). */
export function pushRoutes(app: App, deps: { push: PushService }) {
  const { push } = deps

  app.route({
    ...endpoint('getPush'),
    handler: async (request) => push.state(userOf(request)),
  })

  app.route({
    ...endpoint('subscribePush'),
    handler: async (request) => unwrap(await push.subscribe(userOf(request), request.body)),
  })

  app.route({
    ...endpoint('unsubscribePush'),
    handler: async (request, reply) => {
      await push.unsubscribe(userOf(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('setPushPreferences'),
    handler: async (request) => push.setPreferences(userOf(request), request.body),
  })
}
