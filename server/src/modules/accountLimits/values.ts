import { ACCOUNT_LIMIT_UNITS, type AccountLimitKind } from '../../../../contract/limits'
import { formatMoney, parseMoney } from '../../shared/money'

/** The least and the most that can be set, for limits that count. */
const RANGES = { orders: [0n, 100_000n], minutes: [5n, 1_440n] } as const

/** The stored number of a limit's value: minor units, orders or minutes. Undefined for an invalid value. */
export function parseLimit(kind: AccountLimitKind, text: string, scale: number): bigint | undefined {
  const unit = ACCOUNT_LIMIT_UNITS[kind]
  if (unit === 'amount') return parseMoney(text, scale)
  const count = parseMoney(text, 0)
  const [least, most] = RANGES[unit]
  return count === undefined || count < least || count > most ? undefined : count
}

export const formatLimit = (kind: AccountLimitKind, value: bigint, scale: number): string =>
  formatMoney(value, ACCOUNT_LIMIT_UNITS[kind] === 'amount' ? scale : 0)
