import { everyWhileVisible } from './whileVisible'

const show = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('it runs while the app is seen, rests without a timer while it is not, and runs at once when it is back', () => {
  const run = jest.fn()
  const stop = everyWhileVisible(1_000, run)
  jest.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(2)
  show('hidden')
  jest.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(jest.getTimerCount()).toBe(0)
  show('visible')
  expect(run).toHaveBeenCalledTimes(3)
  jest.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(5)
  stop()
  show('visible')
  jest.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(5)
})
