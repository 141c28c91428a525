/**
 * Exact whole numbers of any length as decimal text ("-120", "0"). `BigInt` is not there on every phone this runs on,
 * and a `number` is exact only up to 15 digits, which amounts in minor units can exceed.
 */

/** 7 digits a limb, least significant first: a product of two limbs plus a carry is still exact in a double. */
const LIMB_DIGITS = 7
const LIMB = 10 ** LIMB_DIGITS
/** Whole numbers of up to this many digits are exact as a `number`, and so is the sum of two. */
const SAFE_DIGITS = 15

export type IntegerText = string

function limbsOf(digits: string): number[] {
  const limbs: number[] = []
  for (let end = digits.length; end > 0; end -= LIMB_DIGITS) {
    limbs.push(Number(digits.slice(Math.max(0, end - LIMB_DIGITS), end)))
  }
  return limbs
}

function digitsOf(limbs: readonly number[]): string {
  let digits = ''
  for (const limb of limbs) digits = String(limb).padStart(LIMB_DIGITS, '0') + digits
  return stripZeros(digits)
}

function stripZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '') || '0'
}

function isNegative(value: IntegerText): boolean {
  return value.charCodeAt(0) === 45
}

/** Digits without the sign. */
export function magnitude(value: IntegerText): string {
  return isNegative(value) ? value.slice(1) : value
}

/** The one spelling of a whole number: no leading zeros, no "-0". */
export function signed(negative: boolean, digits: string): IntegerText {
  const plain = stripZeros(digits)
  return negative && plain !== '0' ? `-${plain}` : plain
}

export function negateInteger(value: IntegerText): IntegerText {
  return signed(!isNegative(value), magnitude(value))
}

function compareDigits(a: string, b: string): number {
  if (a.length !== b.length) return a.length < b.length ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

/** -1, 0 or 1, as `sort` wants it. */
export function compareIntegers(a: IntegerText, b: IntegerText): number {
  if (isNegative(a) !== isNegative(b)) return isNegative(a) ? -1 : 1
  return isNegative(a) ? compareDigits(magnitude(b), magnitude(a)) : compareDigits(a, b)
}

function addDigits(a: string, b: string): string {
  if (a.length <= SAFE_DIGITS && b.length <= SAFE_DIGITS) return String(Number(a) + Number(b))
  const left = limbsOf(a)
  const right = limbsOf(b)
  const sum: number[] = []
  let carry = 0
  for (let i = 0; i < Math.max(left.length, right.length) || carry > 0; i++) {
    const limb = (left[i] ?? 0) + (right[i] ?? 0) + carry
    sum.push(limb % LIMB)
    carry = limb >= LIMB ? 1 : 0
  }
  return digitsOf(sum)
}

/** `a` is not less than `b`. */
function subtractDigits(a: string, b: string): string {
  if (a.length <= SAFE_DIGITS) return String(Number(a) - Number(b))
  const left = limbsOf(a)
  const right = limbsOf(b)
  const difference: number[] = []
  let borrow = 0
  for (let i = 0; i < left.length; i++) {
    const limb = (left[i] ?? 0) - (right[i] ?? 0) - borrow
    borrow = limb < 0 ? 1 : 0
    difference.push(limb < 0 ? limb + LIMB : limb)
  }
  return digitsOf(difference)
}

export function addIntegers(a: IntegerText, b: IntegerText): IntegerText {
  const left = magnitude(a)
  const right = magnitude(b)
  if (isNegative(a) === isNegative(b)) return signed(isNegative(a), addDigits(left, right))
  if (compareDigits(left, right) >= 0) return signed(isNegative(a), subtractDigits(left, right))
  return signed(isNegative(b), subtractDigits(right, left))
}

export function multiplyIntegers(a: IntegerText, b: IntegerText): IntegerText {
  const negative = isNegative(a) !== isNegative(b)
  const left = limbsOf(magnitude(a))
  const right = limbsOf(magnitude(b))
  const product = new Array<number>(left.length + right.length).fill(0)
  for (let i = 0; i < left.length; i++) {
    let carry = 0
    for (let j = 0; j < right.length || carry > 0; j++) {
      const limb = (product[i + j] ?? 0) + (left[i] ?? 0) * (right[j] ?? 0) + carry
      product[i + j] = limb % LIMB
      carry = Math.floor(limb / LIMB)
    }
  }
  return signed(negative, digitsOf(product))
}

/**
 * Division of magnitudes by long division, digit by digit. Both results are not negative; the caller owns the sign.
 * Throws RangeError when `b` is zero.
 */
export function divideDigits(a: string, b: string): { quotient: string; remainder: string } {
  if (b === '0') throw new RangeError('Division by zero')
  let quotient = ''
  let remainder = '0'
  for (const digit of a) {
    remainder = remainder === '0' ? digit : remainder + digit
    let times = 0
    while (compareDigits(remainder, b) >= 0) {
      remainder = subtractDigits(remainder, b)
      times += 1
    }
    quotient += times
  }
  return { quotient: stripZeros(quotient), remainder }
}
