import { bannedIn, listProblems, parseTerms, patternOf } from '../../scripts/checks/termRules.mjs'

const LIST = `# Terms

| Concept | Word | Not | Only or except |
| --- | --- | --- | --- |
| order | Auftrag | Order*, Zeitorder | |
| price | Kurs | Preis | except \`trade.placed\` |
| out of savings | Entnahme | Auszahlung | \`savings.\`, \`documents/savings-rules\` |
`
const terms = parseTerms(LIST)
const found = (text: string, place = 'trade.place') => bannedIn(text, place, terms, 'de-DE').map(({ found }) => found)

test('a list is read row by row', () => {
  expect(terms).toHaveLength(3)
  expect(terms[1]).toEqual({
    concept: 'price',
    word: 'Kurs',
    banned: ['Preis'],
    places: ['trade.placed'],
    isExcept: true,
  })
})

test('a banned word is found in any case, as a whole word', () => {
  expect(found('Der Preis ist alt.')).toEqual(['Preis'])
  expect(found('Der Ordner und die Preisliste')).toEqual([])
  expect(found('Ihre Orderergebnisse')).toEqual(['Order'])
  expect(found('KEINE ZEITORDER')).toEqual(['ZEITORDER'])
  expect(found('{{Preis}} [Hilfe](/preis)')).toEqual([])
})

test('a ban holds only where its row says', () => {
  expect(found('Preis', 'trade.placed')).toEqual([])
  expect(found('Auszahlung', 'wallet.withdraw.one')).toEqual([])
  expect(found('Auszahlung', 'savings.transferOut')).toEqual(['Auszahlung'])
  expect(found('Auszahlung', 'documents/savings-rules')).toEqual(['Auszahlung'])
})

test('where words have no spaces between them, a variant is found anywhere', () => {
  expect(patternOf('出金', 'ja-JP').test('本日の出金回数')).toBe(true)
  expect(patternOf('trước đó', 'vi-VN').test('hôm trước\u00a0đó')).toBe(true)
  expect(patternOf('chi', 'vi-VN').test('chiều')).toBe(false)
})

test('a list that lacks a concept, doubles one or leaves a word out is refused', () => {
  const reference = parseTerms(LIST)
  expect(listProblems(terms, reference)).toEqual([])
  expect(listProblems(terms.slice(1), reference)).toEqual(['has no row for "order"'])
  expect(listProblems([...terms, terms[0]], reference)).toEqual(['has a row "order" too many'])
  expect(listProblems([...terms].reverse(), reference)).toEqual(['has its rows in another order than en-US'])
  expect(listProblems([{ ...terms[0], word: '' }, ...terms.slice(1)], reference)).toEqual(['has no word for "order"'])
})
