import Type from 'typebox'
import { closed, type Infer, Instant, nullable } from './common'

/** Bytes as base64url without padding, at most `maxLength` characters. */
const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: `${description}, base64url` })
const CredentialId = Bytes(1_364, 'Credential id')
const Transports = Type.Array(Type.Enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']), {
  maxItems: 7,
})
const Challenge = Bytes(128, 'What the authenticator signs; counts once, for 5 minutes')
const Domain = Type.String({ description: 'RP ID: the domain that the passkeys belong to' })
const KnownPasskeys = Type.Array(closed({ id: CredentialId, transports: Transports }), { maxItems: 20 })

const Name = Type.String({ minLength: 1, maxLength: 40 })

/** An authenticator's response to a signing request. */
export const PasskeyAssertion = closed({
  id: CredentialId,
  clientData: Bytes(4_096, 'clientDataJSON'),
  authenticatorData: Bytes(2_048, 'authenticatorData'),
  signature: Bytes(2_048, 'signature'),
})
export type PasskeyAssertion = Infer<typeof PasskeyAssertion>

/** In place of the code of an authenticator app, if a second factor is asked for. */
export const SecondFactorPasskey = Type.Optional(PasskeyAssertion)

export const Passkey = closed({
  id: Type.String({ description: 'Made by the server' }),
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})
export type Passkey = Infer<typeof Passkey>

/** GET /passkeys. */
export const PasskeyList = closed({
  items: Type.Array(Passkey, { maxItems: 20 }),
  limit: Type.Integer({ minimum: 1, description: 'How many an account can have' }),
})
export type PasskeyList = Infer<typeof PasskeyList>

/** POST /passkeys/setup. Asks for the second factor if it is on: the password alone must not add a passkey. */
export const BeginPasskey = closed({
  loginPassword: Type.String({ minLength: 1, maxLength: 256 }),
  secondFactorCode: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  passkey: SecondFactorPasskey,
})
export type BeginPasskey = Infer<typeof BeginPasskey>

/** The authenticator's options to create a passkey. */
export const PasskeySetup = closed({
  challenge: Challenge,
  domain: Domain,
  siteName: Type.String(),
  userHandle: Bytes(128, 'What authenticators know the account by'),
  account: Type.String(),
  known: KnownPasskeys,
})
export type PasskeySetup = Infer<typeof PasskeySetup>

/** POST /passkeys. Without a name it is named after the device, e.g. "Chrome on Android". */
export const AddPasskey = closed({
  id: CredentialId,
  clientData: Bytes(4_096, 'clientDataJSON'),
  attestation: Bytes(16_384, 'attestationObject'),
  transports: Transports,
  name: Type.Optional(Name),
})
export type AddPasskey = Infer<typeof AddPasskey>

/** PUT /passkeys/:id. */
export const RenamePasskey = closed({ name: Name })
export type RenamePasskey = Infer<typeof RenamePasskey>

/** POST /passkeys/:id/remove: a passkey, else a code if the authenticator app is on, else the login password. */
export const RemovePasskey = closed({
  loginPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  secondFactorCode: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  passkey: SecondFactorPasskey,
})
export type RemovePasskey = Infer<typeof RemovePasskey>

/** POST /sessions/passkey. The account is not known beforehand, so the device sends the tokens that it keeps. */
export const LoginByPasskey = closed({
  passkey: PasskeyAssertion,
  deviceTokens: Type.Optional(Type.Array(Type.String({ pattern: '^[\\w-]{43}$' }), { maxItems: 5 })),
})
export type LoginByPasskey = Infer<typeof LoginByPasskey>

/** POST /passkeys/challenge and POST /passkeys/login-challenge; the latter names no passkeys: nobody is known yet. */
export const PasskeyChallenge = closed({ challenge: Challenge, domain: Domain, known: KnownPasskeys })
export type PasskeyChallenge = Infer<typeof PasskeyChallenge>
