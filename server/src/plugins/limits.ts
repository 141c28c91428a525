import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { NO_LINK, type NodeLink } from '../cluster/nodeLink'
import { type App, userOf } from '../shared/http'
import { RefusedError } from '../shared/result'
import { createLimitStore } from './limitStore'

const limited = (ttlMs: number) =>
  new RefusedError({ code: 'rate_limited', details: { retryAfterSeconds: Math.max(1, Math.ceil(ttlMs / 1000)) } })

/**
 * Requests per minute and address over all of `/api`; routes that are worth guessing at have tighter limits.
 * With a link to other nodes all of them count together.
 */
export async function registerLimits(app: App, requestsPerMinute: number, link: NodeLink) {
  await app.register(rateLimit, {
    global: requestsPerMinute > 0,
    max: requestsPerMinute > 0 ? requestsPerMinute : 1,
    timeWindow: 60_000,
    cache: 20_000,
    ...(link === NO_LINK ? {} : { store: createLimitStore(link) }),
    errorResponseBuilder: (_request, context) => limited(context.ttl),
  })
}

/** Settings of a route: at most `max` requests a minute and address; 0 turns the limit off. */
export const perMinute = (max: number): { rateLimit: { max: number; timeWindow: number } | false } => ({
  rateLimit: max > 0 ? { max, timeWindow: 60_000 } : false,
})

/**
 * Hooks for routes of `auth: 'user'`: at most `max` requests a minute and account, wherever they come from; 0 is no
 * limit. Counted by hand, because the plugin's own hook runs only once a request and has already counted the address.
 */
export function perAccount(app: App, max: number) {
  if (max === 0) return []
  const count = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => `account ${userOf(request).id}`,
  })
  return [
    async (request: FastifyRequest) => {
      const used = await count(request)
      if (!used.isAllowed && used.isExceeded) throw limited(used.ttl)
    },
  ]
}
