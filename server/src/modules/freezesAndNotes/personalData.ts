import type { Database } from '../../database/database'
import { listFreezes } from '../../users/freezes'
import type { PersonalDataSource } from '../../users/personalData'

/** Freezes by staff, which block a deletion, and notes by staff, which are deleted with the user. */
export function freezesAndNotesPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'freezes',
    unexported: {
      user_note: 'notes can be under a ban on telling, so people decide; the house gives them out on request',
    },
    kept: { account_freeze: 'a freeze stops a deletion, so a deleted user has none, and nodes may lift none' },
    async read(userId) {
      const rows = await listFreezes(database, userId)
      return rows.map(({ kind, reason, frozen_at }) => ({ kind, reason, frozenAt: frozen_at.toISOString() }))
    },
    // Otherwise a frozen user could delete the account and open another one.
    blockers: async (tx, userId) => ((await listFreezes(tx, userId)).length > 0 ? ['freeze'] : []),
    async erase(tx, userId) {
      await tx.query('delete from user_note where user_id = $1', [userId])
    },
  }
}
