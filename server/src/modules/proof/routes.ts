import { ClientId, closed } from '../../../../contract/common'
import { Consistency, ConsistencyQuery, HeadParams, Receipt, TreeHead } from '../../../../contract/proof'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ProofService } from './service'

/** Tree heads, open to everybody, and the receipts of one's own orders (contract/proof.ts). */
export function proofRoutes(app: App, deps: { proof: ProofService }) {
  const { proof } = deps

  app.route({
    ...endpoint('getLatestHead'),
    schema: { response: responses({ 200: TreeHead }) },
    handler: async () => proof.latestHead(),
  })

  app.route({
    ...endpoint('getHead'),
    schema: { params: HeadParams, response: responses({ 200: TreeHead }) },
    handler: async (request) => unwrap(await proof.head(Number(request.params.number))),
  })

  app.route({
    ...endpoint('getConsistency'),
    schema: { querystring: ConsistencyQuery, response: responses({ 200: Consistency }) },
    handler: async ({ query }) => unwrap(await proof.consistency(Number(query.from), Number(query.to))),
  })

  app.route({
    ...endpoint('getReceipt'),
    schema: { params: closed({ id: ClientId }), response: responses({ 200: Receipt }) },
    handler: async (request) => unwrap(await proof.receipt(userOf(request).id, request.params.id)),
  })
}
