import { BoundedMap, remember } from './cache'

test('what was set longest ago makes room, and setting again counts', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('an answer is remembered until others take its place; a failure is not', async () => {
  const asked: string[] = []
  const answer = remember(2, async (key: string, times: number) => {
    asked.push(key)
    if (key === 'bad') throw new Error('no')
    return key.repeat(times)
  })
  expect(await answer('a', 2)).toBe('aa')
  expect(await answer('a', 3)).toBe('aa')
  await expect(answer('bad', 1)).rejects.toThrow('no')
  await expect(answer('bad', 1)).rejects.toThrow('no')
  await answer('b', 1)
  await answer('c', 1)
  expect(await answer('a', 1)).toBe('a')
  expect(asked).toEqual(['a', 'bad', 'bad', 'b', 'c', 'a'])
})
