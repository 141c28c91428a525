import type { Database } from '../../database/database'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import type { UploadsService } from './service'

/** Pictures are large: the export contains the newest ones and lists the others. */
const PICTURES_MAX = 6

/** The pictures of a user. A deletion makes all of them due; the next sweep takes them from the store. */
export function uploadsPersonalData(deps: { database: Database; uploads: UploadsService }): PersonalDataSource {
  return {
    section: 'uploads',
    async read(userId) {
      const rows = await deps.database.query<{ id: string; purpose: string; created_at: Date }>(
        `select id, purpose, created_at from upload where user_id = $1 and stored_at is not null
          order by created_at desc limit $2`,
        [userId, EXPORT_ROWS_MAX + 1],
      )
      const entries: { id: string; purpose: string; createdAt: string; jpegBase64: string | null }[] = []
      for (const [index, { id, purpose, created_at: createdAt }] of rows.entries()) {
        const picture = index < PICTURES_MAX ? await deps.uploads.read(userId, id) : undefined
        entries.push({
          id,
          purpose,
          createdAt: createdAt.toISOString(),
          jpegBase64: picture?.toString('base64') ?? null,
        })
      }
      return boundedRows(entries)
    },
    erase: (tx, userId, now) => deps.uploads.discard(tx, userId, 'all', now),
  }
}
