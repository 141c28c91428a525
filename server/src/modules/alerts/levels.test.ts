import { createLevels, type Level } from './levels'
import { alertPrice, priceUnits } from './price'

const levelOf = (number: bigint, direction: 1 | -1, price: string, after = 0): Level => ({
  number,
  userId: number % 3n,
  productId: 1,
  direction,
  price,
  after,
})
const tickOf = (sequence: number, price: string) => ({ sequence, atMs: sequence, price })

test.each([1, 7, 100])('the same hits as looking at every level, %d at a time', (batch) => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const levels = createLevels()
  const all = new Map<bigint, Level>()
  for (let from = 0; from < 700; from += batch) {
    const some = Array.from({ length: batch }, (_, at) =>
      levelOf(BigInt(from + at), random(2) === 0 ? 1 : -1, `${90 + random(20)}.${random(10)}`, random(4)),
    )
    levels.put(some)
    for (const level of some) all.set(level.number, level)
    const gone = Array.from({ length: batch >> 1 }, () => BigInt(random(from + batch)))
    levels.remove(gone)
    for (const number of gone) all.delete(number)
  }
  expect(levels.size()).toBe(all.size)
  const ticks = [1, 2, 3, 4, 5].map((sequence) => tickOf(sequence, `${95 + random(10)}.${random(10)}5`))
  const expected = [...all.values()].flatMap((level) => {
    const first = ticks.find(
      (tick) => tick.sequence > level.after && (Number(tick.price) - Number(level.price)) * level.direction >= 0,
    )
    return first ? [[level.number, first.sequence]] : []
  })
  const byNumber = (pairs: (bigint | number | undefined)[][]) => pairs.sort((a, b) => Number(a[0]) - Number(b[0]))
  expect(byNumber(levels.hits(1, ticks).map(({ number, tick }) => [number, tick.sequence]))).toEqual(byNumber(expected))
  expect(expected.length).toBeGreaterThan(50)
})

test('a product without levels is not watched any more', () => {
  const levels = createLevels()
  levels.put([levelOf(4n, 1, '5')])
  levels.put([{ ...levelOf(4n, -1, '5'), after: 9 }])
  expect([levels.size(), levels.products(), levels.ofUser(1n)]).toEqual([1, [1], [4n]])
  expect(levels.hits(1, [tickOf(9, '1')])).toEqual([])
  expect(levels.hits(1, [tickOf(10, '6')])).toEqual([])
  expect(levels.hits(1, [tickOf(10, '5.0')])).toHaveLength(1)
  levels.remove([4n])
  expect([levels.isWatched(1), levels.ofUser(1n), levels.hits(1, [tickOf(11, '1')])]).toEqual([false, [], []])
})

test('prices are compared exactly and written with the decimals of their product', () => {
  expect(priceUnits('0.000000000001')).toBe(1n)
  expect(priceUnits('9007199254740993.1') - priceUnits('9007199254740993')).toBe(100_000_000_000n)
  expect([alertPrice('007', 2), alertPrice('7.1', 2), alertPrice('7', 0), alertPrice('0.001', 3)]).toEqual([
    '7.00',
    '7.10',
    '7',
    '0.001',
  ])
  expect([alertPrice('7.10', 1), alertPrice('7.0', 0)]).toEqual(['7.1', '7'])
  expect([
    alertPrice('7.11', 1),
    alertPrice('0.0', 2),
    alertPrice('', 2),
    alertPrice(' 7', 2),
    alertPrice('7.', 2),
  ]).toEqual(Array(5).fill(undefined))
})
