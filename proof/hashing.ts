import { asciiBytes, fromHex } from './bytes'
import { sha256 } from './sha256'

function join(prefix: number, ...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 1))
  bytes[0] = prefix
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** RFC 6962, section 2.1, as hex. */
export const EMPTY_ROOT = sha256(new Uint8Array(0))
export const leafHash = (text: string): string => sha256(join(0, asciiBytes(text)))
export const sha256Hex = (bytes: readonly number[]): string => sha256(Uint8Array.from(bytes))
export const sha256Text = (text: string): string => sha256(asciiBytes(text))

/** Both halves are hex; a half that is not gives a hash that fits nothing. */
export function nodeHash(left: string, right: string): string {
  const parts = [fromHex(left), fromHex(right)]
  return sha256(join(1, parts[0] ?? new Uint8Array(0), parts[1] ?? new Uint8Array(0)))
}
