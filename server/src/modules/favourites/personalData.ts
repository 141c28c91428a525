import type { Database } from '../../database/database'
import type { PersonalDataSource } from '../../users/personalData'
import { readFavourites } from './repository'

/** Products that the user has marked, including marks that were removed; they are deleted with the user. */
export function favouritesPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'favourites',
    async read(userId) {
      const rows = await readFavourites(database, userId)
      return rows.map((row) => ({
        symbol: row.symbol,
        marked: row.marked,
        changedAt: new Date(Number(row.changed_at_ms)).toISOString(),
      }))
    },
    async erase(tx, userId) {
      await tx.query('delete from favourite where user_id = $1', [userId])
    },
  }
}
