import { answered, fakeHttp, refused } from '../../test/client/http'
import { ChangesStore } from '../stores/ChangesStore'
import { ConnectionStore } from '../stores/ConnectionStore'
import { FavouritesStore } from '../stores/FavouritesStore'
import { SessionStore } from '../stores/SessionStore'
import { startFavourites } from './favourites'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function start() {
  const calls: string[] = []
  const state = { online: true, symbols: ['ETHUSDT'] }
  const answer = (call: string) => {
    calls.push(call)
    return state.online ? answered({ symbols: [...state.symbols] }) : refused('network')
  }
  const favourites = new FavouritesStore({
    http: fakeHttp({
      getFavourites: () => answer('get'),
      changeFavourites: ({ body: { changes } }) => {
        if (state.online) state.symbols.push(...changes.filter(({ marked }) => marked).map(({ symbol }) => symbol))
        return answer('change')
      },
    }),
    now: () => 1,
  })
  const stores = {
    session: new SessionStore(),
    changes: new ChangesStore(),
    connection: new ConnectionStore(),
    favourites,
  }
  return { ...stores, calls, state, begin: () => startFavourites(stores) }
}

test('they follow the session, come from other devices and go with the logout', async () => {
  const { session, favourites, changes, calls, begin } = start()
  favourites.toggle('BTCUSDT')
  const lifecycle = begin()
  await jest.advanceTimersByTimeAsync(1_000)
  expect(calls).toEqual([])
  session.logIn('t', { account: 'lin_mei88', nickname: 'Lin' })
  await jest.advanceTimersByTimeAsync(1_000)
  expect([calls, favourites.symbols]).toEqual([['change'], ['ETHUSDT', 'BTCUSDT']])
  changes.note(['favourites'])
  changes.note(['favourites'])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(calls).toEqual(['change', 'get'])
  session.reset()
  expect([favourites.owner, favourites.symbols]).toEqual(['', []])
  lifecycle.dispose()
})

test('what does not get through is tried again, and at once when the network is back', async () => {
  const { session, favourites, connection, calls, state, begin } = start()
  session.logIn('t', { account: 'lin_mei88', nickname: 'Lin' })
  const lifecycle = begin()
  await jest.advanceTimersByTimeAsync(1_000)
  state.online = false
  favourites.toggle('XAUUSD')
  await jest.advanceTimersByTimeAsync(31_000)
  expect(calls.filter((call) => call === 'change').length).toBe(3)
  connection.setOnline(false)
  state.online = true
  connection.setOnline(true)
  await jest.advanceTimersByTimeAsync(500)
  expect([favourites.waiting, state.symbols]).toEqual([[], ['ETHUSDT', 'XAUUSD']])
  lifecycle.dispose()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(calls.filter((call) => call === 'change').length).toBe(4)
})
