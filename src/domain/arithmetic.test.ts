import fc from 'fast-check'
import { add, compare, divide, multiply, subtract } from './arithmetic'

/** numerator / denominator, as the reference that the helpers are compared with. */
type Rational = [bigint, bigint]

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 20 }))
  .map(([integer, scale]) => {
    const digits = (integer < 0n ? -integer : integer).toString().padStart(scale + 1, '0')
    const text = scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits
    return { text: integer < 0n ? `-${text}` : text, value: [integer, 10n ** BigInt(scale)] as Rational }
  })
const places = fc.integer({ min: 0, max: 12 })

function roundedText([numerator, denominator]: Rational, decimals: number): string {
  const negative = numerator < 0n !== denominator < 0n
  const n = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals)
  const d = denominator < 0n ? -denominator : denominator
  const digits = ((2n * n + d) / (2n * d)).toString().padStart(decimals + 1, '0')
  const text = decimals > 0 ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}

describe('against exact rationals', () => {
  it('adds, subtracts and multiplies', () => {
    fc.assert(
      fc.property(decimal, decimal, places, (a, b, p) => {
        const [an, ad] = a.value
        const [bn, bd] = b.value
        expect(add(a.text, b.text, p)).toBe(roundedText([an * bd + bn * ad, ad * bd], p))
        expect(subtract(a.text, b.text, p)).toBe(roundedText([an * bd - bn * ad, ad * bd], p))
        expect(multiply(a.text, b.text, p)).toBe(roundedText([an * bn, ad * bd], p))
      }),
    )
  })

  it('divides', () => {
    fc.assert(
      fc.property(decimal, decimal, places, (a, b, p) => {
        fc.pre(b.value[0] !== 0n)
        expect(divide(a.text, b.text, p)).toBe(roundedText([a.value[0] * b.value[1], a.value[1] * b.value[0]], p))
      }),
    )
  })

  it('compares', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const difference = a.value[0] * b.value[1] - b.value[0] * a.value[1]
        expect(compare(a.text, b.text)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      }),
    )
  })
})

describe('as PRODUCT.md 4.8 asks', () => {
  it('has no floating-point error', () => {
    expect(add(0.1, 0.2)).toBe('0.30')
    expect(subtract(0.3, 0.1)).toBe('0.20')
    expect(multiply(1.1, 1.1)).toBe('1.21')
    expect(multiply(19.9, 100)).toBe('1990.00')
    expect(divide(0.3, 0.1)).toBe('3.00')
    expect(add('9007199254740993', '0.01')).toBe('9007199254740993.01')
  })

  it('rounds to 2 places, half away from zero', () => {
    expect(add('1.005', 0)).toBe('1.01')
    expect(multiply(1.005, 1)).toBe('1.01')
    expect(multiply(-1.005, 1)).toBe('-1.01')
    expect(subtract('0', '0.004')).toBe('0.00')
    expect(subtract('0', '0.005')).toBe('-0.01')
    expect(divide(1, 3)).toBe('0.33')
    expect(divide(2, 3)).toBe('0.67')
    expect(divide(-1, 8)).toBe('-0.13')
    expect(divide(1, 8)).toBe('0.13')
  })

  it('rounds to the places it is given', () => {
    expect(divide(1, 3, 6)).toBe('0.333333')
    expect(divide(5, 2, 0)).toBe('3')
    expect(divide(-5, 2, 0)).toBe('-3')
    expect(add('12.3456', 0, 3)).toBe('12.346')
    expect(add('12', 0, 3)).toBe('12.000')
  })

  it('takes exponents, signs and bare dots', () => {
    expect(add('1e3', '1E-2')).toBe('1000.01')
    expect(add(1e21, 1)).toBe('1000000000000000000001.00')
    expect(add(1e-7, 0, 7)).toBe('0.0000001')
    expect(add('+5', '-.5')).toBe('4.50')
    expect(add('5.', '0')).toBe('5.00')
    expect(add(-0, 0)).toBe('0.00')
    expect(add('007', '0')).toBe('7.00')
  })

  it('refuses division by zero', () => {
    for (const zero of [0, -0, '0', '0.00', '-0', '0e5']) expect(() => divide(1, zero)).toThrow(RangeError)
  })

  it('refuses what is not a finite decimal number', () => {
    const odd = [...'| |.|-|abc|1,000|1 2|0x10|１２|1e|1e99999|12n|1\n'.split('|'), '9'.repeat(1001)]
    for (const text of [...odd, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => add(text, 1)).toThrow(RangeError)
      expect(() => multiply(1, text)).toThrow(RangeError)
    }
    for (const count of [-1, 1.5, Number.NaN, 101]) expect(() => add(1, 1, count)).toThrow(RangeError)
  })
})
