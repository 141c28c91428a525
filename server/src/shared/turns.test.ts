import { createTurns, TurnsTakenError } from './turns'

test('so much runs at once, so much waits in its order, and the rest is refused', async () => {
  const inTurn = createTurns(2, 3)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (index: number) => () =>
    new Promise<number>((end) => {
      begun.push(index)
      ends.push(() => end(index))
    })
  const outcomes = [0, 1, 2, 3, 4, 5].map((index) => inTurn(work(index)).catch((error) => error))
  expect(await outcomes[5]).toBeInstanceOf(TurnsTakenError)
  expect(begun).toEqual([0, 1])
  for (let at = 0; at < 5; at++) {
    ends[at]?.()
    expect(await outcomes[at]).toBe(at)
    await new Promise(setImmediate)
  }
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('work that fails hands its turn on', async () => {
  const inTurn = createTurns(1, 1)
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
