import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { PlaceOrder } from '../../../contract/orders'
import type { OrderTerms } from '../../../contract/proof'
import {
  appInfoOf,
  meOf,
  NOON,
  orderOf,
  productOf,
  quoteOf,
  summaryOf,
  wonOrderOf,
} from '../../../test/client/factories'
import { catchFiles } from '../../../test/client/files'
import { acceptedOf, askedOf, checkpointAt, withAcceptance } from '../../../test/client/house'
import { policyOf, receiptOf, shownOrderOf } from '../../../test/client/receipts'
import { type Answer, type Answers, answered, refused, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { startI18n } from '../../i18n'
import { LivePrice } from './LivePrice'
import { OrdersScreen } from './OrdersScreen'
import { TicketSheet } from './TicketSheet'
import { openTicket } from './ticketForm'

beforeAll(() => startI18n('en-US'))

const USER = { account: 'lin_mei88', nickname: 'lin_mei88' }
const BALANCE = { available: '9310.00', inOrders: '0.00', total: '9310.00', version: 1 }
const button = (name: string | RegExp) => screen.getByRole('button', { name })

const PRODUCT = productOf()

function Ticket({ blocked }: { blocked?: string }) {
  const [form, setForm] = useState(() => openTicket(PRODUCT, 'up'))
  const [open, setOpen] = useState(true)
  return (
    <TicketSheet
      product={PRODUCT}
      open={open}
      form={form}
      onForm={setForm}
      onClose={() => setOpen(false)}
      blocked={blocked}
    />
  )
}

/** A house that accepts what it is asked for, or lies about its terms. */
const accepted =
  (lies: Partial<OrderTerms> = {}): Answer =>
  ({ body }) =>
    answered(acceptedOf(body as PlaceOrder, lies))

describe('the ticket', () => {
  function show(answers: Answers = {}, blocked?: string) {
    const shown = renderScreen(<Ticket blocked={blocked} />, {
      '/log/checkpoint': answered(checkpointAt(3)),
      getProofPolicy: answered(policyOf()),
      ...answers,
    })
    act(() => {
      shown.stores.session.setAppInfo(appInfoOf())
      shown.stores.session.logIn('token', USER)
      shown.stores.account.applyBalance(BALANCE)
    })
    return shown
  }

  const amount = () => screen.getByLabelText('Amount')

  test('says what each end brings before it is confirmed', async () => {
    show()
    await userEvent.click(button(/30 s/))
    await userEvent.clear(amount())
    await userEvent.type(amount(), '12a.345')
    expect(amount()).toHaveValue('12.34')
    expect(screen.getByText('+9.25')).toBeInTheDocument()
    expect(screen.getByText('−12.34')).toBeInTheDocument()
    expect(screen.getByText('Same').parentElement).toHaveTextContent('Same0.00')
    expect(screen.getByText(/Terms are signed before the price is known/)).toHaveTextContent(
      'these prices are invented',
    )
    expect(button('Place ▲ Up · 12.34 USD')).toBeVisible()
  })

  test('a placed order says so in the words of the specification', async () => {
    const { stores, calls } = show({ placeOrder: accepted() })
    await userEvent.click(button(/^Place/))
    await waitFor(() => expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Purchase Successful']))
    expect(calls.find(({ name }) => name === 'placeOrder')?.body).toMatchObject({
      stake: '100.00',
      direction: 'up',
      durationSeconds: 60,
      earningsRateBp: 8200,
      ask: { seenHead: 3 },
    })
  })

  test('an order that was accepted in other terms is not called placed: the user is told, and can take the proof along', async () => {
    const { stores } = show({ placeOrder: accepted({ staleAfterMs: 0 }) })
    await userEvent.click(button(/^Place/))
    await waitFor(() => expect(stores.ui.confirmation).toBeDefined())
    expect(stores.ui.confirmation).toMatchObject({
      title: 'Not accepted as you placed it',
      text: expect.stringContaining('Not what you confirmed: age limit for the last price.'),
      confirmLabel: 'Save evidence',
    })
    expect(stores.ui.toasts).toEqual([])
    act(() => stores.ui.settle(false))
  })

  test('a refusal of the signed time keeps what was typed', async () => {
    show({ placeOrder: refused('ask_time_off', { serverTime: '2026-11-20T14:02:00Z' }) })
    await userEvent.clear(amount())
    await userEvent.type(amount(), '250')
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/Nothing was placed/)).toBeInTheDocument()
    expect(amount()).toHaveValue('250')
  })

  test('a log that contradicts what this device has seen is shown with both signed states', async () => {
    const { stores, answers } = show({ placeOrder: refused('ask_other_log', { newestHead: 2 }) })
    await act(() => stores.signer.checkpoint().then(() => undefined))
    answers['/log/checkpoint'] = answered(checkpointAt(2, 'b'))
    const saved = catchFiles()
    await userEvent.click(button(/^Place/))
    await waitFor(() => expect(stores.ui.confirmation?.title).toBe('The public log has been replaced'))
    await act(async () => stores.ui.settle(true))
    await waitFor(() => expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Evidence saved']))
    const { checkpoints } = JSON.parse((await saved[0]) ?? '')
    expect(checkpoints.map(({ text }: { text: string }) => text)).toEqual([checkpointAt(3), checkpointAt(2, 'b')])
    expect(screen.getByText(/do not match what this device saw before/)).toBeInTheDocument()
  })

  test('without a word of the log, nothing is sent', async () => {
    const { calls } = show({ '/log/checkpoint': refused('network'), getProofPolicy: refused('network') })
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/No connection/)).toBeInTheDocument()
    expect(calls.map(({ name }) => name)).not.toContain('placeOrder')
  })

  test.each([
    [12_400, /clock is 12 s slow/],
    [-3_600_000, /clock is 3,600 s fast/],
    [1_400, undefined],
  ])('says that the clock of the device is off, with the service %i ms ahead', (ms, text) => {
    const { stores } = show()
    act(() => stores.connection.addClockSample(Date.now(), Date.now(), Date.now() + ms))
    if (text) expect(screen.getByRole('status')).toHaveTextContent(text)
    else expect(screen.queryByText(/this device's clock/i)).toBeNull()
  })

  test('a rate that has changed is fetched, and the form stays', async () => {
    const { calls } = show({ placeOrder: refused('earnings_rate_changed', { earningsRateBp: 8000 }) })
    await userEvent.clear(amount())
    await userEvent.type(amount(), '250')
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/earnings rate has changed/)).toBeInTheDocument()
    expect(amount()).toHaveValue('250')
    expect(calls.map(({ name }) => name)).toContain('getProduct')
  })

  test.each([
    ['250.00', /have reached the limit/],
    ['200.00', /at most 200/],
  ])('an order that open stakes of %s refuse says what helps', async (limit, text) => {
    show({ placeOrder: refused('open_stakes_reached', { limit }) })
    await userEvent.clear(amount())
    await userEvent.type(amount(), '250')
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(text)).toBeInTheDocument()
  })

  test('a lost connection is never called a failure', async () => {
    // The order arrived, only its answer did not.
    const { stores } = show({
      placeOrder: refused('network'),
      getOrder: ({ params }) => answered(withAcceptance(orderOf({ id: params?.id ?? '' }))),
    })
    await userEvent.click(button(/^Place/))
    await waitFor(() =>
      expect(stores.ui.toasts.map(({ text }) => text)).toEqual([
        'Checking whether your order went through. See Positions.',
      ]),
    )
    await waitFor(() => expect(stores.orders.positions).toHaveLength(1))
  })

  test('more than what is available is refused before it is sent', async () => {
    const { calls } = show()
    await userEvent.clear(amount())
    await userEvent.type(amount(), '9310.01')
    expect(screen.getByText('Insufficient balance. Deposit funds or enter a lower amount.')).toBeInTheDocument()
    // An order that cannot be placed has no forecast.
    expect(screen.getAllByText('–')).toHaveLength(3)
    await userEvent.click(button(/^Place/))
    expect(calls.map(({ name }) => name)).not.toContain('placeOrder')
  })

  test('a visitor is led to login and back to this product', async () => {
    const { stores } = renderScreen(<Ticket />)
    fakeTaro.pages = [{ route: '/pages/Detail/Detail', options: { symbol: 'BTCUSDT' } }]
    await userEvent.click(button('Log in to trade'))
    expect(stores.session.orderBackUrl).toBe('/pages/Detail/Detail?symbol=BTCUSDT')
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/login/login'])
  })

  test.each([
    [1_000, 'up'],
    [7_000, 'muted'],
  ])('shows a price of %i ms ago in its colour, and grey once it is too old', async (ageMs, colour) => {
    const { stores } = renderScreen(<LivePrice symbol="BTCUSDT" />, { getProduct: answered(PRODUCT) })
    await act(() =>
      stores.market
        .productOf('BTCUSDT')
        .refresh()
        .then(() => undefined),
    )
    act(() => stores.market.applyQuotes([quoteOf({ at: Date.now() - ageMs, sequence: 11 })]))
    expect(screen.getByText('68,412.5')).toHaveClass(colour)
  })

  test('takes no order while prices are stale', () => {
    show({}, 'No new price for 7 s. You can order once prices resume.')
    expect(button(/^Place/)).toBeDisabled()
    expect(screen.getByRole('status')).toHaveTextContent('No new price for 7 s')
  })
})

describe('positions', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOON + 23_200 }))
  afterEach(() => jest.useRealTimers())

  const PAGES: Answers = {
    listProducts: answered({ items: [summaryOf()] }),
    listOrders: answered({ items: [], nextCursor: null }),
  }

  async function show(answers: Answers = PAGES) {
    const shown = renderScreen(<OrdersScreen />, answers)
    await act(async () => {
      shown.stores.session.logIn('token', USER)
      shown.stores.market.applyQuotes([quoteOf()])
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
    expect(screen.getByText('in profit')).toBeInTheDocument()
    expect(screen.getByText(/^Order number/)).toHaveTextContent(orderOf().number)
    expect(screen.getByText(/^Holding time/)).toHaveTextContent(/0:2\d$/)
    act(() => stores.market.applyQuotes([quoteOf({ sequence: 11, price: '68000.0' })]))
    expect(screen.getAllByText('−100.00')).toHaveLength(2)
    expect(screen.getByText('at a loss')).toBeInTheDocument()
    act(() => stores.connection.addClockSample(Date.now(), Date.now(), Date.now() + 10_000))
    await pass(500)
    expect(screen.getByText('0:26')).toBeInTheDocument()
  })

  test('at zero only the word of the server counts', async () => {
    const { stores } = await show()
    act(() => stores.orders.apply(orderOf()))
    // The device slept past the end.
    jest.setSystemTime(NOON + 90_000)
    await pass(500)
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
    expect(screen.getByRole('alert')).toHaveTextContent('The service does not know this order')
    expect(screen.getByRole('alert')).toHaveTextContent(/BTCUSDT.*Up.*100\.00.*FT-01JD7Q4ZK8/)
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
    const numbers = screen.getAllByText(/^Order number/).map(({ textContent }) => textContent)
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

  test('a closed order is marked as verified once this device has checked its receipt, and only then', async () => {
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
    await screen.findByText('Verified')
    // The receipt of the other one proves another order.
    await act(async () => undefined)
    expect([asked, stores.proof.isVerified(forged.id)]).toEqual([[order.id, forged.id], false])
    expect(screen.getAllByText('Verified')).toHaveLength(1)
    act(() => stores.proof.reset())
    expect(screen.queryByText('Verified')).toBeNull()
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
    answers.getMe = answered(meOf({ recordsArchived: true }))
    await act(() => stores.account.load())
    expect(screen.getByText('Older records have been archived')).toBeInTheDocument()
    // The sum of the day, and the row.
    const [sum, row] = screen.getAllByText('+82.00')
    expect(sum?.closest('.closed-row')).toBeNull()
    expect(row?.closest('.closed-row')).toHaveTextContent(/Holding time 1:01/)
    await user.click(row as HTMLElement)
    expect(fakeTaro.navigations.at(-1)).toContain(`/pages/order/closed?id=${wonOrderOf().id}`)
  })
})
