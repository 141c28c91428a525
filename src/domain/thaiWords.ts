/**
 * Browsers find Thai words by a dictionary. It lacks these words, most of them loanwords, so that lines would break inside
 * them and inside the word before. A zero-width space is where a line may break, a word joiner is where it may not.
 */
const UNKNOWN = /ออเดอร์|คริปโต|โพซิชัน|แฮช|พุช|แชต|บุ๊กมาร์ก|กระทบ|โอเพน|อินดิเคเตอร์|โบลลิงเจอร์|แบนด์|สโตแคสติก|เอ็กซ์โพเนนเชียล/g
/** A consonant inside a word, with a vowel that is written before it. */
const INSIDE = /(?!^)[เ-ไ]?[ก-ฮ]/g

/** The text as it is shown. */
export const keepThaiWords = (text: string): string =>
  text.replace(UNKNOWN, (word) => `\u200b${word.replace(INSIDE, '\u2060$&')}\u200b`)

/** The text as other programs take it, e.g. in a file. */
export const plainThaiWords = (text: string): string => text.replace(/[\u200b\u2060]/g, '')

/** The same for all texts of a locale. */
export const keepThaiWordsIn = <T extends object>(texts: T): T => JSON.parse(keepThaiWords(JSON.stringify(texts)))
