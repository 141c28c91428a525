import Type from 'typebox'
import { BasisPoints, ClientId, closed, type Infer, Instant, MoneyText, nullable, pageOf } from './common'
import { FailureReason, MONEY_STATUSES, TimelineEntry } from './deposits'
import { HOLD_REASONS } from './limits'
import { SecondFactorPasskey } from './passkeys'
import { PayeeReview } from './payoutAccount'

/** Where money goes, as the user may see it: numbers and addresses are masked. */
export const PayoutMethod = closed({
  kind: Type.Enum(['bank_card', 'currency_address']),
  name: Type.String({ description: 'Bank, or chain: BTC, ETH, TRON' }),
  masked: Type.String({ description: 'E.g. "6222 **** **** 1234"' }),
})
export type PayoutMethod = Infer<typeof PayoutMethod>

/**
 * GET /withdrawal-terms: every rule that can stop a withdrawal, before anyone types (PRODUCT.md 1.3). The fee is
 * feeFixed + amount × feeRateBp / 10000, the latter rounded down, and is taken from the amount. The daily limit counts
 * UTC days, without what was canceled or rejected.
 */
export const WithdrawalTerms = closed({
  minimum: MoneyText,
  maximum: MoneyText,
  dailyLimit: MoneyText,
  dailyRemaining: MoneyText,
  feeFixed: MoneyText,
  feeRateBp: BasisPoints,
  /** Longest expected time from request to arrival. */
  arrivalHours: Type.Integer({ minimum: 0 }),
  available: MoneyText,
  verified: Type.Boolean(),
  method: nullable(PayoutMethod),
  payeeDiffers: Type.Boolean({ description: 'The account is in another name than the verified one' }),
  payeeReview: nullable(PayeeReview),
  payableFrom: nullable(Instant),
  tradePasswordLockedUntil: nullable(Instant),
  secondFactorNeeded: Type.Boolean({ description: 'A code or a passkey goes with the request' }),
  secondFactorMissing: Type.Boolean({ description: 'Money leaves with a second factor only, and the user has none' }),
  hold: nullable(closed({ reason: Type.Enum([...HOLD_REASONS]), until: Instant })),
  rest: nullable(
    Type.String({
      description:
        'All that the account holds, where that is below the minimum and no withdrawal can be cancelled: it leaves free of charge',
    }),
  ),
  takesCode: Type.Boolean({ description: 'The authenticator app is on: its code is a second factor' }),
  hasPasskeys: Type.Boolean({ description: 'One of them is a second factor, with the app or without it' }),
  stopped: nullable(
    Type.String({ description: 'Staff have stopped them for this user: why, as `operatorReasonOf` writes it' }),
  ),
  frozen: Type.Boolean({ description: 'The auditor found a difference: no money leaves until it is explained' }),
})
export type WithdrawalTerms = Infer<typeof WithdrawalTerms>

/**
 * POST /withdrawals. `fee` is the fee that was shown; if it differs now, the request is refused with
 * `withdrawal_fee_changed`.
 */
export const CreateWithdrawal = closed({
  id: ClientId,
  amount: MoneyText,
  fee: MoneyText,
  tradePassword: Type.String({ minLength: 1, maxLength: 64 }),
  secondFactorCode: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  passkey: SecondFactorPasskey,
})
export type CreateWithdrawal = Infer<typeof CreateWithdrawal>

export const Withdrawal = closed({
  id: ClientId,
  reference: Type.String({ description: 'Number that the user quotes, e.g. "FW-7K3QX9T2AB"' }),
  amount: MoneyText,
  fee: MoneyText,
  received: MoneyText,
  method: PayoutMethod,
  status: Type.Enum([...MONEY_STATUSES]),
  reason: nullable(FailureReason),
  payoutReference: nullable(Type.String({ description: "The bank's or chain's own reference, once paid" })),
  canCancel: Type.Boolean(),
  timeline: Type.Array(TimelineEntry, { maxItems: 10 }),
  createdAt: Instant,
  expectedAt: Instant,
})
export type Withdrawal = Infer<typeof Withdrawal>

export const WithdrawalPage = pageOf(Withdrawal)
export type WithdrawalPage = Infer<typeof WithdrawalPage>
