import type { Database } from '../../database/database'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { readMuted } from './repository'

interface MessageRow {
  kind: string
  facts: Record<string, unknown>
  created_at: Date
  read_at: Date | null
}

/** Messages of the system and of operators to this user alone, and the kinds that the user has muted. */
export function messagesPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'messages',
    unexported: { announcement_read: 'which announcements were opened; they are the same for everybody' },
    async read(userId) {
      const rows = await database.query<MessageRow>(
        `select kind, facts, created_at, read_at from message where user_id = $1
         union all
         select 'announcement', texts, created_at, null from announcement where user_id = $1
          order by created_at desc limit $2`,
        [userId, EXPORT_ROWS_MAX + 1],
      )
      const muted = await readMuted(database, userId)
      const messages = boundedRows(
        rows.map((row) => ({
          kind: row.kind,
          facts: row.facts,
          createdAt: row.created_at.toISOString(),
          readAt: row.read_at?.toISOString() ?? null,
        })),
      )
      return { ...messages, muted }
    },
    async erase(tx, userId) {
      await tx.query('delete from message where user_id = $1', [userId])
      await tx.query('delete from announcement where user_id = $1', [userId])
      await tx.query('delete from announcement_read where user_id = $1', [userId])
      await tx.query('delete from message_preference where user_id = $1', [userId])
    },
  }
}
