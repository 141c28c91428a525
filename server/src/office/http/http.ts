import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { CONSOLE_ENDPOINTS, type ConsoleEndpointName, type ConsoleProblem } from '../../../../contract/console'
import {
  CONSOLE_SCHEMAS,
  type ConsoleAnswer,
  type ConsoleBody,
  ConsoleError,
  type ConsoleParams,
  type ConsoleQuery,
  type ConsoleSchemas,
} from '../../../../contract/consoleSchemas'
import type { ConsoleFault } from '../../../../contract/consoleStatements'
import { isDatabaseUnavailable } from '../../database/database'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { present } from '../../shared/assert'
import type { App } from '../../shared/http'
import { type Refusal, RefusedError, type Result } from '../../shared/result'
import type { StaffIdentity } from '../../staff/staffService'

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffIdentity | null
  }
  interface FastifyContextConfig {
    /** The row of the console's endpoint table that the route implements. */
    consoleEndpoint?: ConsoleEndpointName
  }
}

/** A problem that is not listed is answered with 409: the request does not fit the current state. */
const STATUS: Partial<Record<ConsoleProblem, number>> = {
  invalid_request: 400,
  characters_unfit: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_found: 404,
  invitation_over: 404,
  rate_limited: 429,
  file_too_large: 413,
  statement_unreadable: 422,
  internal: 500,
  unavailable: 503,
}

/** Carries a refusal out of a handler; the error handler turns it into a `ConsoleError`. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'

  constructor(readonly refusal: Refusal<ConsoleProblem>) {
    super(refusal.code)
  }
}

/** The value, or a throw that is answered with the refusal. For route handlers only. */
export function unwrap<T>(result: Result<T, ConsoleProblem>): T {
  if (result.ok) return result.value
  throw new RefusedRequest(result.error)
}

interface Said {
  problem: ConsoleProblem
  retryAfterSeconds?: number
  fault?: ConsoleFault
}

function problemOf(error: unknown): Said {
  if (error instanceof RefusedRequest) {
    const { code: problem, details: { retryAfterSeconds, fault } = {} } = error.refusal
    return { problem, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), ...(fault && { fault }) }
  }
  if (error instanceof RefusedError)
    return error.code === 'rate_limited' ? { problem: 'rate_limited' } : { problem: 'invalid_request' }
  if (error instanceof ObjectStoreError || isDatabaseUnavailable(error)) return { problem: 'unavailable' }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return { problem: 'file_too_large' }
  if (status === 404) return { problem: 'not_found' }
  return { problem: status < 500 ? 'invalid_request' : 'internal' }
}

/** Every failure leaves as `ConsoleError`; the unexpected ones are logged. */
export function registerConsoleErrors(app: App) {
  const send = (request: FastifyRequest, reply: FastifyReply, body: Said) =>
    reply
      .code(STATUS[body.problem] ?? 409)
      .type('application/json; charset=utf-8')
      .send({ ...body, requestId: request.id })
  app.setErrorHandler((error, request, reply) => {
    const body = problemOf(error)
    if (body.problem === 'internal') request.log.error({ err: error }, 'a request of the console failed unexpectedly')
    return send(request, reply, body)
  })
  app.setNotFoundHandler((request, reply) => send(request, reply, { problem: 'not_found' }))
}

export const staffOf = (request: FastifyRequest): StaffIdentity => present(request.staff, 'a guarded route has staff')

interface Call<N extends ConsoleEndpointName> {
  staff: StaffIdentity
  params: ConsoleParams<N>
  query: ConsoleQuery<N>
  body: ConsoleBody<N>
  request: FastifyRequest
  reply: FastifyReply
}

/** Adds the route of one row of the table; the guard of the app enforces what the row needs. */
export function consoleRoute<N extends ConsoleEndpointName>(
  app: App,
  name: N,
  answer: (call: Call<N>) => Promise<ConsoleAnswer<N>>,
  options: { url?: string; body?: TSchema; config?: object; needsNobody?: boolean; bodyLimit?: number } = {},
) {
  const { method, path } = CONSOLE_ENDPOINTS[name]
  const schemas: ConsoleSchemas = CONSOLE_SCHEMAS[name]
  const body = options.body ?? schemas.body
  app.route({
    method,
    url: options.url ?? path,
    config: { ...options.config, consoleEndpoint: name },
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    schema: {
      ...(schemas.params && options.url === undefined && { params: schemas.params }),
      ...(schemas.query && { querystring: schemas.query }),
      ...(body && { body }),
      response: { 200: schemas.answer, '4xx': ConsoleError, '5xx': ConsoleError },
    },
    handler: async (request, reply) => {
      const call = {
        staff: options.needsNobody ? null : staffOf(request),
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      }
      // The types were inferred from the schemas of this row.
      return answer(call as unknown as Call<N>)
    },
  })
}
