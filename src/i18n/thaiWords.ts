/**
 * Browsers find Thai words by a dictionary. It lacks the loanword for "order", so that lines would break inside it and
 * inside the word before it. A zero-width space is where a line may break, a word joiner is where it may not.
 */
const ORDER = 'ออเดอร์'
const ORDER_IN_ONE_PIECE = '\u200bออ\u2060เด\u2060อร์\u200b'

/** The text as it is shown. */
export const keepThaiWords = (text: string): string => text.split(ORDER).join(ORDER_IN_ONE_PIECE)

/** The text as other programs take it, e.g. in a file. */
export const plainThaiWords = (text: string): string => text.replace(/[\u200b\u2060]/g, '')

/** The same for all texts of a locale. */
export const keepThaiWordsIn = <T extends object>(texts: T): T => JSON.parse(keepThaiWords(JSON.stringify(texts)))
