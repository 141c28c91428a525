import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { ErrorSchema } from '../../../contract/common'
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../../../contract/endpointSchemas'
import { ENDPOINTS, type EndpointName } from '../../../contract/endpoints'
import type { AnswerOf } from '../../../contract/endpointTypes'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/locales'
import { present } from './assert'

/** Fastify with the contract's schemas as types. Routes are registered on it under the prefix `/api`. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The user of a request, after `requireUser`. */
export interface AuthenticatedUser {
  id: bigint
  account: string
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    user: AuthenticatedUser | null
  }
  interface FastifyContextConfig {
    /** The row of the endpoint table that the route implements. */
    endpoint?: EndpointName
  }
}

type Part<N extends EndpointName, K extends string> =
  (typeof ENDPOINT_SCHEMAS)[N] extends Record<K, infer T extends TSchema> ? Static<T> : undefined

/** A request as the handler of an endpoint gets it; `params`, `query` and `body` as its schemas have them. */
interface Call<N extends EndpointName> {
  /** Only routes of `auth: 'user'` have one. */
  user: (typeof ENDPOINTS)[N]['auth'] extends 'user' ? AuthenticatedUser : null
  params: Part<N, 'params'>
  query: Part<N, 'query'>
  body: Part<N, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}

type Hook = (request: FastifyRequest) => Promise<void>

/**
 * Adds the route of one row of the endpoint table, with its method, address, guard and schemas. The answer gets the
 * status of the row, unless the row has several: then `answer` chooses. Routes of `auth: 'user'` get `requireUser` from
 * the app itself; no route can forget it.
 */
export function route<N extends EndpointName>(
  app: App,
  name: N,
  answer: (call: Call<N>) => Promise<AnswerOf<N>>,
  options: { config?: object; preValidation?: Hook; preHandler?: Hook[]; compress?: object } = {},
) {
  const { method, path, auth } = ENDPOINTS[name]
  const { params, query, body, answers }: EndpointSchemas = ENDPOINT_SCHEMAS[name]
  const [status, ...others] = Object.keys(answers).map(Number)
  app.route({
    ...options,
    method,
    url: path,
    config: { ...options.config, endpoint: name },
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...answers, '4xx': ErrorSchema, '5xx': ErrorSchema },
    },
    handler: async (request, reply) => {
      const user = auth === 'user' ? userOf(request) : null
      const call = { user, params: request.params, query: request.query, body: request.body, request, reply }
      // TypeScript does not follow `name` through the table; the types were inferred from the schemas of its row.
      const value = await answer(call as unknown as Call<N>)
      if (status !== undefined && others.length === 0) reply.code(status)
      return value
    },
  })
}

export const userOf = (request: FastifyRequest): AuthenticatedUser =>
  present(request.user, 'a guarded route has a user')

/** The first of our locales that `Accept-Language` names, by exact tag and then by language. */
export function localeOf(request: FastifyRequest): Locale {
  const header = (request.headers['accept-language'] ?? '').slice(0, 200)
  for (const part of header.split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (tag === '') continue
    const exact = LOCALES.find((locale) => locale.toLowerCase() === tag)
    if (exact) return exact
    const language = tag.split('-')[0]
    const near = LOCALES.find((locale) => locale.split('-')[0] === language)
    if (near) return near
  }
  return DEFAULT_LOCALE
}
