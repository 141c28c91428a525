import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyReply, LogController } from 'fastify'
import { ENDPOINTS } from '../../contract/endpoints'
import type { Deps } from './deps'
import { registerCompression } from './plugins/compression'
import { errorBody, registerErrors, sendError } from './plugins/errors'
import { isWellFramed } from './plugins/framing'
import { registerLimits } from './plugins/limits'
import { registerHttpMetrics, registerStateMetrics } from './plugins/metrics'
import { BARE_HEADERS, registerSecurity } from './plugins/security'
import { buildSerializer } from './plugins/serializers'
import { registerStaticH5 } from './plugins/staticH5'
import { buildValidator } from './plugins/validators'
import type { App } from './shared/http'
import { attachStream } from './stream/stream'

const BODY_LIMIT_BYTES = 64 * 1024
/** As long as the client waits (PRODUCT.md 6.1): a photo may come over a slow network. */
const REQUEST_TIMEOUT_MS = 60_000
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

export interface AppOptions {
  /** Folder of the built H5 app; the default is dist/h5. */
  h5Folder?: string
  /** Called with the bare app before any route is added; tests hook in here. */
  onCreated?: (app: App) => void
}

function createFastify(deps: Deps): App {
  return Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_address, hop) => hop < deps.config.trustedProxies,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
    // Requests are validated exactly as sent: nothing is converted, dropped or filled in.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
    frameworkErrors: (error, request, reply) => {
      reply.headers(BARE_HEADERS)
      sendError(request, reply as unknown as FastifyReply, {
        code: error.statusCode === 404 ? 'not_found' : 'invalid_request',
      })
    },
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      const body = JSON.stringify(errorBody({ code: 'invalid_request' }, randomUUID()))
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        ...BARE_HEADERS,
        connection: 'close',
        'content-length': String(Buffer.byteLength(body)),
      }
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end(['HTTP/1.1 400 Bad Request', ...head, '', body].join('\r\n'))
    },
  }) as unknown as App
}

/** Guards come from the endpoint table, so a route below /api that is not in it cannot be added. */
function guardByEndpointTable(app: App, deps: Deps) {
  app.decorateRequest('user', null)
  app.addHook('onRoute', (route) => {
    const name = route.config?.endpoint
    if (name === undefined || ENDPOINTS[name].auth !== 'user') return
    const existing = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [deps.auth.requireUser, ...existing]
  })
}

/** Builds the HTTP server around the services; it does not listen and starts no worker. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<App> {
  const app = createFastify(deps)
  options.onCreated?.(app)
  registerErrors(app)
  app.addHook('onRequest', async (request, reply) => {
    if (isWellFramed(request.raw)) return
    // What follows on this connection may be a part of this request, or of another one.
    return sendError(request, reply.header('connection', 'close'), { code: 'invalid_request' })
  })
  guardByEndpointTable(app, deps)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onClose', async () => deps.keyring.close())
  registerHttpMetrics(app, deps.metrics, deps.config)
  registerStateMetrics(deps.metrics, deps.database, deps.auditor)
  registerSecurity(app, { ...deps.config, asksOthers: deps.config.feeds.areUsual })
  await registerCompression(app)
  const serves = deps.config.roles.has('api')
  if (serves) {
    // With live funds the server tells nothing about itself that the app does not need.
    const isOpen = deps.config.funds === 'demo'
    const docs = isOpen ? await import('./plugins/docs') : undefined
    await docs?.registerOpenApi(app, deps.config.version)
    await registerStaticH5(app, options.h5Folder)
    await docs?.registerDocs(app)
    app.get('/.well-known/fairtick-log.json', { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send(await deps.proof.policy()),
    )
  }
  await app.register(
    async (scope) => {
      const api = scope as unknown as App
      await registerLimits(api, deps.config.rateLimits.requests, deps.link)
      api.setNotFoundHandler((request, reply) => sendError(request, reply, { code: 'not_found' }))
      for (const { routes, onEveryNode } of deps.modules) if (serves || onEveryNode) await routes?.(api)
    },
    { prefix: '/api' },
  )
  if (deps.config.roles.has('stream')) {
    const stream = attachStream(app.server, deps)
    app.addHook('preClose', () => stream.close())
  }
  return app
}
