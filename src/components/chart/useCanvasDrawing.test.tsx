import { act, renderHook } from '@testing-library/react'
import { type CanvasHandle, openCanvas } from '../../platform/canvas'
import { usePageShown } from '../../platform/usePageShown'
import { useCanvasDrawing } from './useCanvasDrawing'

jest.mock('../../platform/canvas', () => ({ openCanvas: jest.fn() }))
jest.mock('../../platform/usePageShown', () => ({ usePageShown: jest.fn() }))

test('a canvas that was made while its page was hidden is drawn once the page is shown, and once only', async () => {
  jest.useFakeTimers()
  const start = jest.fn(() => ({ input: {} as never, setSurface: jest.fn(), dispose: jest.fn() }))
  jest.mocked(openCanvas).mockResolvedValue(undefined)
  jest.mocked(usePageShown).mockReturnValue(false)
  const { rerender } = renderHook(() => useCanvasDrawing('chart-1', start))
  await act(() => jest.advanceTimersByTimeAsync(5_000))
  expect(start).not.toHaveBeenCalled()

  jest.mocked(openCanvas).mockResolvedValue({ context: {} } as CanvasHandle)
  jest.mocked(usePageShown).mockReturnValue(true)
  rerender()
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  jest.mocked(usePageShown).mockReturnValue(false)
  rerender()
  jest.mocked(usePageShown).mockReturnValue(true)
  rerender()
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  expect(start).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})
