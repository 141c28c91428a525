import { toCsv } from './csv'

test('cells with commas, quotes and line ends are quoted, and the file says that it is UTF-8', () => {
  expect(toCsv([['a', 'b,c', 'say "hi"', 'two\nlines', '金额']], '.')).toBe(
    '\ufeffa,"b,c","say ""hi""","two\nlines",金额\r\n',
  )
})

test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\nx', '＝1+1', '＋1', '－1', '＠A1'])(
  '%j is text, not a formula',
  (text) => {
    expect(toCsv([[text]], '.').slice(1)).toMatch(/^"?'/)
  },
)

test('signed numbers stay numbers', () => {
  expect(toCsv([['-12.50', '7']], '.')).toBe('\ufeff-12.50,7\r\n')
})

test('where the decimal mark is a comma, semicolons are between the cells', () => {
  expect(toCsv([['-12.50', '1234', 'a;b', 'c,d', '-2+3', '2026.11.20']], ',')).toBe(
    '\ufeff-12,50;1234;"a;b";c,d;\'-2+3;2026.11.20\r\n',
  )
})
