import type { Database } from '../../plugins/database'
import type { Clock } from '../../shared/clock'
import { ok, type Result } from '../../shared/result'
import { checkTradePassword, lockedUntil } from './tradePassword'

export interface SecurityDeps {
  database: Database
  clock: Clock
  verify(stored: string, password: string): Promise<boolean>
}

/** What guards money out and changes of security, for every module that needs it. */
export interface SecurityService {
  /** Codes: `trade_password_wrong`, `trade_password_locked`. Call it outside a transaction: a wrong try counts in any case. */
  checkTradePassword(userId: bigint, password: string): Promise<Result<undefined>>
  tradePasswordLockedUntil(userId: bigint): Promise<Date | undefined>
  isSecondFactorOn(userId: bigint): Promise<boolean>
  /** Passes without a code where the second factor is off. Codes: `second_factor_required`, `second_factor_wrong`, `rate_limited`. */
  checkSecondFactor(userId: bigint, code: string | undefined): Promise<Result<undefined>>
}

export function createSecurityService(deps: SecurityDeps): SecurityService {
  return {
    checkTradePassword: (userId, password) => checkTradePassword(deps, userId, password),
    tradePasswordLockedUntil: (userId) => lockedUntil(deps.database, userId, deps.clock.now()),
    isSecondFactorOn: async () => false,
    checkSecondFactor: async () => ok(undefined),
  }
}
