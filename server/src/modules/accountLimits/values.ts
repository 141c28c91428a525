import type { AccountLimitKind } from '../../../../contract/limits'
import { formatMoney, parseMoney } from '../../shared/money'

const ORDERS_MAX = 100_000n
const SESSION_MINUTES_MIN = 5n
const SESSION_MINUTES_MAX = 1_440n

/** The stored number of a limit's value: minor units, orders or minutes. Undefined for what no such limit can be. */
export function parseLimit(kind: AccountLimitKind, text: string, scale: number): bigint | undefined {
  if (kind !== 'orders_day' && kind !== 'session') return parseMoney(text, scale)
  const count = parseMoney(text, 0)
  if (count === undefined) return undefined
  const [least, most] = kind === 'session' ? [SESSION_MINUTES_MIN, SESSION_MINUTES_MAX] : [0n, ORDERS_MAX]
  return count < least || count > most ? undefined : count
}

export const formatLimit = (kind: AccountLimitKind, value: bigint, scale: number): string =>
  formatMoney(value, kind === 'orders_day' || kind === 'session' ? 0 : scale)

/** Whether days can be counted by this name. Abbreviations such as PST are none: they know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!name.includes('/') && name !== 'UTC') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
