import type { FavouriteChange, Favourites } from '../../contract/favourites'
import { FAVOURITES_MAX } from '../../contract/limits'
import { answered, fakeHttp, refused } from '../../test/client/http'
import { settle } from '../../test/client/sending'
import type { ApiResult } from '../api/http'
import { FavouritesStore, parseFavourites, parseFavouritesSync } from './FavouritesStore'

/** An account as the server keeps it: the latest change to a product wins. */
function createServer() {
  const marks = new Map<string, FavouriteChange>()
  const log: string[] = []
  const state = { code: undefined as 'network' | 'invalid_request' | undefined, hold: Promise.resolve() }
  const answer = async (call: string, changes: readonly FavouriteChange[]): Promise<ApiResult<Favourites>> => {
    log.push(call)
    await state.hold
    if (state.code) return refused(state.code)
    for (const change of changes) {
      const known = marks.get(change.symbol)
      if (known && known.at > change.at) continue
      marks.delete(change.symbol)
      marks.set(change.symbol, change)
    }
    const symbols = [...marks.values()].filter(({ marked }) => marked).map(({ symbol }) => symbol)
    return answered({ symbols })
  }
  return {
    state,
    log,
    marks,
    http: fakeHttp({
      getFavourites: () => answer('get', []),
      changeFavourites: ({ body: { changes } }) =>
        answer(`change ${changes.map(({ symbol, marked }) => (marked ? '+' : '-') + symbol).join(' ')}`, changes),
    }),
  }
}

const clock = { now: 1_000 }

function create(server = createServer()) {
  const favourites = new FavouritesStore({ http: server.http, now: () => clock.now++ })
  return { server, favourites }
}

test('logged out, a star is set and taken back on the device alone', async () => {
  const { favourites, server } = create()
  favourites.toggle('XAUUSD')
  favourites.toggle('BTCUSDT')
  favourites.toggle('XAUUSD')
  await favourites.send()
  expect(favourites.symbols).toEqual(['BTCUSDT'])
  expect(favourites.has('XAUUSD')).toBe(false)
  expect([server.log, favourites.waiting]).toEqual([[], []])
})

test('at login the marks of the device join those of the account; at logout none stay behind', async () => {
  const { favourites, server } = create()
  server.marks.set('ETHUSDT', { symbol: 'ETHUSDT', marked: true, at: 5 })
  favourites.toggle('BTCUSDT')
  favourites.become('lin')
  expect(favourites.symbols).toEqual(['BTCUSDT'])
  await favourites.send()
  expect(favourites.symbols).toEqual(['ETHUSDT', 'BTCUSDT'])
  expect(favourites.waiting).toEqual([])
  favourites.become('')
  expect(favourites.symbols).toEqual([])
  favourites.become('wang')
  expect(favourites.waiting).toEqual([])
})

test('offline, the last change of each product waits for its owner and no one else', async () => {
  const { favourites, server } = create()
  favourites.become('lin')
  server.state.code = 'network'
  for (const symbol of ['BTCUSDT', 'XAUUSD', 'BTCUSDT', 'ETHUSDT']) favourites.toggle(symbol)
  await settle()
  expect(favourites.symbols).toEqual(['XAUUSD', 'ETHUSDT'])
  expect(favourites.failures).toBeGreaterThan(0)
  favourites.become('')
  favourites.become('wang')
  server.state.code = undefined
  server.log.length = 0
  await favourites.send()
  expect(server.log).toEqual(['get'])
  favourites.become('lin')
  expect(favourites.symbols).toEqual(['XAUUSD', 'ETHUSDT'])
  await favourites.send()
  expect(server.log).toEqual(['get', 'change +XAUUSD -BTCUSDT +ETHUSDT'])
  expect(favourites.symbols).toEqual(['XAUUSD', 'ETHUSDT'])
  expect(favourites.waiting).toEqual([])
})

test('a change on another device comes in, and the later of two holds', async () => {
  const server = createServer()
  const [phone, laptop] = [create(server).favourites, create(server).favourites]
  phone.become('lin')
  laptop.become('lin')
  phone.toggle('BTCUSDT')
  phone.toggle('ETHUSDT')
  await settle()
  await laptop.send()
  expect(laptop.symbols).toEqual(['BTCUSDT', 'ETHUSDT'])
  server.state.code = 'network'
  phone.toggle('BTCUSDT')
  await settle()
  server.state.code = undefined
  // The laptop makes the last changes: off, and on again.
  laptop.toggle('BTCUSDT')
  laptop.toggle('BTCUSDT')
  await settle()
  await phone.send()
  expect(phone.has('BTCUSDT')).toBe(true)
})

test('what is tapped while an answer is on its way is not undone by it', async () => {
  const { favourites, server } = create()
  favourites.become('lin')
  let release = () => {}
  server.state.hold = new Promise((resolve) => {
    release = resolve
  })
  favourites.toggle('BTCUSDT')
  favourites.toggle('ETHUSDT')
  favourites.toggle('BTCUSDT')
  release()
  await settle()
  expect(favourites.symbols).toEqual(['ETHUSDT'])
  expect(server.log.slice(0, 2)).toEqual(['change +BTCUSDT', 'change +ETHUSDT -BTCUSDT'])
  expect(favourites.waiting).toEqual([])
})

test('what the server does not take is given up, and its list holds', async () => {
  const { favourites, server } = create()
  favourites.become('lin')
  server.state.code = 'invalid_request'
  const sent = favourites.toggle('BTCUSDT')
  server.state.code = undefined
  expect(sent).toBe(true)
  await settle()
  server.state.code = 'invalid_request'
  favourites.toggle('ETHUSDT')
  const before = server.log.length
  await settle()
  expect(favourites.waiting).toEqual([])
  expect(server.log.slice(before)).toEqual(['get'])
})

test('a full list says so', () => {
  const { favourites } = create()
  favourites.restore(Array.from({ length: FAVOURITES_MAX + 3 }, (_, number) => `S${number}`))
  expect(favourites.symbols).toHaveLength(FAVOURITES_MAX)
  expect(favourites.toggle('BTCUSDT')).toBe(false)
  expect(favourites.toggle('S1')).toBe(true)
  expect(favourites.toggle('BTCUSDT')).toBe(true)
})

test('what storage kept comes back without damage and without doubles', () => {
  const { favourites } = create()
  favourites.restore(parseFavourites(['BTCUSDT', 'BTCUSDT', 7, '<b>', 'XAUUSD']) ?? [])
  expect(favourites.symbols).toEqual(['BTCUSDT', 'XAUUSD'])
  expect(parseFavourites({})).toBeUndefined()
  const change = { account: 'lin', symbol: 'XAUUSD', marked: true, at: 7 }
  expect(
    parseFavouritesSync({ owner: 'lin', waiting: [change, null, { ...change, at: -1 }, { ...change, symbol: '<b>' }] }),
  ).toEqual({ owner: 'lin', waiting: [change] })
  expect([parseFavouritesSync(null), parseFavouritesSync({ owner: 'lin' })]).toEqual([undefined, undefined])
})
