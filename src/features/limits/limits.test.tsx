import { act, screen } from '@testing-library/react'
import type { AccountLimits } from '../../../contract/accountLimits'
import { answered, refused, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
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
/** Both before anything is rendered in between. */
const pressTwice = (name: string) =>
  act(async () => {
    const button = screen.getByRole('button', { name })
    button.click()
    button.click()
  })

test('two presses in one moment set a limit once, and after an answer the next press sends again', async () => {
  const { calls, stores, answers } = renderScreen(<LimitSheet kind="stake" onClose={() => undefined} />, {
    getAccountLimits: answered({ limits: [STAKE], break: null }),
    setAccountLimit: refused('network'),
  })
  await act(() => stores.accountLimits.current.refresh())
  await pressTwice('Remove limit')
  const sent = () => calls.filter(({ name }) => name === 'setAccountLimit').length
  expect(sent()).toBe(1)
  answers.setAccountLimit = answered(NOTHING)
  await pressTwice('Remove limit')
  expect(sent()).toBe(2)
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
  await screen.findByRole('button', { name: 'Trade again' })
  await pressTwice('Trade again')
  expect(calls.filter(({ name }) => name === 'endBreak')).toHaveLength(1)
})
