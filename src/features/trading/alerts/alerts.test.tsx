import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PriceAlert } from '../../../../contract/alerts'
import { alertOf, productOf, quoteOf, summaryOf } from '../../../../test/client/factories'
import { type Answers, answered, LIN, refused, renderScreen } from '../../../../test/client/screens'
import { fakeTaro } from '../../../../test/client/taro'
import { startI18n } from '../../../i18n'
import { startAlerts } from '../../../lifecycles/alerts'
import { ALL_ALERTS } from '../../../stores/AlertsStore'
import { AlertButton } from './AlertButton'
import { AlertSheet } from './AlertSheet'
import { AllAlertsSheet } from './AllAlertsSheet'

beforeAll(() => startI18n('en-US'))

const REACHED = alertOf('r', {
  state: 'triggered',
  endedAt: '2026-11-20T14:01:00Z',
  tick: { sequence: 1207, at: Date.UTC(2026, 10, 20, 14, 1), price: '70012.5' },
})
const pageOf = (items: PriceAlert[], nextCursor: string | null = null) => answered({ items, nextCursor })
const lists =
  (active: PriceAlert[], triggered: PriceAlert[] = []): Answers['listPriceAlerts'] =>
  ({ query }) =>
    query?.state === 'active' ? pageOf(active) : pageOf(triggered)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = () => screen.getByLabelText('Alert price')

async function show(answers: Answers = {}, loggedIn = true) {
  const shown = renderScreen(
    <>
      <AlertButton symbol="BTCUSDT" />
      <AlertSheet symbol="BTCUSDT" />
      <AllAlertsSheet />
    </>,
    {
      getProduct: answered(productOf()),
      listProducts: answered({ items: [summaryOf()] }),
      listPriceAlerts: lists([]),
      ...answers,
    },
  )
  const { stores } = shown
  await act(async () => {
    if (loggedIn) stores.session.logIn('token', LIN)
    stores.preferences.setTimeZone('utc')
    await stores.market.productOf('BTCUSDT').refresh()
    await stores.market.list.load()
    if (loggedIn) await stores.alerts.load()
    stores.market.applyQuotes([quoteOf({ price: '68412.5', sequence: 900_000 })])
  })
  return shown
}

describe('the sheet of a product', () => {
  test('begins a step above the price now, and says in words what the alert will do', async () => {
    const { calls, stores } = await show({
      createPriceAlert: ({ body }) => answered(alertOf('new', body as object)),
    })
    await userEvent.click(button('Set a price alert'))
    expect(field()).toHaveValue('69096.6')
    expect(button('Set alert')).toBeEnabled()
    // The price moves on by itself; what the field began with stays, and the sentence says how far it is.
    act(() => stores.market.applyQuotes([quoteOf({ price: '68412.6', sequence: 900_001 })]))
    expect(field()).toHaveValue('69096.6')
    expect(screen.getByText(/rises to 69,096.6 \(\+1.00% from now\)/)).toBeInTheDocument()
    await userEvent.clear(field())
    await userEvent.type(field(), '68412.6')
    expect(screen.getByText('68,412.6 is the current price. Enter a higher or lower one.')).toBeInTheDocument()
    expect(button('Set alert')).toBeDisabled()
    act(() => stores.market.applyQuotes([quoteOf({ price: '68412.5', sequence: 900_002 })]))
    await userEvent.clear(field())
    await userEvent.type(field(), '7000.57')
    expect(field()).toHaveValue('7000.5')
    expect(screen.getByText(/falls to 7,000.5 \(−89.77% from now\)/)).toBeInTheDocument()
    await userEvent.click(button('+1%'))
    expect(screen.getByText(/rises to 69,096.6 \(\+1.00% from now\)/)).toBeInTheDocument()
    await userEvent.click(button('Set alert'))
    expect(calls.find(({ name }) => name === 'createPriceAlert')?.body).toMatchObject({
      symbol: 'BTCUSDT',
      direction: 'above',
      price: '69096.6',
    })
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Alert set'])
    expect(screen.getByText('Active · 1')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Price alerts, 1 active' })).toBeInTheDocument()
  })

  test('opens with the price that was tapped on a chart', async () => {
    const { stores } = await show()
    await act(async () => stores.alerts.show('BTCUSDT', '68500.0'))
    expect(field()).toHaveValue('68500.0')
    expect(screen.getByText(/rises to 68,500.0/)).toBeInTheDocument()
  })

  test('keeps what was typed: while prices move, over a refusal, and when it is closed and opened again', async () => {
    const { stores } = await show({ createPriceAlert: refused('alert_limit_reached', { limit: '20' }) })
    await userEvent.click(button('Set a price alert'))
    await userEvent.clear(field())
    await userEvent.type(field(), '65000')
    act(() => stores.market.applyQuotes([quoteOf({ price: '64000.0', sequence: 900_001 })]))
    expect(screen.getByText(/rises to 65,000/)).toBeInTheDocument()
    await userEvent.click(button('Set alert'))
    expect(await screen.findByText('You’ve reached the alert limit. Delete one first.')).toBeInTheDocument()
    act(() => stores.alerts.show(undefined))
    await waitFor(() => expect(screen.queryByLabelText('Alert price')).toBeNull())
    await userEvent.click(button('Set a price alert'))
    expect(field()).toHaveValue('65000')
  })

  test('an alert is deleted, and a price that was faster is said', async () => {
    const { stores, answers } = await show({
      listPriceAlerts: lists([alertOf('a'), alertOf('b', { direction: 'below', price: '60000.0' })], [REACHED]),
      cancelPriceAlert: answered(alertOf('a', { state: 'cancelled' })),
    })
    await userEvent.click(button('Price alerts, 2 active'))
    expect(screen.getByText('+2.32% to go')).toBeInTheDocument()
    expect(screen.getByText('Nov 20, 2026, 2:01:00 PM at 70,012.5 · price no. 1207')).toBeInTheDocument()
    await userEvent.click(button('Delete alert: Rises to 70,000.0'))
    expect(stores.ui.toasts.at(-1)?.text).toBe('Alert deleted')
    expect(screen.getByText('Active · 1')).toBeInTheDocument()
    answers.cancelPriceAlert = refused('unavailable')
    await userEvent.click(button('Delete alert: Falls to 60,000.0'))
    expect(stores.ui.toasts.at(-1)?.text).toMatch(/isn’t available/)
    answers.cancelPriceAlert = answered(alertOf('b', { ...REACHED, id: 'b' }))
    await userEvent.click(button('Delete alert: Falls to 60,000.0'))
    expect(stores.ui.toasts.at(-1)?.text).toBe('The price was reached before the alert could be deleted.')
  })

  test('goes with its page, and a product that does not exist has no bell', async () => {
    const { stores, unmount } = await show()
    await userEvent.click(button('Set a price alert'))
    unmount()
    expect(stores.alerts.shown).toBeUndefined()
    await show({ getProduct: refused('product_unknown') })
    expect(screen.queryByRole('button', { name: 'Set a price alert' })).toBeNull()
  })

  test('a visitor is sent to login and comes back here', async () => {
    const { calls } = await show({}, false)
    await userEvent.click(button('Set a price alert'))
    await userEvent.click(button('Log in to set an alert'))
    expect(fakeTaro.navigations.at(-1)).toBe('navigateTo /pages/login/login')
    expect(calls.map(({ name }) => name)).not.toContain('createPriceAlert')
  })

  test('a product without a price takes none yet', async () => {
    await show({ getProduct: answered(productOf({ symbol: 'NEWCOIN', quote: null })) })
    const { stores } = renderScreen(<AlertSheet symbol="NEWCOIN" />, {
      getProduct: answered(productOf({ symbol: 'NEWCOIN', quote: null })),
    })
    await act(async () => {
      stores.session.logIn('token', LIN)
      await stores.market.productOf('NEWCOIN').refresh()
      stores.alerts.show('NEWCOIN')
    })
    await userEvent.type(field(), '5')
    expect(screen.getByText('No price yet. You can set an alert once there is one.')).toBeInTheDocument()
    expect(button('Set alert')).toBeDisabled()
  })
})

describe('the sheet of all alerts', () => {
  test('lists what waits and what came true, of every product', async () => {
    const { stores } = await show({ listPriceAlerts: lists([alertOf('a')], [REACHED]) })
    await act(async () => stores.alerts.show(ALL_ALERTS))
    const sheet = await screen.findByRole('dialog')
    expect(await within(sheet).findAllByText('BTC/USDT · Rises to 70,000.0')).toHaveLength(2)
    expect(within(sheet).getByText('No more')).toBeInTheDocument()
  })

  test('leads on where there is nothing, and tries again where nothing came', async () => {
    const { stores, answers } = await show({ listPriceAlerts: refused('unavailable') })
    await act(async () => stores.alerts.show(ALL_ALERTS))
    answers.listPriceAlerts = lists([])
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No price alerts')).toBeInTheDocument()
    await userEvent.click(button('View products'))
    expect(fakeTaro.navigations.at(-1)).toBe('navigateTo /pages/product/product')
  })
})

test('a price that was reached is said at once, wherever the user is', async () => {
  const { stores, answers } = await show({ listPriceAlerts: lists([alertOf('r')]) })
  const lifecycle = startAlerts(stores)
  answers.listPriceAlerts = lists([], [REACHED])
  act(() => stores.changes.note(['alerts']))
  await waitFor(() => expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['BTC/USDT rose to 70,012.5']))
  act(() => stores.ui.toasts[0]?.open?.())
  expect(fakeTaro.navigations.at(-1)).toContain('/pages/Detail/Detail?symbol=BTCUSDT')
  lifecycle.dispose()
})

test('nothing is said to a user who does not want to hear of prices', async () => {
  const { stores, answers } = await show({
    listPriceAlerts: lists([alertOf('r')]),
    getMessagePreferences: answered({ muted: ['alerts'] }),
  })
  const lifecycle = startAlerts(stores)
  answers.listPriceAlerts = lists([], [REACHED])
  act(() => stores.changes.note(['alerts']))
  await waitFor(() => expect(stores.messages.preferences.state.kind).toBe('ready'))
  expect(stores.ui.toasts).toEqual([])
  lifecycle.dispose()
})
