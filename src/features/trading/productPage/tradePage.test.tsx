import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Product } from '../../../../contract/market'
import type { PlaceOrder } from '../../../../contract/orders'
import { appInfoOf, NOON, orderOf, productOf, quoteOf, wonOrderOf } from '../../../../test/client/factories'
import { acceptedOf, checkpointAt, newestOf } from '../../../../test/client/house'
import { fakeHttp } from '../../../../test/client/http'
import { policyOf } from '../../../../test/client/receipts'
import { type Answers, answered, LIN, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { LateStores } from '../../../stores/LateStores'
import { PreferencesStore } from '../../../stores/PreferencesStore'
import { RootStore } from '../../../stores/RootStore'
import { SessionStore } from '../../../stores/SessionStore'
import { StoresContext } from '../../../stores/StoresContext'
import { FavouriteButton } from './FavouriteButton'
import { ProductDetailScreen } from './ProductDetailScreen'

jest.mock('../../../platform/canvas', () => ({ openCanvas: () => Promise.resolve(undefined) }))

beforeAll(() => startI18n('en-US'))

const NOT_CHOOSING = [false, () => undefined] as const

async function show(changes: Product['changes'] = [], answers: Answers = {}, params: Record<string, string> = {}) {
  const screenOf = <ProductDetailScreen symbol="BTCUSDT" list={null} choosing={NOT_CHOOSING} />
  const all = {
    getProduct: answered(productOf({ changes })),
    listCandles: answered({ interval: '1m', items: [] }),
    listOrders: answered({ items: [], nextCursor: null }),
    ...answers,
  }
  const shown = renderScreen(screenOf, all, params)
  jest.spyOn(shown.stores.connection, 'serverNow').mockReturnValue(NOON + 1_000)
  await screen.findAllByRole('group', { name: 'Duration and earnings rate', hidden: true })
  await act(async () => shown.stores.market.applyQuotes([quoteOf({ at: NOON })]))
  return shown
}

/** Shows the page as on a first visit, before the late stores are there. */
function showEarly(loadLate: (stores: RootStore) => Promise<void>) {
  const http = fakeHttp({ getProduct: answered(productOf()), listCandles: answered({ items: [] }) })
  const session = new SessionStore()
  const preferences = new PreferencesStore()
  const stores = new RootStore({ session, preferences, http, sleep: async () => undefined, loadLate })
  render(
    <StoresContext.Provider value={stores}>
      <FavouriteButton symbol="BTCUSDT" />
      <ProductDetailScreen symbol="BTCUSDT" list={null} choosing={NOT_CHOOSING} />
    </StoresContext.Provider>,
  )
  return stores
}

test('a product has its price before all stores are there, and a tap on its star waits for them', async () => {
  const stores = showEarly(() => new Promise(() => undefined))
  expect(await screen.findByText(/^68,412\.5/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add to favorites' }))
  act(() => stores.complete(new LateStores(stores)))
  expect(await screen.findByRole('button', { name: 'Remove from favorites' })).toHaveAttribute('aria-pressed', 'true')
})

test('the buttons are there with the price: a press before the ticket is loaded opens it once it is', async () => {
  const stores = showEarly(() => new Promise(() => undefined))
  const button = () => screen.findByRole('button', { name: /^▼\u00a0Sell down/ })
  await userEvent.click(await button())
  expect(await button()).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => stores.complete(new LateStores(stores)))
  expect(await screen.findByRole('dialog', { name: 'Sell down · BTC/USDT' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await button()).not.toHaveAttribute('aria-busy')
})

test('the bar has the amount of the ticket once that is closed, and is not rendered with each key before', async () => {
  await show()
  const amount = document.querySelector('.trade-bar__amount')
  const before = String(amount?.textContent).trim()
  await userEvent.click(screen.getByRole('button', { name: /^▲\u00a0Buy up/ }))
  const field = screen.getByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, '57')
  expect(amount).toHaveTextContent(before)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(amount).toHaveTextContent(/57/))
})

test('the ticket is made ahead of the tap, out of sight, and after each closing as a new one', async () => {
  const { stores } = await show()
  act(() => stores.session.logIn('token', LIN))
  const fresh = [jest.spyOn(stores.signer, 'prepare'), jest.spyOn(stores.account, 'load')]
  const asked = () => fresh.map((spy) => spy.mock.calls.length)
  const made = () => waitFor(() => document.querySelector('[role=dialog]') ?? Promise.reject(new Error('no ticket')))
  const first = await made()
  expect(screen.queryByRole('dialog')).toBeNull()
  // Keys of the page would wait for an open dialog.
  expect(first).toHaveAttribute('aria-modal', 'false')
  expect(asked()).toEqual([0, 0])
  await userEvent.click(screen.getByRole('button', { name: /^▲\u00a0Buy up/ }))
  expect(screen.getByRole('dialog', { name: 'Buy up · BTC/USDT' })).toBe(first)
  // The order is signed with the newest head that this device has seen.
  await waitFor(() => expect(asked()).toEqual([1, 1]))
  await userEvent.type(screen.getByRole('textbox'), '{Backspace}{Backspace}{Backspace}{Enter}')
  const problem = 'Empty Value'
  await screen.findByText(problem)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(await made()).not.toBe(first)
  await userEvent.click(screen.getByRole('button', { name: /^▼\u00a0Sell down/ }))
  expect(screen.getByRole('dialog', { name: 'Sell down · BTC/USDT' })).toBeVisible()
  expect(screen.queryByText(problem)).toBeNull()
  await waitFor(() => expect(asked()).toEqual([2, 2]))
})

test('a product that was open before begins with its outline, so that a touch is seen at once, and the parts follow', async () => {
  const { stores, unmount } = await show()
  unmount()
  render(
    <StoresContext.Provider value={stores}>
      <ProductDetailScreen symbol="BTCUSDT" list={null} choosing={NOT_CHOOSING} />
    </StoresContext.Provider>,
  )
  expect(screen.getByText(/^68,412\.5/)).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByRole('button', { name: /^▲\u00a0Buy up/ })).toBeVisible()
  expect(await screen.findByRole('tab', { name: /^5m/ })).toBeVisible()
})

test('a page whose stores do not come within a minute can be asked for again', async () => {
  jest.useFakeTimers()
  showEarly(() => new Promise(() => undefined))
  await act(() => jest.advanceTimersByTimeAsync(59_000))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  jest.useRealTimers()
})

const press = (key: string, code = `Key${key.toUpperCase()}`) => fireEvent.keyDown(document.body, { key, code })

test('without a network no order can be begun, and the page says why', async () => {
  const { stores } = await show()
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^▲\u00a0Buy up|^▼\u00a0Sell down/ })
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false])
  act(() => stores.connection.setOnline(false))
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true])
  expect(screen.getByText('You’re offline. You can order once you’re connected again.')).toBeVisible()
})

test('what was announced stands above the chart with its time and zone, and a tap tells what changes from what to what', async () => {
  const from = '2026-11-24T10:00:00.000Z'
  const hours = [1, 2, 3, 4, 5].flatMap((day) => [
    { day, open: '09:30', close: '12:00' },
    { day, open: '13:00', close: '16:00' },
  ])
  const durations = [
    { seconds: 60, earningsRateBp: 8050 },
    { seconds: 300, earningsRateBp: 9000 },
  ]
  const { stores } = await show([
    { part: 'durations', from, terms: { durations } },
    {
      part: 'calendar',
      from,
      terms: {
        calendar: {
          timeZone: 'Asia/Hong_Kong',
          alwaysOpen: false,
          hours: [...hours, { day: 7, open: '10:00', close: '24:00' }],
        },
      },
    },
    { part: 'stakes', from, terms: { stakeMin: '5.00', stakeMax: '5000.00', stakePresets: ['5.00', '50.00'] } },
    { part: 'maintenance', from, terms: { until: '2026-11-24T12:00:00.000Z' } },
    { part: 'names', from, terms: { code: 'BTC/USD', names: { 'en-US': 'Bit' }, recommended: true } },
  ])
  act(() => stores.preferences.setTimeZone('utc'))
  expect(screen.getByText('New durations and earnings rates from Tue, Nov 24, 10:00 AM (UTC)')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Details' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Announced changes' }))
  const says = (text: string) => expect(sheet.getByText(text)).toBeInTheDocument()
  for (const text of ['30 s', '75% → no longer offered', '1 min', '82% → 80.5%', '5 min', '90% (new)']) says(text)
  for (const text of ['Mon–Fri', '09:30–12:00, 13:00–16:00', 'Sun', '10:00–24:00', 'Market time: Asia/Hong_Kong'])
    says(text)
  for (const text of ['1.00 → 5.00', '999,999.00 → 5,000.00', '5.00 · 50.00', 'Bit']) says(text)
  says('No new orders until Tue, Nov 24, 12:00 PM (UTC).')
  says('Orders placed before then keep their terms.')
})

test('the card of a new order says that it was placed, and nothing lies over it', async () => {
  const { stores } = await show([], {
    '/log/newest': answered(newestOf(checkpointAt(3), Date.now())),
    getProofPolicy: answered(policyOf()),
    placeOrder: ({ body }) => answered(acceptedOf(body as PlaceOrder)),
  })
  act(() => {
    stores.session.setAppInfo(appInfoOf())
    stores.session.logIn('token', LIN)
    stores.account.applyBalance({ available: '9310.00', inOrders: '0.00', total: '9310.00', version: 1 })
  })
  await userEvent.click(screen.getByRole('button', { name: /^▲\u00a0Buy up/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^Place order: ▲\u00a0Buy up/ }))
  const card = await screen.findByRole('button', { name: /Buy up ·.*100\.00/ })
  expect(card).toHaveTextContent('Purchase Successful')
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Purchase Successful')
  expect(stores.ui.toasts).toEqual([])
  await waitFor(() => expect(card).not.toHaveTextContent('Purchase Successful'), { timeout: 4_000 })
})

test('a way in with all terms, such as the first order on home, opens the ticket with them', async () => {
  await show([], {}, { direction: 'down', stake: '10.00', seconds: '30' })
  const ticket = within(screen.getByRole('dialog', { name: 'Sell down · BTC/USDT' }))
  expect(ticket.getByRole('button', { name: /30 s/, pressed: true })).toBeVisible()
  expect(ticket.getByRole('textbox')).toHaveValue('10')
})

test('the buttons promise nothing for an amount that cannot be staked', async () => {
  const { stores } = await show()
  const returns = () => screen.getByRole('button', { name: /^▲\u00a0Buy up/ }).textContent
  expect(returns()).toContain('+82.00 if right')
  act(() => {
    stores.session.logIn('token', LIN)
    stores.account.applyBalance({ available: '5.00', inOrders: '0.00', total: '5.00', version: 1 })
  })
  expect(returns()).not.toContain('win')
})

test('amount and duration are set beside the buttons: steps go through the usual amounts', async () => {
  await show()
  const amount = () => screen.getByRole('button', { name: /^Amount/ }).getAttribute('aria-label')
  const step = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  expect(amount()).toBe('Amount 100 ')
  await step('Larger amount')
  expect(amount()).toBe('Amount 500 ')
  await step('Smaller amount')
  await step('Smaller amount')
  expect(amount()).toBe('Amount 1 ')
  await userEvent.click(screen.getByRole('button', { name: /^30 s/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Amount/ }))
  const ticket = within(screen.getByRole('dialog', { name: 'Buy up · BTC/USDT' }))
  expect(ticket.getByRole('button', { name: /30 s/, pressed: true })).toBeVisible()
  expect(ticket.getByText(/^To break even/).parentElement).toHaveTextContent(
    'To break even you must be right 58 times in 100.',
  )
})

test('how many orders were voided is asked for by a tap, and told by reason', async () => {
  const { calls, answers } = await show()
  expect(calls.map(({ name }) => name)).not.toContain('getEndings')
  const voids = (none: number, few: number, stale: number) => ({
    logged_late: 0,
    no_entry_tick: none,
    too_few_ticks: few,
    stale_at_expiry: stale,
  })
  answers.getEndings = answered({
    from: '2026-10-22',
    until: '2026-11-20',
    settledBefore: 5,
    settledThrough: 2_505,
    items: [
      { day: '2026-11-19', symbol: 'BTCUSDT', orders: 1_500, voids: voids(2, 0, 4) },
      { day: '2026-11-20', symbol: 'BTCUSDT', orders: 1_000, voids: voids(1, 0, 0) },
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Voided orders, last 30 days' }))
  expect(await screen.findByRole('heading', { name: 'Voided orders, last 30 days' })).toBeVisible()
  expect(await screen.findByText('7 of 2,500 orders')).toBeVisible()
  const figureOf = (label: string) => screen.getByText(label).parentElement?.textContent
  expect(figureOf('No price after the order')).toBe('No price after the order3')
  expect(figureOf('Too few prices during the order')).toBe('Too few prices during the order0')
  expect(figureOf('Last price too old at expiry')).toBe('Last price too old at expiry4')
})

test('a product without orders says so, and a failure can be tried again', async () => {
  const { answers } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Voided orders, last 30 days' }))
  const empty = { from: '2026-10-22', until: '2026-11-20', settledBefore: 0, settledThrough: 0, items: [] }
  answers.getEndings = answered(empty)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No orders for this product closed in this period.')).toBeVisible()
})

test('a result is shown where the order was, and no banner repeats it', async () => {
  const { stores } = await show()
  act(() => {
    stores.session.logIn('token', LIN)
    stores.orders.apply(orderOf())
  })
  const closed = wonOrderOf({ closedAt: new Date(NOON + 2_000).toISOString() })
  act(() => {
    stores.orders.apply(closed)
    stores.results.push(closed)
  })
  // Its pill has turned, and nothing covers the page before it is tapped.
  const pill = screen.getByRole('button', { name: /BTC\/USDT.*\+82\.00.*Won/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Won, +82.00')
  await userEvent.click(pill)
  const settled = within(screen.getByRole('dialog', { name: 'Order closed' }))
  expect(settled.getByText('+82.00')).toBeVisible()
  expect(settled.getByText('182.00 added to your balance')).toBeVisible()
  await userEvent.click(settled.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stores.results.current).toBeUndefined()
  const other = wonOrderOf({ symbol: 'XAUUSD' })
  act(() => stores.results.push(other))
  expect(stores.results.current).toEqual({ kind: 'order', order: other })
})

test('a wide window tells a result in the same sheet', async () => {
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined }
  window.matchMedia = ((media: string) => ({ media, matches: true, ...listen })) as unknown as typeof matchMedia
  const { stores } = await show()
  act(() => {
    stores.session.logIn('token', LIN)
    stores.orders.apply(orderOf())
  })
  act(() => stores.orders.apply(wonOrderOf({ closedAt: new Date(NOON + 2_000).toISOString() })))
  await userEvent.click(screen.getByRole('button', { name: /BTC\/USDT.*\+82\.00.*Won/ }))
  expect(await screen.findByRole('dialog', { name: 'Order closed' })).toBeVisible()
  Reflect.deleteProperty(window, 'matchMedia')
})

test('keys open the ticket, choose a duration and tell what they do; a switch turns them off', async () => {
  const { stores } = await show()
  press('ฟ', 'KeyS')
  const ticket = within(screen.getByRole('dialog', { name: 'Sell down · BTC/USDT' }))
  expect(ticket.getByRole('button', { name: /1 min/, pressed: true })).toBeVisible()
  await userEvent.click(ticket.getByRole('tab', { name: '▲\u00a0Buy up' }))
  expect(screen.getByRole('dialog', { name: 'Buy up · BTC/USDT' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  press('1', 'Digit1')
  press('b')
  expect(screen.getByRole('dialog', { name: 'Buy up · BTC/USDT' })).toBeVisible()
  const again = within(screen.getByRole('dialog'))
  expect(again.getByRole('button', { name: /30 s/, pressed: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  press('?', 'Slash')
  const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(help.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Choose a duration1 – 2')
  await userEvent.click(help.getByRole('switch', { name: 'Use keyboard shortcuts' }))
  await userEvent.keyboard('{Escape}')
  expect(stores.preferences.fields.shortcuts).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('b')
  expect(screen.queryByRole('dialog')).toBeNull()
})
