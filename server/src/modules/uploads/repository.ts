import type { UploadQuery } from '../../../../contract/verification'
import type { Queryable, Tx } from '../../database/database'

export interface UploadRow {
  purpose: UploadQuery['purpose']
  body_hash: Buffer
  object_key: string
  sealed_key: string
  stored_at: Date | null
  refused_at: Date | null
  delete_after: Date | null
}

const COLUMNS = 'purpose, body_hash, object_key, sealed_key, stored_at, refused_at, delete_after'

export interface NewUpload {
  userId: bigint
  id: string
  purpose: UploadQuery['purpose']
  bodyHash: Buffer
  objectKey: string
  sealedKey: string
  createdAt: Date
  deleteAfter: Date
}

/** Two uploads of one user are reserved one after the other, so that the daily limit counts both. */
export async function lockUploader(tx: Tx, userId: bigint) {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
}

export function findUpload(tx: Queryable, userId: bigint, id: string): Promise<UploadRow | undefined> {
  return tx.first<UploadRow>(`select ${COLUMNS} from upload where user_id = $1 and id = $2`, [userId, id])
}

/** How many uploads began since then, and when the oldest of them did. */
export async function countUploads(tx: Tx, userId: bigint, since: Date) {
  const row = await tx.first<{ count: bigint; oldest: Date | null }>(
    'select count(*) as count, min(created_at) as oldest from upload where user_id = $1 and created_at > $2',
    [userId, since],
  )
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
}

export async function insertUpload(tx: Tx, upload: NewUpload) {
  await tx.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, delete_after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      upload.userId,
      upload.id,
      upload.purpose,
      upload.bodyHash,
      upload.objectKey,
      upload.sealedKey,
      upload.createdAt,
      upload.deleteAfter,
    ],
  )
}

/** False when the upload has been removed in the meantime. */
export function markStored(tx: Queryable, userId: bigint, id: string, now: Date): Promise<boolean> {
  return tx.some(
    `update upload set stored_at = $3 where user_id = $1 and id = $2 and (delete_after is null or delete_after > $3)
     returning id`,
    [userId, id, now],
  )
}

/** Keeps what cannot be read as an attempt of the day. */
export async function markRefused(tx: Queryable, userId: bigint, id: string, now: Date) {
  await tx.query('update upload set refused_at = $3 where user_id = $1 and id = $2 and stored_at is null', [
    userId,
    id,
    now,
  ])
}

export function attachUpload(
  tx: Tx,
  upload: { userId: bigint; id: string; purpose: UploadQuery['purpose']; use: string; now: Date },
): Promise<boolean> {
  return tx.some(
    `update upload set attached_to = $4, delete_after = null
      where user_id = $1 and id = $2 and purpose = $3 and stored_at is not null
        and (delete_after is null or delete_after > $5) and (attached_to is null or attached_to = $4)
     returning id`,
    [upload.userId, upload.id, upload.purpose, upload.use, upload.now],
  )
}

export async function scheduleDeletion(tx: Queryable, userId: bigint, ids: readonly string[] | 'all', at: Date) {
  await tx.query('update upload set delete_after = $3 where user_id = $1 and ($2::uuid[] is null or id = any ($2))', [
    userId,
    ids === 'all' ? null : ids,
    at,
  ])
}

export interface DueUpload {
  user_id: bigint
  id: string
  object_key: string
  delete_after: Date
}

/** Due uploads after `last`, oldest first. Once due, an upload can be neither attached nor stored again. */
export const findDue = (tx: Queryable, now: Date, last: DueUpload | undefined, limit: number) =>
  tx.query<DueUpload>(
    `select user_id, id, object_key, delete_after from upload
      where delete_after <= $1 and ($2::timestamptz is null or (delete_after, user_id, id) > ($2, $3::bigint, $4::uuid))
      order by delete_after, user_id, id limit $5`,
    [now, last?.delete_after ?? null, last?.user_id ?? null, last?.id ?? null, limit],
  )

export async function deleteUpload(tx: Queryable, userId: bigint, id: string) {
  await tx.query('delete from upload where user_id = $1 and id = $2', [userId, id])
}
