import { axisPriceText, moveOf } from './price'

describe('moveOf', () => {
  it.each([
    ['1544.8', 'up'],
    ['-0.000000000001', 'down'],
    ['0.00', 'level'],
    ['-0', 'level'],
    [231, 'up'],
    [-42, 'down'],
    [0, 'level'],
  ])('%p is %s', (change, expected) => {
    expect(moveOf(change)).toBe(expected)
  })
})

describe('axisPriceText', () => {
  it('has the decimals of the product, and no negative zero', () => {
    expect(axisPriceText(68412.52, 1)).toBe('68412.5')
    expect(axisPriceText(-0.001, 2)).toBe('0.00')
    expect(axisPriceText(1.1, 5)).toBe('1.10000')
  })
})
