import { perAccount, perMinute } from '../../plugins/limits'
import { assert } from '../../shared/assert'
import { type App, endpoint, userOf } from '../../shared/http'
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
  const create = endpoint('createDeposit')
  const { logins } = deps.config.rateLimits

  app.route({
    ...endpoint('listDepositChannels'),
    handler: async () => deposits.channels(),
  })

  app.route({
    ...create,
    config: { ...create.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    handler: async (request, reply) => {
      const { deposit, created } = unwrap(await deposits.create(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(deposit)
    },
  })

  app.route({
    ...endpoint('listDeposits'),
    handler: async (request) => unwrap(await deposits.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getDeposit'),
    handler: async (request) => unwrap(await deposits.get(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('cancelDeposit'),
    handler: async (request) => unwrap(await deposits.cancel(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('addDepositReceipt'),
    handler: async (request) =>
      unwrap(await deposits.addReceipt(userOf(request).id, request.params.id, request.body.uploadId)),
  })
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
  app.route({
    ...endpoint('receiveDepositNotice'),
    preValidation: async (request) => {
      const channel = (request.params as { channel: string }).channel
      const notice = {
        timestamp: headerOf(request.headers['fairtick-timestamp']),
        signature: headerOf(request.headers['fairtick-signature']),
        body: bodyOf(request),
      }
      unwrap(deposits.checkNotice(channel, notice))
    },
    handler: async (request, reply) => {
      unwrap(await deposits.receiveNotice(request.params.channel, request.body, bodyOf(request)))
      return reply.code(204).send(null)
    },
  })
}
