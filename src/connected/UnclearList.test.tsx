import { act, fireEvent, screen } from '@testing-library/react'
import { runInAction } from 'mobx'
import { renderScreen } from '../../test/client/screens'
import { UnclearMoney } from '../features/wallet/UnclearMoney'
import { startI18n } from '../i18n'
import { useLate } from '../stores/StoresContext'
import { DOUBLE_CLICK_MS } from './useOneAtATime'

beforeAll(() => startI18n('en-US'))
afterEach(() => jest.useRealTimers())

function Deposits() {
  return <UnclearMoney sender={useLate().deposits.sender} />
}

test('a double click dismisses one request that was not made: the next moves to where it was', async () => {
  const { stores } = renderScreen(<Deposits />)
  const lost = ['a', 'b', 'c'].map((id) => ({
    id,
    kind: 'deposit' as const,
    account: 'ada',
    state: 'notMade' as const,
    sentAt: 0,
    body: { amount: '10.00' },
  }))
  act(() =>
    runInAction(() => {
      stores.deposits.sender.intents = lost
    }),
  )
  const dismissals = () => screen.getAllByRole('button', { name: 'OK' })
  await screen.findAllByRole('button', { name: 'OK' })
  // From here on no time passes unless it says so, however slow the machine is.
  jest.useFakeTimers()
  const dismissFirst = () => act(async () => fireEvent.click(dismissals()[0] as HTMLElement))
  await dismissFirst()
  await dismissFirst()
  expect(dismissals()).toHaveLength(2)
  jest.advanceTimersByTime(DOUBLE_CLICK_MS)
  await dismissFirst()
  expect(dismissals()).toHaveLength(1)
})
