import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { SavingsService } from './service'

/** Balance savings of contract/savings.ts. The fund's own daily limits bound what moves money. */
export function savingsRoutes(app: App, deps: { savings: SavingsService }) {
  const { savings } = deps
  route(app, 'getSavings', async ({ user }) => savings.overview(user.id))
  route(app, 'listSavingsIncomes', async ({ query }) => ({ items: await savings.incomes(Number(query.days)) }))
  route(app, 'depositIntoSavings', async ({ user, body, reply }) => {
    const { movement, created } = unwrap(await savings.deposit(user.id, body))
    reply.code(created ? 201 : 200)
    return movement
  })
  route(app, 'transferOutOfSavings', async ({ user, body, reply }) => {
    const { movement, created } = unwrap(await savings.transferOut(user.id, body))
    reply.code(created ? 201 : 200)
    return movement
  })
  route(app, 'setAutomaticSavings', async ({ user, body }) => unwrap(await savings.setAutomatic(user.id, body.floor)))
  route(app, 'listSavingsMovements', async ({ user, query }) => unwrap(await savings.listMovements(user.id, query)))
  route(app, 'listSavingsEarnings', async ({ user, query }) => unwrap(await savings.listEarnings(user.id, query)))
}
