import Type from 'typebox'
import { ClientId, closed, Empty } from '../../../../contract/common'
import {
  AddReceipt,
  CreateDeposit,
  Deposit,
  DepositChannelList,
  DepositNotice,
  DepositPage,
  MoneyListQuery,
} from '../../../../contract/deposits'
import { perAccount, perMinute } from '../../plugins/limits'
import { assert } from '../../shared/assert'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { DepositsService } from './service'

interface RouteDeps {
  deposits: DepositsService
  config: Pick<Settings, 'rateLimits'>
}

const ById = closed({ id: ClientId })
const ByChannel = closed({ channel: Type.String({ pattern: '^[a-z0-9-]{2,32}$', description: 'Id of the channel' }) })

/** Deposits of contract/deposits.ts. */
export function depositRoutes(app: App, deps: RouteDeps) {
  const { deposits } = deps
  const create = endpoint('createDeposit')
  const { logins } = deps.config.rateLimits

  app.route({
    ...endpoint('listDepositChannels'),
    schema: { response: responses({ 200: DepositChannelList }) },
    handler: async () => deposits.channels(),
  })

  app.route({
    ...create,
    config: { ...create.config, ...perMinute(logins) },
    preHandler: perAccount(app, logins),
    schema: { body: CreateDeposit, response: responses({ 200: Deposit, 201: Deposit }) },
    handler: async (request, reply) => {
      const { deposit, created } = unwrap(await deposits.create(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(deposit)
    },
  })

  app.route({
    ...endpoint('listDeposits'),
    schema: { querystring: MoneyListQuery, response: responses({ 200: DepositPage }) },
    handler: async (request) => unwrap(await deposits.list(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('getDeposit'),
    schema: { params: ById, response: responses({ 200: Deposit }) },
    handler: async (request) => unwrap(await deposits.get(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('cancelDeposit'),
    schema: { params: ById, response: responses({ 200: Deposit }) },
    handler: async (request) => unwrap(await deposits.cancel(userOf(request).id, request.params.id)),
  })

  app.route({
    ...endpoint('addDepositReceipt'),
    schema: { params: ById, body: AddReceipt, response: responses({ 200: Deposit }) },
    handler: async (request) =>
      unwrap(await deposits.addReceipt(userOf(request).id, request.params.id, request.body.uploadId)),
  })
}

const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/**
 * What paying services say (docs/OPERATIONS.md, "Paying service"). A scope of its own, because here the bytes of the body
 * are kept: they are what was signed, and they are checked before anything in them is looked at.
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
    schema: { params: ByChannel, body: DepositNotice, response: responses({ 204: Empty }) },
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
