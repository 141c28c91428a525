import type { AlertDirection } from '../../../../contract/alerts'
import { compare, divide, multiply, subtract } from '../../../domain/arithmetic'
import { keptOf, readTyped, type TypedReading } from '../../../domain/typedAmount'

/** The most digits that the server accepts (server/src/modules/alerts/price.ts). */
const WHOLE_DIGITS_MAX = 12
/** Decimals that keep any price of a feed exact (contract/common.ts, PriceText). */
const PLACES = 12
const WHOLE_BP = 10_000

/** Steps from the newest price that a tap enters, in basis points. */
export const STEPS_BP = [-200, -100, 100, 200] as const
/** The step that the field opens with. */
export const FIRST_STEP_BP = 100

/** Whether a price is between a tenth and ten times the newest one. */
const isNear = (price: string, lastPrice: string) =>
  compare(multiply(price, 10, PLACES), lastPrice) >= 0 && compare(price, multiply(lastPrice, 10, PLACES)) <= 0

/** How a typed price reads. Of two readings, the newest price settles it if only one is near (PRODUCT.md 4.11). */
export function readPrice(text: string, lastPrice: string | undefined): TypedReading {
  const reading = readTyped(text)
  if (reading.kind === 'number') return wholeOf(reading.value).length > WHOLE_DIGITS_MAX ? { kind: 'invalid' } : reading
  if (reading.kind !== 'ambiguous' || lastPrice === undefined) return reading
  const [value, other] = reading.readings.filter((one) => isNear(one, lastPrice))
  return value !== undefined && other === undefined ? { kind: 'number', value } : reading
}

const wholeOf = (value: string) => value.split('.')[0] ?? ''

/** Rules while a price is typed: a clear number is cut to the decimals of the product. */
export const sanitizePrice = (text: string, decimals: number): string => keptOf(text, (value) => cutTo(value, decimals))

function cutTo(value: string, decimals: number): string {
  const [whole = '', fraction = ''] = value.split('.')
  return fraction === '' || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

export type AlertIntent =
  | { kind: 'empty' }
  /** The current price itself: neither above nor below. */
  | { kind: 'level'; price: string }
  /** There is no price yet to tell above from below. */
  | { kind: 'unknown' }
  | { kind: 'ready'; price: string; direction: AlertDirection; changeBp: number }

/** How a typed price compares with the newest one. */
export function intentOf(text: string, lastPrice: string | undefined, decimals: number): AlertIntent {
  const reading = readPrice(text, lastPrice)
  const price = reading.kind === 'number' ? cutTo(reading.value, decimals) : ''
  if (!/[1-9]/.test(price)) return { kind: 'empty' }
  if (lastPrice === undefined) return { kind: 'unknown' }
  const order = compare(price, lastPrice)
  if (order === 0) return { kind: 'level', price }
  return { kind: 'ready', price, direction: order > 0 ? 'above' : 'below', changeBp: changeBp(price, lastPrice) }
}

/** How far `price` is from `from`, in basis points; a difference below one counts as one. */
export function changeBp(price: string, from: string): number {
  if (compare(from, 0) <= 0) return 0
  const difference = subtract(price, from, PLACES)
  // A percentage has the two decimals that arithmetic rounds to by default.
  const percent = divide(multiply(difference, 100, PLACES), from)
  const bp = Number(multiply(percent, 100, 0))
  return bp === 0 ? compare(difference, 0) : bp
}

/** The newest price moved by `stepBp`, with the decimals of the product. */
export function stepPrice(lastPrice: string, stepBp: number, decimals: number): string {
  return divide(multiply(lastPrice, WHOLE_BP + stepBp, PLACES), WHOLE_BP, decimals)
}
