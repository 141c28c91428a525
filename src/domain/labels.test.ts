import fc from 'fast-check'
import { badgeText, clampPercent, deviceParts, evenParts, isSimulatedMarket, maskText } from './labels'

test.each([
  [0, ''],
  [-1, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread shows %p', (unread, text) => {
  expect(badgeText(unread)).toBe(text)
})

test('a device is named in two parts, where it has two', () => {
  expect(deviceParts('Samsung Internet on Android')).toEqual({ browser: 'Samsung Internet', system: 'Android' })
  expect(deviceParts('App')).toBeUndefined()
})

test('invented and recorded prices are no market of now, those of exchanges are', () => {
  expect(['simulated', 'replay:day.csv'].map(isSimulatedMarket)).toEqual([true, true])
  expect(['binance', 'okx', 'binance,okx'].map(isSimulatedMarket)).toEqual([false, false, false])
})

describe('maskText', () => {
  it('masks from the start up to the end', () => {
    expect(maskText('13812345678', 3, 7)).toBe('138****5678')
    expect(maskText('13812345678', 0, 11)).toBe('***********')
    expect(maskText('13812345678', 3, 3)).toBe('13812345678')
    expect(maskText('abcdef', 2, 4, '•')).toBe('ab••ef')
    expect(maskText('abcdef', 2, 4, '')).toBe('abef')
    expect(maskText('', 0, 5)).toBe('')
  })

  it('cuts positions to the text, and counts characters, not halves of them', () => {
    expect(maskText('abc', -5, 1)).toBe('*bc')
    expect(maskText('abc', 0, Number.POSITIVE_INFINITY)).toBe('***')
    expect(maskText('😀𠮷c', 1, 2)).toBe('😀*c')
  })

  it('throws when the start exceeds the end', () => {
    for (const start of [2, Number.NaN]) expect(() => maskText('abc', start, 1)).toThrow(RangeError)
  })

  it('never changes the length, and shows nothing of what it masks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), fc.nat(40), (text, start, length) => {
        const characters = Array.from(text)
        const masked = Array.from(maskText(text, start, start + length, '\u2022'))
        expect(masked).toHaveLength(characters.length)
        expect(masked.slice(start, start + length).every((character) => character === '\u2022')).toBe(true)
      }),
    )
  })
})

describe('clampPercent', () => {
  it.each([
    [50, 50],
    [0.01, 0.01],
    [0, 0.01],
    [100.0001, 100],
    [Number.POSITIVE_INFINITY, 100],
    [Number.NaN, 0.01],
  ])('%p shows as %p', (percent, expected) => {
    expect(clampPercent(percent)).toBe(expected)
  })
})

describe('evenParts', () => {
  it.each([
    ['TSaQxrBZkKc8NSFtHxwiBtzLUk5KR9czQW', [17, 17]],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', [21, 21]],
    ['FD-2Q28EC0007', [13]],
    ['0000 0000 0000 0000 0000 0000', [29]],
    ['', []],
  ])('%p is shown in parts of %p characters and nothing of it is lost', (text, lengths) => {
    const parts = evenParts(text, 22)
    expect(parts.map((part) => part.length)).toEqual(lengths)
    expect(parts.join('')).toBe(text)
  })
})
