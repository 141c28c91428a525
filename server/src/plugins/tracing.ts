import type { App } from '../shared/http'
import { isTraced, type RequestSpan, requestSpan } from '../shared/tracing'

/**
 * One span per request, under that of the caller (`traceparent`); everything that it does is below. Off: no hook is
 * there.
 */
export function registerTracing(app: App) {
  if (!isTraced()) return
  const spans = new WeakMap<object, RequestSpan>()
  app.addHook('onRequest', (request, _reply, next) => {
    const span = requestSpan(request.headers, {
      'http.request.method': request.method,
      'fairtick.request_id': request.id,
    })
    if (!span) return next()
    spans.set(request, span)
    span.enter(next)
  })
  // A body arrives in events of its socket, which belong to no request: the span is entered again.
  app.addHook('preValidation', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.enter(next)
    else next()
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    spans.get(request)?.end(`${request.method} ${route}`, reply.statusCode)
  })
}
