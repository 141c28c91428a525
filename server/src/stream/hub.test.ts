import type { Quote } from '../../../contract/market'
import { type QuoteRow, quoteOf } from '../../../contract/quoteRows'
import { BUFFERED_MAX, createHub } from './hub'

/** The text within the bytes of a frame of up to 64 KB. */
const textOf = (frame: Buffer) => frame.toString('utf8', frame.readUInt8(1) < 126 ? 2 : 4)

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
      bytes: [] as Buffer[],
      get frames() {
        return socket.bytes.map(textOf)
      },
      send: (frame: Buffer) => void socket.bytes.push(frame),
    }
    return { socket, member: hub.join(socket) }
  }
  const move = (...symbols: string[]) => {
    price++
    for (const symbol of symbols) hub.markChanged(symbol)
  }
  const quotesOf = (frame: string | undefined) => {
    const { rows, since } = JSON.parse(frame ?? '{}') as { rows: QuoteRow[]; since: number }
    return rows.map((row) => quoteOf(row, since))
  }
  const pricesOf = (frame: string | undefined) => quotesOf(frame).map(({ symbol, price: text }) => `${symbol} ${text}`)
  return { hub, join, move, quote, quotesOf, pricesOf, asked: () => asked, skipped: () => skipped }
}

test('members of one set share one frame, which holds only the latest of what changed', () => {
  const { hub, join, move, pricesOf, asked } = setUp()
  const members = Array.from({ length: 50 }, () => join())
  for (const [index, { member }] of members.entries()) hub.subscribe(member, index % 2 ? ['A', 'B'] : ['B', 'A', 'A'])
  const before = asked()
  move('A')
  move('A')
  hub.flush()
  hub.flush()
  expect(asked() - before).toBe(1)
  for (const { socket } of members) expect(socket.frames).toHaveLength(2)
  expect(pricesOf(members[0]?.socket.frames[1])).toEqual(['A 3'])
  // Not equal bytes but the same ones: they are made once.
  expect(new Set(members.map(({ socket }) => socket.bytes[1])).size).toBe(1)
})

test('rows say all that a quote says, in less than half as many bytes', () => {
  const { hub, join, move, quote, quotesOf } = setUp()
  const { socket, member } = join()
  const symbols = Array.from({ length: 50 }, (_, index) => `SYMBOL${index}`)
  hub.subscribe(member, symbols)
  move(...symbols)
  hub.flush()
  const quotes = symbols.toSorted().map(quote)
  expect(quotesOf(socket.frames[1])).toEqual(quotes)
  expect(socket.bytes[1]?.length).toBeLessThan(JSON.stringify(quotes).length / 2)
})

test('nobody is served before others more often: each turn begins elsewhere', () => {
  const { hub, join, move } = setUp()
  const order: number[] = []
  const members = Array.from({ length: 40 }, (_, index) => {
    const { socket, member } = join()
    // Ten sets of four members.
    hub.subscribe(member, ['A', `B${index % 10}`])
    socket.send = () => void order.push(index)
    return member
  })
  const places = members.map(() => 0)
  const turns = 400
  for (let turn = 0; turn < turns; turn++) {
    order.length = 0
    move('A')
    hub.flush()
    expect(order).toHaveLength(members.length)
    for (const [place, index] of order.entries()) places[index] = (places[index] ?? 0) + place / turns
  }
  const middle = (members.length - 1) / 2
  for (const place of places) expect(Math.abs(place - middle)).toBeLessThan(2)
})

test('those who stay are served after others left, from any place', () => {
  const { hub, join, move } = setUp()
  const joined = Array.from({ length: 6 }, () => join())
  for (const { member } of joined) hub.subscribe(member, ['A'])
  const [first, second, third, ...others] = joined
  for (const one of [first, third, others[2]]) if (one) hub.leave(one.member)
  if (second) hub.subscribe(second.member, [])
  move('A')
  hub.flush()
  expect(joined.map(({ socket }) => socket.frames.length)).toEqual([1, 1, 1, 2, 2, 1])
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
