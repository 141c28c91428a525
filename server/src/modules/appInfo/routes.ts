import type { FastifyReply } from 'fastify'
import type { Health } from '../../../../contract/app'
import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import type { AppService } from './service'

/** Data for clients before login, and for an operator's monitoring. */
export function appRoutes(app: App, service: AppService) {
  route(app, 'getAppInfo', async () => service.info())
  route(app, 'getLiveness', async () => ({ live: true as const }), { config: perMinute(0) })

  const health =
    (isReady: (checks: Health['checks']) => boolean) =>
    async ({ reply }: { reply: FastifyReply }) => {
      const { checks, ...more } = await service.health()
      const ready = isReady(checks)
      reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
      return { live: true as const, ready, checks, ...more }
    }
  route(
    app,
    'getHealth',
    health(({ database, feed, ledger }) => database === 'ok' && feed === 'ok' && ledger !== 'off'),
  )
  // A proxy asks all day from one address, and takes out of service whoever answers 429.
  route(
    app,
    'getNodeHealth',
    health(({ database }) => database === 'ok'),
    { config: perMinute(0) },
  )
}
