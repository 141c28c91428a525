import Big from 'big.js'

declare const moneyBrand: unique symbol

/**
 * An amount in the platform currency. Opaque: made by `parseMoney` only and changed by the functions here, so that no
 * amount ever passes through a float. (`BigInt` is not there on every phone.)
 */
export interface Money {
  readonly [moneyBrand]: true
  readonly value: Big
  /** Decimals that it is written with. */
  readonly scale: number
}

/** As the contract's `MoneyText`. */
const MONEY = /^-?\d{1,16}(?:\.(\d{1,4}))?$/
const SCALE_MAX = 4
const BASIS_POINT = new Big('0.0001')

function money(value: Big, scale: number): Money {
  return { value, scale } as Money
}

/**
 * "100.00" as Money, of `scale` decimals or, without it, of as many as the text has. Undefined for a text that is not
 * an amount, and for more decimals than `scale`: nothing is rounded silently.
 */
export function parseMoney(text: string, scale?: number): Money | undefined {
  const match = MONEY.exec(text)
  if (!match) return undefined
  const decimals = match[1]?.length ?? 0
  const places = scale ?? decimals
  if (decimals > places || places > SCALE_MAX) return undefined
  return money(new Big(text), places)
}

/** Nothing, in a currency of `scale` decimals. */
export function zeroMoney(scale: number): Money {
  return money(new Big(0), scale)
}

/** As it goes over the wire: "100.00", "-0.05", never "-0.00". Screens format this text by the user's language. */
export function moneyText({ value, scale }: Money): string {
  return (value.eq(0) ? value.abs() : value).toFixed(scale)
}

/** Minor units as an amount: "-10001" of scale 2 is "-100.01". */
export const minorText = (minor: string, scale: number): string => new Big(minor).times(`1e-${scale}`).toFixed(scale)

/** Whether it is an amount above zero. */
export function isPositive(amount: Money | undefined): boolean {
  return amount?.value.gt(0) ?? false
}

/** Earnings of an amount in this many days at `perTenThousand` a day, rounded down to `decimals`; for an estimate. */
export const earnedText = ({ value }: Money, perTenThousand: string, days: number, decimals: number): string =>
  value.times(perTenThousand).times(days).div(10_000).round(decimals, Big.roundDown).toFixed(decimals)

export function addMoney(a: Money, b: Money): Money {
  return money(a.value.plus(b.value), Math.max(a.scale, b.scale))
}

export function subtractMoney(a: Money, b: Money): Money {
  return money(a.value.minus(b.value), Math.max(a.scale, b.scale))
}

export function negateMoney({ value, scale }: Money): Money {
  return money(value.neg(), scale)
}

/** -1, 0 or 1, as `sort` wants it. */
export function compareMoney(a: Money, b: Money): number {
  return a.value.cmp(b.value)
}

/** The least of some amounts given as texts; undefined if one of them is not an amount. */
export function leastMoney(texts: readonly string[], scale: number): Money | undefined {
  const amounts = texts.map((text) => parseMoney(text, scale))
  return amounts.reduce((least, one) => (least && one ? (compareMoney(one, least) < 0 ? one : least) : undefined))
}

/** "100.00" as people type it: "100". */
export const plainMoney = (text: string): string => text.replace(/\.0+$/, '')

/** `amount` × `basisPoints` / 10,000, rounded down, also below zero (PRODUCT.md 8.3). */
export function multiplyByBp({ value, scale }: Money, basisPoints: number): Money {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`Not a rate in basis points: ${basisPoints}`)
  const product = value.times(basisPoints).times(BASIS_POINT)
  return money(product.round(scale, product.lt(0) ? Big.roundUp : Big.roundDown), scale)
}
