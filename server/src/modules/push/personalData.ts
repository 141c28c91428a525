import type { Database } from '../../database/database'
import type { PersonalDataSource } from '../../users/personalData'
import * as repository from './repository'

/** The user's browsers and switches. A browser's keys are secret; of its address only the push service is shown. */
export function pushPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'push',
    unexported: {
      push_delivery: 'messages on their way for a day at most; the messages themselves are in the export',
      push_fanout: 'which announcements to everybody are on their way; the same for all',
    },
    kept: { push_fanout: 'which announcements to everybody are on their way; nothing of a user' },
    async read(userId) {
      const rows = await repository.listSubscriptions(database, userId)
      const { off } = await repository.readState(database, userId, '00000000-0000-0000-0000-000000000000')
      return {
        off,
        subscriptions: rows.map((row) => ({
          service: new URL(row.endpoint).host,
          locale: row.locale,
          createdAt: row.created_at.toISOString(),
          lastSuccessAt: row.last_success_at?.toISOString() ?? null,
          lastFailureAt: row.last_failure_at?.toISOString() ?? null,
        })),
      }
    },
    erase: (tx, userId) => repository.eraseUser(tx, userId),
  }
}
