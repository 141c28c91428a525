import fc from 'fast-check'
import {
  addMoney,
  compareMoney,
  type Money,
  moneyText,
  multiplyByBp,
  negateMoney,
  parseMoney,
  subtractMoney,
  zeroMoney,
} from './money'

const LIMIT = 10n ** 18n
const minor = fc.bigInt({ min: 1n - LIMIT, max: LIMIT - 1n })

function textOf(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function moneyOf(text: string, scale?: number): Money {
  const parsed = parseMoney(text, scale)
  if (!parsed) throw new Error(`Not an amount: ${text}`)
  return parsed
}

describe('parseMoney and moneyText', () => {
  it('keep every amount of the wire', () => {
    fc.assert(fc.property(minor, (value) => expect(moneyText(moneyOf(textOf(value)))).toBe(textOf(value))))
  })

  it('fill decimals up to the scale', () => {
    expect(moneyText(moneyOf('100', 2))).toBe('100.00')
    expect(moneyText(moneyOf('0.5', 2))).toBe('0.50')
    expect(moneyText(moneyOf('-0', 2))).toBe('0.00')
    expect(moneyText(moneyOf('007.10', 2))).toBe('7.10')
    expect(moneyText(moneyOf('5', 0))).toBe('5')
    expect(moneyText(zeroMoney(2))).toBe('0.00')
  })

  it.each(['', '.', '.5', '5.', '1,000', '1e3', ' 1', '1\n', '+1', '１', '1.234567', '12345678901234567', 'NaN'])(
    'refuse %j',
    (text) => {
      expect(parseMoney(text, 2)).toBeUndefined()
    },
  )

  it('refuse more decimals than the currency has', () => {
    expect(parseMoney('1.234', 2)).toBeUndefined()
    expect(parseMoney('1.5', 0)).toBeUndefined()
  })
})

describe('sums', () => {
  it('add, subtract, negate and compare exactly', () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        const left = moneyOf(textOf(a))
        const right = moneyOf(textOf(b))
        expect(moneyText(addMoney(left, right))).toBe(textOf(a + b))
        expect(moneyText(subtractMoney(left, right))).toBe(textOf(a - b))
        expect(moneyText(negateMoney(left))).toBe(textOf(-a))
        expect(compareMoney(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  it('hold across scales', () => {
    expect(moneyText(addMoney(moneyOf('1'), moneyOf('0.05')))).toBe('1.05')
    expect(compareMoney(moneyOf('1'), moneyOf('1.00'))).toBe(0)
  })
})

describe('multiplyByBp', () => {
  it('rounds down, also below zero', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 1_000_000 }), (value, bp) => {
        const product = value * BigInt(bp)
        const floor = product / 10_000n - (product < 0n && product % 10_000n !== 0n ? 1n : 0n)
        expect(moneyText(multiplyByBp(moneyOf(textOf(value)), bp))).toBe(textOf(floor))
      }),
    )
    expect(moneyText(multiplyByBp(moneyOf('0.01'), 9999))).toBe('0.00')
  })

  it('refuses a rate that is not whole', () => {
    for (const bp of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => multiplyByBp(moneyOf('1.00'), bp)).toThrow(RangeError)
    }
  })
})
