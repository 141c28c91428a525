import { NOON, orderOf, summaryOf, wonOrderOf } from '../../test/client/factories'
import { answered, renderScreen } from '../../test/client/screens'
import { startI18n } from '../i18n'
import { startOverdue } from './overdue'
import { startResults } from './results'

beforeAll(() => startI18n('en-US'))
beforeEach(() => jest.useFakeTimers({ now: NOON + 1_000 }))
afterEach(() => jest.useRealTimers())

function setUp() {
  const shown = renderScreen(null, {
    listProducts: answered({ items: [summaryOf()] }),
    listOrders: answered({ items: [], nextCursor: null }),
    getOrder: answered(wonOrderOf()),
  })
  shown.stores.session.logIn('token', { account: 'lin_mei88', nickname: 'lin_mei88' })
  shown.stores.orders.apply(orderOf())
  return shown
}

const NOTHING = { exitPrice: null, exitAt: null, profitLoss: '0.00' }

test.each([
  ['won', wonOrderOf(), 'BTC/USDT: +82.00'],
  ['tie', wonOrderOf({ status: 'tie', profitLoss: '0.00' }), 'BTC/USDT: Tie'],
  [
    'void',
    wonOrderOf({ ...NOTHING, status: 'void', voidReason: 'too_few_ticks' }),
    'BTC/USDT: Too few prices came during the contract. The amount was returned.',
  ],
])('an order that ends %s says so, once', async (_, order, text) => {
  const { stores } = setUp()
  await stores.market.loadProducts()
  const results = startResults(stores)
  stores.orders.apply(order)
  stores.orders.apply(order)
  expect(stores.ui.toasts.map((toast) => toast.text)).toEqual([text])
  results.dispose()
})

test('a hidden balance does not show in a result', async () => {
  const { stores } = setUp()
  await stores.market.loadProducts()
  stores.preferences.setHideBalances(true)
  const results = startResults(stores)
  stores.orders.apply(wonOrderOf())
  expect(stores.ui.toasts[0]?.text).toBe('BTC/USDT: ••••')
  results.dispose()
})

test('a result that the stream never told is asked for a moment after the end', async () => {
  const { stores, calls } = setUp()
  const overdue = startOverdue(stores)
  await jest.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual([])
  expect(stores.orders.holdings).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(9_000)
  expect(stores.orders.holdings).toEqual([])
  expect(stores.orders.closed.map(({ status }) => status)).toEqual(['won'])
  const asked = calls.length
  await jest.advanceTimersByTimeAsync(30_000)
  expect(calls).toHaveLength(asked)
  overdue.dispose()
})
