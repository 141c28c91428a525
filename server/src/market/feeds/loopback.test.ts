import { pause, until } from '../../../../test/support/until'
import { fastClock, type Guest, listenTo, openExchange, play } from '../../../test/feeds/loopback'
import { recordingOf, sampleOf } from '../../../test/feeds/recordings'
import { systemClock } from '../../shared/clock'
import { backoffMs, CONNECTION_TIMES } from './connection'
import { namesIn, readRecordedLine } from './recording'

const KINDS = ['binance', 'okx'] as const
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function exchange(...args: Parameters<typeof openExchange>) {
  const opened = await openExchange(...args)
  open.push(opened)
  return opened
}

function listen(...args: Parameters<typeof listenTo>) {
  const ear = listenTo(...args)
  // The client stops before the exchange, or it would reconnect.
  open.unshift({ close: () => ear.source.stop() })
  return ear
}

const startOf = (lines: readonly string[]) => {
  const first = lines.map((line) => readRecordedLine(line).atMs).find((atMs) => atMs !== undefined)
  return first ?? 0
}

/** Trades in the lines that are a price and come up for the first time, in order. */
function tradesIn(lines: readonly string[]) {
  const seen = new Map<string, number>()
  return lines.flatMap((line) =>
    readRecordedLine(line).parsed.rows.flatMap((row) => {
      if (typeof row === 'string' || row.kind !== 'trade' || row.trade === undefined) return []
      if (row.trade <= (seen.get(row.name) ?? 0)) return []
      seen.set(row.name, row.trade)
      return [{ symbol: row.name, trade: row.trade, price: row.price, size: row.size, sourceAtMs: row.sourceAtMs }]
    }),
  )
}

type Heard = Omit<ReturnType<typeof tradesIn>[number], 'trade'> & { trade?: number | undefined }
/** With its number: two trades in a row may have the same price and size. */
const shown = ({ symbol, trade, price, size }: Heard) => `${symbol} ${trade} ${price} ${size}`

/** Trades that were not heard though no price of a later time had come before them. */
function lostTrades(lines: readonly string[], ticks: readonly Heard[]): string[] {
  const rest = [...ticks]
  const newest = new Map<string, number>()
  const take = () => {
    const tick = rest.shift()
    if (tick) newest.set(tick.symbol, Math.max(tick.sourceAtMs, newest.get(tick.symbol) ?? 0))
  }
  const lost = tradesIn(lines).filter((trade) => {
    // Tickers and candles are prices, too; they have no size.
    while (rest[0]?.size === '0') take()
    const isHeard = rest[0] !== undefined && shown(rest[0]) === shown(trade)
    if (isHeard) take()
    return !isHeard && trade.sourceAtMs >= (newest.get(trade.symbol) ?? 0)
  })
  return [...lost.map(shown), ...rest.filter(({ size }) => size !== '0').map(shown)]
}

const messagesIn = (lines: readonly string[]) => lines.filter((line) => /^\d/.test(line)).length

describe.each(KINDS)('%s over a socket', (kind) => {
  test('the whole recording at a hundred times its speed: every line is a tick or counted with its reason', async () => {
    const { file, lines } = recordingOf(kind)
    let played: Promise<void> | undefined
    const { url } = await exchange((guest) => {
      played = play(guest, lines, 100)
    })
    // At this speed a pause of the machine is minutes of the recording: no clock or silence may decide.
    const clock = fastClock(startOf(lines), 100)
    const ear = listen(kind, url, await namesIn(file), { clock, skewMs: 1e9, times: { quietMs: 1e7, silentMs: 1e7 } })
    await until('the exchange plays', () => played !== undefined)
    await played
    const rows = lines.filter((line) => /^\d/.test(line)).flatMap((line) => readRecordedLine(line).parsed.rows).length
    await until('every line is counted', () => ear.ticks.length + ear.dropped() === rows)
    expect(rows).toBeGreaterThanOrEqual(messagesIn(lines))
    expect(lostTrades(lines, ear.ticks)).toEqual([])
    expect(ear.ends).toEqual([])
  })
})

/** A trade of now, as Binance sends it. */
const trade = (number: number, price = '7.61', atMs = systemClock.now()) =>
  JSON.stringify({
    stream: 'plumusdt@aggTrade',
    data: {
      e: 'aggTrade',
      E: atMs,
      s: 'PLUMUSDT',
      a: number,
      f: number,
      l: number,
      p: price,
      q: '1',
      T: atMs,
      m: true,
    },
  })

const sendTrades = (guest: Guest, from: number, to: number) => {
  for (let number = from; number <= to; number++) guest.send(trade(number, `7.${number}`))
}

test('a cut in the middle of a frame costs nothing: it connects again, and no trade is taken twice', async () => {
  const server = await exchange((guest, number) => {
    if (number === 1) {
      sendTrades(guest, 1, 3)
      // The header of a text frame of 100 bytes, and less than that.
      setTimeout(() => {
        Reflect.get(guest.socket, '_socket').write(Buffer.concat([Buffer.of(0x81, 100), Buffer.from('{"stream"')]))
        Reflect.get(guest.socket, '_socket').destroy()
      }, 20)
    } else sendTrades(guest, 2, 5)
  })
  const ear = listen('binance', server.url, ['PLUMUSDT'])
  await until('the fifth trade is there', () => ear.ticks.length >= 5)
  expect(ear.ticks.map((tick) => tick.price)).toEqual(['7.1', '7.2', '7.3', '7.4', '7.5'])
  expect(ear.ticks.map((tick) => tick.sequence)).toEqual([1, 2, 3, 4, 5])
  expect(ear.outcomes).toEqual({ out_of_order: 1, duplicate: 1 })
  expect(ear.ends).toEqual(['closed'])
})

test.each([
  ['bytes that are no frame', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
  ['a text frame that is no UTF-8', Buffer.of(0x81, 2, 0xc3, 0x28)],
  ['a frame of four gigabytes', Buffer.of(0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0)],
])('%s end the connection and not the process', async (_what, bytes) => {
  const server = await exchange((guest, number) => {
    if (number === 1) setTimeout(() => Reflect.get(guest.socket, '_socket').write(bytes), 10)
    else sendTrades(guest, 1, 1)
  })
  const ear = listen('binance', server.url, ['PLUMUSDT'])
  await until('there is a price', () => ear.ticks.length === 1)
  expect(ear.ends).toHaveLength(1)
})

test('a connection that says nothing more is asked, then given up; one that only answers pings as well', async () => {
  const mute = await exchange((guest, number) => number > 1 && sendTrades(guest, 1, 1), { autoPong: false })
  const ear = listen('binance', mute.url, ['PLUMUSDT'], { times: { quietMs: 60 } })
  await until('the mute one was left', () => ear.ticks.length === 1)
  expect(ear.ends[0]).toBe('dead')
  const lively = await exchange((guest, number) => number > 1 && sendTrades(guest, 1, 1))
  const other = listen('binance', lively.url, ['PLUMUSDT'], { times: { quietMs: 250, silentMs: 700 } })
  await until('the one without prices was left', () => other.ticks.length === 1)
  expect(other.ends[0]).toBe('silent')
})

test('OKX is sent the subscriptions, and a text ping when it is quiet', async () => {
  const server = await exchange((guest) => {
    guest.socket.on('message', (bytes) => bytes.toString() === 'ping' && guest.send('pong'))
  })
  const ear = listen('okx', server.url, ['PLUM-USDT', 'FIG-USDT'], { times: { quietMs: 150 } })
  await until('it was pinged twice', () => (server.guests[0]?.heard.filter((text) => text === 'ping').length ?? 0) >= 2)
  const subscription = (instId: string) => ({
    op: 'subscribe',
    args: [
      { channel: 'trades', instId },
      { channel: 'tickers', instId },
    ],
  })
  const heard = server.guests[0]?.heard.filter((text) => text !== 'ping').map((text) => JSON.parse(text))
  expect(heard).toEqual([subscription('PLUM-USDT'), subscription('FIG-USDT')])
  expect(ear.ends).toEqual([])
  expect(ear.outcomes.control).toBeGreaterThanOrEqual(1)
})

test('Binance is asked for all streams in the address, and its pings of both kinds are answered', async () => {
  const server = await exchange((guest) => {
    guest.socket.ping('20 s')
    guest.send('{"ping":1700000000000}')
    guest.send('ping')
  })
  listen('binance', server.url, ['PLUMUSDT', 'FIGUSDT'])
  await until('it has answered', () => server.guests[0]?.heard.length === 2 && server.guests[0]?.pongs === 1)
  const [guest] = server.guests
  expect(guest?.heard).toEqual(['{"pong":1700000000000}', 'pong'])
  expect(guest?.path).toBe(
    '/stream?streams=plumusdt@aggTrade/plumusdt@kline_1m/plumusdt@ticker/figusdt@aggTrade/figusdt@kline_1m/figusdt@ticker',
  )
})

test('many products are spread over connections of a bounded length', async () => {
  const server = await exchange((guest) => guest.send(trade(1)))
  const names = ['PLUMUSDT', ...Array.from({ length: 149 }, (_, index) => `FIG${index}USDT`)]
  const ear = listen('binance', server.url, names)
  await until('both stand', () => server.open() === 2 && ear.source.state().status === 'connected')
  const paths = server.guests.map((guest) => guest.path)
  expect(paths.flatMap((path) => path.match(/@aggTrade/g) ?? [])).toHaveLength(150)
  for (const path of paths) expect(path.length).toBeLessThan(8_000)
  server.guests[1]?.socket.terminate()
  await until('half of it is noticed', () => ear.source.state().status === 'stale')
})

test('a refused subscription is counted and the others go on', async () => {
  const { lines } = sampleOf('okx')
  const server = await exchange((guest) => void play(guest, lines, 100))
  // It does not move: after a second without a trade a ticker would count, and what follows it may be of an earlier time.
  const clock = { ...systemClock, now: () => startOf(lines) }
  const ear = listen('okx', server.url, ['PLUM-USDT', 'FIG-USDT'], { clock, skewMs: 1e9 })
  await until('the trades after it are there', () => ear.ticks.some((tick) => tick.price === '0.01731'))
  expect(ear.outcomes.refused).toBe(1)
  expect(ear.ticks.map((tick) => tick.price)).toContain('7.613')
})

test('before its life ends a connection is replaced, without a pause and without a tick twice', async () => {
  let number = 0
  const timers: NodeJS.Timeout[] = []
  let most = 0
  const server = await exchange(() => undefined)
  timers.push(
    setInterval(() => {
      number++
      most = Math.max(most, server.open())
      for (const guest of server.guests) if (guest.socket.readyState === 1) guest.send(trade(number, `7.${number}`))
    }, 10),
  )
  const ear = listen('binance', server.url, ['PLUMUSDT'], { times: { lifeMs: 300, quietMs: 400 } })
  await until('it was replaced twice', () => ear.ends.filter((cause) => cause === 'renewed').length >= 2)
  await ear.source.stop()
  clearInterval(timers[0])
  expect(most).toBe(2)
  const sent = ear.ticks.map((tick) => Number(tick.price.slice(2)))
  const first = sent[0] ?? 0
  expect(sent).toEqual([...new Set(sent)].sort((a, b) => a - b))
  // When two connections hand over, the later one may be ahead by a frame.
  expect((sent.at(-1) ?? 0) - first + 1 - sent.length).toBeLessThanOrEqual(ear.ends.length)
  expect(ear.ends.every((cause) => cause === 'renewed')).toBe(true)
})

test('an exchange that says no is asked rarely, and a stopped source never again', async () => {
  const server = await exchange(() => undefined, { refuse: () => 429 })
  const ear = listen('binance', server.url, ['PLUMUSDT'], { times: { backoffMinMs: 1, backoffMaxMs: 200 } })
  await until('it has tried twice', () => server.attempts() >= 2)
  const [, ...more] = ear.ends
  expect(ear.ends[0]).toBe('http_429')
  expect(more.length).toBeLessThan(3)
  expect(ear.source.state().status).toBe('down')
  await ear.source.stop()
  const attempts = server.attempts()
  // Longer than the longest wait between two attempts.
  await pause(300)
  expect(server.attempts()).toBe(attempts)
})

test('waits grow up to their bound, shortened at random by half at most', () => {
  const at = (failures: number, random: number) => backoffMs(CONNECTION_TIMES, failures, () => random)
  expect([0, 1, 2, 3].map((failures) => at(failures, 0))).toEqual([500, 1_000, 2_000, 4_000])
  expect(at(0, 1)).toBe(250)
  for (const failures of [6, 7, 50, 1e6]) expect(at(failures, 0)).toBe(30_000)
})

test('prices of a clock that is off are left out with the reason', async () => {
  const server = await exchange((guest) => {
    guest.send(trade(1, '7.1', systemClock.now() - 20_000))
    guest.send(trade(2, '7.2', systemClock.now() + 20_000))
    guest.send(trade(3, '7.3'))
  })
  const ear = listen('binance', server.url, ['PLUMUSDT'])
  await until('the good one is there', () => ear.ticks.length === 1)
  expect(ear.outcomes).toEqual({ behind_clock: 1, ahead_of_clock: 1 })
  expect(ear.noted.map(({ kind, fields }) => [kind, ...fields])).toEqual([
    ['skipped', 'binance', 'behind_clock'],
    ['skipped', 'binance', 'ahead_of_clock'],
  ])
  expect(ear.source.state()).toMatchObject({ source: 'binance', status: 'connected' })
  const metrics = await ear.metrics.registry.metrics()
  expect(metrics).toContain('fairtick_feed_prices_total{source="binance",outcome="behind_clock"} 1')
})
