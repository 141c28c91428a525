import { until } from '../support/until'

test('the first answer that is something is returned', async () => {
  const answers = [false, undefined, null, 0]
  expect(await until('a number', () => answers.shift(), { everyMs: 1 })).toBe(0)
})

test('time that is up names what was waited for and what there is instead', async () => {
  const waiting = until('rain', () => false, { withinMs: 5, everyMs: 1, describe: () => 'It is dry.' })
  await expect(waiting).rejects.toThrow(/^Waited \d+ ms for rain\. It is dry\.$/)
})

test('an error of the check is not swallowed', async () => {
  await expect(until('rain', () => Promise.reject(new Error('no window')))).rejects.toThrow('no window')
})
