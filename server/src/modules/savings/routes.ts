import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { SavingsService } from './service'

/** Balance savings of contract/savings.ts. The fund's own daily limits bound what moves money. */
export function savingsRoutes(app: App, deps: { savings: SavingsService }) {
  const { savings } = deps

  app.route({
    ...endpoint('getSavings'),
    handler: async (request) => savings.overview(userOf(request).id),
  })

  app.route({
    ...endpoint('listSavingsIncomes'),
    handler: async (request) => ({ items: await savings.incomes(Number(request.query.days)) }),
  })

  app.route({
    ...endpoint('depositIntoSavings'),
    handler: async (request, reply) => {
      const { movement, created } = unwrap(await savings.deposit(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(movement)
    },
  })

  app.route({
    ...endpoint('transferOutOfSavings'),
    handler: async (request, reply) => {
      const { movement, created } = unwrap(await savings.transferOut(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(movement)
    },
  })

  app.route({
    ...endpoint('listSavingsMovements'),
    handler: async (request) => unwrap(await savings.listMovements(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('listSavingsEarnings'),
    handler: async (request) => unwrap(await savings.listEarnings(userOf(request).id, request.query)),
  })
}
