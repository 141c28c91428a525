import Type from 'typebox'
import { closed, type Infer, Instant, nullable } from './common'
import { SecondFactorPasskey } from './passkeys'

const Password = Type.String({ minLength: 1, maxLength: 256 })
const Code = Type.String({ minLength: 1, maxLength: 32 })

/** POST /password-changes. `changeCode` is the one-time code that customer service issues (PRODUCT.md 9.6). */
export const ChangePassword = closed({
  kind: Type.Enum(['login', 'trade']),
  oldPassword: Password,
  newPassword: Password,
  changeCode: Code,
  endOtherSessions: Type.Boolean({ description: 'Ends every session but this one' }),
})
export type ChangePassword = Infer<typeof ChangePassword>

/** POST /password-resets. `resetCode` is the one-time code that customer service issues after a check of identity. */
export const ResetPassword = closed({
  kind: Type.Enum(['login', 'trade']),
  account: Type.String({ minLength: 1, maxLength: 64 }),
  newPassword: Password,
  resetCode: Code,
})
export type ResetPassword = Infer<typeof ResetPassword>
export const PasswordResetDone = closed({
  deviceToken: nullable(
    Type.String({
      description: 'With a new login password the device is known: to be kept and sent with the next logins',
    }),
  ),
})
export type PasswordResetDone = Infer<typeof PasswordResetDone>

/** GET /second-factor. */
export const SecondFactor = closed({
  enabled: Type.Boolean(),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
})
export type SecondFactor = Infer<typeof SecondFactor>

/** POST /second-factor/setup: a new secret that counts only after `enable`. */
export const BeginSecondFactor = closed({ loginPassword: Password })
export type BeginSecondFactor = Infer<typeof BeginSecondFactor>
export const SecondFactorSetup = closed({
  secret: Type.String({ description: 'Base32, for typing' }),
  uri: Type.String({ description: 'otpauth://, for the QR code' }),
  expiresAt: Instant,
})
export type SecondFactorSetup = Infer<typeof SecondFactorSetup>

/** POST /second-factor/enable: the first code of the app; returns the recovery codes, shown once. */
export const EnableSecondFactor = closed({ code: Code })
export type EnableSecondFactor = Infer<typeof EnableSecondFactor>
export const RecoveryCodes = closed({ codes: Type.Array(Type.String(), { maxItems: 10 }) })
export type RecoveryCodes = Infer<typeof RecoveryCodes>

/** POST /second-factor/disable: `code` of the app, or a recovery code. */
export const DisableSecondFactor = closed({ loginPassword: Password, code: Code })
export type DisableSecondFactor = Infer<typeof DisableSecondFactor>

/** Proof, inside a session, that it is the user: the password and, if it is on, the second factor. */
const Proven = { loginPassword: Password, secondFactorCode: Type.Optional(Code), passkey: SecondFactorPasskey }

/** POST /me/export: everything that is kept about the user, as one JSON document. */
export const ExportMe = closed(Proven)
export type ExportMe = Infer<typeof ExportMe>
export const PersonalData = closed({ generatedAt: Instant, sections: Type.Record(Type.String(), Type.Unknown()) })
export type PersonalData = Infer<typeof PersonalData>

/** POST /me/deletion: identity goes, postings stay. Refused while money, orders or reviews are under way. */
export const DeleteMe = closed(Proven)
export type DeleteMe = Infer<typeof DeleteMe>
