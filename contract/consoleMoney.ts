import Type, { type Static } from 'typebox'
import { BANK_NUMBER_KINDS } from './bankNumber'
import { closed, Instant, MoneyText, nullable } from './common'
import { BankSide } from './consoleStatements'
import { DEPOSIT_KINDS, type DepositKind } from './depositKinds'
import { FailureReason, MONEY_STATUSES } from './deposits'
import { HOLD_REASONS } from './limits'

/** Deposits and withdrawals as staff work on them. */

/** The person who works on an item of a queue. */
export const Claim = nullable(closed({ by: Type.String(), mine: Type.Boolean(), until: Instant }))

/** Reasons for a second look before money leaves; none of them decides. */
export const WITHDRAWAL_RISKS = [
  'first_withdrawal',
  'payout_account_fresh',
  'account_fresh',
  'on_hold',
  'frozen',
  'more_than_deposited',
  'payment_called_back',
  'several_today',
] as const
export type WithdrawalRisk = (typeof WITHDRAWAL_RISKS)[number]

/** Facts about the user for the person who has claimed a withdrawal. */
export const WithdrawalBackground = closed({
  registeredAt: Instant,
  payoutAccountSince: nullable(Instant),
  deposited: MoneyText,
  withdrawn: MoneyText,
  hold: nullable(closed({ reason: Type.Enum([...HOLD_REASONS]), until: Instant })),
  risks: Type.Array(Type.Enum([...WITHDRAWAL_RISKS])),
  /** Newest first. */
  moves: Type.Array(
    closed({
      kind: Type.Enum(['deposit', 'withdrawal']),
      reference: Type.String(),
      amount: MoneyText,
      /** `canceled` by the user: then it is no failure. */
      status: Type.Enum([...MONEY_STATUSES, 'canceled']),
      at: Instant,
    }),
    { maxItems: 10 },
  ),
  notes: Type.Array(closed({ author: Type.String(), text: Type.String(), at: Instant }), { maxItems: 10 }),
})
export type WithdrawalBackground = Static<typeof WithdrawalBackground>

const MoneyItem = {
  key: Type.String(),
  account: Type.String(),
  amount: MoneyText,
  status: Type.Enum([...MONEY_STATUSES]),
  createdAt: Instant,
  dueAt: nullable(Instant),
  claim: Claim,
}
const Channel = {
  channel: Type.String({ description: 'As the settings name it' }),
  channelKind: Type.Enum(Object.keys(DEPOSIT_KINDS) as DepositKind[]),
  /** The operator's own name of the channel; the kind has words if there is none. */
  channelLabel: nullable(Type.String()),
}
export const DepositItem = closed({ ...MoneyItem, ...Channel, hasProof: Type.Boolean() })
export type DepositItem = Static<typeof DepositItem>
export const OpenDeposit = closed({
  ...MoneyItem,
  ...Channel,
  hasProof: Type.Boolean(),
  /** With the payer's text; null if no line names the deposit. */
  bank: nullable(
    closed({
      ...BankSide.properties,
      text: nullable(Type.String()),
      /** Number of the line. */
      line: Type.String(),
      /** It has the reference as it was given out. */
      isExact: Type.Boolean(),
      /** The verified name of the user, and whether the text has it; null without a verification or a text. */
      payer: nullable(closed({ name: Type.String(), isNamed: Type.Boolean() })),
    }),
  ),
  /** Why it ended badly; its note is what staff wrote, as `operatorReasonOf` writes it. */
  reason: nullable(FailureReason),
  /** The paying service's report; `refusal` if that was not carried out. */
  notices: Type.Array(
    closed({
      status: Type.Enum(['paid', 'failed']),
      amount: Type.String(),
      refusal: nullable(Type.Enum(['not_found', 'amount_invalid', 'deposit_decided'])),
      at: Instant,
    }),
    { maxItems: 50 },
  ),
})
export type OpenDeposit = Static<typeof OpenDeposit>
export const WithdrawalItem = closed({
  ...MoneyItem,
  method: Type.String(),
  pickedUpBy: nullable(Type.String()),
  /** The amount less the fee. */
  toPay: MoneyText,
})
export type WithdrawalItem = Static<typeof WithdrawalItem>
export const OpenWithdrawal = closed({
  ...MoneyItem,
  method: Type.String(),
  methodName: Type.String({ description: 'Name of the bank, or currency and network' }),
  pickedUpBy: nullable(Type.String()),
  fee: MoneyText,
  toPay: MoneyText,
  /** Why it ended badly; its note is what staff wrote, as `operatorReasonOf` writes it. */
  reason: nullable(FailureReason),
  payoutReference: nullable(Type.String()),
  /** The kind of account that was bound, for everybody who may decide; null once the user was deleted. */
  bound: nullable(
    closed({ numberKind: nullable(Type.Enum([...BANK_NUMBER_KINDS])), bankCode: nullable(Type.String()) }),
  ),
  /** Whole only for the person who has picked it up; null for everybody else, and once the user was deleted. */
  payee: nullable(
    closed({
      number: Type.String(),
      numberKind: nullable(Type.Enum([...BANK_NUMBER_KINDS])),
      bankCode: nullable(Type.String()),
      accountName: Type.String(),
      accountAddress: nullable(Type.String()),
      /** The name is that of the verified document. */
      isVerifiedName: Type.Boolean(),
    }),
  ),
  /** For the person who has claimed it. */
  background: nullable(WithdrawalBackground),
})
export type OpenWithdrawal = Static<typeof OpenWithdrawal>

/** A deposit or withdrawal of a user; which of the last two is there tells what it is. */
export const UserMovement = closed({
  reference: Type.String(),
  amount: MoneyText,
  status: Type.Enum([...MONEY_STATUSES]),
  reason: nullable(FailureReason),
  createdAt: Instant,
  channel: nullable(closed(Channel)),
  method: nullable(Type.String()),
})
export type UserMovement = Static<typeof UserMovement>
