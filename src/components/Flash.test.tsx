import { render } from '@testing-library/react'
import { Flash } from './Flash'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function show() {
  const { container, rerender } = render(<Flash text="68,510.0" value={68_510} />)
  const copy = () => container.querySelector('.flash__copy')
  return {
    copy,
    lit: () => {
      const [same, ...rest] = copy()?.childNodes ?? []
      return [same?.textContent, rest.map(({ textContent }) => textContent).join('')]
    },
    /** The price after some time. */
    moves(text: string, afterMs = 0) {
      jest.advanceTimersByTime(afterMs)
      rerender(<Flash text={text} value={Number(text.replace(',', ''))} />)
    },
  }
}

test('only the digits that changed light up, in the color of their way', () => {
  const { copy, lit, moves } = show()
  expect(copy()).toBeNull()
  moves('68,519.8')
  expect(copy()).toHaveClass('up')
  expect(lit()).toEqual(['68,51', '9.8'])
  moves('68,499.8', 3_000)
  expect(copy()).toHaveClass('down')
  expect(lit()).toEqual(['68,', '499.8'])
})

test('a busy market flashes no more often than a quiet one, so that the price is in color a seventh of the time at most', () => {
  const { copy, lit, moves } = show()
  let flashes = 0
  let before: Element | null = null
  for (let step = 0; step < 120; step += 1) {
    moves(step % 2 === 0 ? '68,519.8' : '68,510.0', 125)
    if (copy() !== before) flashes += 1
    before = copy()
    expect(lit().join('')).toBe(step % 2 === 0 ? '68,519.8' : '68,510.0')
  }
  // 15 s; a flash takes 320 ms.
  expect(flashes).toBeGreaterThanOrEqual(5)
  expect((flashes * 320) / 15_000).toBeLessThan(0.15)
})
