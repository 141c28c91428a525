/** Bytes of the proof's texts and their hex. */

const HEX = '0123456789abcdef'

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += `${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`
  return text
}

function digitAt(text: string, place: number): number {
  const code = text.charCodeAt(place)
  return code < 58 ? code - 48 : code - 87
}

/** Undefined for a text that is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = (digitAt(text, index * 2) << 4) | digitAt(text, index * 2 + 1)
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
