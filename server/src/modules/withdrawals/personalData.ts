import type { Database } from '../../database/database'
import type { Settings } from '../../shared/settings'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { forgetPayees, withdrawals } from './repository'
import { withdrawalToWire } from './wire'

/** Withdrawals stay after a deletion, as the postings do; the payee is erased. */
export function withdrawalsPersonalData(deps: {
  database: Database
  config: Pick<Settings, 'currency'>
}): PersonalDataSource {
  const { scale } = deps.config.currency
  return {
    section: 'withdrawals',
    async read(userId) {
      const rows = await withdrawals.list(deps.database, userId, { limit: EXPORT_ROWS_MAX + 1 })
      return boundedRows(rows.map((row) => withdrawalToWire(row, scale)))
    },
    blockers: async (tx, userId) => ((await withdrawals.isUnderReview(tx, userId)) ? ['withdrawals'] : []),
    erase: forgetPayees,
  }
}
