import Type, { type Static } from 'typebox'
import { closed, Instant, nullable } from './common'
import { PasskeyAssertion } from './passkeys'

/** How staff prove who they are (PRODUCT.md 20.2, 20.12). */

export const Code = Type.String({ minLength: 6, maxLength: 12, description: 'Six digits of the authenticator app' })

/** The second factor: a passkey, else a code. */
export const Factor = { code: Type.Optional(Code), passkey: Type.Optional(PasskeyAssertion) }
export type StaffFactor = { code?: string; passkey?: Static<typeof PasskeyAssertion> }

const Domain = nullable(Type.String({ description: 'What passkeys belong to; null where the address can have none' }))

/** Ways to sign in other than password and code. */
export const SignInWays = closed({
  provider: nullable(Type.String({ description: 'What people call the identity provider' })),
  passkeyDomain: Domain,
})
export type SignInWays = Static<typeof SignInWays>

export const StaffPasskey = closed({
  id: Type.String({ pattern: '^[1-9]\\d{0,17}$' }),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})
export type StaffPasskey = Static<typeof StaffPasskey>

export const StaffPasskeys = closed({ items: Type.Array(StaffPasskey, { maxItems: 10 }), domain: Domain })
