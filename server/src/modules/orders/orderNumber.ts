/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const EPOCH_SECONDS = Date.UTC(2024, 0, 1) / 1000
const LENGTH = 10
const NO_BITS = 20n

/**
 * The order number that users see, for example "FT-01JD7Q4ZK8": 30 bits of the second of acceptance and 20 bits of the
 * running number, so that it sorts by time and does not repeat below a million orders a second.
 */
export function orderNumber(no: bigint, acceptedAtMs: number): string {
  const seconds = BigInt(Math.max(0, Math.floor(acceptedAtMs / 1000) - EPOCH_SECONDS)) & ((1n << 30n) - 1n)
  let value = (seconds << NO_BITS) | (no & ((1n << NO_BITS) - 1n))
  let text = ''
  for (let index = 0; index < LENGTH; index++) {
    text = (ALPHABET[Number(value & 31n)] ?? '') + text
    value >>= 5n
  }
  return `FT-${text}`
}
