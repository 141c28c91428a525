import type { Static, TSchema } from 'typebox'
import type { ENDPOINT_SCHEMAS } from './endpointSchemas'
import type { EndpointName } from './endpoints'

/** Request and response types of an endpoint, from the schemas that the server enforces. */
type SchemasOf<N extends EndpointName> = (typeof ENDPOINT_SCHEMAS)[N]
type Part<N extends EndpointName, K extends string> =
  SchemasOf<N> extends Record<K, infer T extends TSchema> ? Static<T> : never
/** A query string carries text; a caller may also give a number if any text is allowed. */
type Asked<Q> = { [K in keyof Q]: Q[K] | (string extends Q[K] ? number : never) }
type Given<K extends string, T> = [T] extends [never] ? unknown : Record<K, T>

export type BodyOf<N extends EndpointName> = Part<N, 'body'>
export type ParamsOf<N extends EndpointName> = Part<N, 'params'>
export type QueryOf<N extends EndpointName> = Asked<Part<N, 'query'>>

/** Arguments of a call: a part that the endpoint does not take cannot be passed. */
export type CallOptions<N extends EndpointName> = Given<'params', ParamsOf<N>> &
  Given<'query', QueryOf<N>> &
  Given<'body', BodyOf<N>>

/** The body of an answer between 200 and 299; null if there is none. */
export type AnswerOf<N extends EndpointName> = {
  [S in keyof SchemasOf<N>['answers']]: S extends 200 | 201 | 204
    ? SchemasOf<N>['answers'][S] extends TSchema
      ? Static<SchemasOf<N>['answers'][S]>
      : never
    : never
}[keyof SchemasOf<N>['answers']]
