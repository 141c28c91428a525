import { ACCOUNT_LIMIT_UNITS, type AccountLimitKind } from '../../../contract/limits'
import { readTyped } from '../../domain/typedAmount'

export type LimitUnit = (typeof ACCOUNT_LIMIT_UNITS)[AccountLimitKind]

export const unitOf = (kind: AccountLimitKind): LimitUnit => ACCOUNT_LIMIT_UNITS[kind]

export type LimitProblem = 'invalid' | 'invalidCount' | 'invalidMinutes'

const MINUTES_MIN = 5
const MINUTES_MAX = 1_440

/** The typed limit as it goes over the wire; undefined while the text is no number that can be read for certain. */
export function toLimit(text: string): string | undefined {
  const reading = readTyped(text)
  return reading.kind === 'number' ? reading.value : undefined
}

/** The problem with a typed limit; amounts have at most `scale` decimals. */
export function findLimitProblem(kind: AccountLimitKind, text: string, scale: number): LimitProblem | undefined {
  const unit = unitOf(kind)
  const value = toLimit(text) ?? ''
  if (unit === 'amount') {
    const [, fraction = ''] = /^\d{1,12}(?:\.(\d*))?$/.exec(value) ?? [undefined, '?']
    return fraction === '?' || fraction.length > scale ? 'invalid' : undefined
  }
  if (!/^\d{1,6}$/.test(value)) return unit === 'orders' ? 'invalidCount' : 'invalidMinutes'
  const count = Number(value)
  if (unit === 'minutes') return count < MINUTES_MIN || count > MINUTES_MAX ? 'invalidMinutes' : undefined
  return count > 100_000 ? 'invalidCount' : undefined
}
