import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { observer } from 'mobx-react-lite'
import { halfHour, NOON, orderOf, productOf, quoteOf } from '../../../../test/client/factories'
import { answered, LIN, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { useOwnOrders } from '../positions/OwnOrders'
import { PriceChart } from './PriceChart'

jest.mock('../../../platform/canvas', () => ({ openCanvas: () => Promise.resolve(undefined) }))

beforeAll(() => startI18n('en-US'))

const PRODUCT = productOf()

const OnPage = observer(function OnPage() {
  const chosen = { seconds: 60, isOpen: false }
  return (
    <PriceChart
      around={{ hasOrders: useOwnOrders(PRODUCT.symbol).held.length > 0 }}
      product={PRODUCT}
      chosen={chosen}
    />
  )
})

async function show() {
  const intervals: unknown[] = []
  const shown = renderScreen(<OnPage />, {
    listCandles: ({ query }) => {
      intervals.push(query?.interval)
      return answered({ interval: query?.interval ?? '1m', items: halfHour })
    },
    listOrders: answered({ items: [], nextCursor: null }),
  })
  act(() => shown.stores.preferences.setChartView('1m'))
  await act(async () => shown.stores.market.applyQuotes([quoteOf()]))
  return { ...shown, intervals }
}

/** A price of the log. */
const tickOf = (sequence: number, at: number, price: string) => ({
  sequence,
  at,
  price,
  size: '1',
  source: 'simulated',
  sourceAt: NOON,
  instrument: '-',
  trade: null,
})

test('a candle of four hours is an interval like others, and is remembered', async () => {
  const { intervals, stores } = await show()
  await userEvent.click(screen.getByRole('tab', { name: '4h, 4-hour candles' }))
  expect(intervals).toEqual(['1m', '4h'])
  expect(stores.preferences.chartView).toBe('4h')
  expect(screen.getByRole('tab', { name: '4h, 4-hour candles' })).toHaveAttribute('aria-selected', 'true')
  expect(await screen.findByRole('img', { name: /^BTC\/USDT, 4-hour candles/ })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: 'Line, line chart' }))
  expect(screen.getByRole('img', { name: /^BTC\/USDT, line chart/ })).toBeInTheDocument()
})

test('indicators are chosen in a sheet: any over the prices, one below, kept as a preference', async () => {
  const { stores } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Indicators' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Indicators' }))
  expect(sheet.getByRole('checkbox', { name: /^MA/ })).toBeChecked()
  await userEvent.click(sheet.getByRole('checkbox', { name: /^BOLL/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^MA/ }))
  expect(sheet.getByRole('radio', { name: /^Volume/ })).toBeChecked()
  await userEvent.click(sheet.getByRole('radio', { name: /^KDJ/ }))
  expect(sheet.getAllByRole('radio', { checked: true })).toHaveLength(1)
  expect(stores.preferences.fields).toMatchObject({ chartOverlays: ['boll'], chartPane: 'kdj' })
})

test('the chart begins with every price of the last minutes: those of the log, and those that the stream goes on with', async () => {
  const tick = (seconds: number, price: string) => tickOf(seconds, NOON - 120_000 + seconds * 1_000, price)
  const { stores } = renderScreen(<OnPage />, {
    listTicks: answered({ items: [tick(1, '68400.0'), tick(2, '68405.5')] }),
    listOrders: answered({ items: [], nextCursor: null }),
  })
  await act(async () => stores.market.applyQuotes([quoteOf()]))
  expect(stores.preferences.chartView).toBe('live')
  expect(screen.queryByRole('button', { name: 'Indicators' })).toBeNull()
  act(() => stores.ticks.applyQuotes([quoteOf({ at: NOON, price: '68412.5', sequence: 11 })]))
  const prices = stores.ticks.ticksOf(PRODUCT.symbol).map(({ text }) => text)
  expect(prices).toEqual(['68400.0', '68405.5', '68412.5'])
  expect(screen.getByRole('img', { name: /^BTC\/USDT, every price.*First price 68,400\.0/ })).toBeInTheDocument()
})

test('a chart that was behind another tab has the prices in between when it is seen', async () => {
  const tick = (seconds: number, price: string) => tickOf(seconds, NOON - 120_000 + seconds * 1_000, price)
  const log = [tick(1, '68400.0')]
  const { stores } = renderScreen(<OnPage />, {
    listTicks: () => answered({ items: log }),
    listOrders: answered({ items: [], nextCursor: null }),
  })
  await act(async () => stores.market.applyQuotes([quoteOf()]))
  log.push(tick(60, '68405.5'), tick(90, '68412.5'))
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(stores.ticks.ticksOf(PRODUCT.symbol).map(({ text }) => text)).toEqual(['68400.0', '68405.5', '68412.5'])
})

test('the own orders of this product that have entered are told, others not', async () => {
  const { stores } = await show()
  act(() => {
    stores.session.logIn('token', LIN)
    jest.spyOn(stores.connection, 'serverNow').mockReturnValue(NOON + 1_000)
    stores.orders.apply(orderOf())
    stores.orders.apply(orderOf({ id: '019aa1b2-0000-7000-8000-000000000002', symbol: 'XAU', entryPrice: '1.0' }))
    stores.orders.apply(
      orderOf({ id: '019aa1b2-0000-7000-8000-000000000003', status: 'pending', version: 1, entryPrice: null }),
    )
  })
  const summary = () => screen.getByRole('img').getAttribute('aria-label') ?? ''
  // Whether the price is fresh is looked at each second.
  const told = /Your order: Buy up, entry 68,390\.1, expires at \d\d:03:00, currently in profit\.$/
  await waitFor(() => expect(summary()).toMatch(told), { timeout: 60_000 })
  expect(summary().match(/Your order/g)).toHaveLength(1)
})

test('the chart takes the whole page as a dialog, and gives it back by its button and by Escape', async () => {
  await show()
  for (const leave of [
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => userEvent.keyboard('{Escape}'),
  ]) {
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'BTC/USDT' })).toHaveFocus())
    await leave()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Full screen', pressed: false })).toHaveFocus()
  }
})

test('the chart in full screen leads to the ticket in either direction', async () => {
  const traded: unknown[] = []
  const chosen = { seconds: 60, isOpen: false }
  renderScreen(
    <PriceChart around={{ hasOrders: false }} product={PRODUCT} chosen={chosen} onTrade={(way) => traded.push(way)} />,
  )
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: '▼\u00a0Sell down' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await open()
  await userEvent.click(screen.getByRole('button', { name: '▲\u00a0Buy up' }))
  expect(traded).toEqual(['down', 'up'])
})

test('a closed market has its last session and nothing live, and the choice is kept', async () => {
  const chosen = { seconds: 60, isOpen: false }
  const closed = { ...PRODUCT, status: 'closed' as const }
  const { calls, stores } = renderScreen(
    <PriceChart around={{ hasOrders: false }} product={closed} chosen={chosen} />,
    {
      listCandles: answered({ interval: '1m', items: halfHour }),
    },
  )
  expect(await screen.findByRole('img', { name: /^BTC\/USDT, line chart/ })).toBeInTheDocument()
  expect(screen.queryByRole('tab', { name: /^Live/ })).toBeNull()
  expect(calls.map(({ name }) => name)).not.toContain('listTicks')
  expect(stores.preferences.chartView).toBe('live')
})

test('the chart fills the window, and makes room for an order that is held', async () => {
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: 844 })
  const { stores } = await show()
  const height = () => screen.getByRole('img').parentElement?.style.height
  expect(height()).toBe(`${(844 - 368) / 16}rem`)
  act(() => {
    stores.session.logIn('token', LIN)
    stores.orders.apply(orderOf())
  })
  expect(height()).toBe(`${(844 - 368 - 77) / 16}rem`)
  act(() => {
    Object.defineProperty(window, 'innerHeight', { configurable: true, value: 390 })
    window.dispatchEvent(new Event('resize'))
    stores.orders.apply(orderOf({ status: 'void', version: 9 }))
  })
  expect(height()).toBe(`${220 / 16}rem`)
})

test('candles of seconds are made of the prices themselves, and go on with the stream', async () => {
  const tick = (ms: number, price: string) => tickOf(ms, NOON - 30_000 + ms, price)
  const { calls, stores } = renderScreen(<OnPage />, {
    listTicks: answered({ items: [tick(0, '68400.0'), tick(4_999, '68409.0'), tick(5_000, '68405.5')] }),
    listOrders: answered({ items: [], nextCursor: null }),
  })
  await act(async () => stores.market.applyQuotes([quoteOf()]))
  await userEvent.click(screen.getByRole('tab', { name: '5s, 5-second candles' }))
  expect(await screen.findByRole('img', { name: /^BTC\/USDT, 5-second candles.*high 68,409\.0/ })).toBeInTheDocument()
  expect(calls.map(({ name }) => name)).not.toContain('listCandles')
})
