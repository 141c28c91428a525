/** First byte of a text frame that is a whole message (RFC 6455, section 5.2). */
const WHOLE_TEXT = 0x81
/** A length in the second byte; else this says how many bytes it takes. */
const SHORT_MAX = 125
const TWO_BYTES = 126
const TWO_BYTES_MAX = 0xffff
const EIGHT_BYTES = 127

const headerLength = (length: number) => (length <= SHORT_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10)

/** A text message as the bytes of its frame, which can be written to any number of sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = headerLength(length)
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = WHOLE_TEXT
  frame[1] = start === 2 ? length : start === 4 ? TWO_BYTES : EIGHT_BYTES
  if (start === 4) frame.writeUInt16BE(length, 2)
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, start)
  return frame
}
