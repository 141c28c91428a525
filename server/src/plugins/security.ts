import helmet from '@fastify/helmet'
import type { App } from '../shared/http'

const SELF = "'self'"

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

/** Security headers on every answer. */
export async function registerSecurity(app: App) {
  await app.register(helmet, {
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
}

/** The plain WebSocket of this very host, for a server without TLS. A Host header we do not understand adds nothing. */
export function webSocketOrigin(host: string | undefined): string {
  return host !== undefined && /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(host) ? `ws://${host}` : SELF
}
