/**
 * The functions of proof/signed/curve.ts, written out: the built programs have these in their place, so that each is one file
 * without a library, and a fault of the app's library shows as a difference.
 */

const MASK = 2n ** 64n - 1n
/** The 24 constants and, lane by lane, the rotations of Keccak-f[1600] (FIPS 202, section 3.2), from their definitions. */
const ROUNDS = (() => {
  let state = 1
  const bit = () => {
    const out = state & 1
    state = state & 128 ? ((state << 1) ^ 0x171) & 255 : state << 1
    return BigInt(out)
  }
  return Array.from({ length: 24 }, () =>
    [0, 1, 3, 7, 15, 31, 63].reduce((sum, place) => sum | (bit() << BigInt(place)), 0n),
  )
})()
const ROTATIONS = (() => {
  const rotations: bigint[] = Array(25).fill(0n)
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step++) {
    rotations[x + 5 * y] = BigInt((((step + 1) * (step + 2)) / 2) % 64)
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return rotations
})()
const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK

function permute(lanes: bigint[]): void {
  for (const constant of ROUNDS) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20])
    const mixed = columns.map((_, x) => columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1n))
    const turned: bigint[] = Array(25).fill(0n)
    for (let x = 0; x < 5; x++) {
      for (let y = 0; y < 5; y++) {
        turned[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[x + 5 * y] ^ mixed[x], ROTATIONS[x + 5 * y])
      }
    }
    for (let at = 0; at < 25; at++) {
      const row = at - (at % 5)
      lanes[at] = turned[at] ^ (~turned[row + ((at + 1) % 5)] & MASK & turned[row + ((at + 2) % 5)])
    }
    lanes[0] ^= constant
  }
}

/** Keccak-256 with its padding of before FIPS 202, as chains use it. */
export function keccak256(data: Uint8Array): Uint8Array {
  const padded = Buffer.concat([data, Buffer.alloc(136 - (data.length % 136))])
  padded[data.length] |= 1
  padded[padded.length - 1] |= 128
  const lanes: bigint[] = Array(25).fill(0n)
  for (let from = 0; from < padded.length; from += 136) {
    for (let at = 0; at < 17; at++) lanes[at] ^= padded.readBigUInt64LE(from + 8 * at)
    permute(lanes)
  }
  const out = Buffer.alloc(32)
  for (let at = 0; at < 4; at++) out.writeBigUInt64LE(lanes[at], 8 * at)
  return out
}

/** secp256k1 (SEC 2, section 2.4.1): the field, the order of the group, and the base point. */
const FIELD = 2n ** 256n - 2n ** 32n - 977n
const GROUP = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const BASE: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]
const mod = (value: bigint, by: bigint): bigint => ((value % by) + by) % by

function power(base: bigint, exponent: bigint, by: bigint): bigint {
  let [result, square] = [1n, base % by]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % by
    square = (square * square) % by
  }
  return result
}

/** By Euclid; value is not 0. */
function inverse(value: bigint, by: bigint): bigint {
  let [a, b, x, y] = [mod(value, by), by, 1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b, x, y] = [b % a, a, y - quotient * x, x]
  }
  return mod(x, by)
}

/** [x, y, z] for (x / z², y / z³); z is 0 for the neutral one. */
type Point = [bigint, bigint, bigint]

function twice([x, y, z]: Point): Point {
  if (y === 0n) return [1n, 1n, 0n]
  const square = (y * y) % FIELD
  const product = (4n * x * square) % FIELD
  const slope = (3n * x * x) % FIELD
  const newX = mod(slope * slope - 2n * product, FIELD)
  return [newX, mod(slope * (product - newX) - 8n * square * square, FIELD), (2n * y * z) % FIELD]
}

function plus(p: Point, q: Point): Point {
  if (p[2] === 0n) return q
  if (q[2] === 0n) return p
  const [pz, qz] = [(p[2] * p[2]) % FIELD, (q[2] * q[2]) % FIELD]
  const [px, qx] = [(p[0] * qz) % FIELD, (q[0] * pz) % FIELD]
  const [py, qy] = [(p[1] * qz * q[2]) % FIELD, (q[1] * pz * p[2]) % FIELD]
  if (px === qx) return py === qy ? twice(p) : [1n, 1n, 0n]
  const [width, height] = [mod(qx - px, FIELD), mod(qy - py, FIELD)]
  const square = (width * width) % FIELD
  const cube = (square * width) % FIELD
  const x = mod(height * height - cube - 2n * px * square, FIELD)
  return [x, mod(height * (px * square - x) - py * cube, FIELD), (p[2] * q[2] * width) % FIELD]
}

/** a·P + b·Q in one pass over the bits. */
function combined(a: bigint, p: Point, b: bigint, q: Point): Point {
  const both = plus(p, q)
  let sum: Point = [1n, 1n, 0n]
  for (let bit = 255n; bit >= 0n; bit--) {
    sum = twice(sum)
    const [inA, inB] = [(a >> bit) & 1n, (b >> bit) & 1n]
    if (inA && inB) sum = plus(sum, both)
    else if (inA) sum = plus(sum, p)
    else if (inB) sum = plus(sum, q)
  }
  return sum
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** The address of the key that signed a digest; undefined for a signature that is not in its one spelling (low s). */
export function signerOf(digest: Uint8Array, bytes: Uint8Array, parity: number): string | undefined {
  const [r, s] = [numberOf(bytes.subarray(0, 32)), numberOf(bytes.subarray(32))]
  if (r === 0n || r >= GROUP || s === 0n || s > GROUP / 2n) return undefined
  const square = (r * r * r + 7n) % FIELD
  const root = power(square, (FIELD + 1n) / 4n, FIELD)
  if ((root * root) % FIELD !== square) return undefined
  const point: Point = [r, Number(root & 1n) === parity ? root : FIELD - root, 1n]
  const inverted = inverse(r, GROUP)
  const [x, y, z] = combined(mod(-numberOf(digest) * inverted, GROUP), BASE, (s * inverted) % GROUP, point)
  if (z === 0n) return undefined
  const unit = inverse(z, FIELD)
  const squared = (unit * unit) % FIELD
  const key = [(x * squared) % FIELD, (y * squared * unit) % FIELD].map((each) => each.toString(16).padStart(64, '0'))
  return Buffer.from(keccak256(Buffer.from(key.join(''), 'hex')).subarray(12)).toString('hex')
}
