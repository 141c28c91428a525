import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Schema from 'typebox/schema'
import { WebSocket } from 'ws'
import { quoteOf } from '../../../contract/quoteRows'
import { StreamMessage } from '../../../contract/stream'
import { pause } from '../../../test/support/until'
import { asked } from '../../test/asks'
import { server, user, withServer } from '../../test/serverOfFile'
import { demoOrder } from '../../test/tradingFloor'
import { createMetrics } from '../shared/metrics'
import { attachStream, type StreamOptions } from './stream'

type MessageOf<T extends StreamMessage['type']> = Extract<StreamMessage, { type: T }>

const messageCheck = Schema.Compile(StreamMessage)
withServer({ user: true, market: true })
let url: string
const clients = new Set<WebSocket>()

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/stream`
  await server.clock.advance(2_000)
  await server.deps.market.flush()
})
afterEach(() => {
  for (const client of clients) client.terminate()
  clients.clear()
})

/** A client that checks every message against the contract and waits for the ones a test asks for. */
function open(address = url, options: { autoPong?: boolean } = {}) {
  const socket = new WebSocket(address, options)
  clients.add(socket)
  const inbox: StreamMessage[] = []
  const outside: unknown[] = []
  let wake = () => {}
  socket.on('error', () => undefined)
  socket.on('message', (frame) => {
    const message: unknown = JSON.parse(frame.toString())
    if (messageCheck.Check(message)) inbox.push(message)
    else outside.push(message)
    wake()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return {
    socket,
    closed,
    inbox,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next<T extends StreamMessage['type']>(type: T, fits: (message: MessageOf<T>) => boolean = () => true) {
      for (;;) {
        expect(outside).toEqual([])
        const index = inbox.findIndex((message) => message.type === type && fits(message as MessageOf<T>))
        if (index >= 0) return inbox.splice(0, index + 1).at(-1) as MessageOf<T>
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** Lets the simulated market move on and writes what it said. */
async function tick(ms = 3_000) {
  await server.clock.advance(ms)
  await server.deps.market.flush()
}

test('a welcome, a snapshot at once, then what changed', async () => {
  const client = open()
  expect(await client.next('welcome')).toMatchObject({ heartbeatMs: 10_000, serverAt: server.clock.now() })
  client.send({ type: 'subscribe', symbols: ['BTCUSDT', 'ETHUSDT', 'NOSUCH'] })
  const snapshot = await client.next('rows')
  const quotes = snapshot.rows.map((row) => quoteOf(row, snapshot.since))
  expect(quotes).toEqual(['BTCUSDT', 'ETHUSDT'].map(server.deps.market.quote))
  const before = quotes[0]?.sequence ?? 0
  await tick()
  // A frame that was due before the subscription may say the snapshot once more first.
  await client.next('rows', ({ rows }) =>
    rows.some(([symbol, , sequence]) => symbol === 'BTCUSDT' && sequence > before),
  )
})

test('a later subscription replaces the earlier one, and an empty one ends it', async () => {
  const client = open()
  await client.next('welcome')
  client.send({ type: 'subscribe', symbols: ['BTCUSDT'] })
  await client.next('rows')
  client.send({ type: 'subscribe', symbols: ['XAUUSD'] })
  await client.next('rows', ({ rows }) => rows[0]?.[0] === 'XAUUSD')
  await tick()
  expect((await client.next('rows')).rows.map(([symbol]) => symbol)).toEqual(['XAUUSD'])
  client.send({ type: 'subscribe', symbols: [] })
  client.send({ type: 'ping', clientAt: 1 })
  await client.next('pong')
  await tick()
  // Two frames of 200 ms in which nothing may come.
  await pause(450)
  expect(client.inbox).toEqual([])
})

test("one's own orders and balance arrive after the token, and nobody else's", async () => {
  const stranger = open()
  const client = open()
  await Promise.all([stranger.next('welcome'), client.next('welcome')])
  client.send({ type: 'authenticate', token: user.token })
  await client.next('authenticated')
  expect((await client.next('balance')).balance.available).toBe('10000.00')
  await tick()
  const body = demoOrder()
  const placed = await server.call(user, 'POST', '/orders', asked(body))
  expect(placed.statusCode).toBeLessThan(300)
  expect((await client.next('order', ({ order }) => order.id === body.id)).order.stake).toBe('100.00')
  expect((await client.next('balance', ({ balance }) => balance.inOrders === '100.00')).balance.available).toBe(
    '9900.00',
  )
  stranger.send({ type: 'ping', clientAt: 1 })
  await stranger.next('pong')
  expect(stranger.inbox.filter(({ type }) => type === 'order' || type === 'balance')).toEqual([])
})

test('a wrong token is refused, ten of them are the last', async () => {
  const client = open()
  await client.next('welcome')
  for (let attempt = 0; attempt < 10; attempt++) {
    client.send({ type: 'authenticate', token: 'x'.repeat(43) })
    expect((await client.next('refused')).code).toBe('unauthenticated')
  }
  client.send({ type: 'authenticate', token: user.token })
  expect((await client.next('refused')).code).toBe('rate_limited')
  expect(await client.closed).toBe(1008)
})

test.each([
  ['text that is not JSON', '{'],
  ['an unknown type', { type: 'shout' }],
  ['an unknown field', { type: 'subscribe', symbols: [], all: true }],
  ['more than 100 symbols', { type: 'subscribe', symbols: Array.from({ length: 101 }, () => 'BTCUSDT') }],
  ['a token in the wrong shape', { type: 'authenticate', token: 1 }],
])('%s is refused and ends the socket', async (_name, message) => {
  const client = open()
  await client.next('welcome')
  client.send(message)
  expect((await client.next('refused')).code).toBe('invalid_request')
  expect(await client.closed).toBe(1008)
})

test('100 symbols fit, and a message beyond the size limit ends the socket', async () => {
  const client = open()
  await client.next('welcome')
  client.send({ type: 'subscribe', symbols: Array.from({ length: 100 }, (_, index) => `SYMBOL${index}`) })
  client.send({ type: 'ping', clientAt: 7 })
  expect((await client.next('pong')).clientAt).toBe(7)
  client.send(`"${'x'.repeat(9_000)}"`)
  expect(await client.closed).toBe(1009)
})

test('a flood of messages ends the socket', async () => {
  const client = open()
  await client.next('welcome')
  for (let index = 0; index < 150; index++) client.send({ type: 'ping', clientAt: index })
  await client.next('refused', ({ code }) => code === 'rate_limited')
  expect(await client.closed).toBe(1008)
})

test('maintenance is told to those who watch the product', async () => {
  const client = open()
  await client.next('welcome')
  client.send({ type: 'subscribe', symbols: ['SOLUSDT'] })
  await client.next('rows')
  for (const [flag, status] of [['true', 'maintenance'] as const, ['false', 'open'] as const]) {
    await server.database.query(`update product set maintenance = ${flag} where symbol = 'SOLUSDT'`)
    await server.deps.market.refreshProducts()
    expect(await client.next('status')).toEqual({ type: 'status', symbol: 'SOLUSDT', status })
  }
})

/** The same stream with limits of a test's own. */
async function withStream(
  options: StreamOptions & { requests?: number },
  run: (address: string, port: number) => Promise<void>,
) {
  const http = createServer()
  const config = { trustedProxies: 0, rateLimits: { requests: options.requests ?? 0, logins: 0, registrations: 0 } }
  const stream = attachStream(http, { ...server.deps, config, metrics: createMetrics() }, options)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  try {
    await run(`ws://127.0.0.1:${port}/api/stream`, port)
  } finally {
    await stream.close()
    http.close()
  }
}

test('a socket that no longer answers is ended, one that answers stays', async () => {
  await withStream({ heartbeatMs: 60 }, async (address) => {
    const alive = open(address)
    const dead = open(address, { autoPong: false })
    await Promise.all([alive.next('welcome'), dead.next('welcome')])
    expect(await dead.closed).toBe(1006)
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })
})

test('a session that ends takes its socket out of the account', async () => {
  const visitor = await server.registerUser()
  await withStream({ recheckMs: 50 }, async (address) => {
    const client = open(address)
    await client.next('welcome')
    client.send({ type: 'authenticate', token: visitor.token })
    await client.next('balance')
    await server.call(visitor, 'DELETE', '/sessions/current')
    expect((await client.next('refused')).code).toBe('unauthenticated')
    server.deps.bus.publish({ type: 'balances', userId: visitor.id })
    client.send({ type: 'ping', clientAt: 1 })
    await client.next('pong')
    expect(client.inbox).toEqual([])
  })
})

test('one address gets so many sockets and no more, other paths none', async () => {
  await withStream({ socketsPerAddress: 2 }, async (address, port) => {
    await Promise.all([open(address).next('welcome'), open(address).next('welcome')])
    const third = new WebSocket(address)
    const refusal = await new Promise<Error>((resolve) => third.on('error', resolve))
    expect(refusal.message).toContain('429')
    const other = new WebSocket(`ws://127.0.0.1:${port}/api/other`)
    expect((await new Promise<Error>((resolve) => other.on('error', resolve))).message).toContain('404')
    // Noise instead of a request must not end the process.
    const noise = connect(port, '127.0.0.1')
    noise.on('error', () => undefined)
    noise.resume()
    noise.end('\u0000\u0001 nonsense\r\n\r\n')
    await new Promise((resolve) => noise.on('close', resolve))
  })
})

test('new sockets and tokens of an address count as requests do', async () => {
  await withStream({ requests: 4 }, async (address) => {
    const [one, other] = [open(address), open(address)]
    await Promise.all([one.next('welcome'), other.next('welcome')])
    for (const client of [one, other]) {
      client.send({ type: 'authenticate', token: 'wrong' })
      expect((await client.next('refused')).code).toBe('unauthenticated')
    }
    one.send({ type: 'authenticate', token: user.token })
    expect((await one.next('refused')).code).toBe('rate_limited')
    expect(await one.closed).toBe(1008)
    const third = new WebSocket(address)
    const refusal = await new Promise<Error>((resolve) => third.on('error', resolve))
    expect(refusal.message).toContain('429')
  })
})

test('an account has 40 sockets on a node, and the next one is told why it has to go', async () => {
  const many = await server.registerUser()
  await withStream({}, async (address) => {
    const enter = () => {
      const client = open(address)
      client.socket.on('open', () => client.send({ type: 'authenticate', token: many.token }))
      return client
    }
    await Promise.all(Array.from({ length: 40 }, () => enter().next('balance')))
    const last = enter()
    expect((await last.next('refused')).code).toBe('rate_limited')
    expect(await last.closed).toBe(1008)
  })
})
