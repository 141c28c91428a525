import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyRequest, LogController } from 'fastify'
import { CONSOLE_ENDPOINTS } from '../../../../contract/console'
import { unfitCharacter } from '../../../../contract/plainText'
import type { Deps } from '../../deps'
import { isWellFramed } from '../../plugins/framing'
import { registerLimits } from '../../plugins/limits'
import { buildSerializer } from '../../plugins/serializers'
import { buildValidator } from '../../plugins/validators'
import type { App } from '../../shared/http'
import { projectRoot } from '../../shared/paths'
import { createStaffService, type StaffService } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { RefusedRequest, registerConsoleErrors } from './http'
import { consoleRoutes } from './routes'
import { tokenOf } from './sessionCookie'

const API = '/console-api'
const BODY_LIMIT_BYTES = 64 * 1024
const REQUESTS_PER_MINUTE = 600

export interface ConsoleOptions {
  /** Folder of the built console; the default is dist/console. */
  folder?: string
}

/** The library behind the console's widgets writes style sheets at run time; scripts come only from the console. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Another site needs a CORS preflight to send this header, and the console answers none: no request can be forged. */
function refuseOtherSites(request: FastifyRequest) {
  if (request.method !== 'GET' && request.headers['x-console'] !== '1') throw new RefusedRequest({ code: 'forbidden' })
}

/** Checks what the endpoint's row in the table requires; a route below the API without a row cannot be added. */
function guardByTable(app: App, staff: StaffService) {
  app.decorateRequest('staff', null)
  app.addHook('onRoute', (route) => {
    const name = route.config?.consoleEndpoint
    if (route.url.startsWith(API) && name === undefined && route.method !== 'OPTIONS' && route.method !== 'HEAD')
      throw new Error(`${route.url} is not in the console's endpoint table`)
  })
  app.addHook('onRequest', async (request) => {
    const name = request.routeOptions.config.consoleEndpoint
    if (name === undefined) return
    refuseOtherSites(request)
    const { needs } = CONSOLE_ENDPOINTS[name]
    if (needs === 'none') return
    request.staff = (await staff.byToken(tokenOf(request) ?? '')) ?? null
    if (!request.staff) throw new RefusedRequest({ code: 'unauthenticated' })
    if (needs !== 'session' && !request.staff.permissions.includes(needs))
      throw new RefusedRequest({ code: 'forbidden' })
  })
}

/** Everything that staff write, by whichever endpoint; passwords are compared as they were typed, and nobody reads them. */
function refuseUnfitTexts(app: App) {
  app.addHook('preHandler', async (request) => {
    const name = request.routeOptions.config.consoleEndpoint
    if (name === undefined || CONSOLE_ENDPOINTS[name].needs === 'none') return
    if (unfitCharacter([request.query, request.body]) !== undefined)
      throw new RefusedRequest({ code: 'characters_unfit' })
  })
}

/** The built web app: every address that is no file gets its one page, which does its own routing. */
async function serveWebApp(app: App, folder: string) {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return
  const html = readFileSync(index, 'utf8')
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    maxAge: '365d',
    immutable: true,
  })
  app.get('/*', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
}

/** The console's own HTTP server, apart from the app's: neither serves anything of the other. */
export async function buildConsole(
  deps: Deps,
  options: ConsoleOptions = {},
): Promise<{ app: App; staff: StaffService }> {
  const staff = createStaffService(deps)
  const consoleDeps: ConsoleDeps = { ...deps, staff }
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    trustProxy: (_address, hop) => hop < deps.config.trustedProxies,
    genReqId: () => randomUUID(),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
  }) as unknown as App
  registerConsoleErrors(app)
  app.addHook('onRequest', async (request, reply) => {
    if (isWellFramed(request.raw)) return
    reply.header('connection', 'close')
    throw new RefusedRequest({ code: 'invalid_request' })
  })
  guardByTable(app, staff)
  refuseUnfitTexts(app)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      ...(deps.config.funds === 'live' && { 'strict-transport-security': 'max-age=31536000' }),
    })
    next()
  })
  await app.register(
    async (scope) => {
      const api = scope as unknown as App
      await registerLimits(api, deps.config.rateLimits.requests === 0 ? 0 : REQUESTS_PER_MINUTE, deps.link)
      consoleRoutes(api, consoleDeps)
    },
    { prefix: API },
  )
  await serveWebApp(app, options.folder ?? join(projectRoot(), 'dist', 'console'))
  return { app, staff }
}
