import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { BoundedMap } from '../shared/cache'
import type { App } from '../shared/http'

const SELF = "'self'"
/** Names under which this server is called; beyond it, headers are made anew. */
const HOSTS_KEPT = 100

/** The one inline script is allowed on the page that has it, by its hash (staticH5.ts). */
export const CSP_DIRECTIVES = {
  'default-src': [SELF],
  'script-src': [SELF],
  'style-src': [SELF, "'unsafe-inline'"],
  'img-src': [SELF, 'data:', 'blob:'],
  'font-src': [SELF, 'data:'],
  // Older Safari does not count a WebSocket of the same origin as 'self'; the scheme is added for each request below.
  'connect-src': [SELF],
  'worker-src': [SELF],
  'manifest-src': [SELF],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': [SELF],
}

/** Security headers on every answer. They depend on the host alone, and making them takes longer than reading a request. */
export function registerSecurity(app: App) {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...CSP_DIRECTIVES,
        'connect-src': [SELF, 'wss:', (request) => webSocketOrigin(request.headers.host)],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // TLS ends in front of this server, and only the deployment knows whether it does.
    hsts: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  const byHost = new BoundedMap<string, OutgoingHttpHeaders>(HOSTS_KEPT)

  function headersFor(request: IncomingMessage): OutgoingHttpHeaders {
    const host = request.headers.host ?? ''
    const known = byHost.get(host)
    if (known) return known
    const answer = new ServerResponse(request)
    protect(request, answer, (error) => {
      if (error) throw error
    })
    const headers = { ...answer.getHeaders() }
    byHost.set(host, headers)
    return headers
  }

  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersFor(request.raw))
    next()
  })
}

/** The plain WebSocket of this very host, for a server without TLS. A Host header we do not understand adds nothing. */
export function webSocketOrigin(host: string | undefined): string {
  return host !== undefined && /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(host) ? `ws://${host}` : SELF
}
