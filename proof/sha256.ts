/** SHA-256 (FIPS 180-4), the same on every browser and in the mini program: nothing here needs `BigInt` or `crypto`. */

const words = (hex: string): Int32Array => Int32Array.from(hex.split(' '), (word) => Number.parseInt(word, 16) | 0)

const INITIAL = words('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19')
const ROUNDS = words(
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 ' +
    'd807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 ' +
    'e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da ' +
    '983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 ' +
    '27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 ' +
    'a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 ' +
    '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 ' +
    '748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2',
)
const BLOCK = 64
const schedule = new Int32Array(BLOCK)

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Takes the block of a message at a place into the state. */
function compress(state: Int32Array, message: DataView, from: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = message.getInt32(from + 4 * t)
  for (let t = 16; t < BLOCK; t++) {
    const x = schedule[t - 15] as number
    const y = schedule[t - 2] as number
    const mixed = (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10))
    schedule[t] = (schedule[t - 16] as number) + mixed + (schedule[t - 7] as number)
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let t = 0; t < BLOCK; t++) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
    const first = (h + chosen + (ROUNDS[t] as number) + (schedule[t] as number)) | 0
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let place = 0; place < 8; place++) state[place] = (state[place] as number) + (sums[place] as number)
}

const hexOf = (state: Int32Array): string =>
  Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

/** The hash as hex. */
export function sha256(bytes: Uint8Array): string {
  // The message, a bit that is set, zeros, and the length in bits in the last eight bytes.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const message = new DataView(padded.buffer)
  message.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  message.setUint32(padded.length - 4, bytes.length * 8)
  const state = Int32Array.from(INITIAL)
  for (let from = 0; from < padded.length; from += BLOCK) compress(state, message, from)
  return hexOf(state)
}
