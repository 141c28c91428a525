/** `length` random bytes. The platform says where they come from: `crypto` is not there on WeChat. */
export type RandomBytes = (length: number) => ArrayLike<number>

const RANDOM_BYTES = 10
const VERSION_7 = 0x70
const VARIANT = 0x80

/**
 * A new id for a request that must not be carried out twice: a UUID version 7 (RFC 9562) in lower case, 48 bits of time,
 * then random ones. `nowMs` in epoch milliseconds.
 */
export function createRequestId(nowMs: number, randomBytes: RandomBytes): string {
  const random = randomBytes(RANDOM_BYTES)
  if (random.length < RANDOM_BYTES) throw new RangeError(`${random.length} random bytes, ${RANDOM_BYTES} needed`)
  const bytes = Array.from({ length: RANDOM_BYTES }, (_, i) => (random[i] ?? 0) & 0xff)
  bytes[0] = VERSION_7 | ((bytes[0] ?? 0) & 0x0f)
  bytes[2] = VARIANT | ((bytes[2] ?? 0) & 0x3f)
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(12, '0').slice(-12)
  const hex = time + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return groups.join('-')
}
