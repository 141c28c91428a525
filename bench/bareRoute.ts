/**
 * The limit that an order over HTTP is compared with in `orders.ts`: one route of Fastify with the same schemas and as many bytes
 * in its answer. Whoever asks is known from memory; nothing is verified, signed, stored or limited.
 */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { AcceptedOrder } from '../contract/proof'
import { buildSerializer } from '../server/src/plugins/serializers'
import { buildValidator } from '../server/src/plugins/validators'
import { type App, route } from '../server/src/shared/http'

export interface BareRouteFacts {
  tokens: readonly string[]
  /** What a node returned for an order. */
  sample: AcceptedOrder
}

async function serve({ tokens, sample }: BareRouteFacts) {
  const users = new Set(tokens.map((token) => `Bearer ${token}`))
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer, buildValidator } } }) as unknown as App
  const { acceptance } = sample
  app.addHook('onRequest', async (request) => {
    if (!users.has(request.headers.authorization ?? '')) throw new Error('an unknown caller')
    request.user = { id: 1n, account: 'bench', sessionId: '' }
  })
  await app.register(
    async (api) =>
      route(api as unknown as App, 'placeOrder', async ({ body: { id }, reply }) => {
        reply.code(201)
        return { ...sample, id, acceptance: { ...acceptance, terms: { ...acceptance.terms, id } } }
      }),
    { prefix: '/api' },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
}

process.once('message', serve)
