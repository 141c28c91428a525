import type { Database } from '../../plugins/database'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../shared/personalData'

interface MessageRow {
  kind: string
  facts: Record<string, string>
  created_at: Date
  read_at: Date | null
}

/** What the system told the user. */
export function messagesPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'messages',
    async read(userId) {
      const rows = await database.query<MessageRow & Record<string, unknown>>(
        'select kind, facts, created_at, read_at from message where user_id = $1 order by id desc limit $2',
        [userId, EXPORT_ROWS_MAX + 1],
      )
      return boundedRows(
        rows.map((row) => ({
          kind: row.kind,
          facts: row.facts,
          createdAt: row.created_at.toISOString(),
          readAt: row.read_at?.toISOString() ?? null,
        })),
      )
    },
    async erase(tx, userId) {
      await tx.query('delete from message where user_id = $1', [userId])
    },
  }
}
