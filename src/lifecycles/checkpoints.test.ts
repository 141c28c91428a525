import { startCheckpoints } from './checkpoints'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('what is due is looked at every second, until it is disposed', () => {
  const fetchDue = jest.fn(async () => undefined)
  const lifecycle = startCheckpoints({ evidence: { fetchDue } })
  jest.advanceTimersByTime(3_000)
  expect(fetchDue).toHaveBeenCalledTimes(3)
  lifecycle.dispose()
  jest.advanceTimersByTime(3_000)
  expect(fetchDue).toHaveBeenCalledTimes(3)
})
