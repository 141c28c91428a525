import { meOf, orderOf, quoteOf, summaryOf } from '../../test/client/factories'
import { answered, LIN, renderScreen } from '../../test/client/screens'
import { restoreLastKnown, restorePositions, startLastKnown } from './lastKnown'

beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

/** A visit that has seen everything, and is over. */
async function visit() {
  const { stores } = renderScreen(null, {
    listProducts: answered({ items: [{ ...summaryOf(), quote: quoteOf({ price: '100.5', sequence: 900 }) }] }),
    getMe: answered(meOf()),
  })
  stores.session.logIn('token', LIN)
  const lastKnown = startLastKnown(stores)
  await stores.market.list.load()
  await stores.account.load()
  stores.orders.apply(orderOf())
  await jest.advanceTimersByTimeAsync(15_000)
  lastKnown.dispose()
  return stores
}

function open(account = LIN) {
  const { stores, answers } = renderScreen(null, {})
  stores.session.logIn('token', account)
  restoreLastKnown(stores)
  restorePositions(stores.orders, stores.session)
  const lastKnown = startLastKnown(stores)
  return { stores, answers, lastKnown }
}

test('without a network the app opens with what the last visit saw, and how old that is', async () => {
  await visit()
  const { stores } = open()
  expect(stores.market.all.map(({ symbol }) => symbol)).toEqual(['BTCUSDT'])
  expect(stores.market.newestAt).toBe(quoteOf().at)
  expect(stores.account.figures).toEqual(meOf())
  expect(stores.orders.positions.map(({ id }) => id)).toEqual([orderOf().id])
})

test('a price that comes replaces the kept one, even where the server counts anew', async () => {
  await visit()
  const { stores } = open()
  stores.market.applyQuotes([quoteOf({ price: '101.0', sequence: 1 })])
  expect(stores.market.quoteOf('BTCUSDT')?.price).toBe('101.0')
})

test('another user of the device sees nothing of the first', async () => {
  await visit()
  const { stores } = open({ account: 'someone', nickname: 'someone' })
  expect(stores.market.all).toHaveLength(1)
  expect(stores.account.figures).toBeUndefined()
  expect(stores.orders.positions).toEqual([])
})

test('what belongs to a user leaves the device with the session', async () => {
  await visit()
  const { stores } = open()
  stores.session.reset()
  stores.resetUser()
  await jest.advanceTimersByTimeAsync(15_000)
  expect(localStorage.getItem('lastKnown')).toContain('BTCUSDT')
  expect(localStorage.getItem('lastKnown')).not.toContain('lin_mei88')
})

test('a damaged entry is no hindrance', () => {
  localStorage.setItem('lastKnown', JSON.stringify({ version: 1, value: { products: [{}], user: null } }))
  const { stores } = open()
  expect(stores.market.all).toEqual([])
  expect(localStorage.getItem('lastKnown')).toBeNull()
})
