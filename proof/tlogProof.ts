import type { AnyReceipt } from '../contract/proof'
import { fromHex } from './bytes'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base 64 without `btoa`, which WeChat lacks. */
function toBase64(bytes: ArrayLike<number>): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const shown = Math.min(4, bytes.length - at + 1)
    text += digits.map((digit, index) => (index < shown ? (ALPHABET[digit] ?? '') : '=')).join('')
  }
  return text
}

/** UTF-8 without `TextEncoder`, which WeChat lacks as well. */
const utf8 = (text: string): number[] =>
  Array.from(encodeURIComponent(text).match(/%[0-9A-F]{2}|./g) ?? [], (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )

/**
 * A valid receipt as a file of c2sp.org/tlog-proof: the proof is that of its last head, which other programs can check,
 * and the line `extra` contains the receipt. `scripts/verify-receipt.mjs` reads and writes the same bytes.
 */
export function tlogProof(receipt: AnyReceipt): string {
  const { head, heads, checkpoint } = receipt
  const path = heads.head.map((hash) => `${toBase64(fromHex(hash) ?? [])}\n`).join('')
  const extra = toBase64(utf8(JSON.stringify(receipt)))
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${head.number - 1}\n${path}\n${checkpoint}`
}
