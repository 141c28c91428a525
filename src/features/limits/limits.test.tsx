import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AccountLimits } from '../../../contract/accountLimits'
import { answered, refused, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { endOfDay, lastDays } from './breakLengths'
import { LimitSheet } from './LimitSheet'
import { LimitsScreen } from './LimitsScreen'

beforeAll(() => startI18n('en-US'))

const NOTHING: AccountLimits = { limits: [], break: null }
const STAKE: AccountLimits['limits'][number] = {
  kind: 'stake',
  value: '50.00',
  used: '0.00',
  left: '50.00',
  timeZone: 'UTC',
  resetsAt: null,
  raise: null,
}
/** Presses twice with no render in between. */
const pressTwice = (name: string) =>
  act(async () => {
    const button = screen.getByRole('button', { name })
    button.click()
    button.click()
  })

test('two presses in one moment set a limit once, and after an answer the next press sends again', async () => {
  const { calls, stores, answers } = renderScreen(
    <LimitSheet kind="stake" onClose={() => undefined} onDone={() => undefined} />,
    {
      getAccountLimits: answered({ limits: [STAKE], break: null }),
      setAccountLimit: refused('network'),
    },
  )
  await act(() => stores.accountLimits.current.refresh())
  await pressTwice('Remove limit')
  const sent = () => calls.filter(({ name }) => name === 'setAccountLimit').length
  expect(sent()).toBe(1)
  answers.setAccountLimit = answered(NOTHING)
  await pressTwice('Remove limit')
  expect(sent()).toBe(2)
})

test('a late answer about one limit does not close the sheet of another, in which something was typed', async () => {
  let answer: (value: ReturnType<typeof answered>) => void = () => undefined
  const waiting = new Promise<ReturnType<typeof answered>>((resolve) => {
    answer = resolve
  })
  renderScreen(<LimitsScreen />, { getAccountLimits: answered(NOTHING), setAccountLimit: () => waiting })
  // Its group unfolds first.
  await userEvent.click(await screen.findByRole('button', { name: /^Amount per order · Total/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Amount per order/ }))
  await userEvent.type(screen.getByRole('textbox'), '50')
  await userEvent.click(screen.getByRole('button', { name: 'Save limit · 50.00' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: /^Loss per day/ }))
  await userEvent.type(screen.getByRole('textbox'), '70')
  await act(async () => answer(answered({ limits: [STAKE], break: null })))
  expect(screen.getByRole('textbox')).toHaveValue('70')
})

test('two presses in one moment ask for the end of a break once', async () => {
  const { calls } = renderScreen(<LimitsScreen />, {
    getAccountLimits: answered({
      limits: [],
      break: {
        kind: 'break',
        startedAt: '2026-01-01T00:00:00.000Z',
        until: '2026-01-02T00:00:00.000Z',
        reopensAt: null,
      },
    }),
    endBreak: refused('network'),
  })
  await screen.findByRole('button', { name: 'Ask to trade again' })
  await pressTwice('Ask to trade again')
  expect(calls.filter(({ name }) => name === 'endBreak')).toHaveLength(1)
})

test('a day is chosen in the calendar, and the break ends when it is over', async () => {
  const { calls, stores } = renderScreen(<LimitsScreen />, {
    getAccountLimits: answered(NOTHING),
    beginBreak: refused('network'),
  })
  await act(async () => stores.preferences.setTimeZone('utc'))
  const now = stores.connection.serverNow()
  const { first } = lastDays(now, null, 'utc')
  await act(async () => (await screen.findByRole('button', { name: 'Until a date' })).click())
  const day = Number(first.slice(8))
  if (day === 1 && !first.startsWith(new Date(now).toISOString().slice(0, 7)))
    expect(screen.queryByRole('button', { name: 'Previous month' })).toBeNull()
  await act(async () => screen.getByRole('button', { name: new RegExp(`\\b${day}, \\d{4}$`) }).click())
  await act(async () => screen.getByRole('button', { name: /^Take a break through/ }).click())
  await act(async () => stores.ui.settle(true))
  expect(calls.filter(({ name }) => name === 'beginBreak')).toHaveLength(1)
})

test('the days are those that the server takes', () => {
  const now = Date.parse('2026-11-22T23:30:00Z')
  const { first, last } = lastDays(now, null, 'utc')
  expect([first, last]).toEqual(['2026-11-23', '2027-11-21'])
  const daysUntil = (day: string) => (Date.parse(endOfDay(day, 'utc')) - now) / 86_400_000
  expect(daysUntil(first)).toBeGreaterThanOrEqual(1)
  expect(daysUntil(last)).toBeLessThanOrEqual(366)
  // A break until midnight of the 25th: the 25th itself is the first day that makes it longer.
  expect(lastDays(now, '2026-11-25T00:00:00Z', 'utc').first).toBe('2026-11-25')
  expect(lastDays(now, '2026-11-25T12:00:00Z', 'utc').first).toBe('2026-11-25')
})

test('the notice of a break and the page name who helps where the user lives, or say it in general words', async () => {
  const { answers, stores } = renderScreen(<LimitsScreen />, {
    getAccountLimits: answered(NOTHING),
    listHelpLines: answered({ country: null, items: [] }),
  })
  await screen.findByText(/talk to someone you trust/)
  const line = { name: 'Beratung', phone: '0800 1 37 27 00', url: 'https://www.beratung.example/' }
  answers.listHelpLines = answered({ country: 'DE', items: [line] })
  await act(() => stores.accountLimits.helpLines.refresh())
  await screen.findByRole('button', { name: '0800 1 37 27 00' })
  screen.getByRole('button', { name: 'beratung.example' })
  expect(screen.queryByText(/talk to someone you trust/)).toBeNull()
  const exclusion = { kind: 'exclusion', startedAt: '2026-01-01T00:00:00.000Z', until: null, reopensAt: null } as const
  await act(async () => stores.accountLimits.current.set({ limits: [], break: exclusion }))
  // The help line shows once, in the notice above the limits; a break for good cannot be made longer.
  const [notice, ...others] = screen.getAllByText('Beratung')
  expect(others).toEqual([])
  expect(notice?.compareDocumentPosition(screen.getByText('Loss per day'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByText('For good')).toBeNull()
  expect(screen.queryByText('24 hours')).toBeNull()
})
