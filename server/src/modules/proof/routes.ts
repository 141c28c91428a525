import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { refuse, unwrap } from '../../shared/result'
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
const HEAD_PARAMS = { type: 'object', properties: { head: { type: 'string', pattern: '^[1-9]\\d{0,14}$' } } }
const FROM = { type: 'object', properties: { from: { type: 'string', pattern: '^[1-9]\\d{0,14}$' } } }

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
  route(app, 'getLatestHead', async () => proof.latestHead(), { config: limited })
  route(app, 'getHead', async ({ params }) => unwrap(await proof.head(Number(params.number))))
  route(
    app,
    'getConsistency',
    async ({ query }) => unwrap(await proof.consistency(Number(query.from), Number(query.to))),
    { config: following },
  )
  route(
    app,
    'getEndings',
    async ({ query: { days, ...asked } }) => readEndings({ ...asked, days: Number(days ?? DAYS_DEFAULT) }),
    { config: limited },
  )
  route(
    app,
    'getFeedEvents',
    async ({ query }) => unwrap(await proof.feeds(query.from === undefined ? undefined : Number(query.from))),
    { config: limited },
  )
  route(app, 'getResult', async ({ params }) => proof.result(Number(params.minute), params.key), { config: limited })
  guessRoutes(app, proof, limited)
  route(app, 'getProofPolicy', async () => proof.policy(), { config: limited })
  route(app, 'getReceipt', async ({ user, params, reply }) => {
    const receipt = unwrap(await proof.receipt(user.id, params.id))
    // With two schemas, the serializer would try each on the whole receipt.
    reply.serializer(JSON.stringify)
    return receipt
  })
  sharedRoutes(app, deps.shared, limited.rateLimit ? perMinute(SHARED_PER_MINUTE) : limited)
  tileRoutes(app, proof, following)
}

/** Receipts by their proof code (contract/sharedResults.ts). */
function sharedRoutes(app: App, shared: SharedResults, limited: ReturnType<typeof perMinute>) {
  route(app, 'getShared', async ({ user, params }) => ({ shared: await shared.isShared(user.id, params.id) }))
  route(app, 'shareResult', async ({ user, params, body }) => {
    if (body.shared) unwrap(await shared.share(user.id, params.id))
    else await shared.unshare(user.id, params.id)
    return { shared: body.shared }
  })
  route(
    app,
    'getSharedReceipt',
    async ({ params, reply }) => {
      const found = unwrap(await shared.receipt(params.code))
      reply.serializer(JSON.stringify)
      return found
    },
    { config: limited },
  )
}

/** Tries without an account (contract/guess.ts). */
function guessRoutes(app: App, { guesses }: ProofService, limited: ReturnType<typeof perMinute>) {
  route(app, 'makeGuess', async ({ body }) => unwrap(await guesses.accept(body)), {
    config: limited.rateLimit ? perMinute(GUESSES_PER_MINUTE) : {},
  })
  route(
    app,
    'getGuessPrices',
    async ({ query }) => unwrap(await guesses.prices(query.symbol, Number(query.acceptedAt))),
    { config: limited },
  )
}

/** The logs for other programs (c2sp.org/tlog-tiles). Nothing but the checkpoint ever changes. */
function tileRoutes(app: App, proof: ProofService, following: ReturnType<typeof perMinute>) {
  app.get('/log/checkpoint', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=1' })
      .send(await proof.checkpoint()),
  )

  // What a device keeps while an order runs. Who asks is not said, so that nobody can be shown a separate log.
  app.get<{ Querystring: { from?: string } }>(
    '/log/newest',
    { schema: { hide: true, querystring: FROM } },
    async ({ query }, reply) =>
      reply.header('cache-control', 'no-store').send(await proof.newestCheckpoint(Number(query.from ?? 0))),
  )

  const STAMPS = [
    ['/log/stamps', proof.stamps.replies, 'application/timestamp-reply'],
    ['/log/ots', proof.stamps.proofs, 'application/vnd.opentimestamps.v1'],
  ] as const
  for (const [path, stamps, type] of STAMPS) {
    app.get<{ Querystring: { from?: string } }>(
      path,
      { schema: { hide: true, querystring: FROM }, config: following },
      async ({ query }) => ({ heads: await stamps.heads(query.from === undefined ? undefined : Number(query.from)) }),
    )
    app.get<{ Params: { head: string } }>(
      `${path}/:head`,
      { schema: { hide: true, params: HEAD_PARAMS }, config: following },
      async ({ params }, reply) => {
        const stamp = await stamps.ofHead(Number(params.head))
        if (!stamp) return unwrap(refuse('not_found'))
        return reply.header('content-type', type).send(stamp)
      },
    )
  }

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
        if (!tile) return unwrap(refuse('not_found'))
        return reply
          .headers({
            'content-type': 'application/octet-stream',
            'cache-control': 'public, max-age=31536000, immutable',
          })
          .send(tile)
      },
    )
}
