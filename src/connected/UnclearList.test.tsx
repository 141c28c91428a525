import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { runInAction } from 'mobx'
import { renderScreen } from '../../test/client/screens'
import { pause } from '../../test/support/until'
import { UnclearMoney } from '../features/wallet/UnclearMoney'
import { startI18n } from '../i18n'
import { useStores } from '../stores/StoresContext'
import { DOUBLE_CLICK_MS } from './useOneAtATime'

beforeAll(() => startI18n('en-US'))

function Deposits() {
  return <UnclearMoney sender={useStores().deposits.sender} />
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
  const dismissals = () => screen.findAllByRole('button', { name: 'OK' })
  const dismissFirst = async () => userEvent.click((await dismissals())[0] as HTMLElement)
  await dismissFirst()
  await dismissFirst()
  expect(await dismissals()).toHaveLength(2)
  await pause(DOUBLE_CLICK_MS + 50)
  await dismissFirst()
  expect(await dismissals()).toHaveLength(1)
})
