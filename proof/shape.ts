import type { TreeHead } from '../contract/proof'

/**
 * Shapes of what comes from outside, checked without a schema library: WeChat compiles none. A number as text would disarm the
 * comparisons of the rule, so each type is exact and no other field is taken.
 */
export type Shape = (value: unknown) => boolean

export const text =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
/** An object with these fields, and maybe others. */
export const atLeast =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, shape]) => shape((value as Record<string, unknown>)[name]))
/** A text of at most so many characters. */
export const textOf =
  (max: number): Shape =>
  (value) =>
    typeof value === 'string' && value.length <= max
export const whole =
  (min = 0, max = Number.MAX_SAFE_INTEGER): Shape =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
export const oneOf =
  (...values: readonly (string | number)[]): Shape =>
  (value) =>
    values.some((each) => each === value)
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value)
export const listOf =
  (shape: Shape, max: number, min = 0): Shape =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(shape)
export const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const keys = Object.keys(value)
    const names = Object.keys(fields)
    return (
      keys.length === names.length &&
      names.every((name) => keys.includes(name) && fields[name]?.((value as Record<string, unknown>)[name]))
    )
  }

export const HASH = text(/^[0-9a-f]{64}$/)
export const SIGNATURE = text(/^[0-9a-f]{128}$/)
export const PATH = listOf(HASH, 130)
export const SYMBOL = text(/^[A-Z0-9]{2,16}$/)
const LOG_NAME = text(/^[a-z]{2,20}$/)
const LOGS = listOf(record({ name: LOG_NAME, size: whole(), root: HASH }), 16)
export const HEAD = record({
  number: whole(1),
  at: whole(),
  products: listOf(record({ symbol: SYMBOL, size: whole(), through: whole(), root: HASH }), 500),
  logs: LOGS,
})
export const BRIEF_HEAD = record({ number: whole(1), at: whole(), products: HASH, logs: LOGS })
export const LOG_PATHS = listOf(record({ name: LOG_NAME, path: PATH }), 16)

export const isHead = (value: unknown): value is TreeHead => HEAD(value)
export const isPath = (value: unknown): value is string[] => PATH(value)
