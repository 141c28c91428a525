import { ACCOUNT_LIMIT_UNITS, type AccountLimitKind } from '../../../contract/limits'

export type LimitUnit = (typeof ACCOUNT_LIMIT_UNITS)[AccountLimitKind]

export const unitOf = (kind: AccountLimitKind): LimitUnit => ACCOUNT_LIMIT_UNITS[kind]

export type LimitProblem = 'invalid' | 'invalidCount' | 'invalidMinutes'

const MINUTES_MIN = 5
const MINUTES_MAX = 1_440

/** The problem with a typed limit; amounts have at most `scale` decimals. */
export function findLimitProblem(kind: AccountLimitKind, text: string, scale: number): LimitProblem | undefined {
  const unit = unitOf(kind)
  if (unit === 'amount') {
    const [, fraction = ''] = /^\d{1,12}(?:\.(\d*))?$/.exec(text) ?? [undefined, '?']
    return fraction === '?' || fraction.length > scale ? 'invalid' : undefined
  }
  if (!/^\d{1,6}$/.test(text)) return unit === 'orders' ? 'invalidCount' : 'invalidMinutes'
  const count = Number(text)
  if (unit === 'minutes') return count < MINUTES_MIN || count > MINUTES_MAX ? 'invalidMinutes' : undefined
  return count > 100_000 ? 'invalidCount' : undefined
}

/** "50." → "50": as it goes over the wire. */
export const toLimit = (text: string): string => text.replace(/\.$/, '')
