import type { Database } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { boundedRows, EXPORT_ROWS_MAX, type PersonalDataSource } from '../../users/personalData'
import { listEarnings, listMovements } from './repository'
import { earningToWire, movementToWire } from './wire'

interface SavingsDataDeps {
  database: Database
  config: { currency: { scale: number } }
}

const SET_ASIDE = 'what could not be booked yet, by number; it goes once it is booked'
const BOOKS = 'belongs to the books, which are kept by law'

/**
 * A saver's movements and earnings. It belongs to the books and is never erased; a deletion is blocked while shares are
 * left.
 */
export function savingsPersonalData({ database, config }: SavingsDataDeps): PersonalDataSource {
  const { scale } = config.currency
  return {
    section: 'savings',
    unexported: {
      savings_fund: 'how far the booking of the day has got, by number',
      savings_set_aside: SET_ASIDE,
    },
    kept: {
      savings_account: `${BOOKS}; a floor has no effect without a balance`,
      savings_movement: BOOKS,
      savings_earning: BOOKS,
      savings_fund: 'how far the booking of the day has got, by number',
      savings_set_aside: SET_ASIDE,
    },
    async read(userId) {
      const movements = await listMovements(database, userId, null, null, EXPORT_ROWS_MAX + 1)
      const earnings = await listEarnings(database, userId, null, EXPORT_ROWS_MAX + 1)
      const saver = await database.first<{ floor: bigint | null }>(
        'select floor from savings_account where user_id = $1',
        [userId],
      )
      const floor = saver?.floor ?? null
      return {
        automaticFloor: floor === null ? null : formatMoney(floor, scale),
        movements: boundedRows(movements.map((row) => movementToWire(row, scale))),
        earnings: boundedRows(earnings.map((row) => earningToWire(row, scale))),
      }
    },
  }
}
