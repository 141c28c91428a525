import { TestClock } from '../../../test/testClock'
import { createRests } from './rests'
import type { Outcome } from './send'

test('a service that is silent five times in a row rests for half a minute; another one does not', async () => {
  const clock = new TestClock()
  const rests = createRests(clock)
  const asked: string[] = []
  const ask = (host: string, outcome: Outcome) =>
    rests.ask(`https://${host}/push/1`, async () => {
      asked.push(host)
      return outcome
    })
  const silent = { kind: 'later', silent: true } as const
  for (let times = 0; times < 4; times++) await ask('down.example', silent)
  // Any answer is a sign of life.
  await ask('down.example', { kind: 'later' })
  for (let times = 0; times < 7; times++) await ask('down.example', silent)
  expect(asked).toHaveLength(4 + 1 + 5)
  expect(await ask('down.example', { kind: 'sent' })).toEqual({ kind: 'later' })
  expect(await ask('up.example', { kind: 'sent' })).toEqual({ kind: 'sent' })
  await clock.advance(30_000)
  // One more try, and it rests again.
  await ask('down.example', silent)
  await ask('down.example', silent)
  expect(asked.slice(10)).toEqual(['up.example', 'down.example'])
  await clock.advance(30_000)
  await ask('down.example', { kind: 'sent' })
  await ask('down.example', silent)
  expect(asked).toHaveLength(14)
})
