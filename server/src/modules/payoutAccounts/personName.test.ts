import { isSameName } from './personName'

test.each([
  ['王小明', '王小明'],
  ['王 小明', '王小明'],
  ['Nguyễn Văn Đạt', 'NGUYEN VAN DAT'],
  ['Nguyễn Văn Đạt', 'Đạt Nguyễn Văn'],
  ['Anna-Lena Müller', 'MUELLER, Anna Lena'],
  ['Anna-Lena Müller', 'muller anna lena'],
  ['Jürgen Groß', 'JUERGEN GROSS'],
  ["Conor O'Brien", 'OBrien Conor'],
  ["Conor O'Brien", 'Conor O’Brien'],
  ['Ｊｏｈｎ　Ｓｍｉｔｈ', 'Smith John'],
  ['สมชาย ใจดี', 'ใจดี สมชาย'],
  ['田中 太郎', '田中太郎'],
])('%s is %s', (one, other) => expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true]))

test.each([
  ['王小明', '王小红'],
  ['Anna Müller', 'Anna Maria Müller'],
  ['Anna Müller', 'A. Müller'],
  ['สมชาย', 'สมชัย'],
  ['田中 太郎', 'Tanaka Taro'],
  ['--', '..'],
  ['がく', 'かく'],
])('%s is not %s', (one, other) => expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false]))
