import { joinSentences, labelled, listed } from './sentences'

test('sentences have a space between them only where the language has one', () => {
  expect(joinSentences('Eins.', 'Zwei.', 'de-DE')).toBe('Eins. Zwei.')
  expect(['zh-CN', 'zh-TW', 'ja-JP'].map((locale) => joinSentences('一。', '二。', locale as 'zh-CN'))).toEqual([
    '一。二。',
    '一。二。',
    '一。二。',
  ])
  expect(joinSentences('One.', '', 'en-US')).toBe('One.')
})

test('a colon is the language’s own', () => {
  expect([labelled('End', 'b', 'en-US'), labelled('终止', 'b', 'zh-CN'), labelled('Fin', 'b', 'fr-FR')]).toEqual([
    'End: b',
    '终止：b',
    'Fin\u00a0: b',
  ])
})

test('names in a row have the comma of the language', () => {
  expect([listed(['A', 'B'], 'en-US'), listed(['A', 'B'], 'ja-JP'), listed(['A'], 'zh-CN')]).toEqual([
    'A, B',
    'A、B',
    'A',
  ])
})
