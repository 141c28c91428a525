import { createCipheriv, createHash } from 'node:crypto'

/** Bytes that are made at a time; a number takes 6 of them. */
const BLOCK_BYTES = 3_072
const NUMBER_BYTES = 6
const SUMMANDS = 12

/** A seeded generator: the same seed gives the same market, and nobody computes the next number from earlier ones. */
export type Random = ReturnType<typeof createRandom>

/** The key stream of AES-256 in counter mode, keyed with the hash of the seed. */
export function createRandom(seed: string) {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
  const zeros = Buffer.alloc(BLOCK_BYTES)
  let block = Buffer.alloc(0)
  let at = 0
  const uniform = () => {
    if (at + NUMBER_BYTES > block.length) {
      block = cipher.update(zeros)
      at = 0
    }
    at += NUMBER_BYTES
    return block.readUIntBE(at - NUMBER_BYTES, NUMBER_BYTES) / 2 ** (8 * NUMBER_BYTES)
  }
  function normal() {
    let sum = 0
    for (let summand = 0; summand < SUMMANDS; summand++) sum += uniform()
    return sum - SUMMANDS / 2
  }
  return {
    /** Uniform in [0, 1). */
    uniform /** Standard normal as twelve uniform numbers make it: from -6 to 6, the same on every machine. */,
    normal,
  }
}
