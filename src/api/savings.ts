import type {
  IncomeList,
  MovementsQuery,
  MoveSavings,
  Savings,
  SavingsEarningPage,
  SavingsMovement,
  SavingsMovementPage,
} from '../../contract/savings'
import type { ApiResult, Http } from './http'

/** How many of the fund's last days a chart shows. */
export type IncomeRange = '7' | '30' | '90'

export interface SavingsApi {
  overview(): Promise<ApiResult<Savings>>
  /** Oldest first. */
  incomes(days: IncomeRange): Promise<ApiResult<IncomeList>>
  /** Into savings. The same id and body give the same answer, so a lost answer can be asked for again. */
  deposit(body: MoveSavings): Promise<ApiResult<SavingsMovement>>
  /** Out of savings, as `deposit`. */
  transferOut(body: MoveSavings): Promise<ApiResult<SavingsMovement>>
  /** Newest first. */
  movements(kind: MovementsQuery['kind'], cursor?: string, limit?: number): Promise<ApiResult<SavingsMovementPage>>
  /** Newest first. */
  earnings(cursor?: string): Promise<ApiResult<SavingsEarningPage>>
}

export function createSavingsApi(http: Http): SavingsApi {
  return {
    overview: () => http.call('getSavings'),
    incomes: (days) => http.call('listSavingsIncomes', { query: { days } }),
    deposit: (body) => http.call('depositIntoSavings', { body }),
    transferOut: (body) => http.call('transferOutOfSavings', { body }),
    movements: (kind, cursor, limit) => http.call('listSavingsMovements', { query: { kind, cursor, limit } }),
    earnings: (cursor) => http.call('listSavingsEarnings', { query: { cursor } }),
  }
}
