/** Methods of the runtime that are taken away to see what is put in their place. */
const TAKEN: [object, string][] = [
  [Array.prototype, 'flat'],
  [Array.prototype, 'flatMap'],
  [Array.prototype, 'at'],
  [String.prototype, 'replaceAll'],
  [Object, 'fromEntries'],
  [Promise.prototype, 'finally'],
]

const own = TAKEN.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name))

beforeAll(() => {
  for (const [owner, name] of TAKEN) Reflect.deleteProperty(owner, name)
  jest.isolateModules(() => require('./oldRuntimes'))
})
afterAll(() => {
  TAKEN.forEach(([owner, name], index) => {
    const descriptor = own[index]
    if (descriptor) Object.defineProperty(owner, name, descriptor)
  })
})

test('what was missing is there and does the same', async () => {
  expect([1, [2, [3, [4]]]].flat()).toEqual([1, 2, [3, [4]]])
  expect([1, [2, [3, [4]]]].flat(2)).toEqual([1, 2, 3, [4]])
  expect(['a', 'b'].flatMap((item, index) => [item, index])).toEqual(['a', 0, 'b', 1])
  expect([[1, 2, 3].at(-1), [1, 2, 3].at(0), [1].at(5)]).toEqual([3, 1, undefined])
  expect('a.b.c'.replaceAll('.', '-')).toBe('a-b-c')
  expect(Object.fromEntries(new Map([['a', 1]]))).toEqual({ a: 1 })
  const seen: string[] = []
  await expect(Promise.resolve(7).finally(() => seen.push('done'))).resolves.toBe(7)
  await expect(Promise.reject(new Error('no')).finally(() => seen.push('failed'))).rejects.toThrow('no')
  expect(seen).toEqual(['done', 'failed'])
})

test('what is there stays as it is, and nothing shows when a list is walked', () => {
  const before = Array.prototype.map
  jest.isolateModules(() => require('./oldRuntimes'))
  expect(Array.prototype.map).toBe(before)
  const names: string[] = []
  for (const name in [1]) names.push(name)
  expect(names).toEqual(['0'])
})
