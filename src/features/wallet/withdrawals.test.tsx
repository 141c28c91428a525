import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Withdrawal } from '../../../contract/withdrawals'
import { appInfoOf, NOON, verificationOf, withdrawalTermsOf } from '../../../test/client/factories'
import { answered, refused, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { WithdrawalsScreen } from './WithdrawalsScreen'
import { WithdrawScreen } from './WithdrawScreen'

beforeAll(() => startI18n('en-US'))

const at = new Date(NOON).toISOString()
const withdrawalOf = (id: string, overrides: Partial<Withdrawal>): Withdrawal => ({
  id,
  reference: `FW-${id}`,
  amount: '40.00',
  fee: '1.25',
  received: '38.75',
  method: { kind: 'bank_card', name: 'Test Bank', masked: '**** 5678' },
  status: 'successful',
  reason: null,
  payoutReference: null,
  canCancel: false,
  timeline: [{ step: 'created', at }],
  createdAt: at,
  expectedAt: at,
  ...overrides,
})

test('a withdrawal that failed for its account leads to customer service and to the account', async () => {
  const note = 'account_details_wrong'
  const failed = withdrawalOf('back', { status: 'failed', reason: { code: 'rejected', note } })
  const cancelled = withdrawalOf('gone', {
    amount: '50.00',
    status: 'failed',
    reason: { code: 'cancelled_by_user', note: null },
  })
  renderScreen(<WithdrawalsScreen />, {
    listWithdrawals: answered({ items: [failed, cancelled], nextCursor: null }),
    getWithdrawal: ({ params }) => answered(params?.id === 'back' ? failed : cancelled),
  })
  await userEvent.click(await screen.findByText('40.00'))
  expect(await screen.findByRole('button', { name: 'Customer service' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Withdrawal account' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByText('50.00'))
  expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull()
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

const TERMS = withdrawalTermsOf({ verified: false, method: null })

test('who cannot withdraw sees the step that is next and no form; fees and limits are there on a tap', async () => {
  const { stores, answers } = renderScreen(<WithdrawScreen />, {
    getWithdrawalTerms: answered(TERMS),
    getVerification: answered(verificationOf()),
  })
  act(() => stores.session.setAppInfo(appInfoOf()))
  expect(await screen.findByRole('img', { name: 'Step 1 of 3' })).toBeVisible()
  expect(screen.queryByLabelText('Amount')).toBeNull()
  expect(screen.queryByText('Per withdrawal')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Fees and limits' }))
  expect(screen.getByText('Per withdrawal')).toBeVisible()
  answers.getWithdrawalTerms = answered({ ...TERMS, verified: true })
  await act(() => stores.withdrawals.terms.refresh())
  expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible()
  const method = { kind: 'bank_card', name: 'Test Bank', masked: '**** 5678' }
  answers.getWithdrawalTerms = answered({ ...TERMS, verified: true, method })
  await act(() => stores.withdrawals.terms.refresh())
  expect(screen.getByLabelText('Amount')).toBeVisible()
  expect(screen.queryByRole('img', { name: /^Step/ })).toBeNull()
})

const sent = { submittedAt: at, dueAt: '2100-01-01T00:00:00.000Z' }

test.each([
  ['not_submitted', {}, 'Verify your identity first', 'Verify now'],
  ['submitted', sent, 'Under verification', 'See what you sent'],
  ['under_verification', sent, 'Under verification', 'See what you sent'],
  ['rejected', { reason: 'name_differs' }, 'Your verification wasn’t approved', 'Correct and send again'],
  ['verified', { renewal: 'overdue' }, /has expired/, 'Renew verification'],
] as const)('whose identity is %s reads what became of it, and what is next', async (status, known, title, action) => {
  const { stores } = renderScreen(<WithdrawScreen />, {
    getWithdrawalTerms: answered(TERMS),
    getVerification: answered(verificationOf({ status, ...known })),
  })
  act(() => stores.session.setAppInfo(appInfoOf()))
  expect(await screen.findByRole('status', { name: '' })).toHaveTextContent(title)
  const isWaiting = 'submittedAt' in known
  expect(screen.getByRole('button', { name: action }).className.includes('button--primary')).toBe(!isWaiting)
  expect(screen.queryAllByText(/^Submitted /)).toHaveLength(isWaiting ? 1 : 0)
  expect(screen.queryAllByText(/with the result by /)).toHaveLength(isWaiting ? 1 : 0)
  expect(screen.queryAllByText('Verify now')).toHaveLength(status === 'not_submitted' ? 1 : 0)
})

test('an account that is bound is ticked while the identity waits; an answer that is late says so', async () => {
  const method = { kind: 'bank_card', name: 'Test Bank', masked: '**** 5678' } as const
  const { stores, container } = renderScreen(<WithdrawScreen />, {
    getWithdrawalTerms: answered({ ...TERMS, method }),
    getVerification: answered(verificationOf({ status: 'submitted', ...sent, dueAt: '2020-01-01T00:00:00.000Z' })),
  })
  act(() => stores.session.setAppInfo(appInfoOf()))
  expect(await screen.findByText(/taking longer than planned/)).toBeVisible()
  expect(container.querySelectorAll('.at-steps__single-icon--success')).toHaveLength(1)
  expect(container.querySelector('.steps--waiting')).not.toBeNull()
})

test('while the answer to a withdrawal is lost, the sheet over the page says what is being checked', async () => {
  const { stores } = renderScreen(<WithdrawScreen />, {
    getWithdrawalTerms: answered(withdrawalTermsOf()),
    createWithdrawal: refused('network'),
    getWithdrawal: () => new Promise(() => undefined),
    listWithdrawals: () => new Promise(() => undefined),
  })
  act(() => stores.session.setAppInfo(appInfoOf()))
  await userEvent.type(await screen.findByLabelText('Amount'), '60')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw · 60.00 USD' }))
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '580247') await userEvent.click(sheet.getByRole('button', { name: digit }))
  expect(await sheet.findByText(/^Checking whether your withdrawal of 60.00/)).toBeVisible()
})
