import type { Database } from '../../database/database'
import type { Settings } from '../../shared/settings'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { deposits } from './repository'
import { depositToWire } from './wire'

/** Deposits stay after a deletion, as the postings do. */
export function depositsPersonalData(deps: {
  database: Database
  config: Pick<Settings, 'currency'>
}): PersonalDataSource {
  const { scale } = deps.config.currency
  return {
    section: 'deposits',
    kept: { deposit: 'belongs to the books, which are kept by law; who paid is not in it' },
    async read(userId) {
      const rows = await deposits.list(deps.database, userId, { limit: EXPORT_ROWS_MAX + 1 })
      return boundedRows(rows.map((row) => depositToWire(row, scale)))
    },
    /** Lines of bank statements name the payer; day, amount and reference stay for the books. */
    erase: async (tx, userId) => {
      await tx.query(
        `update bank_statement_line set sealed_text = null
          where reference in (select reference from deposit where user_id = $1)`,
        [userId],
      )
    },
    blockers: async (tx, userId) => ((await deposits.isUnderReview(tx, userId)) ? ['deposits'] : []),
  }
}
