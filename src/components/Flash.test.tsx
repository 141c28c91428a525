import { act, render } from '@testing-library/react'
import { Flash } from './Flash'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a price lights up in the color of its way, stays lit while others follow, and fades once it rests', () => {
  const { container, rerender } = render(<Flash text="10.0" value={10} />)
  const copy = () => container.querySelector('.flash__copy')?.className
  const moves = (value: number) => rerender(<Flash text={value.toFixed(1)} value={value} />)
  const rests = (ms: number) => act(() => jest.advanceTimersByTime(ms))
  rests(1_000)
  expect(copy()).toBeUndefined()
  moves(11)
  expect(copy()).toBe('flash__copy up flash__copy--lit')
  rests(200)
  moves(10)
  rests(200)
  expect(copy()).toBe('flash__copy down flash__copy--lit')
  rests(100)
  expect(copy()).toBe('flash__copy down')
})
