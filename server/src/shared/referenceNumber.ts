/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const EPOCH_SECONDS = Date.UTC(2024, 0, 1) / 1000
const LENGTH = 10
const NO_BITS = 20n

/**
 * A number that users see and quote, for example "FD-01JD7Q4ZK8": 30 bits of the second and 20 bits of the running number
 * `no`, so that it sorts by time and does not repeat below a million a second.
 */
export function referenceNumber(prefix: string, number: bigint, atMs: number): string {
  const seconds = BigInt(Math.max(0, Math.floor(atMs / 1000) - EPOCH_SECONDS)) & ((1n << 30n) - 1n)
  let value = (seconds << NO_BITS) | (number & ((1n << NO_BITS) - 1n))
  let text = ''
  for (let index = 0; index < LENGTH; index++) {
    text = (ALPHABET[Number(value & 31n)] ?? '') + text
    value >>= 5n
  }
  return `${prefix}-${text}`
}
