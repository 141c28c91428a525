import { csvText } from './csvText'

test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\nx', '＝1+1', '＋1', '－1', '＠A1'])(
  '%j is text, not a formula',
  (text) => {
    expect(csvText(['name'], [{ name: text }]).split('\r\n')[1]).toMatch(/^"?'/)
  },
)
