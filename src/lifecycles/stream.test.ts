import type { SocketHandlers } from '../platform/socket'
import { ConnectionStore } from '../stores/ConnectionStore'
import { SessionStore } from '../stores/SessionStore'
import { type StreamDeps, startStream } from './stream'

class FakeSocket {
  sent: { type: string }[] = []
  closed = false
  constructor(
    readonly url: string,
    readonly handlers: SocketHandlers,
  ) {}
  send = (text: string) => {
    this.sent.push(JSON.parse(text))
    return true
  }
  close = () => {
    if (this.closed) return
    this.closed = true
    this.handlers.onClose()
  }
  types = () => this.sent.map((message) => message.type)
}

let stream: ReturnType<typeof startStream>

function setUp(overrides: Partial<StreamDeps> = {}) {
  const sockets: FakeSocket[] = []
  const session = new SessionStore()
  const connection = new ConnectionStore()
  const calls: unknown[] = []
  const deps: StreamDeps = {
    base: 'wss://host/api',
    open: (url, handlers) => {
      const socket = new FakeSocket(url, handlers)
      sockets.push(socket)
      return socket
    },
    session,
    connection,
    symbols: () => ['BTCUSDT'],
    onQuotes: (quotes) => calls.push(['quotes', quotes.length]),
    onStatus: (symbol, status) => calls.push(['status', symbol, status]),
    onOrder: (order) => calls.push(['order', order.id]),
    onBalance: (balance) => calls.push(['balance', balance.version]),
    onChanged: (topics) => calls.push(['changed', topics]),
    onResync: (wasLost) => calls.push(wasLost ? 'resync after a loss' : 'resync'),
    onSessionEnded: (token) => calls.push(['ended', token]),
    now: () => Date.now(),
    random: () => 1,
    ...overrides,
  }
  stream = startStream(deps)
  const last = () => sockets[sockets.length - 1] as FakeSocket
  return { sockets, last, session, connection, calls }
}

/** With a socket that has opened. */
function setUpOpen(overrides: Partial<StreamDeps> = {}) {
  const world = setUp(overrides)
  world.last().handlers.onOpen()
  return world
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  stream.dispose()
  jest.useRealTimers()
})

test('the token travels in the first message, never in the address', () => {
  const { last, session } = setUp()
  session.logIn('secret', { account: 'a', nickname: 'a' })
  last().handlers.onOpen()
  expect(last().url).toBe('wss://host/api/stream')
  expect(last().sent.slice(0, 2)).toEqual([
    { type: 'authenticate', token: 'secret' },
    { type: 'subscribe', symbols: ['BTCUSDT'] },
  ])
})

test('a visitor subscribes without authenticating', () => {
  const { last, connection } = setUpOpen()
  expect(last().types()).toEqual(['subscribe'])
  expect(connection.stream).toBe('live')
})

test('messages reach the stores, and nonsense reaches none', () => {
  const { last, calls, connection } = setUpOpen()
  const tell = (message: unknown) => last().handlers.onText(JSON.stringify(message))
  tell({ type: 'rows', serverAt: 1, since: 0, rows: [[], []] })
  tell({ type: 'order', order: { id: 'o1' } })
  tell({ type: 'balance', balance: { version: 3 } })
  tell({ type: 'status', symbol: 'XAU', status: 'closed' })
  tell({ type: 'pong', clientAt: Date.now() - 10, serverAt: Date.now() + 5_000 })
  last().handlers.onText('{not json')
  last().handlers.onText('null')
  tell({ type: 'unheard_of' })
  expect(calls).toEqual(['resync', ['quotes', 2], ['order', 'o1'], ['balance', 3], ['status', 'XAU', 'closed']])
  expect(connection.serverOffsetMs).toBe(5_005)
})

test('rows arrive as the quotes that they are', () => {
  const taken: unknown[] = []
  const { last } = setUpOpen({ onQuotes: (quotes, serverAt) => taken.push(quotes, serverAt) })
  const row = ['BTCUSDT', '68000.1', 7, -35, '1544.8', 231, '69020.0', '66710.3', '28412.55', '1930214512.20']
  last().handlers.onText(JSON.stringify({ type: 'rows', serverAt: 2_001, since: 2_000, rows: [row] }))
  const figures = { change24h: '1544.8', changeRate24hBp: 231, high24h: '69020.0', low24h: '66710.3' }
  const volumes = { volume24h: '28412.55', amount24h: '1930214512.20' }
  expect(taken).toEqual([
    [{ symbol: 'BTCUSDT', price: '68000.1', sequence: 7, at: 1_965, ...figures, ...volumes }],
    2_001,
  ])
})

test('a lost connection comes back with growing pauses and fetches what was missed', () => {
  const { sockets, last, connection, calls } = setUpOpen()
  last().close()
  expect(connection.stream).toBe('waiting')
  jest.advanceTimersByTime(500)
  expect(sockets).toHaveLength(2)
  last().close()
  jest.advanceTimersByTime(999)
  expect(sockets).toHaveLength(2)
  jest.advanceTimersByTime(1)
  expect(sockets).toHaveLength(3)
  last().handlers.onOpen()
  expect(calls).toEqual(['resync', 'resync after a loss'])
})

test('silence is a dead connection, whatever the socket says', () => {
  const { sockets } = setUpOpen()
  jest.advanceTimersByTime(31_000)
  expect(sockets[0]?.closed).toBe(true)
  expect(sockets.length).toBeGreaterThan(1)
})

describe('somebody comes back to the page', () => {
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

  test('a socket that says nothing is replaced within a second', () => {
    const { sockets, last, calls } = setUpOpen()
    comeBack()
    jest.advanceTimersByTime(999)
    expect(sockets).toHaveLength(1)
    jest.advanceTimersByTime(1)
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(2)
    last().handlers.onOpen()
    expect(calls).toEqual(['resync', 'resync after a loss'])
  })

  test('one that answers stays, however often the return is told', () => {
    const { sockets, last } = setUpOpen()
    comeBack()
    document.dispatchEvent(new Event('resume'))
    window.dispatchEvent(new Event('pageshow'))
    window.dispatchEvent(new Event('online'))
    expect(
      last()
        .types()
        .filter((type) => type === 'ping').length,
    ).toBeGreaterThan(0)
    last().handlers.onText(JSON.stringify({ type: 'pong', clientAt: Date.now(), serverAt: Date.now() }))
    jest.advanceTimersByTime(9_000)
    expect(sockets).toHaveLength(1)
  })

  test('one that has been silent for long is not asked', () => {
    const { sockets } = setUpOpen()
    jest.setSystemTime(Date.now() + 3_600_000)
    comeBack()
    expect(sockets).toHaveLength(2)
    window.dispatchEvent(new Event('pageshow'))
    expect(sockets).toHaveLength(2)
  })

  test('a connection that is being made is given its time, but not for ever', () => {
    const { sockets } = setUp()
    comeBack()
    jest.advanceTimersByTime(1_900)
    comeBack()
    expect(sockets).toHaveLength(1)
    jest.setSystemTime(Date.now() + 600)
    comeBack()
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.closed).toBe(true)
    jest.advanceTimersByTime(10_500)
    expect(sockets).toHaveLength(3)
    expect(sockets.filter(({ closed }) => !closed)).toHaveLength(1)
  })
})

test('a page that is left has no socket, so that the browser can keep it, and one when it is back', () => {
  const { sockets } = setUpOpen()
  window.dispatchEvent(new Event('pagehide'))
  expect(sockets[0]?.closed).toBe(true)
  jest.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  window.dispatchEvent(new Event('pageshow'))
  expect(sockets).toHaveLength(2)
})

describe('a page behind another one', () => {
  const show = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  afterEach(() => jest.restoreAllMocks())

  test('keeps its prices for 10 s, then has no socket, and one when it is seen', () => {
    const { sockets, last, session, calls } = setUpOpen()
    show('hidden')
    jest.advanceTimersByTime(9_999)
    expect(last().closed).toBe(false)
    jest.advanceTimersByTime(1)
    expect(last().closed).toBe(true)
    // The network of a phone in a pocket comes and goes.
    window.dispatchEvent(new Event('online'))
    // The browser lets a frozen tab run for a moment, and another tab logs in.
    document.dispatchEvent(new Event('resume'))
    session.logIn('t1', { account: 'a', nickname: 'a' })
    jest.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
    show('visible')
    expect(sockets).toHaveLength(2)
    last().handlers.onOpen()
    expect(calls).toEqual(['resync', 'resync after a loss'])
  })

  test('that is back in time keeps its socket, however long it is looked at', () => {
    const { sockets, last } = setUpOpen()
    show('hidden')
    jest.advanceTimersByTime(5_000)
    show('visible')
    last().handlers.onText(JSON.stringify({ type: 'pong', clientAt: Date.now(), serverAt: Date.now() }))
    jest.advanceTimersByTime(9_000)
    expect(sockets).toHaveLength(1)
    expect(last().closed).toBe(false)
  })

  test('loses its connection, finds another one, and lets go of that, too', () => {
    const { last } = setUpOpen()
    show('hidden')
    jest.advanceTimersByTime(5_000)
    last().handlers.onClose()
    jest.advanceTimersByTime(1_000)
    last().handlers.onOpen()
    jest.advanceTimersByTime(4_000)
    expect(last().closed).toBe(true)
  })
})

test('another token gets another socket; a refused one ends its own session', () => {
  const { sockets, last, session, calls } = setUpOpen()
  session.logIn('t1', { account: 'a', nickname: 'a' })
  expect(sockets).toHaveLength(2)
  last().handlers.onOpen()
  last().handlers.onText('{"type":"refused","code":"unauthenticated"}')
  expect(calls).toEqual(['resync', 'resync', ['ended', 't1']])
})

test('after dispose nothing is opened again', () => {
  const { sockets } = setUpOpen()
  stream.dispose()
  jest.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(sockets[0]?.closed).toBe(true)
})
