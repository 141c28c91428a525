import { fromHex } from '../../proof/bytes'
import { sha256 } from '../../proof/sha256'

/**
 * PBKDF2 with HMAC-SHA-256 (RFC 8018), its first block: a slow hash that every browser and the mini program compute;
 * it needs neither `crypto.subtle` nor `BigInt`.
 */

const BLOCK = 64
/** Rounds between two pauses: some 30 ms on a phone. */
const SLICE = 250

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const hashOf = (bytes: Uint8Array): Uint8Array => fromHex(sha256(bytes)) ?? new Uint8Array(32)

function hmacWith(key: Uint8Array) {
  const padded = joined(key.length > BLOCK ? hashOf(key) : key, new Uint8Array(BLOCK)).slice(0, BLOCK)
  const inner = padded.map((byte) => byte ^ 0x36)
  const outer = padded.map((byte) => byte ^ 0x5c)
  return (message: Uint8Array) => hashOf(joined(outer, hashOf(joined(inner, message))))
}

/** 32 bytes from ASCII bytes and a salt. `pause` lets the page paint in between. */
export async function slowHash(
  secret: Uint8Array,
  salt: Uint8Array,
  rounds: number,
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const hmac = hmacWith(secret)
  let last = hmac(joined(salt, Uint8Array.of(0, 0, 0, 1)))
  const result = Uint8Array.from(last)
  for (let round = 1; round < rounds; round += 1) {
    if (round % SLICE === 0) await pause()
    last = hmac(last)
    for (let place = 0; place < result.length; place += 1) result[place] = (result[place] ?? 0) ^ (last[place] ?? 0)
  }
  return result
}
