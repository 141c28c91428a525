import { keepThaiWords, plainThaiWords } from './thaiWords'

const LINE = 'ทดลองวางออเดอร์ใหม่'
/** Where a line may break. */
const pieces = (text: string) =>
  text
    .split('\u200b')
    .map((piece) => [...new Intl.Segmenter('th', { granularity: 'word' }).segment(piece)].map((word) => word.segment))

test('no line breaks inside a word that browsers do not know, or inside the word before it', () => {
  expect(pieces(keepThaiWords(LINE))).toEqual([['ทดลอง', 'วาง'], ['ออ\u2060เด\u2060อร์'], ['ใหม่']])
  expect(pieces(keepThaiWords('โอนคริปโต'))).toEqual([['โอน'], ['ค\u2060ริ\u2060ป\u2060โต'], []])
})

test.each(['โพซิชัน', 'คริปโต', 'ลงนาม', 'ตรวจสอบ', 'กระทบ', 'แฮช', 'บุ๊กมาร์ก', 'หลักฐาน'])(
  '%s stays in one piece, too',
  (word) => {
    const [, middle] = pieces(keepThaiWords(`ของ${word}นี้`))
    expect(middle).toHaveLength(1)
  },
)

test('a file has the text without marks', () => {
  expect(plainThaiWords(keepThaiWords(LINE))).toBe(LINE)
})
