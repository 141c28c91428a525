import Type, { type Static } from 'typebox'
import { closed, Instant, MoneyText, nullable } from './common'
import { MONEY_STATUSES } from './deposits'
import { HOLD_REASONS } from './limits'

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

/** What the person who has claimed a withdrawal is shown of its user. */
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
      status: Type.Enum([...MONEY_STATUSES]),
      at: Instant,
    }),
    { maxItems: 10 },
  ),
  notes: Type.Array(closed({ author: Type.String(), text: Type.String(), at: Instant }), { maxItems: 10 }),
})
export type WithdrawalBackground = Static<typeof WithdrawalBackground>
