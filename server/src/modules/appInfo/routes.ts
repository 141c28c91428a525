import type { Health } from '../../../../contract/app'
import { perMinute } from '../../plugins/limits'
import { type App, endpoint } from '../../shared/http'
import type { AppService } from './service'

/** Data for clients before login, and for an operator's monitoring. */
export function appRoutes(app: App, service: AppService) {
  app.route({
    ...endpoint('getAppInfo'),
    handler: async () => service.info(),
  })

  const liveness = endpoint('getLiveness')
  app.route({
    ...liveness,
    config: { ...liveness.config, ...perMinute(0) },
    handler: async () => ({ live: true as const }),
  })

  const isWholeReady = ({ database, feed, ledger }: Health['checks']) =>
    database === 'ok' && feed === 'ok' && ledger !== 'off'
  const isNodeReady = ({ database }: Health['checks']) => database === 'ok'

  // A proxy asks all day from one address, and takes out of service whoever answers 429.
  for (const [name, isReady, limit] of [
    ['getHealth', isWholeReady, {}],
    ['getNodeHealth', isNodeReady, perMinute(0)],
  ] as const) {
    const own = endpoint(name)
    app.route({
      ...own,
      config: { ...own.config, ...limit },
      handler: async (_request, reply) => {
        const { checks, ...more } = await service.health()
        const ready = isReady(checks)
        return reply
          .code(ready ? 200 : 503)
          .header('cache-control', 'no-store')
          .send({ live: true, ready, checks, ...more })
      },
    })
  }
}
