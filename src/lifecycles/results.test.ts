import { NOON, orderOf, summaryOf, wonOrderOf } from '../../test/client/factories'
import { answered, renderLoggedIn } from '../../test/client/screens'
import { startI18n } from '../i18n'
import { startOverdue } from './overdue'
import { startResults } from './results'

beforeAll(() => startI18n('en-US'))
beforeEach(() => jest.useFakeTimers({ now: NOON + 1_000 }))
afterEach(() => jest.useRealTimers())

function setUp() {
  const shown = renderLoggedIn(null, {
    listProducts: answered({ items: [summaryOf()] }),
    listOrders: answered({ items: [], nextCursor: null }),
    getOrder: answered(wonOrderOf()),
  })
  shown.stores.orders.apply(orderOf())
  return shown
}

test('results come one at a time, each once and for 4 s, and many end in one sentence', async () => {
  const { stores } = setUp()
  const results = startResults(stores)
  for (let n = 1; n <= 6; n++) {
    const id = `order-${n}`
    stores.orders.apply(orderOf({ id }))
    stores.orders.apply(wonOrderOf({ id }))
    stores.orders.apply(wonOrderOf({ id }))
  }
  const told: string[] = []
  while (stores.results.current) {
    const news = stores.results.current
    told.push(news.kind === 'order' ? news.order.id : `${news.count} more`)
    await jest.advanceTimersByTimeAsync(4_000)
  }
  expect(told).toEqual(['order-1', 'order-2', 'order-3', '3 more'])
  results.dispose()
})

test('a banner under a finger stays, and goes 4 s after it was let go', async () => {
  const { stores } = setUp()
  const results = startResults(stores)
  stores.orders.apply(wonOrderOf())
  stores.results.hold(true)
  await jest.advanceTimersByTimeAsync(20_000)
  expect(stores.results.current).toBeDefined()
  stores.results.hold(false)
  await jest.advanceTimersByTimeAsync(4_100)
  expect(stores.results.current).toBeUndefined()
  results.dispose()
})

test('results go with the session', () => {
  const { stores } = setUp()
  const results = startResults(stores)
  stores.orders.apply(wonOrderOf())
  stores.resetUser()
  expect(stores.results.current).toBeUndefined()
  results.dispose()
})

test('a result that the stream never told is asked for a moment after the end', async () => {
  const { stores, calls } = setUp()
  const overdue = startOverdue(stores)
  await jest.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual([])
  expect(stores.orders.positions).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(9_000)
  expect(stores.orders.positions).toEqual([])
  expect(stores.orders.closed.map(({ status }) => status)).toEqual(['won'])
  const asked = calls.length
  await jest.advanceTimersByTimeAsync(30_000)
  expect(calls).toHaveLength(asked)
  overdue.dispose()
})
