import { perAccount, perMinute } from '../../plugins/limits'
import { assert } from '../../shared/assert'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { DepositsService } from './service'

interface RouteDeps {
  deposits: DepositsService
  config: Pick<Settings, 'rateLimits'>
}

/** Deposits of contract/deposits.ts. */
export function depositRoutes(app: App, deps: RouteDeps) {
  const { deposits } = deps
  const { logins } = deps.config.rateLimits
  route(app, 'listDepositChannels', async () => deposits.channels())
  route(
    app,
    'createDeposit',
    async ({ user, body, reply }) => {
      const { deposit, created } = unwrap(await deposits.create(user.id, body))
      reply.code(created ? 201 : 200)
      return deposit
    },
    { config: perMinute(logins), preHandler: perAccount(app, logins) },
  )
  route(app, 'listDeposits', async ({ user, query }) => unwrap(await deposits.list(user.id, query)))
  route(app, 'getDeposit', async ({ user, params }) => unwrap(await deposits.get(user.id, params.id)))
  route(app, 'cancelDeposit', async ({ user, params }) => unwrap(await deposits.cancel(user.id, params.id)))
  route(app, 'addDepositReceipt', async ({ user, params, body }) =>
    unwrap(await deposits.addReceipt(user.id, params.id, body.uploadId)),
  )
}

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/**
 * Notices of paying services (docs/OPERATIONS.md, "Paying service"). Its own scope, because it keeps the raw bytes
 * of the body: they carry the signature, which is checked before anything in them is parsed.
 */
export async function depositNoticeRoutes(app: App, { deposits }: RouteDeps) {
  const bodies = new WeakMap<object, Buffer>()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    assert(Buffer.isBuffer(body), 'the body was asked for as bytes')
    bodies.set(request, body)
    parse(request, body.toString('utf8'), done)
  })

  const bodyOf = (request: object) => bodies.get(request) ?? Buffer.alloc(0)
  route(
    app,
    'receiveDepositNotice',
    async ({ params, body, request }) => {
      unwrap(await deposits.receiveNotice(params.channel, body, bodyOf(request)))
      return null
    },
    {
      preValidation: async (request) => {
        const channel = (request.params as { channel: string }).channel
        const notice = {
          timestamp: headerOf(request.headers['fairtick-timestamp']),
          signature: headerOf(request.headers['fairtick-signature']),
          body: bodyOf(request),
        }
        unwrap(deposits.checkNotice(channel, notice))
      },
    },
  )
}
