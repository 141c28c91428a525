import {
  EarningsQuery,
  IncomeList,
  IncomesQuery,
  MovementsQuery,
  MoveSavings,
  Savings,
  SavingsEarningPage,
  SavingsMovement,
  SavingsMovementPage,
} from '../../../../contract/savings'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { SavingsService } from './service'

/** Balance savings of contract/savings.ts. What moves money is bounded by the fund's own limits per day. */
export function savingsRoutes(app: App, deps: { savings: SavingsService }) {
  const { savings } = deps

  app.route({
    ...endpoint('getSavings'),
    schema: { response: responses({ 200: Savings }) },
    handler: async (request) => savings.overview(userOf(request).id),
  })

  app.route({
    ...endpoint('listSavingsIncomes'),
    schema: { querystring: IncomesQuery, response: responses({ 200: IncomeList }) },
    handler: async (request) => ({ items: await savings.incomes(Number(request.query.days)) }),
  })

  app.route({
    ...endpoint('depositIntoSavings'),
    schema: { body: MoveSavings, response: responses({ 200: SavingsMovement, 201: SavingsMovement }) },
    handler: async (request, reply) => {
      const { movement, created } = unwrap(await savings.deposit(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(movement)
    },
  })

  app.route({
    ...endpoint('transferOutOfSavings'),
    schema: { body: MoveSavings, response: responses({ 200: SavingsMovement, 201: SavingsMovement }) },
    handler: async (request, reply) => {
      const { movement, created } = unwrap(await savings.transferOut(userOf(request).id, request.body))
      return reply.code(created ? 201 : 200).send(movement)
    },
  })

  app.route({
    ...endpoint('listSavingsMovements'),
    schema: { querystring: MovementsQuery, response: responses({ 200: SavingsMovementPage }) },
    handler: async (request) => unwrap(await savings.listMovements(userOf(request).id, request.query)),
  })

  app.route({
    ...endpoint('listSavingsEarnings'),
    schema: { querystring: EarningsQuery, response: responses({ 200: SavingsEarningPage }) },
    handler: async (request) => unwrap(await savings.listEarnings(userOf(request).id, request.query)),
  })
}
