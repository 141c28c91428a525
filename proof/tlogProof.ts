import type { AnyReceipt } from '../contract/proof'
import { toBase64 } from './base64'
import { fromHex } from './bytes'

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
