import type { MovementsQuery, MoveSavings } from '../../contract/savings'
import type { Http } from './http'

/** How many of the fund's last days a chart shows. */
export type IncomeRange = '7' | '30' | '90'

export type SavingsApi = ReturnType<typeof createSavingsApi>

export const createSavingsApi = (http: Http) => ({
  overview: () => http.call('getSavings'),
  /** Oldest first. */
  incomes: (days: IncomeRange) => http.call('listSavingsIncomes', { query: { days } }),
  /** Into savings. The same id and body give the same answer, so a lost answer can be asked for again. */
  deposit: (body: MoveSavings) => http.call('depositIntoSavings', { body }),
  /** Out of savings, as `deposit`. */
  transferOut: (body: MoveSavings) => http.call('transferOutOfSavings', { body }),
  /** Newest first. */
  movements: (kind: MovementsQuery['kind'], cursor?: string, limit?: number) =>
    http.call('listSavingsMovements', { query: { kind, cursor, limit } }),
  /** Newest first. */
  earnings: (cursor?: string) => http.call('listSavingsEarnings', { query: { cursor } }),
})
