import Type from 'typebox'
import { ClientId, closed, type Infer, Instant, MoneyText, nullable, PageQuery, pageOf } from './common'
import { DEPOSIT_KINDS, type DepositKind } from './depositKinds'

export const MONEY_STATUSES = ['under_review', 'successful', 'failed'] as const
export type MoneyStatus = (typeof MONEY_STATUSES)[number]

const Kind = Type.Enum(Object.keys(DEPOSIT_KINDS) as DepositKind[])

export const DepositChannel = closed({
  id: Type.String({ pattern: '^[a-z0-9-]{2,32}$' }),
  kind: Kind,
  label: nullable(Type.String({ maxLength: 60, description: "The operator's own name of the channel" })),
  minimum: MoneyText,
  maximum: MoneyText,
})
export type DepositChannel = Infer<typeof DepositChannel>

/** GET /deposit-channels: what this deployment offers, with presets in the platform currency. */
export const DepositChannelList = closed({
  items: Type.Array(DepositChannel, { maxItems: 20 }),
  presets: Type.Array(MoneyText, { maxItems: 8 }),
})
export type DepositChannelList = Infer<typeof DepositChannelList>

/** One line of what the user has to do, e.g. the account number to pay to. */
export const InstructionLine = closed({
  kind: Type.Enum([
    'payee',
    'bank',
    'account_number',
    'chain',
    'address',
    'reference',
    'creditor_reference',
    'pay_url',
    'note',
  ]),
  value: Type.String({ maxLength: 500 }),
})
export type InstructionLine = Infer<typeof InstructionLine>

/** POST /deposits. The same id and body give the same answer; another body is `request_id_conflict`. */
export const CreateDeposit = closed({
  id: ClientId,
  channel: Type.String({ pattern: '^[a-z0-9-]{2,32}$' }),
  amount: MoneyText,
})
export type CreateDeposit = Infer<typeof CreateDeposit>

/** Why money did not arrive or leave. `note` is the operator's reason (contract/operatorReasons.ts). */
export const FailureReason = closed({
  code: Type.Enum(['cancelled_by_user', 'rejected', 'expired', 'gateway_refused']),
  note: nullable(Type.String({ maxLength: 300 })),
})
export type FailureReason = Infer<typeof FailureReason>

export const TimelineEntry = closed({
  step: Type.Enum([
    'created',
    'receipt_added',
    'picked_up',
    'approved',
    'rejected',
    'cancelled',
    'expired',
    'credited',
    'paid',
    'money_back',
  ]),
  at: Instant,
})
export type TimelineEntry = Infer<typeof TimelineEntry>

export const Deposit = closed({
  id: ClientId,
  reference: Type.String({ description: 'Number that the user quotes, e.g. "FD-7K3QX9T2AB"' }),
  channel: Type.String(),
  channelKind: Kind,
  channelLabel: nullable(Type.String()),
  amount: MoneyText,
  status: Type.Enum([...MONEY_STATUSES]),
  reason: nullable(FailureReason),
  instructions: Type.Array(InstructionLine, { maxItems: 10 }),
  canCancel: Type.Boolean(),
  canAddReceipt: Type.Boolean(),
  timeline: Type.Array(TimelineEntry, { maxItems: 10 }),
  createdAt: Instant,
  expiresAt: nullable(Instant),
  /** Until when a person should have looked at it; null if nobody has to, or not yet. */
  dueAt: nullable(Instant),
})
export type Deposit = Infer<typeof Deposit>

export const DepositPage = pageOf(Deposit)
export type DepositPage = Infer<typeof DepositPage>

/** Filters of a list: a cancellation by the user is no failure there, though it is one on the wire. */
export const MONEY_FILTERS = [...MONEY_STATUSES, 'cancelled'] as const

/** GET /deposits and GET /withdrawals: newest first. */
export const MoneyListQuery = closed({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...MONEY_FILTERS])),
})
export type MoneyListQuery = Infer<typeof MoneyListQuery>

/** POST /deposits/:id/receipt: attaches an uploaded picture (contract/verification.ts, purpose `deposit_receipt`). */
export const AddReceipt = closed({ uploadId: ClientId })
export type AddReceipt = Infer<typeof AddReceipt>

/**
 * POST /deposit-notices/:channel: what a paying service says. The signature is in the headers
 * `fairtick-timestamp` (epoch seconds) and `fairtick-signature` (hex HMAC-SHA-256 over `<timestamp>.<body>`);
 * docs/OPERATIONS.md, "Paying service".
 */
export const DepositNotice = closed({
  noticeId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
  reference: Type.String({ minLength: 4, maxLength: 32, description: "The deposit's reference" }),
  status: Type.Enum(['paid', 'failed']),
  amount: MoneyText,
  currency: Type.String({ pattern: '^[A-Z]{3,5}$', description: 'Of the amount; has to be the platform currency' }),
})
export type DepositNotice = Infer<typeof DepositNotice>
