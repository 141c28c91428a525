import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Withdrawal } from '../../../contract/withdrawals'
import { NOON } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { WithdrawalsScreen } from './WithdrawalsScreen'

beforeAll(() => startI18n('en-US'))

const at = new Date(NOON).toISOString()
const withdrawalOf = (id: string, overrides: Partial<Withdrawal>): Withdrawal => ({
  ...{ id, reference: `FW-${id}`, amount: '40.00', fee: '1.25', received: '38.75' },
  ...{ method: { kind: 'bank_card', name: 'Test Bank', masked: '**** 5678' }, status: 'successful', reason: null },
  ...{ payoutReference: null, canCancel: false, timeline: [{ step: 'created', at }], createdAt: at, expectedAt: at },
  ...overrides,
})

test('only a withdrawal that is paid, or may be, says what is received', async () => {
  const paid = withdrawalOf('paid', {})
  const failed = withdrawalOf('back', { amount: '70.00', status: 'failed', reason: { code: 'rejected', note: null } })
  renderScreen(<WithdrawalsScreen />, {
    listWithdrawals: answered({ items: [paid, failed], nextCursor: null }),
    getWithdrawal: ({ params }) => answered(params?.id === 'paid' ? paid : failed),
  })
  await userEvent.click(await screen.findByText('40.00'))
  expect(await screen.findByText('38.75')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByText('70.00'))
  expect(await screen.findByText('FW-back')).toBeInTheDocument()
  expect(screen.queryByText('38.75')).toBeNull()
  expect(screen.queryByText('You receive')).toBeNull()
})
