import type { DepositKind } from '../../../../contract/depositKinds'
import type { DepositNotice, FailureReason, InstructionLine } from '../../../../contract/deposits'
import type { Queryable, Tx } from '../../database/database'
import { type Named, storedRequests } from '../moneyRequest'

export interface DepositRow {
  number: bigint
  user_id: bigint
  id: string
  reference: string
  channel: string
  channel_kind: DepositKind
  channel_label: string | null
  amount: bigint
  body_hash: Buffer
  instructions: InstructionLine[]
  status: number
  reason_code: FailureReason['code'] | null
  reason_note: string | null
  receipt_upload_id: string | null
  created_at: Date
  expires_at: Date | null
  receipt_at: Date | null
  failed_at: Date | null
  credited_at: Date | null
}

export type NamedDeposit = Named<DepositRow>

export const deposits = storedRequests<DepositRow>('deposit')

export type NewDeposit = Pick<
  DepositRow,
  | 'number'
  | 'user_id'
  | 'id'
  | 'reference'
  | 'channel'
  | 'channel_kind'
  | 'channel_label'
  | 'amount'
  | 'body_hash'
  | 'instructions'
  | 'created_at'
  | 'expires_at'
>

/** Undefined when the user has used this id already. */
export function insertDeposit(tx: Tx, deposit: NewDeposit): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(
    `insert into deposit (number, user_id, id, reference, channel, channel_kind, channel_label, amount, body_hash,
                          instructions, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict on constraint deposit_once do nothing returning *`,
    [
      deposit.number,
      deposit.user_id,
      deposit.id,
      deposit.reference,
      deposit.channel,
      deposit.channel_kind,
      deposit.channel_label,
      deposit.amount,
      deposit.body_hash,
      JSON.stringify(deposit.instructions),
      deposit.created_at,
      deposit.expires_at,
    ],
  )
}

/** How many of a user's deposits are under review, and when the first of them expires. */
export async function countUnderReview(tx: Queryable, userId: bigint) {
  const row = await tx.first<{ count: bigint; first_expiry: Date | null }>(
    'select count(*) as count, min(expires_at) as first_expiry from deposit where user_id = $1 and status = money_under_review()',
    [userId],
  )
  return { count: Number(row?.count ?? 0), firstExpiry: row?.first_expiry ?? null }
}

export function markCredited(tx: Tx, number: bigint, at: Date): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(
    'update deposit set status = money_successful(), credited_at = $2, expires_at = null where number = $1 and status <> money_successful() returning *',
    [number, at],
  )
}

export function markFailed(
  tx: Tx,
  number: bigint,
  failure: { code: FailureReason['code']; note: string | null; at: Date },
): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(
    `update deposit set status = money_failed(), failed_at = $2, reason_code = $3, reason_note = $4, expires_at = null
      where number = $1 and status = money_under_review() returning *`,
    [number, failure.at, failure.code, failure.note],
  )
}

/** From now on it waits for the operator and does not expire. */
export function addReceipt(tx: Tx, number: bigint, uploadId: string, at: Date): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(
    'update deposit set receipt_upload_id = $2, receipt_at = $3, expires_at = null where number = $1 returning *',
    [number, uploadId, at],
  )
}

/** Locks expired deposits and skips those that another sweep has locked. */
export function lockExpired(tx: Tx, now: Date, limit: number): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `select * from deposit where status = money_under_review() and expires_at <= $1 order by expires_at, number limit $2
        for update skip locked`,
    [now, limit],
  )
}

/** Codes for a genuine notice that is refused for good. */
export type NoticeRefusal = 'not_found' | 'amount_invalid' | 'deposit_decided'

export interface NoticeRow {
  channel: string
  notice_id: string
  body_hash: Buffer
  reference: string
  status: DepositNotice['status']
  amount: string
  refusal: NoticeRefusal | null
  received_at: Date
}

export function findNotice(tx: Queryable, channel: string, noticeId: string): Promise<NoticeRow | undefined> {
  return tx.first<NoticeRow>('select * from deposit_notice where channel = $1 and notice_id = $2', [channel, noticeId])
}

/** False when it is stored already. */
export function insertNotice(tx: Tx, notice: NoticeRow): Promise<boolean> {
  return tx.some(
    `insert into deposit_notice (channel, notice_id, body_hash, reference, status, amount, refusal, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning notice_id`,
    [
      notice.channel,
      notice.notice_id,
      notice.body_hash,
      notice.reference,
      notice.status,
      notice.amount,
      notice.refusal,
      notice.received_at,
    ],
  )
}

export async function noteRefusal(tx: Tx, channel: string, noticeId: string, refusal: NoticeRefusal) {
  await tx.query('update deposit_notice set refusal = $3 where channel = $1 and notice_id = $2', [
    channel,
    noticeId,
    refusal,
  ])
}

/** Reports of paying services about one deposit, oldest first. */
export function listNotices(tx: Queryable, reference: string): Promise<NoticeRow[]> {
  return tx.query<NoticeRow>(
    'select * from deposit_notice where reference = $1 order by received_at, notice_id limit 50',
    [reference],
  )
}

/** Whether the user exists and is not deleted; locked until the transaction ends. */
export function userLives(tx: Tx, userId: bigint): Promise<boolean> {
  return tx.some('select 1 as found from app_user where id = $1 and deleted_at is null for key share', [userId])
}
