/**
 * Texts of staff are read within lines of other text. Embeddings, overrides and isolates (U+202A to 202E, 2066 to
 * 2069) turn around what follows them, and control characters but tabs and line breaks show as nothing or as something
 * else. No text needs these; joiners and the marks of right-to-left scripts (U+200C to 200F) belong to words and emoji,
 * and stay.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
const UNFIT = /[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u

/** The first such character in a text, or in any text of an object or a list (not in bytes), for example "U+202E". */
export function unfitCharacter(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const [found] = UNFIT.exec(value) ?? []
    return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
  for (const inner of Object.values(value)) {
    const found = unfitCharacter(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** Texts stored before such characters were refused, shown as they are, with nothing reversed. */
export const withoutTurns = (text: string): string => text.replace(TURNING, '')
