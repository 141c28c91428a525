import type { Database } from '../../database/database'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { listAll } from './repository'
import { toWire } from './wire'

/** Prices that the user waits or waited for; they are deleted with the user. */
export function alertsPersonalData({ database }: { database: Database }): PersonalDataSource {
  return {
    section: 'priceAlerts',
    read: async (userId) => boundedRows((await listAll(database, userId, EXPORT_ROWS_MAX + 1)).map(toWire)),
    async erase(tx, userId) {
      await tx.query('delete from price_alert where user_id = $1', [userId])
    },
  }
}
