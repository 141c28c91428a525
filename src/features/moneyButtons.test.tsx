import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { appInfoOf, productOf, savingsOf, withdrawalTermsOf } from '../../test/client/factories'
import { answered, refused, renderLoggedIn, type renderScreen } from '../../test/client/screens'
import { startI18n } from '../i18n'
import { TransferScreen } from './savings/TransferScreen'
import { TicketPanel } from './trading/ticket/TicketPanel'
import { openTicket } from './trading/ticket/ticketForm'
import { DepositScreen } from './wallet/DepositScreen'
import { WithdrawScreen } from './wallet/WithdrawScreen'

beforeAll(() => startI18n('en-US'))

const ODD = ['0', '0.00', '1e9', '10,50', '１０', '1,000', '', '999999999']
const PRODUCT = productOf({ stakeMin: '0.01', stakeMax: '999999.00' })
const SAVINGS = savingsOf({
  available: '999999.00',
  confirmed: '999999.00',
  transferOutLeft: '999999.00',
  depositMinimum: '0.01',
  depositMaximum: '999999.00',
})
const WITHDRAWAL = withdrawalTermsOf({
  available: '999999.00',
  minimum: '0.01',
  maximum: '999999.00',
  dailyRemaining: '999999.00',
  feeFixed: '0.00',
  feeRateBp: 0,
})
const CHANNEL = { id: 'bank', kind: 'bank', label: null, minimum: '0.01', maximum: '999999.00' }

function Ticket() {
  const [form, setForm] = useState(() => openTicket(PRODUCT, 'up'))
  return <TicketPanel product={PRODUCT} form={form} onForm={setForm} blocked={undefined} onHelp={() => undefined} />
}

/** The amount that a button or a sheet shows, as it goes over the wire. */
const amountIn = (text: string | null | undefined) => / ([\d,]+\.\d\d) USD/.exec(` ${text}`)?.[1]?.replace(/,/g, '')
/** Roles would be found by their names, too, but take seconds in all these pages. */
const press = async (name: RegExp) => {
  const button = [...document.querySelectorAll('button')]
    .filter(({ textContent }) => name.test(textContent ?? ''))
    .at(-1)
  const shown = amountIn(button?.textContent)
  // As with a finger: the press takes the focus from the field first.
  if (button) await userEvent.click(button)
  return shown
}

interface Money {
  element: React.ReactNode
  answers: Parameters<typeof renderScreen>[1]
  /** Presses through to the request, and returns the amount that the last button or sheet showed. */
  send: () => Promise<string | undefined>
  call: string
}

const savings = (direction: 'in' | 'out', name: RegExp): Money => ({
  element: <TransferScreen direction={direction} />,
  answers: {
    getSavings: answered(SAVINGS),
    depositIntoSavings: refused('invalid_request'),
    transferOutOfSavings: refused('invalid_request'),
  },
  send: async () => {
    const first = await press(name)
    if (!screen.queryByRole('dialog')) return first
    const second = await press(name)
    expect(second).toBe(first)
    return second
  },
  call: direction === 'in' ? 'depositIntoSavings' : 'transferOutOfSavings',
})

const BUTTONS: Record<string, Money> = {
  deposit: {
    element: <DepositScreen />,
    answers: {
      listDepositChannels: answered({ items: [CHANNEL], presets: [] }),
      createDeposit: refused('invalid_request'),
    },
    send: async () => {
      await userEvent.click(screen.getByText('Bank transfer'))
      return press(/^Deposit/)
    },
    call: 'createDeposit',
  },
  withdrawal: {
    element: <WithdrawScreen />,
    answers: { getWithdrawalTerms: answered(WITHDRAWAL), createWithdrawal: refused('invalid_request') },
    send: async () => {
      const first = await press(/^Withdraw/)
      const dialog = screen.queryByRole('dialog')
      if (!dialog) return first
      expect(amountIn(within(dialog).getByText('Amount').parentElement?.textContent?.replace('Amount', ' '))).toBe(
        first,
      )
      for (const digit of '580247') fireEvent.click(within(dialog).getByText(digit))
      return first
    },
    call: 'createWithdrawal',
  },
  'savings in': savings('in', /^Add to savings/),
  'savings out': savings('out', /^Transfer out/),
}

describe.each(Object.entries(BUTTONS))('%s', (_, { element, answers, send, call }) => {
  test.each(ODD)('of "%s" sends what the pressed button showed, or nothing', async (text) => {
    const { stores, calls } = renderLoggedIn(element, answers)
    act(() => stores.session.setAppInfo(appInfoOf()))
    const field = await screen.findByLabelText('Amount')
    await userEvent.click(field)
    fireEvent.input(field, { target: { value: text } })
    const shown = await send()
    const sent = calls.filter(({ name }) => name === call).map(({ body }) => (body as { amount: string }).amount)
    expect(sent).toEqual(shown === undefined ? [] : [shown])
  })
})

test.each(ODD)('an order of "%s" sends what the pressed button showed, or nothing', async (text) => {
  const { stores } = renderLoggedIn(<Ticket />)
  act(() => stores.session.setAppInfo(appInfoOf()))
  const place = jest.spyOn(stores.orders, 'place').mockResolvedValue({ kind: 'checking' })
  const field = screen.getByLabelText('Amount')
  await userEvent.click(field)
  fireEvent.input(field, { target: { value: text } })
  const shown = await press(/^Place/)
  expect(place.mock.calls.map(([request]) => request.stake)).toEqual(shown === undefined ? [] : [shown])
})
