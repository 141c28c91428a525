import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { earningOf, movementOf, savingsOf } from '../../../test/client/factories'
import { type Answers, answered, refused, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import type { ApiResult } from '../../api/http'
import { startI18n } from '../../i18n'
import { DetailsScreen } from './DetailsScreen'
import { SavingsScreen } from './SavingsScreen'
import { TransferScreen } from './TransferScreen'

jest.mock('../../platform/canvas', () => ({ openCanvas: async () => undefined }))

beforeAll(() => startI18n('en-US'))

/** Friday 2026-11-20, 14:00:00 in Shanghai: an hour before the cutoff. */
const FRIDAY = Date.parse('2026-11-20T06:00:00Z')
const INCOMES = [
  { day: '2026-11-18', perTenThousand: '0.6301', rate: '2.300' },
  { day: '2026-11-19', perTenThousand: '0.6329', rate: '2.310' },
]
const orWithAmount = (name: string) => new RegExp(`^${name}( · .*)?$`)
const button = (name: string) => screen.getByRole('button', { name: orWithAmount(name) })
/** Presses the page's button, then the one of the same name in the sheet that asks before money moves. */
const confirm = async (name: string) => {
  await typing().click(button(name))
  await typing().click(within(screen.getByRole('dialog')).getByRole('button', { name: orWithAmount(name) }))
}
const typing = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
/** Time after which a closed sheet is unmounted. */
const SHEET_LEFT_MS = 400
/** Lets time pass and pending requests be answered. */
const pass = (ms: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  })

beforeEach(() => jest.useFakeTimers({ now: FRIDAY }))
// A closing sheet's step back in the history ends before the real clock returns.
afterEach(async () => {
  cleanup()
  await pass(SHEET_LEFT_MS * 2)
  jest.useRealTimers()
})

async function show(element: React.ReactElement, answers: Answers = {}) {
  const shown = renderLoggedIn(element, {
    getSavings: answered(savingsOf()),
    listSavingsIncomes: answered({ items: INCOMES }),
    ...answers,
  })
  await pass(0)
  return shown
}

test('a screen reader is told that figures are loading', () => {
  const never = () => new Promise<never>(() => undefined)
  for (const element of [
    <SavingsScreen key="1" />,
    <TransferScreen key="2" direction="in" />,
    <DetailsScreen key="3" />,
  ]) {
    const { unmount } = renderScreen(element, { getSavings: never, listSavingsMovements: never })
    expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true')
    unmount()
  }
})

describe('the savings page', () => {
  test('shows what is held, what it earns and what is left today', async () => {
    await show(<SavingsScreen />)
    for (const text of ['3,170.36', '2,670.36', '500.00', '+0.17', '+21.84', '2.310%', '0.6329 on Nov 19']) {
      expect(screen.getByText(text)).toBeInTheDocument()
    }
    expect(screen.getByText('deposits 3 · transfers out 2')).toBeInTheDocument()
    expect(screen.getByText('Mon, Nov 23')).toBeInTheDocument()
    expect(screen.getByText('Tue, Nov 24')).toBeInTheDocument()
  })

  test('the chart is told in words, and follows the chosen days and measure', async () => {
    const { calls } = await show(<SavingsScreen />)
    const user = typing()
    const name = 'Earnings per 10,000 from Nov 18, 2026 to Nov 19, 2026: lowest 0.6301, highest 0.6329.'
    expect(screen.getByRole('slider', { name: new RegExp(name) })).toHaveAttribute('aria-valuetext', 'Nov 19: 0.6329')
    await user.click(screen.getByRole('tab', { name: '30 days' }))
    await user.click(screen.getByRole('tab', { name: 'Annualized yield' }))
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Nov 19: 2.310%')
    expect(calls.filter((call) => call.name === 'listSavingsIncomes')).toHaveLength(2)
  })

  test('what is not known yet is not called nothing', async () => {
    const young = { yesterdayEarnings: null, rate: null, perTenThousand: null, incomeDay: null, allEarnings: '0.00' }
    await show(<SavingsScreen />, {
      getSavings: answered(savingsOf(young)),
      listSavingsIncomes: answered({ items: [] }),
    })
    expect(screen.getAllByText('–')).toHaveLength(2)
    expect(screen.getByText('No data')).toBeInTheDocument()
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('hides balances, but not the fund’s own figures', async () => {
    await show(<SavingsScreen />)
    await typing().click(button('Hide balances'))
    expect(screen.queryByText('3,170.36')).toBeNull()
    expect(screen.queryByText('+21.84')).toBeNull()
    expect(screen.getAllByText('Hidden')).toHaveLength(5)
    expect(screen.getByText('2.310%')).toBeInTheDocument()
  })

  test('asks again when the server says that savings changed', async () => {
    const { stores, answers } = await show(<SavingsScreen />)
    answers.getSavings = answered(savingsOf({ total: '3170.53', version: 2 }))
    await act(async () => stores.changes.note(['savings']))
    await pass(0)
    expect(screen.getByText('3,170.53')).toBeInTheDocument()
  })

  test('a new day in Shanghai gives back the deposits of the day', async () => {
    const { answers } = await show(<SavingsScreen />, { getSavings: answered(savingsOf({ depositsLeft: 0 })) })
    expect(screen.getByText('deposits 0 · transfers out 2')).toBeInTheDocument()
    answers.getSavings = answered(savingsOf())
    jest.setSystemTime(Date.parse('2026-11-20T15:59:55Z'))
    await pass(30_000)
    expect(screen.getByText('deposits 3 · transfers out 2')).toBeInTheDocument()
  })

  test('leads to both ways and to the details', async () => {
    await show(<SavingsScreen />)
    const user = typing()
    await user.click(button('Add to savings'))
    await user.click(button('Transfer out'))
    await user.click(button('Savings activity'))
    expect(fakeTaro.navigations).toEqual([
      'navigateTo /pages/transfer/transfer',
      'navigateTo /pages/transfer/transfer?direction=out',
      'navigateTo /pages/Particulars/Particulars',
    ])
  })

  test('a failure can be tried again; a failed refresh keeps the figures', async () => {
    const { answers, stores } = await show(<SavingsScreen />, { getSavings: refused('unavailable') })
    expect(screen.getByText('Couldn’t load')).toBeInTheDocument()
    answers.getSavings = answered(savingsOf())
    await typing().click(button('Try again'))
    expect(screen.getByText('3,170.36')).toBeInTheDocument()
    answers.getSavings = refused('network')
    await act(() => stores.savings.overview.load())
    expect(screen.getByText('3,170.36')).toBeInTheDocument()
    expect(screen.getByText('Couldn’t refresh. These figures may be out of date.')).toBeInTheDocument()
  })
})

describe('a deposit', () => {
  const deposit = (answers: Answers = {}) => show(<TransferScreen direction="in" />, answers)
  const amount = () => screen.getByLabelText('Amount')
  const enter = async (text: string) =>
    userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).type(amount(), text)

  test('is made with the digits of the wire and says so in the words of the specification', async () => {
    const { stores, calls } = await deposit({ depositIntoSavings: answered(movementOf()) })
    await enter('500,5')
    expect(amount()).toHaveValue('500,5')
    await confirm('Add to savings')
    await pass(0)
    expect(calls.find(({ name }) => name === 'depositIntoSavings')?.body).toMatchObject({ amount: '500.50' })
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Operation Successful'])
  })

  test('asks before money moves, and says until when it is held', async () => {
    const { calls } = await deposit()
    await enter('100')
    await typing().click(button('Add to savings'))
    const sheet = screen.getByRole('dialog', { name: 'Confirm deposit into savings' })
    for (const text of ['100.00', 'Mon, Nov 23', 'Tue, Nov 24'])
      expect(within(sheet).getByText(text)).toBeInTheDocument()
    expect(within(sheet).getByText('You can transfer it out once it is confirmed on Mon, Nov 23.')).toBeInTheDocument()
    await typing().click(within(sheet).getByRole('button', { name: 'Close' }))
    await pass(SHEET_LEFT_MS)
    expect(calls.map(({ name }) => name)).not.toContain('depositIntoSavings')
    expect(amount()).toHaveValue('100')
  })

  test('states its dates, which change the moment the cutoff passes', async () => {
    await deposit({ getSavings: answered(savingsOf({ closedDays: ['2026-11-24'] })) })
    expect(screen.getByText('Mon, Nov 23')).toBeInTheDocument()
    expect(screen.getByText('Tue, Nov 24')).toBeInTheDocument()
    jest.setSystemTime(Date.parse('2026-11-20T06:59:57Z'))
    await pass(2_000)
    expect(screen.getByText('Mon, Nov 23')).toBeInTheDocument()
    await pass(1_000)
    expect(screen.getByText('Wed, Nov 25')).toBeInTheDocument()
    expect(screen.getByText('Thu, Nov 26')).toBeInTheDocument()
  })

  test('that arrived after the cutoff is not passed off as one before it', async () => {
    const late = movementOf({ tradeDay: '2026-11-23', confirmedOn: '2026-11-24', firstEarningsShownOn: '2026-11-25' })
    const { stores } = await deposit({ depositIntoSavings: answered(late) })
    await enter('100')
    await confirm('Add to savings')
    await pass(0)
    expect(stores.ui.toasts.map(({ text }) => text)).toContain(
      'Your deposit arrived after the cutoff, so it will be confirmed on Tue, Nov 24.',
    )
  })

  test('of everything takes what is available', async () => {
    await deposit()
    await typing().click(button('All'))
    expect(amount()).toHaveValue('9310')
    await typing().click(button('25%'))
    expect(amount()).toHaveValue('2327.50')
  })

  test('of more than is available offers to deposit money, and is not sent', async () => {
    const { calls } = await deposit()
    await enter('9310.01')
    expect(screen.getByText('Insufficient balance. Deposit funds or enter a lower amount.')).toBeInTheDocument()
    await typing().click(button('Add to savings'))
    expect(calls.map(({ name }) => name)).not.toContain('depositIntoSavings')
    await typing().click(button('Deposit funds first'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/deposit/deposit'])
  })

  test('without an amount says what is missing only when it is sent; above the limit it names the limit', async () => {
    await deposit({ getSavings: answered(savingsOf({ depositMaximum: '5000.00' })) })
    expect(screen.queryByText('Empty Value')).toBeNull()
    await typing().click(button('Add to savings'))
    expect(screen.getByText('Empty Value')).toBeInTheDocument()
    await enter('5001')
    expect(screen.getByText('Enter at most 5,000.00')).toBeInTheDocument()
  })

  test('when none is left today is refused before anything is typed', async () => {
    await deposit({ getSavings: answered(savingsOf({ depositsLeft: 0 })) })
    expect(screen.getByRole('status')).toHaveTextContent('You have used all of today’s deposits into savings')
    expect(button('Add to savings')).toBeDisabled()
    expect(amount()).toBeDisabled()
  })

  test('that the server refuses says why and fetches the figures anew', async () => {
    const { answers } = await deposit({ depositIntoSavings: refused('savings_deposits_used_up') })
    await enter('100')
    answers.getSavings = answered(savingsOf({ depositsLeft: 0, version: 2 }))
    await confirm('Add to savings')
    await pass(0)
    await pass(SHEET_LEFT_MS)
    expect(screen.getAllByText(/You have used all of today’s deposits into savings/).length).toBeGreaterThan(0)
    expect(button('Add to savings')).toBeDisabled()
  })

  test('whose answer is lost shows as being checked, is not sent twice, and resolves itself', async () => {
    let arrived = ''
    let tellFate = (_: ApiResult<unknown>) => {}
    const { stores, calls } = await deposit({
      depositIntoSavings: ({ body }) => {
        arrived = (body as { id: string }).id
        return refused('network')
      },
      // The answer waits for the test: nothing else ends the checking.
      listSavingsMovements: () => new Promise((resolve) => (tellFate = resolve)),
    })
    await enter('100')
    await confirm('Add to savings')
    await pass(0)
    await pass(SHEET_LEFT_MS)
    expect(stores.savings.sender.isUnclear).toBe(true)
    expect(screen.getByText('Checking whether your deposit of 100.00 went through')).toBeInTheDocument()
    expect(button('Add to savings')).toBeDisabled()
    tellFate(answered({ items: [movementOf({ id: arrived, amount: '100.00' })], nextCursor: null }))
    await pass(0)
    expect(stores.savings.sender.intents).toEqual([])
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Operation Successful'])
    expect(screen.queryByText(/Checking whether/)).toBeNull()
    const ids = calls.filter(({ name }) => name === 'depositIntoSavings').map(({ body }) => (body as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a transfer out', () => {
  const transfer = (over: Parameters<typeof savingsOf>[0] = {}, answers: Answers = {}) =>
    show(<TransferScreen direction="out" />, { getSavings: answered(savingsOf(over)), ...answers })

  test('goes at once, up to the confirmed share and the day’s amount', async () => {
    const made = movementOf({ kind: 'transfer_out', status: 'confirmed', tradeDay: null, confirmedOn: null })
    const { calls, stores } = await transfer({ transferOutLeft: '1000.00' }, { transferOutOfSavings: answered(made) })
    const user = typing()
    expect(screen.getByText('Instantly, to your available balance')).toBeInTheDocument()
    expect(screen.getByText('2 transfers out')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Amount'), '1000.01')
    expect(screen.getByText('You can still transfer out 1,000.00 today. Enter a lower amount.')).toBeInTheDocument()
    await user.click(button('All'))
    await confirm('Transfer out')
    await pass(0)
    expect(calls.find(({ name }) => name === 'transferOutOfSavings')?.body).toMatchObject({ amount: '1000.00' })
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Operation Successful'])
  })

  test('of what is not confirmed is refused, and says when it can be', async () => {
    await transfer({ confirmed: '0.00' })
    expect(screen.getByRole('status')).toHaveTextContent('You have no confirmed shares yet.')
    expect(button('Transfer out')).toBeDisabled()
  })

  test('above the confirmed share is refused', async () => {
    await transfer()
    await typing().type(screen.getByLabelText('Amount'), '2670.37')
    expect(screen.getByText('This is more than your confirmed shares. Enter a lower amount.')).toBeInTheDocument()
  })

  test('the server’s figure is named when the day’s amount was used elsewhere', async () => {
    await transfer({}, { transferOutOfSavings: refused('daily_limit_reached', { remaining: '20.00' }) })
    const user = typing()
    await user.type(screen.getByLabelText('Amount'), '100')
    await confirm('Transfer out')
    await pass(0)
    expect(screen.getByText('You can still transfer out 20.00 today. Enter a lower amount.')).toBeInTheDocument()
  })
})

describe('the details', () => {
  const movements = [
    movementOf(),
    movementOf({
      id: '019aa1b2-0000-7000-8000-000000000002',
      kind: 'transfer_out',
      amount: '20.00',
      status: 'confirmed',
      tradeDay: null,
      confirmedOn: null,
      firstEarningsShownOn: null,
    }),
  ]

  test('list movements with their days, in pages', async () => {
    const { answers } = await show(<DetailsScreen />, {
      listSavingsMovements: answered({ items: movements.slice(0, 1), nextCursor: 'more' }),
    })
    expect(screen.getByText('+500.00')).toBeInTheDocument()
    expect(screen.getByText('Pending')).toBeInTheDocument()
    for (const day of ['Nov 20', 'Nov 23', 'Nov 24']) expect(screen.getByText(day)).toBeInTheDocument()
    answers.listSavingsMovements = answered({ items: movements.slice(1), nextCursor: null })
    await typing().click(button('Load more'))
    expect(screen.getByText('−20.00')).toBeInTheDocument()
    expect(screen.getByText('No more')).toBeInTheDocument()
  })

  test('filter by kind', async () => {
    const kinds: unknown[] = []
    await show(<DetailsScreen />, {
      listSavingsMovements: ({ query }) => {
        kinds.push(query?.kind)
        return answered({ items: movements, nextCursor: null })
      },
    })
    await typing().click(button('Transfers out'))
    expect(kinds).toEqual([undefined, 'transfer_out'])
  })

  test('list each day’s earnings with what they were computed from', async () => {
    await show(<DetailsScreen />, {
      listSavingsMovements: answered({ items: [], nextCursor: null }),
      listSavingsEarnings: answered({ items: [earningOf()], nextCursor: null }),
    })
    await typing().click(screen.getByRole('tab', { name: 'Daily earnings' }))
    await pass(0)
    for (const text of ['Nov 19, 2026', '+0.17', '2,670.36', '0.6329', /^0\.004 → 0\.0030070844/]) {
      expect(screen.getByText(text)).toBeInTheDocument()
    }
  })

  test('an empty list says so, and offers the first deposit', async () => {
    await show(<DetailsScreen />, { listSavingsMovements: answered({ items: [], nextCursor: null }) })
    expect(screen.getByText('No data')).toBeInTheDocument()
    await typing().click(button('Add to savings'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/transfer/transfer'])
  })
})

test('a typed deposit says about what it earns at the latest rate', async () => {
  await show(<TransferScreen direction="in" />)
  expect(screen.queryByText(/in 30 days/)).toBeNull()
  await typing().type(screen.getByLabelText('Amount'), '1000')
  expect(screen.getByText('0.0632 a day · 1.89 in 30 days')).toBeInTheDocument()
})
