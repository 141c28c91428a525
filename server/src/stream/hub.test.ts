import type { Quote } from '../../../contract/market'
import { BUFFERED_MAX, createHub } from './hub'

function setUp() {
  let price = 1
  let asked = 0
  let skipped = 0
  const quote = (symbol: string): Quote => {
    asked++
    const text = String(price)
    const figures = { change24h: '0', changeRate24hBp: 0, high24h: text, low24h: text, volume24h: '0', amount24h: '0' }
    return { symbol, price: text, sequence: price, at: 1, ...figures }
  }
  const hub = createHub({ now: () => 5, quote, onSkipped: () => skipped++ })
  const join = () => {
    const socket = {
      bufferedAmount: 0,
      frames: [] as string[],
      send: (frame: string) => void socket.frames.push(frame),
    }
    return { socket, member: hub.join(socket) }
  }
  const move = (...symbols: string[]) => {
    price++
    for (const symbol of symbols) hub.markChanged(symbol)
  }
  const pricesOf = (frame: string | undefined) =>
    (JSON.parse(frame ?? '{}') as { quotes: Quote[] }).quotes.map(({ symbol, price: text }) => `${symbol} ${text}`)
  return { hub, join, move, pricesOf, asked: () => asked, skipped: () => skipped }
}

test('members of one set share one frame, which holds only the latest of what changed', () => {
  const { hub, join, move, pricesOf, asked } = setUp()
  const members = Array.from({ length: 50 }, join)
  for (const [index, { member }] of members.entries()) hub.subscribe(member, index % 2 ? ['A', 'B'] : ['B', 'A', 'A'])
  const before = asked()
  move('A')
  move('A')
  hub.flush()
  hub.flush()
  expect(asked() - before).toBe(1)
  for (const { socket } of members) expect(socket.frames).toHaveLength(2)
  expect(pricesOf(members[0]?.socket.frames[1])).toEqual(['A 3'])
  expect(new Set(members.map(({ socket }) => socket.frames[1])).size).toBe(1)
})

test('a slow reader is skipped, queues nothing, and then gets the newest of everything', () => {
  const { hub, join, move, pricesOf, skipped } = setUp()
  const { socket, member } = join()
  const other = join()
  hub.subscribe(member, ['A', 'B'])
  hub.subscribe(other.member, ['A', 'B'])
  socket.bufferedAmount = BUFFERED_MAX + 1
  move('A')
  hub.flush()
  move('B')
  hub.flush()
  expect(socket.frames).toHaveLength(1)
  expect(other.socket.frames).toHaveLength(3)
  expect(skipped()).toBe(2)
  socket.bufferedAmount = 0
  hub.flush()
  expect(socket.frames).toHaveLength(2)
  expect(pricesOf(socket.frames[1])).toEqual(['A 3', 'B 3'])
  hub.flush()
  expect(socket.frames).toHaveLength(2)
})

test('a reader that asks again and again without reading is not answered with more', () => {
  const { hub, join } = setUp()
  const { socket, member } = join()
  socket.bufferedAmount = BUFFERED_MAX + 1
  hub.subscribe(member, ['A'])
  hub.subscribe(member, ['A', 'B'])
  expect(socket.frames).toHaveLength(0)
})

test('who left hears nothing', () => {
  const { hub, join, move } = setUp()
  const { socket, member } = join()
  hub.subscribe(member, ['A'])
  hub.leave(member)
  move('A')
  hub.flush()
  expect(socket.frames).toHaveLength(1)
  expect(hub.size()).toBe(0)
})
