import { amount, ConfigError, choice, type Env, integer } from '../../shared/env'
import { formatMoney } from '../../shared/money'
import { type Funds, withinCap } from '../../shared/settings'

/** Everything about withdrawals that an installation configures. Amounts in minor units. */
export interface WithdrawalSettings {
  minimum: bigint
  maximum: bigint
  /** Per user and UTC day. */
  dailyLimit: bigint
  feeFixed: bigint
  /** Basis points of the amount, rounded down. */
  feeRateBp: number
  arrivalHours: number
  /** Money leaves only for users with a second factor. */
  secondFactorRequired: boolean
}

/** The fee of a withdrawal: feeFixed + amount × rate, the latter rounded down; minor units. */
export const feeOf = (amount: bigint, terms: Pick<WithdrawalSettings, 'feeFixed' | 'feeRateBp'>): bigint =>
  terms.feeFixed + (amount * BigInt(terms.feeRateBp)) / 10_000n

/**
 * Everything that begins with WITHDRAWAL_. Throws `ConfigError`.
 * @param cap minor units that one operator command may move: an operator has to be able to confirm what users may ask for
 */
export function readWithdrawalSettings(env: Env, scale: number, cap: bigint, funds: Funds): WithdrawalSettings {
  const factor = choice(
    env,
    'WITHDRAWAL_SECOND_FACTOR',
    ['required', 'optional'],
    funds === 'live' ? 'required' : 'optional',
  )
  const terms = {
    minimum: amount(env, 'WITHDRAWAL_MIN', scale, '10.00'),
    maximum: amount(env, 'WITHDRAWAL_MAX', scale, formatMoney(withinCap(cap, 50_000n, scale), scale)),
    dailyLimit: amount(env, 'WITHDRAWAL_DAILY_LIMIT', scale, '100000.00'),
    feeFixed: amount(env, 'WITHDRAWAL_FEE', scale, '1.00'),
    feeRateBp: integer(env, 'WITHDRAWAL_FEE_BP', 0, 5_000, 10),
    arrivalHours: integer(env, 'WITHDRAWAL_ARRIVAL_HOURS', 1, 720, 24),
    secondFactorRequired: factor === 'required',
  }
  if (terms.minimum > terms.maximum) throw new ConfigError('WITHDRAWAL_MIN is above WITHDRAWAL_MAX.')
  // Then the fee consumes no larger amount either.
  if (feeOf(terms.minimum, terms) >= terms.minimum) {
    throw new ConfigError('WITHDRAWAL_MIN must be more than the fee on it (WITHDRAWAL_FEE, WITHDRAWAL_FEE_BP).')
  }
  if (terms.maximum > cap) throw new ConfigError('WITHDRAWAL_MAX must not be above OPS_CAP.')
  return terms
}
