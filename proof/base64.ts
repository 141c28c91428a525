import { toHex } from './bytes'

/** Base 64 in its one spelling, without `atob` and `btoa`, which WeChat lacks. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function toBase64(bytes: ArrayLike<number>): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const shown = Math.min(4, bytes.length - at + 1)
    text += digits.map((digit, index) => (index < shown ? (ALPHABET[digit] ?? '') : '=')).join('')
  }
  return text
}

/** The bytes as hex; undefined for a text that is not the one spelling of whole bytes. */
export function fromBase64(text: string): string | undefined {
  const digits = Array.from(text.replace(/=+$/, ''), (letter) => ALPHABET.indexOf(letter))
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (let at = 0; at < bytes.length; at++) {
    const first = Math.floor((at * 4) / 3)
    const twelveBits = ((digits[first] ?? 0) << 6) | (digits[first + 1] ?? 0)
    bytes[at] = twelveBits >> (4 - (at % 3) * 2)
  }
  return toBase64(bytes) === text ? toHex(bytes) : undefined
}
