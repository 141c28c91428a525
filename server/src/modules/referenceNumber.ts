/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const EPOCH_SECONDS = Date.UTC(2024, 0, 1) / 1000

/** The last `count` digits, 5 bits each, of a number below 2 ** 31. */
function digitsOf(value: number, count: number): string {
  let text = ''
  for (let place = count - 1; place >= 0; place--) text += ALPHABET[(value >>> (5 * place)) & 31]
  return text
}

/**
 * A number that users see and quote, for example "FD-01JD7Q4ZK8": 30 bits of the second and 20 bits of the running number,
 * so that it sorts by time and does not repeat below a million a second.
 */
export function referenceNumber(prefix: string, number: bigint, atMs: number): string {
  const seconds = Math.max(0, Math.floor(atMs / 1000) - EPOCH_SECONDS)
  return `${prefix}-${digitsOf(seconds % 2 ** 30, 6)}${digitsOf(Number(number & 0xfffffn), 4)}`
}

/**
 * The content of a reference: the second (since 1970) and the low 20 bits of the running number. Undefined for another
 * text.
 */
export function readReference(prefix: string, text: string): { second: number; low: number } | undefined {
  const digits = [...text.trim().toUpperCase().replace(`${prefix}-`, '')].map((digit) => ALPHABET.indexOf(digit))
  if (digits.length !== 10 || digits.includes(-1)) return undefined
  const value = (from: number, to: number) => digits.slice(from, to).reduce((sum, digit) => sum * 32 + digit, 0)
  return { second: EPOCH_SECONDS + value(0, 6), low: value(6, 10) }
}
