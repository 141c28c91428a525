import Type from 'typebox'
import { closed, type Infer, Instant, MoneyText, nullable, PageQuery, pageOf } from './common'

/** POST /registrations, step one. Rules: PRODUCT.md 4.1, 9.1. */
export const CheckRegistration = closed({
  account: Type.String({ minLength: 1, maxLength: 64, description: '6 to 12 word characters' }),
  phone: Type.String({ minLength: 1, maxLength: 32, description: 'National number, digits' }),
  phoneCountry: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country of the phone, CN is +86' }),
  openingCode: Type.String({ minLength: 1, maxLength: 32 }),
  replaces: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Ticket of an earlier step one by the same person, who came back to correct it; it is released',
    }),
  ),
})
export type CheckRegistration = Infer<typeof CheckRegistration>

export const RegistrationTicket = closed({
  registrationToken: Type.String({ description: 'Takes step two; keeps account and phone reserved until it expires' }),
  expiresAt: Instant,
})
export type RegistrationTicket = Infer<typeof RegistrationTicket>

/** POST /registrations/complete, step two. */
export const CompleteRegistration = closed({
  registrationToken: Type.String({ minLength: 1, maxLength: 128 }),
  loginPassword: Type.String({
    minLength: 1,
    maxLength: 256,
    description: '8 to 64 characters, none of the most common',
  }),
  tradePassword: Type.String({ minLength: 1, maxLength: 64, description: '6 digits' }),
  /** `updatedAt` of the document `terms` that the user has agreed to. */
  termsVersion: Type.Optional(Instant),
})
export type CompleteRegistration = Infer<typeof CompleteRegistration>

export const RegisteredAccount = closed({ account: Type.String() })
export type RegisteredAccount = Infer<typeof RegisteredAccount>

/** POST /sessions. */
export const Login = closed({
  account: Type.String({ minLength: 1, maxLength: 64 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  secondFactorCode: Type.Optional(
    Type.String({ minLength: 1, maxLength: 32, description: 'Of the app, or a recovery code, where one is asked for' }),
  ),
  deviceToken: Type.Optional(
    Type.String({ pattern: '^[\\w-]{43}$', description: 'What this device keeps of an earlier login to this account' }),
  ),
})
export type Login = Infer<typeof Login>

export const UserInfo = closed({ account: Type.String(), nickname: Type.String() })
export type UserInfo = Infer<typeof UserInfo>

export const NewSession = closed({
  token: Type.String({ description: 'Opaque; send as "Authorization: Bearer"' }),
  expiresAt: Instant,
  deviceToken: nullable(
    Type.String({ description: 'For a device that was not known: to be kept and sent with the next logins' }),
  ),
  user: UserInfo,
})
export type NewSession = Infer<typeof NewSession>

export const SessionEntry = closed({
  id: Type.String(),
  device: Type.String({ description: 'What the client called itself, e.g. "Chrome on Android"' }),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: Type.Boolean(),
})
export type SessionEntry = Infer<typeof SessionEntry>

export const SessionList = closed({ items: Type.Array(SessionEntry, { maxItems: 100 }) })

/** GET /logins: who signed in, and who had the password but not the second factor; kept for 90 days. */
export const LoginRecord = closed({
  id: Type.String({ pattern: '^[1-9]\\d{0,17}$' }),
  at: Instant,
  device: Type.String({ description: 'As in the list of sessions' }),
  address: Type.String({ description: 'Network address, IPv4 or IPv6' }),
  outcome: Type.Enum(['signed_in', 'new_device', 'second_factor_wrong', 'password_reset']),
})
export type LoginRecord = Infer<typeof LoginRecord>
export const LoginRecordPage = pageOf(LoginRecord)
export type LoginRecordPage = Infer<typeof LoginRecordPage>
export const LoginRecordsQuery = closed({ ...PageQuery })
export type LoginRecordsQuery = Infer<typeof LoginRecordsQuery>

/** Balances of one user. `version` grows with every change, so that an older message never overwrites a newer one. */
export const Balance = closed({
  available: MoneyText,
  inOrders: MoneyText,
  total: MoneyText,
  version: Type.Integer({ minimum: 0 }),
})
export type Balance = Infer<typeof Balance>

/** PRODUCT.md 9.7: a sum whose parts are shown. It informs the user and gates nothing. */
export const CreditPart = closed({
  kind: Type.Enum(['base', 'verified', 'payout_account', 'second_factor']),
  points: Type.Integer({ minimum: 0 }),
  earned: Type.Boolean({ description: 'Whether these points are in the score' }),
})
export type CreditPart = Infer<typeof CreditPart>

/** GET /me: the user centre. Profit and loss counts closed orders; "today" is the UTC day. */
export const Me = closed({
  account: Type.String(),
  nickname: Type.String(),
  openingCode: Type.String(),
  phone: Type.String({ description: 'Masked, e.g. "+86****1234"' }),
  phoneCountry: Type.String({ description: 'ISO 3166 country of the phone' }),
  verified: Type.Boolean(),
  creditScore: Type.Integer({ description: 'Sum of the earned parts' }),
  creditParts: Type.Array(CreditPart, { maxItems: 10 }),
  balance: Balance,
  accountProfitLoss: MoneyText,
  todayProfitLoss: MoneyText,
  hasTraded: Type.Boolean({ description: 'The user has placed an order, ever' }),
  hasLimits: Type.Boolean({ description: 'The user has set a limit' }),
  sessionMinutes: nullable(
    Type.Integer({ minimum: 1, description: 'The user wants to be reminded after so many minutes in the app' }),
  ),
})
export type Me = Infer<typeof Me>
