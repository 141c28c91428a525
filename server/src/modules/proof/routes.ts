import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ProofService } from './service'

/** Tree heads, open to everybody, and the receipts of one's own orders (contract/proof.ts). */
export function proofRoutes(app: App, deps: { proof: ProofService }) {
  const { proof } = deps

  app.route({
    ...endpoint('getLatestHead'),
    handler: async () => proof.latestHead(),
  })

  app.route({
    ...endpoint('getHead'),
    handler: async (request) => unwrap(await proof.head(Number(request.params.number))),
  })

  app.route({
    ...endpoint('getConsistency'),
    handler: async ({ query }) => unwrap(await proof.consistency(Number(query.from), Number(query.to))),
  })

  app.route({
    ...endpoint('getReceipt'),
    handler: async (request) => unwrap(await proof.receipt(userOf(request).id, request.params.id)),
  })
}
