import Type, { type Static, type TSchema } from 'typebox'
import { ERROR_CODES } from './errors'

/** An object that refuses unknown fields. Every schema of the contract is closed. */
export const closed = <T extends Record<string, TSchema>>(properties: T, options: { description?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** An amount in the platform currency, e.g. "100.00"; at most 16 digits before the dot, as many decimals as the currency. */
export const MoneyText = Type.String({ pattern: '^-?\\d{1,16}(\\.\\d{1,4})?$', description: 'Amount, decimal string' })
/** A price with exactly the digits that the feed gave. */
export const PriceText = Type.String({ pattern: '^\\d{1,16}(\\.\\d{1,12})?$', description: 'Price, decimal string' })
/** A signed decimal, e.g. a price change. */
export const SignedDecimalText = Type.String({ pattern: '^-?\\d{1,20}(\\.\\d{1,12})?$' })
export const Instant = Type.String({ format: 'date-time', description: 'Instant, ISO 8601, UTC' })
export const EpochMs = Type.Integer({ minimum: 0, description: 'Milliseconds since 1970-01-01T00:00:00Z' })
/** Basis points: 8200 is 82 %. */
export const BasisPoints = Type.Integer({ description: 'Basis points, 8200 is 82 %' })
export const ProductSymbol = Type.String({ pattern: '^[A-Z0-9]{2,16}$', description: 'Product symbol' })
/** Made by the client, time-ordered (UUID version 7). */
export const ClientId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  description: 'UUID version 7, made by the client, lower case',
})
/** SHA-256, keys and signatures as text; docs/PROOF_FORMAT.md has the texts that they are of. */
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex' })
export const PublicKey = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Ed25519 public key, hex' })
export const Signature = Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519, hex' })
export const Cursor = Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ErrorSchema = closed({
  code: Type.Enum([...ERROR_CODES]),
  message: Type.String(),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  requestId: Type.String(),
})

/** A page of a list; `nextCursor` is null at the end ("No more"). */
export const pageOf = <T extends TSchema>(item: T) =>
  closed({ items: Type.Array(item, { maxItems: 100 }), nextCursor: nullable(Cursor) })

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100

/** Query strings arrive as text, so page sizes are read from digits. */
export const PageQuery = {
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d?|100)$', description: `1 to ${PAGE_SIZE_MAX}, default ${PAGE_SIZE_DEFAULT}` }),
  ),
}

export const Empty = Type.Null({ description: 'No body' })
export type Infer<T extends TSchema> = Static<T>
