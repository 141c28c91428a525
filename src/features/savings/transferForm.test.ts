import { savingsOf } from '../../../test/client/factories'
import { typedAmountOf } from '../../../test/client/forms'
import { blocksAll, mostOf, openTransfer, toAmount, validate } from './transferForm'

const TERMS = savingsOf()
const SCALE = 2
const typed = (direction: 'in' | 'out', text: string) => typedAmountOf(openTransfer(direction), [text])
const problem = (direction: 'in' | 'out', text: string, over: Parameters<typeof savingsOf>[0] = {}) => {
  const terms = savingsOf(over)
  return validate(typed(direction, text), terms, SCALE)
}

describe('the most that can be moved', () => {
  const most = (direction: 'in' | 'out', over: Parameters<typeof savingsOf>[0] = {}) =>
    mostOf(direction, savingsOf(over), SCALE)

  test('is what there is, up to the limit', () => {
    expect(most('in')).toBe('9310.00')
    expect(most('in', { depositMaximum: '5000.00' })).toBe('5000.00')
    expect(most('out')).toBe('2670.36')
    expect(most('out', { transferOutLeft: '1000.50' })).toBe('1000.50')
    expect(most('in', { available: '0.00' })).toBe('0.00')
  })

  test('is never more than a field takes', () => {
    expect(most('in', { available: '5000000.00', depositMaximum: '5000000.00' })).toBe('999999.00')
  })
})

describe('a deposit', () => {
  test.each([
    ['', {}, 'empty'],
    ['0.99', {}, 'tooLow'],
    ['1', {}, undefined],
    ['9310', {}, undefined],
    ['9310.01', {}, 'insufficient'],
    ['5000.01', { depositMaximum: '5000.00' }, 'tooHigh'],
    ['5000', { depositMaximum: '5000.00' }, undefined],
    ['100', { depositsLeft: 0 }, 'noneLeft'],
    ['100', { transfersOutLeft: 0, confirmed: '0.00', transferOutLeft: '0.00' }, undefined],
  ] as const)('of "%s" with %j: %s', (text, over, expected) => {
    expect(problem('in', text, over)).toBe(expected)
  })
})

describe('a transfer out', () => {
  test.each([
    ['', {}, 'empty'],
    ['0', {}, undefined],
    ['0.01', {}, undefined],
    ['2670.36', {}, undefined],
    ['2670.37', {}, 'insufficient'],
    ['1000.01', { transferOutLeft: '1000.00' }, 'aboveDay'],
    ['1', { transferOutLeft: '0.00' }, 'dayUsedUp'],
    ['1', { confirmed: '0.00' }, 'nothingConfirmed'],
    ['1', { transfersOutLeft: 0, confirmed: '0.00' }, 'noneLeft'],
    ['1', { depositsLeft: 0, available: '0.00' }, undefined],
  ] as const)('of "%s" with %j: %s', (text, over, expected) => {
    expect(problem('out', text, over)).toBe(expected)
  })
})

test('a block stands before anything is typed, a wrong amount does not', () => {
  expect(blocksAll(problem('out', '', { confirmed: '0.00' }))).toBe(true)
  expect(blocksAll(problem('in', '', { depositsLeft: 0 }))).toBe(true)
  expect(blocksAll(problem('in', ''))).toBe(false)
  expect(blocksAll(undefined)).toBe(false)
})

test('only a valid form has an amount to send, in the digits of the wire', () => {
  expect(toAmount(typed('in', '100.'), TERMS, SCALE)).toBe('100.00')
  expect(toAmount(typed('in', '9310.01'), TERMS, SCALE)).toBeUndefined()
})
