import { ConfigError } from '../../shared/env'
import { parseMoney } from '../../shared/money'

/** One channel of `DEPOSIT_CHANNELS` as written. Every reader throws `ConfigError`; `where` begins its sentence. */
export type Fields = Readonly<Record<string, unknown>>

export function textOf(fields: Fields, name: string, where: string, max: number): string {
  const value = fields[name]
  if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value.trim()
  throw new ConfigError(`${where} needs "${name}", a text of at most ${max} characters.`)
}

export const optionalText = (fields: Fields, name: string, where: string, max: number) =>
  fields[name] === undefined ? null : textOf(fields, name, where, max)

export function amountOf(fields: Fields, name: string, where: string, scale: number): bigint {
  const value = fields[name]
  const amount = typeof value === 'string' ? parseMoney(value, scale) : undefined
  if (amount !== undefined && amount > 0n) return amount
  throw new ConfigError(`${where} needs "${name}", an amount such as "10.00".`)
}
