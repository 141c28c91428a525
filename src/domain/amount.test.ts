import fc from 'fast-check'
import { sanitizeAmount, sanitizeAmountInput } from './amount'

const typed = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'0123456789..-+e,￥ ') }),
  fc.double().map(String),
  fc.bigInt().map(String),
)

describe('sanitizeAmount', () => {
  it.each([
    ['', ''],
    ['abc', ''],
    ['.', ''],
    ['...', ''],
    ['１２３', ''],
    ['100', '100'],
    ['1,000', '1000'],
    ['￥ 12.50 元', '12.50'],
    ['1..5', '1.5'],
    ['1...5', '1.5'],
    ['1.2.3', '1.23'],
    ['..5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['00.50', '0.50'],
    ['12.345', '12.34'],
    ['12.999', '12.99'],
    ['0.1', '0.1'],
    ['0', '1'],
    ['000', '1'],
    ['0.00', '1'],
    ['0.001', '1'],
    ['-0', '1'],
    ['-5', '5'],
    ['1e5', '15'],
    ['1e-5', '15'],
    ['999999', '999999'],
    ['999999.00', '999999.00'],
    ['999999.01', '999999'],
    ['999999.001', '999999'],
    ['1000000', '999999'],
    ['NaN', ''],
    ['Infinity', ''],
    ['12\n34', '1234'],
    ['٣٤', ''],
  ])('makes %j into %j', (text, expected) => {
    expect(sanitizeAmount(text)).toBe(expected)
  })

  it('clamps to the maximum it is given', () => {
    expect(sanitizeAmount('51', 50)).toBe('50')
    expect(sanitizeAmount('50.01', 50)).toBe('50')
    expect(sanitizeAmount('12.35', 12.3)).toBe('12.3')
    expect(sanitizeAmount('12.30', 12.3)).toBe('12.30')
    expect(sanitizeAmount('13', 12.349)).toBe('12.34')
    expect(sanitizeAmount('0', 0.5)).toBe('0.5')
    expect(sanitizeAmount('5', 0)).toBe('0')
    expect(sanitizeAmount('5', -1)).toBe('0')
    expect(sanitizeAmount('9999999', Number.NaN)).toBe('999999')
    expect(sanitizeAmount('9'.repeat(30), Number.POSITIVE_INFINITY)).toBe('9'.repeat(30))
    expect(sanitizeAmount('9007199254740993', 9007199254740992)).toBe('9007199254740992')
    expect(sanitizeAmount('', 50)).toBe('')
  })

  it('takes a text of any length', () => {
    expect(sanitizeAmount('9'.repeat(1_000_000))).toBe('999999')
    expect(sanitizeAmount('0'.repeat(1_000_000))).toBe('1')
    expect(sanitizeAmount(`1.${'9'.repeat(1_000_000)}`)).toBe('1.99')
    expect(sanitizeAmount('.'.repeat(1_000_000))).toBe('')
  })

  it('gives an amount within the bounds, or nothing, for any text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const amount = sanitizeAmount(text)
        if (amount === '') return
        expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d{1,2})?$/)
        expect(Number(amount)).toBeGreaterThan(0)
        expect(Number(amount)).toBeLessThanOrEqual(999_999)
      }),
    )
  })

  it('leaves its own result alone', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(999_999, 50, 0.5, 12.345), (text, max) => {
        const amount = sanitizeAmount(text, max)
        expect(sanitizeAmount(amount, max)).toBe(amount)
      }),
    )
  })
})

describe('sanitizeAmountInput', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['0.', '0.'],
    ['0.5', '0.5'],
    ['5.', '5.'],
    ['.', '.'],
    ['.5', '.5'],
    ['0.0', '0.0'],
    ['0.00', '0.00'],
    ['12.345', '12.34'],
    ['1..5', '1.5'],
    ['1.2.3', '1.23'],
    ['abc', ''],
    ['1000000', '999999'],
    ['999999.', '999999.'],
    ['999999.5', '999999'],
  ])('lets %j be typed as %j', (text, expected) => {
    expect(sanitizeAmountInput(text)).toBe(expected)
  })

  it('lets every allowed amount be typed character by character', () => {
    const amounts = fc.tuple(fc.integer({ min: 0, max: 999_998 }), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(amounts, ([whole, cents]) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`
        let field = ''
        for (const character of amount) field = sanitizeAmountInput(field + character)
        expect(field).toBe(amount)
      }),
    )
  })

  it('leaves its own result alone, and is what the form then reads', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const field = sanitizeAmountInput(text)
        expect(sanitizeAmountInput(field)).toBe(field)
        expect(sanitizeAmount(field)).toBe(sanitizeAmount(text))
      }),
    )
  })
})
