import type { PriceMessage } from './updates'

/** From 0 (included) to 1. */
export type Random = () => number

/** A generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Updates of a feed in this many seconds, in its order: several updates within a second, gaps of up to twenty
 * seconds, equal prices, and changing exponents. Each names the second of the one before it.
 */
export function randomStream(random: Random, feed: string, from: number, seconds: number): PriceMessage[] {
  const stream: PriceMessage[] = []
  let [publishedAt, price] = [from, 6_400_000n]
  while (publishedAt < from + seconds) {
    const drawn = random()
    const step = drawn < 0.25 ? 0 : drawn < 0.85 ? 1 : 2 + Math.floor(random() * 19)
    const previousAt = publishedAt
    publishedAt += step
    if (random() < 0.6) price += BigInt(Math.floor(random() * 7) - 3)
    const digits = random() < 0.1 ? 2 : 0
    stream.push({ feed, price: price * 10n ** BigInt(digits), exponent: -2 - digits, publishedAt, previousAt })
  }
  return stream
}
