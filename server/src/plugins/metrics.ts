import { createHash, timingSafeEqual } from 'node:crypto'
import { Gauge, Histogram } from 'prom-client'
import type { Auditor } from '../auditor/auditor'
import type { Database } from '../database/database'
import type { App } from '../shared/http'
import type { Metrics } from '../shared/metrics'
import type { Settings } from '../shared/settings'
import { sendError } from './errors'

/**
 * Figures that an alarm should watch in addition to request times: waiting for connections, and a ledger that is off.
 */
export function registerStateMetrics({ registry }: Metrics, database: Database, auditor: Pick<Auditor, 'facts'>) {
  new Gauge({
    name: 'fairtick_database_connections',
    help: 'Connections of the pool, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'fairtick_ledger_state',
    help: '1 when the auditor found the ledger in order, 0 when it is off, -1 when nobody has checked it for too long',
    registers: [registry],
    collect() {
      this.set({ ok: 1, off: 0, unchecked: -1 }[auditor.facts().state])
    },
  })
  for (const [name, help, at] of [
    ['checked', 'When the auditor last had looked at all that is new', () => auditor.facts().checkedAt],
    ['full_pass', 'When the auditor last had looked at everything', () => auditor.facts().fullPassAt],
  ] as const) {
    new Gauge({
      name: `fairtick_ledger_${name}_timestamp_seconds`,
      help: `${help}; 0 before the first time`,
      registers: [registry],
      collect() {
        this.set((at() ?? 0) / 1000)
      },
    })
  }
}

/** Compared as hashes, so that neither its length nor its beginning shows in the time that it takes. */
function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/**
 * Times every request by route pattern, never by address, and offers the registry to Prometheus: to those with the
 * token or, if none is set, to everybody with demo funds and to nobody with live funds.
 */
export function registerHttpMetrics(
  app: App,
  { registry }: Metrics,
  access: { funds: Settings['funds']; metricsToken: string | undefined },
) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  })
  const { funds, metricsToken } = access
  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed =
      metricsToken === undefined
        ? funds === 'demo'
        : isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!isAllowed) return sendError(request, reply, { code: 'not_found' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
