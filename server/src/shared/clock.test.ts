import { getEventListeners } from 'node:events'
import { systemClock } from './clock'

test('a signal ends every wait that is under way, and one listener serves all, those that ended by themselves too', async () => {
  const stopping = new AbortController()
  for (let wait = 0; wait < 3; wait++) await systemClock.sleep(1, stopping.signal)
  const ended: number[] = []
  const waits = [60_000, 50_000].map((ms) => systemClock.sleep(ms, stopping.signal).then(() => ended.push(ms)))
  await systemClock.sleep(5)
  expect(ended).toEqual([])
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
  stopping.abort()
  await Promise.all(waits)
  expect(ended).toEqual([60_000, 50_000])
  await systemClock.sleep(60_000, stopping.signal)
})
