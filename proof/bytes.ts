/** Bytes of the proof's texts and their hex. */

const HEX = '0123456789abcdef'

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += `${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`
  return text
}

/** Undefined for a text that is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** The texts of docs/PROOF_FORMAT.md are ASCII; anything else cannot be one of them. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    bytes[index] = code < 128 ? code : 63
  }
  return bytes
}
