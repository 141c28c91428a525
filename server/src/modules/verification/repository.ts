import type { Verification } from '../../../../contract/verification'
import type { Queryable, Tx } from '../../database/database'

export type StoredStatus = Exclude<Verification['status'], 'not_submitted'>

export interface VerificationRow {
  user_id: bigint
  attempt: number
  status: StoredStatus
  nationality: string
  sealed_name: string
  sealed_id_number: string
  front_photo_id: string
  back_photo_id: string
  submitted_at: Date
  opened_at: Date | null
  decided_at: Date | null
  reason: string | null
  /** The last day of the document, "2026-03-05". */
  valid_until: string | null
}

const COLUMNS = `user_id, attempt, status, nationality, sealed_name, sealed_id_number, front_photo_id, back_photo_id,
                 submitted_at, opened_at, decided_at, reason, to_char(valid_until, 'YYYY-MM-DD') as valid_until`

export function findVerification(tx: Queryable, userId: bigint): Promise<VerificationRow | undefined> {
  return tx.first<VerificationRow>(`select ${COLUMNS} from verification where user_id = $1`, [userId])
}

/** Locks the row until the transaction ends; of two simultaneous submissions or decisions the second waits. */
export async function lockVerification(tx: Tx, userId: bigint): Promise<VerificationRow | undefined> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
  return findVerification(tx, userId)
}

/** Whether a document that is still valid on that day verifies the user. */
export function isVerified(tx: Queryable, userId: bigint, day: string): Promise<boolean> {
  return tx.some(
    `select 1 as found from verification
      where user_id = $1 and status = 'verified' and (valid_until is null or valid_until >= $2::date)`,
    [userId, day],
  )
}

export interface NewSubmission {
  userId: bigint
  attempt: number
  nationality: string
  sealedName: string
  sealedIdNumber: string
  idMark: Buffer
  frontPhotoId: string
  backPhotoId: string
  submittedAt: Date
}

export async function saveSubmission(tx: Tx, submission: NewSubmission) {
  await tx.query(
    `insert into verification (user_id, attempt, status, nationality, sealed_name, sealed_id_number, front_photo_id,
                               back_photo_id, submitted_at, id_mark)
     values ($1, $2, 'submitted', $3, $4, $5, $6, $7, $8, $9)
     on conflict (user_id) do update set
       attempt = excluded.attempt, status = 'submitted', nationality = excluded.nationality,
       sealed_name = excluded.sealed_name, sealed_id_number = excluded.sealed_id_number,
       front_photo_id = excluded.front_photo_id, back_photo_id = excluded.back_photo_id,
       submitted_at = excluded.submitted_at, id_mark = excluded.id_mark, opened_at = null, decided_at = null,
       reason = null, valid_until = null, expiry_told = told_nothing()`,
    [
      submission.userId,
      submission.attempt,
      submission.nationality,
      submission.sealedName,
      submission.sealedIdNumber,
      submission.frontPhotoId,
      submission.backPhotoId,
      submission.submittedAt,
      submission.idMark,
    ],
  )
}

/** Whether one of these marks belongs to a document by which somebody else was verified. */
export function isDocumentTaken(tx: Queryable, userId: bigint, marks: readonly Buffer[]): Promise<boolean> {
  return tx.some(
    `select 1 as found from verification where id_mark = any ($1::bytea[]) and status = 'verified' and user_id <> $2`,
    [marks, userId],
  )
}

export async function markOpened(tx: Tx, userId: bigint, now: Date) {
  await tx.query(
    `update verification set status = 'under_verification', opened_at = coalesce(opened_at, $2)
      where user_id = $1 and status = 'submitted'`,
    [userId, now],
  )
}

export async function saveDecision(
  tx: Tx,
  decision: {
    userId: bigint
    status: 'verified' | 'rejected'
    reason: string | null
    validUntil: string | null
    now: Date
  },
) {
  const { userId, status, reason, validUntil, now } = decision
  await tx.query(
    'update verification set status = $2, reason = $3, valid_until = $4::date, decided_at = $5 where user_id = $1',
    [userId, status, reason, validUntil, now],
  )
}

/** Users whose document ended before `today` or ends by `soon`, and who were not told of it; marks them as told. */
export async function takeExpiring(tx: Tx, days: { today: string; soon: string }, limit: number) {
  return tx.query<{ user_id: bigint; told: number; valid_until: string }>(
    `update verification set expiry_told = case when valid_until < $1::date then told_expired() else told_expiring() end
      where user_id in (
        select user_id from verification
         where status = 'verified' and expiry_told < told_expired()
           and (valid_until < $1::date or (valid_until <= $2::date and expiry_told < told_expiring()))
         order by valid_until limit $3 for update skip locked)
     returning user_id, expiry_told as told, to_char(valid_until, 'YYYY-MM-DD') as valid_until`,
    [days.today, days.soon, limit],
  )
}

/** Items that wait for an operator, longest waiting first. */
export async function listWaiting(tx: Queryable, limit: number) {
  return tx.query<{ account: string; status: string; nationality: string; attempt: number; submitted_at: Date }>(
    `select app_user.account, verification.status, verification.nationality, verification.attempt, verification.submitted_at
       from verification join app_user on app_user.id = verification.user_id
      where verification.status in ('submitted', 'under_verification')
      order by verification.submitted_at, verification.user_id limit $1`,
    [limit],
  )
}
