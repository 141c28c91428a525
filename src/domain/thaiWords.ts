/**
 * Browsers find Thai words by a dictionary. It lacks these, so that lines would break inside of them (at "|") and inside
 * the word before. A zero-width space is where a line may break, a word joiner is where it may not.
 */
const WORDS = 'ออ|เด|อร์ โพ|ซิ|ชัน ค|ริ|ป|โต ลง|นาม ตรวจ|สอบ กระ|ทบ แฮ|ช พุ|ช แช|ต บุ๊|กมาร์ก หลัก|ฐาน'
  .split(' ')
  .map((word) => word.split('|'))

/** The text as it is shown. */
export const keepThaiWords = (text: string): string =>
  WORDS.reduce((all, word) => all.split(word.join('')).join(`\u200b${word.join('\u2060')}\u200b`), text)

/** The text as other programs take it, e.g. in a file. */
export const plainThaiWords = (text: string): string => text.replace(/[\u200b\u2060]/g, '')
