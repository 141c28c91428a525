import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { Product } from '../../../contract/market'
import type { OrderTerms } from '../../../contract/proof'
import { appInfoOf, orderOf, productOf, quoteOf } from '../../../test/client/factories'
import { catchFiles } from '../../../test/client/files'
import { acceptedOf, checkpointAt, newestOf, withAcceptance } from '../../../test/client/house'
import { policyOf } from '../../../test/client/receipts'
import { type Answers, answered, refused, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { startI18n } from '../../i18n'
import { LivePrice } from './LivePrice'
import { TicketSheet } from './ticket/TicketSheet'
import { openTicket } from './ticket/ticketForm'

beforeAll(() => startI18n('en-US'))

const BALANCE = { available: '9310.00', inOrders: '0.00', total: '9310.00', version: 1 }
const button = (name: string | RegExp) => screen.getByRole('button', { name })

const PRODUCT = productOf()

function Ticket({ blocked, product = PRODUCT }: { blocked?: string | undefined; product?: Product }) {
  const [form, setForm] = useState(() => openTicket(PRODUCT, 'up'))
  const [open, setOpen] = useState(true)
  return (
    <TicketSheet
      product={product}
      open={open}
      form={form}
      onForm={setForm}
      onClose={() => setOpen(false)}
      onSay={() => false}
      blocked={blocked}
    />
  )
}

/** A house that accepts what it is asked for, or lies about its terms. */
const accepted =
  (lies: Partial<OrderTerms> = {}): Answers['placeOrder'] =>
  ({ body }) =>
    answered(acceptedOf(body, lies))

describe('the ticket', () => {
  function show(answers: Answers = {}, blocked?: string, product = PRODUCT) {
    const shown = renderLoggedIn(<Ticket blocked={blocked} product={product} />, {
      '/log/newest': answered(newestOf(checkpointAt(3), Date.now())),
      getProofPolicy: answered(policyOf()),
      ...answers,
    })
    act(() => {
      shown.stores.session.setAppInfo(appInfoOf())
      shown.stores.account.applyBalance(BALANCE)
    })
    return shown
  }

  const amount = () => screen.getByLabelText('Amount')

  test('says what each end brings before it is confirmed', async () => {
    show()
    await userEvent.click(button(/30 s/))
    await userEvent.clear(amount())
    await userEvent.type(amount(), '12..345')
    expect(amount()).toHaveValue('12.34')
    expect(screen.getByText('+9.25')).toBeInTheDocument()
    expect(screen.getByText('−12.34')).toBeInTheDocument()
    expect(screen.getByText('Same').parentElement).toHaveTextContent('Same0.00')
    const entry = screen.getByText(/^You get the price of \d\d:\d\d:\d\d, not the one on screen/)
    expect(entry).toHaveTextContent('these prices are invented')
    const second = /\d\d:\d\d:(\d\d)/.exec(entry.textContent ?? '')?.[1]
    const after = (Number(second) + 60 - (Math.floor(Date.now() / 1_000) % 60)) % 60
    expect([3, 4]).toContain(after)
    expect(button('Place order: ▲\u00a0Buy up · 12.34 USD')).toBeVisible()
  })

  test('places nothing under a limit that would make almost any order void', async () => {
    let asked = 0
    const placeOrder = () => {
      asked += 1
      return refused('network')
    }
    show({ placeOrder }, undefined, { ...PRODUCT, staleAfterMs: 150 })
    await userEvent.click(button(/^Place order/))
    expect(await screen.findByText(/^The time limits of this product’s prices are unusual/)).toBeVisible()
    expect(asked).toBe(0)
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
      title: 'Accepted on other terms',
      text: expect.stringContaining('Not what you confirmed: age limit for the last price.'),
      confirmLabel: 'Save evidence',
    })
    expect(stores.ui.toasts).toEqual([])
    act(() => stores.ui.settle(false))
  })

  test('a refusal by a limit of one’s own names it and leads to it', async () => {
    show({ placeOrder: refused('account_limit_reached', { ownLimit: 'stake', limit: '50.00' }) })
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/Amount per order: 50\.00/)).toBeVisible()
    expect(button('Limits and breaks')).toBeVisible()
  })

  test('a refusal of the signed time keeps what was typed', async () => {
    show({ placeOrder: refused('ask_time_off', { serverTime: '2026-11-20T14:02:00Z' }) })
    await userEvent.clear(amount())
    await userEvent.type(amount(), '250')
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/Your order wasn’t placed/)).toBeInTheDocument()
    expect(amount()).toHaveValue('250')
  })

  test('a log that contradicts what this device has seen is shown with both signed states', async () => {
    const { stores, answers } = show({ placeOrder: refused('ask_other_log', { newestHead: 2 }) })
    await act(() => stores.signer.checkpoint().then(() => undefined))
    answers['/log/newest'] = answered(newestOf(checkpointAt(2, 'b'), Date.now()))
    const saved = catchFiles()
    await userEvent.click(button(/^Place/))
    await waitFor(() => expect(stores.ui.confirmation?.title).toBe('The public log has been replaced'))
    await act(async () => stores.ui.settle(true))
    await waitFor(() => expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Evidence saved']))
    const { checkpoints } = JSON.parse((await saved[0]) ?? '')
    expect(checkpoints.map(({ text }: { text: string }) => text)).toEqual([checkpointAt(3), checkpointAt(2, 'b')])
    expect(screen.getByText(/don’t match what this device saw before/)).toBeInTheDocument()
  })

  test('without a word of the log, nothing is sent', async () => {
    const { calls } = show({ '/log/newest': refused('network'), getProofPolicy: refused('network') })
    await userEvent.click(button(/^Place/))
    expect(await screen.findByText(/No connection/)).toBeInTheDocument()
    expect(calls.map(({ name }) => name)).not.toContain('placeOrder')
  })

  test.each([
    [12_400, /clock is 12 s slow/],
    [-3_600_000, /clock is 60 min fast/],
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
