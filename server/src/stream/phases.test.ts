import { createPhases, PHASES, ROUNDS } from './phases'

function setUp() {
  let price = 1
  const figures = { change24h: '0', changeRate24hBp: 0, high24h: '0', low24h: '0', volume24h: '0', amount24h: '0' }
  const quote = (symbol: string) => ({ symbol, price: String(price), sequence: price, at: 1, ...figures })
  const hub = createPhases({ now: () => 5, quote, onSkipped: () => {} })
  const join = () => {
    const frames: string[] = []
    const member = hub.join({ bufferedAmount: 0, send: (frame) => void frames.push(frame.toString()) })
    hub.subscribe(member, ['A'])
    frames.length = 0
    return { member, frames }
  }
  const move = () => {
    price++
    hub.markChanged('A')
  }
  return { hub, join, move }
}

test('a price reaches everyone once within one turn of all parts, each part as large as the others', () => {
  const { hub, join, move } = setUp()
  const all = Array.from({ length: PHASES * 3 }, join)
  move()
  const served = Array.from({ length: PHASES }, () => {
    const before = all.filter(({ frames }) => frames.length > 0).length
    hub.flush()
    return all.filter(({ frames }) => frames.length > 0).length - before
  })
  expect(served).toEqual(Array(PHASES).fill(3))
  hub.flush()
  for (const { frames } of all) expect(frames).toHaveLength(1)
})

test('prices that come in step with the turns reach nobody sooner than others on the whole', () => {
  const { hub, join, move } = setUp()
  const all = Array.from({ length: PHASES }, join)
  const waits = all.map(() => 0)
  for (let turn = 0; turn < PHASES * (PHASES * ROUNDS + 1); turn++) {
    if (turn % PHASES === 0) move()
    hub.flush()
    for (const [index, { frames }] of all.entries()) {
      waits[index] = (waits[index] ?? 0) + frames.length * (turn % PHASES)
      frames.length = 0
    }
  }
  expect(Math.max(...waits) - Math.min(...waits)).toBeLessThanOrEqual(PHASES)
  expect(Math.min(...waits)).toBeGreaterThan(PHASES * ROUNDS)
})

test('who is served later gets what is newest then', () => {
  const { hub, join, move } = setUp()
  const all = Array.from({ length: PHASES }, join)
  for (let turn = 0; turn < PHASES; turn++) {
    move()
    hub.flush()
  }
  const prices = all.map(({ frames }) => /"rows":\[\["[^"]*","(\d+)"/.exec(frames.join())?.[1])
  expect(prices.sort()).toEqual(Array.from({ length: PHASES }, (_, turn) => String(turn + 2)))
})

test('a part that others left takes the next who come; who left hears nothing', () => {
  const { hub, join, move } = setUp()
  const [first, ...others] = Array.from({ length: PHASES }, join)
  if (first) hub.leave(first.member)
  const next = join()
  expect(hub.size()).toBe(PHASES)
  move()
  hub.flush()
  expect([first, next, ...others].map((one) => one?.frames.length)).toEqual([0, 1, ...others.map(() => 0)])
})
