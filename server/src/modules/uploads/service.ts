import { createHash, randomUUID } from 'node:crypto'
import type { Upload, UploadQuery } from '../../../../contract/verification'
import type { Database, Tx } from '../../database/database'
import type { Decoders } from '../../decoding/decoders'
import { type ObjectStore, ObjectStoreError } from '../../objectStore/objectStore'
import { bindAll } from '../../shared/bindAll'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { hasBody, replay } from '../../shared/replay'
import { ok, type Result, refuse } from '../../shared/result'
import type { Sealer } from '../../shared/sealing'
import { DAY_MS } from '../../shared/time'
import { decryptObject, encryptObject, newObjectKey } from './envelope'
import * as repository from './repository'

/** The most bytes in the body of POST /uploads (PRODUCT.md 13.3). */
export const UPLOAD_BYTES_MAX = 10 * 1024 * 1024
export const UPLOADS_PER_DAY = 40
/** An upload that nothing uses by then is deleted. */
export const UNATTACHED_MS = DAY_MS
const SWEEP_BATCH = 100
const SWEEP_BATCHES = 20
const REFUSALS_IN_A_ROW_MAX = 5

export interface UploadsDeps {
  database: Database
  clock: Clock
  log: Log
  objects: ObjectStore
  sealer: Sealer
  decoders: Decoders
}

/** The upload to take into use, and what uses it, for example `verification` or `deposit <id>`. */
export interface Attachment {
  userId: bigint
  id: string
  purpose: UploadQuery['purpose']
  use: string
}

/** Why POST /uploads refuses a picture. */
export type UploadRefusal = 'photo_invalid' | 'rate_limited' | 'request_id_conflict' | 'unavailable'

interface Reserved {
  objectKey: string
  key: Buffer
}

const contextOf = (userId: bigint, id: string) => `upload ${userId} ${id}`

/** The remaining work for an upload that is known already. */
function goOn(deps: UploadsDeps, context: string, row: repository.UploadRow): Reserved | 'stored' | 'refused' {
  if (row.refused_at) return 'refused'
  if (row.stored_at) return 'stored'
  // The same key again: whichever of two simultaneous tries ends last, its bytes open.
  return { objectKey: row.object_key, key: deps.sealer.open(row.sealed_key, context) }
}

/**
 * Finds or creates the row of an upload. `stored` and `refused` mean that nothing is left to do; refused ones count
 * toward the day's limit as well, because they took the same time.
 */
async function reserve(deps: UploadsDeps, userId: bigint, query: UploadQuery, bodyHash: Buffer) {
  const now = deps.clock.now()
  type Reservation = Result<Reserved | 'stored' | 'refused', 'rate_limited' | 'request_id_conflict'>
  return deps.database.attempt<Reservation>(async (tx) => {
    await repository.lockUploader(tx, userId)
    const isLive = (row: repository.UploadRow) => row.delete_after === null || row.delete_after.getTime() > now
    const earlier = await replay(
      await repository.findUpload(tx, userId, query.id),
      (row) => row.purpose === query.purpose && hasBody(bodyHash)(row) && isLive(row),
      'request_id_conflict',
      (row) => goOn(deps, contextOf(userId, query.id), row),
    )
    if (earlier) return earlier
    const today = await repository.countUploads(tx, userId, new Date(now - DAY_MS))
    if (today.count >= UPLOADS_PER_DAY) {
      const freeAt = (today.oldest?.getTime() ?? now) + DAY_MS
      return refuse('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1000)) })
    }
    const key = newObjectKey()
    const objectKey = `photos/${randomUUID()}`
    await repository.insertUpload(tx, {
      userId,
      id: query.id,
      purpose: query.purpose,
      bodyHash,
      objectKey,
      sealedKey: deps.sealer.seal(key, contextOf(userId, query.id)),
      createdAt: new Date(now),
      deleteAfter: new Date(now + UNATTACHED_MS),
    })
    return ok({ objectKey, key })
  })
}

/**
 * `created` is false for a repeat. No database connection is held while the store works: a slow store slows only uploads.
 */
async function store(
  deps: UploadsDeps,
  userId: bigint,
  query: UploadQuery,
  bytes: Buffer,
): Promise<Result<{ created: boolean; upload: Upload }, UploadRefusal>> {
  const upload: Upload = { id: query.id, purpose: query.purpose }
  const bodyHash = createHash('sha256').update(bytes).digest()
  const reserved = await reserve(deps, userId, query, bodyHash)
  if (!reserved.ok) return reserved
  if (reserved.value === 'stored') return ok({ created: false, upload })
  if (reserved.value === 'refused') return refuse('photo_invalid')
  const { objectKey, key } = reserved.value

  const decoded = await deps.decoders.decode<{ picture?: Uint8Array }>(`user ${userId}`, { kind: 'picture', bytes })
  if (!decoded) return refuse('unavailable')
  const picture = 'answer' in decoded ? decoded.answer.picture : undefined
  if (!picture) {
    await repository.markRefused(deps.database, userId, query.id, new Date(deps.clock.now()))
    return refuse('photo_invalid')
  }
  try {
    await deps.objects.put(objectKey, encryptObject(key, objectKey, Buffer.from(picture)))
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    deps.log.warn({ err: error }, 'a picture could not be stored')
    return refuse('unavailable')
  }
  if (await repository.markStored(deps.database, userId, query.id, new Date(deps.clock.now()))) {
    return ok({ created: true, upload })
  }
  // It was removed while the store was busy, for example because the user was deleted.
  await deps.objects.delete(objectKey)
  return refuse('unavailable')
}

/** The picture as JPEG; undefined when there is none. Throws `ObjectStoreError`. */
async function read(deps: UploadsDeps, userId: bigint, id: string): Promise<Buffer | undefined> {
  const row = await repository.findUpload(deps.database, userId, id)
  if (!row?.stored_at) return undefined
  const sealed = await deps.objects.get(row.object_key)
  return sealed && decryptObject(deps.sealer.open(row.sealed_key, contextOf(userId, id)), row.object_key, sealed)
}

/** Whether the picture exists and is not due for deletion. */
async function isKept(deps: UploadsDeps, userId: bigint, id: string): Promise<boolean> {
  const row = await repository.findUpload(deps.database, userId, id)
  return row?.stored_at != null && (row.delete_after === null || row.delete_after.getTime() > deps.clock.now())
}

/**
 * Deletes uploads that are due, in bounded batches. The object goes first: a crash in between leaves a row that the next sweep finds again. An object that the store
 * refuses to delete keeps no other one; after some in a row the store is taken to be down. Throws when it is over.
 */
async function sweep(deps: UploadsDeps): Promise<void> {
  const now = new Date(deps.clock.now())
  const refusals: unknown[] = []
  let last: repository.DueUpload | undefined
  for (let batch = 0, inARow = 0; batch < SWEEP_BATCHES; batch++) {
    const due = await repository.findDue(deps.database, now, last, SWEEP_BATCH)
    for (const { user_id: userId, id, object_key: objectKey } of due) {
      try {
        await deps.objects.delete(objectKey)
        await repository.deleteUpload(deps.database, userId, id)
        inARow = 0
      } catch (error) {
        refusals.push(error)
        inARow += 1
      }
      if (inARow === REFUSALS_IN_A_ROW_MAX) throw new AggregateError(refusals, 'the object store refuses deletions')
    }
    last = due.at(-1)
    if (due.length < SWEEP_BATCH) break
  }
  if (refusals.length > 0) throw new AggregateError(refusals, `${refusals.length} uploads could not be deleted`)
}

export type UploadsService = ReturnType<typeof createUploadsService>

export function createUploadsService(deps: UploadsDeps) {
  return {
    /** In the caller's transaction: false unless the user has a stored upload of this purpose that nothing else uses. */
    attach: (tx: Tx, attachment: Attachment) =>
      repository.attachUpload(tx, { ...attachment, now: new Date(deps.clock.now()) }),
    discard: repository.scheduleDeletion,
    ...bindAll(deps, { store, isKept, read, sweep }),
  }
}
