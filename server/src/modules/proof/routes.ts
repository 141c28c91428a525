import { perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { fail, unwrap } from '../../shared/result'
import type { createEndingsReader } from './endings'
import type { ProofService, PublicLog } from './service'
import type { SharedResults } from './shared'

/**
 * An app asks for a head and for consistency at each check of a receipt; anyone may ask, and nobody needs to more
 * often.
 */
const PUBLIC_PER_MINUTE = 120
/** A monitor of every head asks for each step and for the ticks: twice what heads take, to catch up. */
const FOLLOWING_PER_MINUTE = 600
/** A guess runs for half a minute; several people may share an address. */
const GUESSES_PER_MINUTE = 20
/** A code is guessed in 2^60 tries; a receipt costs the server as much as one of the caller. */
const SHARED_PER_MINUTE = 20
const DAYS_DEFAULT = 7

/** Tree heads, open to everybody, and the receipts of the user's own orders (contract/proof.ts). */
export function proofRoutes(
  app: App,
  deps: {
    proof: ProofService
    shared: SharedResults
    readEndings: ReturnType<typeof createEndingsReader>
    config: { rateLimits: { requests: number } }
  },
) {
  const { proof, readEndings, config } = deps
  const limited = perMinute(Math.min(PUBLIC_PER_MINUTE, config.rateLimits.requests))
  const following = perMinute(Math.min(FOLLOWING_PER_MINUTE, config.rateLimits.requests))

  const latest = endpoint('getLatestHead')
  app.route({
    ...latest,
    config: { ...latest.config, ...limited },
    handler: async () => proof.latestHead(),
  })

  app.route({
    ...endpoint('getHead'),
    handler: async (request) => unwrap(await proof.head(Number(request.params.number))),
  })

  const consistency = endpoint('getConsistency')
  app.route({
    ...consistency,
    config: { ...consistency.config, ...following },
    handler: async ({ query }) => unwrap(await proof.consistency(Number(query.from), Number(query.to))),
  })

  const endings = endpoint('getEndings')
  app.route({
    ...endings,
    config: { ...endings.config, ...limited },
    handler: async ({ query: { days, ...asked } }) => readEndings({ ...asked, days: Number(days ?? DAYS_DEFAULT) }),
  })

  const feeds = endpoint('getFeedEvents')
  app.route({
    ...feeds,
    config: { ...feeds.config, ...limited },
    handler: async ({ query }) => unwrap(await proof.feeds(query.from === undefined ? undefined : Number(query.from))),
  })

  const result = endpoint('getResult')
  app.route({
    ...result,
    config: { ...result.config, ...limited },
    handler: async ({ params }) => proof.result(Number(params.minute), params.key),
  })

  guessRoutes(app, proof, limited)

  const policy = endpoint('getProofPolicy')
  app.route({
    ...policy,
    config: { ...policy.config, ...limited },
    handler: async () => proof.policy(),
  })

  app.route({
    ...endpoint('getReceipt'),
    async handler(request, reply) {
      const receipt = unwrap(await proof.receipt(userOf(request).id, request.params.id))
      // Of two schemas the serializer would try each on the whole receipt.
      reply.serializer(JSON.stringify)
      return receipt
    },
  })

  sharedRoutes(app, deps.shared, limited.rateLimit ? perMinute(SHARED_PER_MINUTE) : limited)
  tileRoutes(app, proof, following)
}

/** Receipts by their proof code (contract/sharedResults.ts). */
function sharedRoutes(app: App, shared: SharedResults, limited: ReturnType<typeof perMinute>) {
  app.route({
    ...endpoint('getShared'),
    handler: async (request) => ({ shared: await shared.isShared(userOf(request).id, request.params.id) }),
  })

  app.route({
    ...endpoint('shareResult'),
    async handler(request) {
      const { id } = userOf(request)
      if (request.body.shared) unwrap(await shared.share(id, request.params.id))
      else await shared.unshare(id, request.params.id)
      return { shared: request.body.shared }
    },
  })

  const receipt = endpoint('getSharedReceipt')
  app.route({
    ...receipt,
    config: { ...receipt.config, ...limited },
    async handler({ params }, reply) {
      const found = unwrap(await shared.receipt(params.code))
      reply.serializer(JSON.stringify)
      return found
    },
  })
}

/** Tries without an account (contract/guess.ts). */
function guessRoutes(app: App, { guesses }: ProofService, limited: ReturnType<typeof perMinute>) {
  const guess = endpoint('makeGuess')
  app.route({
    ...guess,
    config: { ...guess.config, ...(limited.rateLimit && perMinute(GUESSES_PER_MINUTE)) },
    handler: async (request, reply) => reply.code(201).send(unwrap(await guesses.accept(request.body))),
  })

  const prices = endpoint('getGuessPrices')
  app.route({
    ...prices,
    config: { ...prices.config, ...limited },
    handler: async ({ query }) => unwrap(await guesses.prices(query.symbol, Number(query.acceptedAt))),
  })
}

/** The logs for other programs (c2sp.org/tlog-tiles). Nothing but the checkpoint ever changes. */
function tileRoutes(app: App, proof: ProofService, following: ReturnType<typeof perMinute>) {
  app.get('/log/checkpoint', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=1' })
      .send(await proof.checkpoint()),
  )

  const LOGS: Record<string, (params: { symbol?: string }) => PublicLog> = {
    '/log/tile/*': () => 'heads',
    '/log/feeds/tile/*': () => 'feeds',
    '/log/settlements/tile/*': () => 'settlements',
    '/log/ticks/:symbol/tile/*': ({ symbol = '' }) => ({ symbol }),
  }
  for (const [path, logOf] of Object.entries(LOGS))
    app.get<{ Params: { '*': string; symbol?: string } }>(
      path,
      { schema: { hide: true }, config: following },
      async ({ params }, reply) => {
        const tile = await proof.tile(logOf(params), params['*'])
        if (!tile) return unwrap(fail('not_found'))
        return reply
          .headers({
            'content-type': 'application/octet-stream',
            'cache-control': 'public, max-age=31536000, immutable',
          })
          .send(tile)
      },
    )
}
