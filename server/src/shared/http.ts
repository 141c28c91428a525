import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorSchema } from '../../../contract/common'
import { ENDPOINT_SCHEMAS, type EndpointSchemas } from '../../../contract/endpointSchemas'
import { ENDPOINTS, type EndpointName } from '../../../contract/endpoints'
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

type Schemas<N extends EndpointName> = (typeof ENDPOINT_SCHEMAS)[N]
type Part<N extends EndpointName, K extends string> =
  Schemas<N> extends Record<K, infer T extends TSchema> ? T : undefined
/** The schemas of a route as Fastify names them; every answer that is not the route's own has the error body. */
interface RouteSchema<N extends EndpointName> {
  params: Part<N, 'params'>
  querystring: Part<N, 'query'>
  body: Part<N, 'body'>
  response: Schemas<N>['answers'] & Record<'4xx' | '5xx', typeof ErrorSchema>
}

/**
 * Method, address, guard and schemas of a route, from the endpoint table: `app.route({ ...endpoint('login'), handler })`.
 * Routes of `auth: 'user'` get `requireUser` from the app itself; no route can forget it.
 */
export function endpoint<N extends EndpointName>(name: N) {
  const { method, path } = ENDPOINTS[name]
  const { params, query, body, answers }: EndpointSchemas = ENDPOINT_SCHEMAS[name]
  const schema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...answers, '4xx': ErrorSchema, '5xx': ErrorSchema },
  }
  // TypeScript does not follow `name` through the table; the row of the name is what was read.
  return { method, url: path, config: { endpoint: name }, schema: schema as unknown as RouteSchema<N> }
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
