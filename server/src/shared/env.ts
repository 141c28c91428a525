import { parseMoney } from './money'

/** A wrong setting; `message` is one sentence for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Env = Record<string, string | undefined>

/** One of `values`, or `fallback` if nothing is set. */
export function choice<T extends string>(env: Env, name: string, values: readonly T[], fallback: T): T {
  const text = env[name]?.trim()
  if (!text) return fallback
  const found = values.find((value) => value === text)
  if (found === undefined) throw new ConfigError(`${name} is "${text}" but must be one of: ${values.join(', ')}.`)
  return found
}

/** A whole number from `min` to `max`, or `fallback` if nothing is set. */
export function integer(env: Env, name: string, min: number, max: number, fallback: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} is "${text}" but must be a whole number from ${min} to ${max}.`)
  }
  return value
}

/** An amount of the platform currency, in minor units. */
export function amount(env: Env, name: string, scale: number, fallback: string): bigint {
  const text = env[name]?.trim() || fallback
  const value = parseMoney(text, scale)
  if (value === undefined || value < 0n) {
    throw new ConfigError(`${name} is "${text}" but must be an amount such as ${fallback}.`)
  }
  return value
}

/** An address with one of `protocols`, such as `https:`; undefined if nothing is set. */
export function url(env: Env, name: string, protocols: string[]): string | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const valid = URL.canParse(text) && protocols.includes(new URL(text).protocol)
  // The value itself may hold a password, so the sentence does not repeat it.
  if (!valid) throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`)
  return text
}
