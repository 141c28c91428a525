import fc from 'fast-check'
import {
  isInvalidAccount,
  isInvalidCode,
  isInvalidEmail,
  isInvalidIdNumber,
  isInvalidName,
  isInvalidPhone,
} from './validate'

const HUGE = '1'.repeat(1_000_000)
const checks = { isInvalidAccount, isInvalidCode, isInvalidEmail, isInvalidIdNumber, isInvalidName, isInvalidPhone }

describe.each(Object.entries(checks))('%s', (_name, isInvalid) => {
  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a huge text', HUGE],
    ['a NUL', '\0'],
    ['a lone surrogate', '\ud83d'],
  ])('refuses %s', (_what, text) => {
    expect(isInvalid(text)).toBe(true)
  })
})

describe('isInvalidAccount: 6 to 12 word characters', () => {
  it.each(['abcdef', 'abcdefghijkl', 'lin_mei88', '123456', '______', 'ABCdef'])('takes %j', (text) => {
    expect(isInvalidAccount(text)).toBe(false)
  })

  it.each('abcde|abcdefghijklm|abc def|abc-def|abcdé1|林美美美美美|１２３４５６|abcdef\n|\nabcdef'.split('|'))(
    'refuses %j',
    (text) => {
      expect(isInvalidAccount(text)).toBe(true)
    },
  )
})

describe('isInvalidName: 2 to 5 Chinese characters', () => {
  it.each(['李雷', '欧阳娜娜', '一二三四五', '𠮷野', '龘龘', '李〇'])('takes %j', (text) => {
    expect(isInvalidName(text)).toBe(false)
  })

  it.each(['李', '一二三四五六', '李Lei', 'Li Lei', '李 雷', '李雷\n', 'やまだ', '김철수', '李雷。', '𠮷', '李１'])(
    'refuses %j',
    (text) => {
      expect(isInvalidName(text)).toBe(true)
    },
  )
})

describe('isInvalidIdNumber: 15 digits, 18 digits, or 17 digits and a digit or X', () => {
  it.each(['110105491231002', '110105194912310021', '11010519491231002X'])('takes %j', (text) => {
    expect(isInvalidIdNumber(text)).toBe(false)
  })

  const DIGITS = '11010549123100|1101054912310021|11010519491231002|1101051949123100212|１１０１０５４９１２３１００２'
  const SIGNS = '11010519491231002x|11010549123100X|X10105194912310021|11010519491231002X\n|11010519491231002XX'
  it.each(`${DIGITS}|${SIGNS}|-10105491231002|1.0105491231002`.split('|'))('refuses %j', (text) => {
    expect(isInvalidIdNumber(text)).toBe(true)
  })
})

describe('isInvalidPhone: 1, one of 3 4 5 7 8 9, nine digits', () => {
  it.each(['13', '14', '15', '17', '18', '19'])('takes numbers that begin with %s', (start) => {
    expect(isInvalidPhone(`${start}012345678`)).toBe(false)
  })

  it.each(['10', '11', '12', '16', '23', '03'])('refuses numbers that begin with %s', (start) => {
    expect(isInvalidPhone(`${start}012345678`)).toBe(true)
  })

  it.each('1301234567|130123456789|13012345678\n|+8613012345678|130 1234 5678|１３０12345678|1301234567e'.split('|'))(
    'refuses %j',
    (text) => {
      expect(isInvalidPhone(text)).toBe(true)
    },
  )
})

describe('isInvalidCode: exactly 4 digits', () => {
  it('takes any four digits, and nothing else', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 9999 }), (code) => !isInvalidCode(String(code).padStart(4, '0'))))
    for (const text of ['123', '12345', '1234\n', '12 34', '１２３４', '-123', '1e10', '12.4', '٤٤٤٤']) {
      expect(isInvalidCode(text)).toBe(true)
    }
  })
})

describe('isInvalidEmail: standard address form', () => {
  it.each(['a@b.co', 'lin.mei+trade@mail.example.com', "o'neil@example.org", 'x@1.example', 'x@xn--fiqs8s.xn--fiqs8s'])(
    'takes %j',
    (text) => {
      expect(isInvalidEmail(text)).toBe(false)
    },
  )

  it.each([
    ...'a|@b.co|a@|a@b|a@b.c|a@b..co|a@.co|a@b.co.|.a@b.co|a.@b.co|a..b@b.co|a b@c.co|a@b@c.co'.split('|'),
    ...'a@-b.co|a@b-.co|a@b.123|a@b_c.co|a@b.co\n|a＠b.co'.split('|'),
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
  ])('refuses %j', (text) => {
    expect(isInvalidEmail(text)).toBe(true)
  })
})
