import { amount, ConfigError, type Env, integer } from '../../shared/env'
import type { Funds } from '../../shared/settings'

/** Settings of the savings fund (docs/OPERATIONS.md). Amounts are minor units. */
export interface SavingsSettings {
  depositMinimum: bigint
  depositMaximum: bigint
  depositsPerDay: number
  transfersOutPerDay: number
  /** The most that may be transferred out in a day. */
  transferOutDaily: bigint
  /** Fills in missing incomes by a public formula; never with live funds. */
  demoIncomes: boolean
}

/** Everything that begins with SAVINGS_. Throws `ConfigError`. */
export function readSavingsSettings(env: Env, funds: Funds, scale: number): SavingsSettings {
  const terms: SavingsSettings = {
    depositMinimum: amount(env, 'SAVINGS_DEPOSIT_MIN', scale, '1.00'),
    depositMaximum: amount(env, 'SAVINGS_DEPOSIT_MAX', scale, '1000000.00'),
    depositsPerDay: integer(env, 'SAVINGS_DEPOSITS_PER_DAY', 0, 100, 3),
    transfersOutPerDay: integer(env, 'SAVINGS_TRANSFERS_OUT_PER_DAY', 0, 100, 3),
    transferOutDaily: amount(env, 'SAVINGS_TRANSFER_OUT_DAILY', scale, '100000.00'),
    demoIncomes: funds === 'demo',
  }
  if (terms.depositMinimum <= terms.depositMaximum) return terms
  throw new ConfigError('SAVINGS_DEPOSIT_MIN is above SAVINGS_DEPOSIT_MAX.')
}
