import {
  addIntegers,
  compareIntegers,
  divideDigits,
  type IntegerText,
  magnitude,
  multiplyIntegers,
  negateInteger,
  signed,
} from './integers'

declare const moneyBrand: unique symbol

/**
 * An amount in the platform currency. Opaque: made by `parseMoney` only and changed by the functions here, so that no
 * amount ever passes through a float. (`BigInt` is not there on every phone.)
 */
export interface Money {
  readonly [moneyBrand]: true
  readonly minor: IntegerText
  /** Decimals of the currency. */
  readonly scale: number
}

/** As the contract's `MoneyText`. */
const MONEY = /^(-?)(\d{1,16})(?:\.(\d{1,4}))?$/
const SCALE_MAX = 4
const BP_DIGITS = 4

function money(minor: IntegerText, scale: number): Money {
  return { minor, scale } as Money
}

/**
 * "100.00" as Money, of `scale` decimals or, without it, of as many as the text has. Undefined for what is not an
 * amount, and for more decimals than `scale`: nothing is rounded in silence.
 */
export function parseMoney(text: string, scale?: number): Money | undefined {
  const match = MONEY.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  const places = scale ?? decimals.length
  if (decimals.length > places || places > SCALE_MAX) return undefined
  return money(signed(sign === '-', whole + decimals.padEnd(places, '0')), places)
}

/** Nothing, in a currency of `scale` decimals. */
export function zeroMoney(scale: number): Money {
  return money('0', scale)
}

/** As it goes over the wire: "100.00", "-0.05". Screens format this text by the user's language. */
export function moneyText(amount: Money): string {
  const digits = magnitude(amount.minor).padStart(amount.scale + 1, '0')
  const sign = amount.minor.startsWith('-') ? '-' : ''
  if (amount.scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -amount.scale)}.${digits.slice(-amount.scale)}`
}

/** Both in the scale of the finer one. */
function aligned(a: Money, b: Money): [IntegerText, IntegerText, number] {
  const scale = Math.max(a.scale, b.scale)
  return [rescaled(a, scale), rescaled(b, scale), scale]
}

function rescaled(amount: Money, scale: number): IntegerText {
  return multiplyIntegers(amount.minor, `1${'0'.repeat(scale - amount.scale)}`)
}

export function addMoney(a: Money, b: Money): Money {
  const [left, right, scale] = aligned(a, b)
  return money(addIntegers(left, right), scale)
}

export function subtractMoney(a: Money, b: Money): Money {
  return addMoney(a, negateMoney(b))
}

export function negateMoney(amount: Money): Money {
  return money(negateInteger(amount.minor), amount.scale)
}

/** -1, 0 or 1, as `sort` wants it. */
export function compareMoney(a: Money, b: Money): number {
  const [left, right] = aligned(a, b)
  return compareIntegers(left, right)
}

/** `amount` × `basisPoints` / 10,000, rounded down (PRODUCT.md 8.3). */
export function multiplyByBp(amount: Money, basisPoints: number): Money {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`Not a rate in basis points: ${basisPoints}`)
  const product = multiplyIntegers(amount.minor, String(basisPoints))
  const { quotient, remainder } = divideDigits(magnitude(product), `1${'0'.repeat(BP_DIGITS)}`)
  if (!product.startsWith('-')) return money(quotient, amount.scale)
  return money(signed(true, remainder === '0' ? quotient : addIntegers(quotient, '1')), amount.scale)
}
