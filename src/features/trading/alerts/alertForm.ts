import type { AlertDirection } from '../../../../contract/alerts'
import { compare, divide, multiply, subtract } from '../../../domain/arithmetic'

/** The most digits that the server accepts (server/src/modules/alerts/price.ts). */
const WHOLE_DIGITS_MAX = 12
/** Decimals that keep any price of a feed exact (contract/common.ts, PriceText). */
const PLACES = 12
const WHOLE_BP = 10_000

/** Steps from the newest price that a tap enters, in basis points. */
export const STEPS_BP = [-200, -100, 100, 200] as const
/** The step that the field opens with. */
export const FIRST_STEP_BP = 100

/**
 * The text with a dot as its decimal mark. A comma is one behind groups of dots ("68.412,55") and if it can't group
 * thousands ("68,5", or "68," while typing); otherwise commas group ("68,412.5").
 */
function withDecimalDot(text: string): string {
  const comma = text.lastIndexOf(',')
  const groups = text.indexOf('.', comma) >= 0 || (!text.includes('.') && /,\d{3}(?!\d)/.test(text.slice(comma)))
  if (comma < 0 || groups) return text
  return `${text.slice(0, comma).replace(/\./g, '')}.${text.slice(comma + 1)}`
}

/** Rules while a price is typed: digits and one dot, cut to the decimals of the product. */
export function sanitizePrice(text: string, decimals: number): string {
  const [whole = '', ...rest] = withDecimalDot(text)
    .replace(/[^\d.]/g, '')
    .split('.')
  const digits = whole.slice(0, WHOLE_DIGITS_MAX)
  return rest.length === 0 || decimals === 0 ? digits : `${digits}.${rest.join('').slice(0, decimals)}`
}

export type AlertIntent =
  | { kind: 'empty' }
  /** The current price itself: neither above nor below. */
  | { kind: 'level'; price: string }
  /** There is no price yet to tell above from below. */
  | { kind: 'unknown' }
  | { kind: 'ready'; price: string; direction: AlertDirection; changeBp: number }

/** How a typed price compares with the newest one. */
export function intentOf(text: string, lastPrice: string | undefined): AlertIntent {
  if (!/[1-9]/.test(text)) return { kind: 'empty' }
  const price = text.replace(/^\./, '0.').replace(/\.$/, '')
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
