/**
 * The limit that an order over HTTP is compared with in `orders.ts`: one route of Fastify with the same schemas and as many bytes
 * in its answer. Whoever asks is known from memory; nothing is verified, signed, stored or limited.
 */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { AcceptedOrder } from '../contract/proof'
import { buildSerializer } from '../server/src/plugins/serializers'
import { buildValidator } from '../server/src/plugins/validators'
import { type App, endpoint } from '../server/src/shared/http'

export interface BareRouteFacts {
  tokens: readonly string[]
  /** What a node returned for an order. */
  sample: AcceptedOrder
}

async function serve({ tokens, sample }: BareRouteFacts) {
  const users = new Set(tokens.map((token) => `Bearer ${token}`))
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer, buildValidator } } }) as unknown as App
  const { acceptance } = sample
  app.route({
    ...endpoint('placeOrder'),
    url: '/api/orders',
    onRequest: async ({ headers }) => {
      if (!users.has(headers.authorization ?? '')) throw new Error('an unknown caller')
    },
    handler: async ({ body: { id } }, reply) =>
      reply.code(201).send({ ...sample, id, acceptance: { ...acceptance, terms: { ...acceptance.terms, id } } }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
}

process.once('message', serve)
