import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { App } from '../shared/http'

/** One registry per app, so that two apps in a test never share counters. Modules add their own metrics to it. */
export interface Metrics {
  registry: Registry
}

export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })
  return { registry }
}

/** Times every request by route pattern, never by address, and offers the registry to Prometheus. */
export function registerHttpMetrics(app: App, { registry }: Metrics) {
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
  })
  app.get('/api/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
