import Type, { type Static, type TSchema } from 'typebox'
import { BankFile, BankFileName } from './bankFiles'
import { closed, Instant, MoneyText, nullable, ProductSymbol } from './common'
import type { StaffActionName } from './console'
import { CONTENT_ACTIONS } from './consoleContent'
import { Id, Key, Login, Roles, Text } from './consoleFields'
import { BankAmount } from './consoleStatements'
import { FREEZE_KINDS } from './limits'
import { AnyChange } from './productChanges'
import { ReasonKey, WriteReason } from './reasons'

/** The actions of the staff (console.ts), and what the server says of one. */

/** `waiting`: a second person has to agree. `result` is a value that is shown once, such as a one-time code. */
export const ActionAnswer = closed({
  state: Type.Enum(['done', 'waiting']),
  proposal: nullable(Id),
  result: Type.Record(Type.String(), Type.String()),
})
export type ActionAnswer = Static<typeof ActionAnswer>

const note = Type.Optional(Text(200, 2))
const Amount = { reference: Key, amount: MoneyText }

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Parameters of each action; the second person agrees to exactly that. */
export const ACTION_PARAMS = {
  'verifications.approve': closed({ user: Id, bornOn: Type.Optional(Day), validUntil: Type.Optional(Day) }),
  'verifications.reject': closed({ user: Id, told: ReasonKey, note }),
  /**
   * `late`: the money came after the user had canceled it, or after it had expired. `bankAmount`: the amount that the
   * bank shows, if it is another one.
   */
  'deposits.approve': closed({
    ...Amount,
    late: Type.Optional(Type.Boolean()),
    bankAmount: Type.Optional(BankAmount),
  }),
  'deposits.reject': closed({ reference: Key, told: ReasonKey, note }),
  'bank-files.describe': closed({ name: BankFileName, description: BankFile }),
  'bank-files.remove': closed({ name: BankFileName }),
  'statement-lines.set-aside': closed({ line: Id }),
  'statement-lines.reopen': closed({ line: Id }),
  'withdrawals.pick-up': closed(Amount),
  'withdrawals.hand-back': closed({ reference: Key }),
  'withdrawals.approve': closed({ ...Amount, payoutReference: Text(200, 2) }),
  'withdrawals.reject': closed({
    reference: Key,
    told: ReasonKey,
    note,
    /** For a withdrawal that was picked up: nobody paid it, or the payment came back. */
    notSent: Type.Optional(Type.Boolean()),
  }),
  'payout-accounts.reopen': closed({ user: Id }),
  'payout-accounts.accept-name': closed({ user: Id }),
  'payout-accounts.refuse-name': closed({ user: Id, told: ReasonKey, note }),
  'second-factor.off': closed({ user: Id }),
  'change-codes.issue': closed({ user: Id, kind: Type.Enum(['login', 'trade']) }),
  'reset-codes.issue': closed({ user: Id, kind: Type.Enum(['login', 'trade']) }),
  'sessions.end': closed({ user: Id }),
  'users.freeze': closed({
    user: Id,
    kind: Type.Enum([...FREEZE_KINDS]),
    told: ReasonKey,
    note,
  }),
  'users.unfreeze': closed({ user: Id, kind: Type.Enum([...FREEZE_KINDS]) }),
  'users.set-phone': closed({
    user: Id,
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country of the number, for example DE' }),
    number: Type.String({ pattern: '^\\d{3,15}$', description: 'National number, digits' }),
  }),
  'products.maintenance': closed({ symbol: ProductSymbol, on: Type.Boolean(), until: nullable(Instant) }),
  'products.change': closed({ symbol: ProductSymbol, from: Instant, change: AnyChange }),
  'products.withdraw': closed({ change: Id }),
  /** The most that the house may have to pay for open orders that buy (`up`) or sell (`down`); null for no limit. */
  'products.exposure': closed({ symbol: ProductSymbol, up: nullable(MoneyText), down: nullable(MoneyText) }),
  ...CONTENT_ACTIONS,
  'reasons.write': WriteReason,
  'staff.invite': closed({ login: Login, name: Text(64, 2), roles: Roles }),
  'staff.roles': closed({ login: Login, roles: Roles }),
  'staff.disable': closed({ login: Login }),
  'staff.reset': closed({ login: Login }),
  'staff.link': closed({ login: Login, subject: Text(255) }),
  'staff.unlink': closed({ login: Login }),
  /** Two people who did not let this person in say that it is another person. */
  'staff.confirm': closed({ login: Login }),
} as const satisfies Record<StaffActionName, TSchema>
export type ActionParams<N extends StaffActionName> = Static<(typeof ACTION_PARAMS)[N]>
