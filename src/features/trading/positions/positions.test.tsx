import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { meOf, NOON, orderOf, quoteOf, summaryOf, wonOrderOf } from '../../../../test/client/factories'
import { catchFiles } from '../../../../test/client/files'
import { acceptedOf, askedOf } from '../../../../test/client/house'
import { policyOf, receiptOf, shownOrderOf } from '../../../../test/client/receipts'
import { type Answers, answered, refused, renderLoggedIn } from '../../../../test/client/screens'
import { fakeTaro } from '../../../../test/client/taro'
import { startI18n } from '../../../i18n'
import { OrdersScreen } from './OrdersScreen'

beforeAll(() => startI18n('en-US'))

const button = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers({ now: NOON + 23_200 }))
afterEach(() => jest.useRealTimers())

const PAGES: Answers = {
  listProducts: answered({ items: [summaryOf()] }),
  listOrders: answered({ items: [], nextCursor: null }),
}

async function show(answers: Answers = PAGES) {
  const shown = renderLoggedIn(<OrdersScreen />, answers)
  await act(async () => {
    shown.stores.market.applyQuotes([quoteOf({ at: NOON + 23_000 })])
    await shown.stores.orders.refresh()
  })
  return shown
}

const pass = (ms: number) => act(async () => jest.advanceTimersByTime(ms))

test('count down by the clock of the server and say how they stand', async () => {
  const { stores } = await show()
  act(() => stores.orders.apply(orderOf()))
  await pass(500)
  expect(screen.getByText('0:37')).toBeInTheDocument()
  expect(screen.getAllByText('+82.00')).toHaveLength(2)
  expect(screen.getByText('22.4 ahead')).toBeInTheDocument()
  expect(screen.queryByText(/^Order number/)).toBeNull()
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(screen.getByRole('button', { expanded: false }))
  expect(screen.getByRole('button', { expanded: true })).toBeVisible()
  expect(screen.getByText(/^Order number/).parentElement).toHaveTextContent(orderOf().number)
  expect(screen.getByText(/^Holding time/)).toHaveTextContent(/0:2\d$/)
  act(() => stores.market.applyQuotes([quoteOf({ at: NOON + 23_700, sequence: 11, price: '68000.0' })]))
  // No more than once a second: near the entry price it would flicker.
  expect(screen.getAllByText('+82.00')).toHaveLength(2)
  await pass(1_000)
  expect(screen.getAllByText('−100.00')).toHaveLength(2)
  expect(screen.getByText('390.1 behind')).toBeInTheDocument()
  act(() => stores.connection.addClockSample(Date.now(), Date.now(), Date.now() + 10_000))
  await pass(500)
  expect(screen.getByText('0:25')).toBeInTheDocument()
})

test('nothing is said about the end of an order while prices are too old', async () => {
  const { stores } = await show()
  act(() => stores.orders.apply(orderOf()))
  await pass(500)
  expect(screen.getByText('22.4 ahead')).toBeVisible()
  await pass(12_000)
  expect(screen.queryByText('+82.00')).toBeNull()
  expect(screen.getByText('Waiting for a new price')).toBeVisible()
  act(() => stores.market.applyQuotes([quoteOf({ at: NOON + 35_600, sequence: 12 })]))
  await pass(1_000)
  expect(screen.getByText('22.4 ahead')).toBeVisible()
})

test('at zero only the word of the server counts', async () => {
  const { stores } = await show()
  act(() => stores.orders.apply(orderOf()))
  // The device slept past the end.
  jest.setSystemTime(NOON + 90_000)
  await pass(1_000)
  expect(screen.getByText('0:00')).toBeInTheDocument()
  expect(screen.getByText('Waiting for the result')).toBeInTheDocument()
  expect(screen.queryByText('+82.00')).toBeNull()
  act(() => stores.orders.apply(wonOrderOf()))
  expect(screen.queryByText('Waiting for the result')).toBeNull()
  // The result is in the place of the order; the page does not claim that there was none.
  expect(screen.getByText('Just closed')).toBeInTheDocument()
  expect(screen.queryByText('No order record')).toBeNull()
})

test('an order that the service does not know any more is shown with what the device holds of it', async () => {
  const asked = askedOf(orderOf())
  const { stores } = await show({ ...PAGES, getOrder: refused('not_found') })
  await act(async () => {
    await stores.evidence.accepted(asked.id, acceptedOf(asked).acceptance, asked)
    jest.setSystemTime(NOON + 3_600_000)
    await stores.orders.refresh()
  })
  expect(screen.getByRole('alert')).toHaveTextContent('The service has no record of this order')
  expect(screen.getByRole('alert')).toHaveTextContent(/BTCUSDT.*Buy up.*100\.00.*FT-01JD7Q4ZK8/)
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  const saved = catchFiles()
  await user.click(button('Save evidence'))
  expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Evidence saved'])
  expect(saved).toHaveLength(1)
  await user.click(button('OK'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the order that ends next stands first', async () => {
  const { stores } = await show()
  const later = { id: '019aa1b2-0000-7000-8000-000000000009', number: 'FT-LATER' }
  act(() => {
    stores.orders.apply(orderOf())
    stores.orders.apply(
      orderOf({
        ...later,
        acceptedAt: new Date(NOON + 20_000).toISOString(),
        expiresAt: new Date(NOON + 300_000).toISOString(),
      }),
    )
  })
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  for (const card of screen.getAllByRole('button', { expanded: false })) await user.click(card)
  const numbers = screen.getAllByText(/^Order number/).map(({ parentElement }) => parentElement?.textContent)
  expect(numbers).toEqual([`Order number ${orderOf().number}`, 'Order number FT-LATER'])
})

test('who has traded sees the last closed orders where nothing is held, not how to begin', async () => {
  const order = wonOrderOf({ closedAt: new Date(NOON - 7_200_000).toISOString() })
  const { stores } = await show({
    ...PAGES,
    listOrders: ({ query }) => answered({ items: query?.state === 'closed' ? [order] : [], nextCursor: null }),
  })
  await act(async () => undefined)
  expect(stores.orders.positions).toEqual([])
  expect(await screen.findByRole('heading', { name: 'Closed' })).toBeInTheDocument()
  expect(screen.getByText('No open orders right now')).toBeInTheDocument()
  expect(screen.getByText('+82.00')).toBeInTheDocument()
  expect(screen.queryByText('No order record')).toBeNull()
})

test('hidden balances are hidden here too', async () => {
  const { stores } = await show()
  act(() => {
    stores.orders.apply(orderOf())
    stores.preferences.setHideBalances(true)
  })
  await pass(500)
  expect(screen.queryByText('+82.00')).toBeNull()
  expect(screen.getAllByText('••••').length).toBeGreaterThan(0)
})

test('nothing held and nothing closed say so in the words of the specification', async () => {
  await show()
  expect(await screen.findByText('No order record')).toBeInTheDocument()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.click(screen.getByText('Closed'))
  expect(await screen.findByText('No order record')).toBeInTheDocument()
})

test('a closed order whose receipt does not hold says so; the others have no mark', async () => {
  const order = shownOrderOf(receiptOf())
  const forged = { ...order, id: '019aa1b2-0000-7000-8000-0000000000f0', number: 'FT-FORGED' }
  const asked: unknown[] = []
  const { stores } = await show({
    ...PAGES,
    listOrders: answered({ items: [order, forged], nextCursor: null }),
    getReceipt: ({ params }) => {
      asked.push(params?.id)
      return answered(receiptOf())
    },
    getProofPolicy: answered(policyOf()),
  })
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.click(screen.getByText('Closed'))
  // The receipt of the other one proves another order.
  expect(await screen.findAllByText('Verification failed')).toHaveLength(1)
  expect([asked, stores.proof.isVerified(order.id)]).toEqual([[order.id, forged.id], true])
  act(() => stores.proof.reset())
  expect(screen.queryByText('Verification failed')).toBeNull()
})

test('closed orders stand by day with their holding time and end with "No more"; one opens its own page', async () => {
  const answers: Answers = {
    ...PAGES,
    listOrders: answered({ items: [wonOrderOf()], nextCursor: null }),
    getMe: answered(meOf()),
  }
  const { stores } = await show(answers)
  act(() => stores.preferences.setTimeZone('utc'))
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.click(screen.getByText('Closed'))
  expect(await screen.findByText('Nov 20, 2026')).toBeInTheDocument()
  expect(screen.getByText('No more')).toBeInTheDocument()
  // The sum of the day, and the row.
  const [sum, row] = screen.getAllByText('+82.00')
  expect(sum?.closest('.closed-row')).toBeNull()
  expect(row?.closest('.closed-row')).toHaveTextContent(/Holding time 1:00/)
  await user.click(row as HTMLElement)
  expect(fakeTaro.navigations.at(-1)).toContain(`/pages/order/closed?id=${wonOrderOf().id}`)
})
