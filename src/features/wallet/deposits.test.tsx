import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Deposit } from '../../../contract/deposits'
import { NOON } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { DepositScreen } from './DepositScreen'
import { DepositsScreen } from './DepositsScreen'

beforeAll(() => startI18n('en-US'))

const depositOf = (id: string, overrides: Partial<Deposit> = {}): Deposit => ({
  id,
  reference: `FD-${id}`,
  channel: 'bank',
  channelKind: 'bank',
  channelLabel: null,
  amount: '40.00',
  status: 'under_review',
  reason: null,
  instructions: [],
  canCancel: true,
  canAddReceipt: false,
  timeline: [{ step: 'created', at: new Date(NOON).toISOString() }],
  expiresAt: null,
  dueAt: null,
  createdAt: new Date(NOON).toISOString(),
  ...overrides,
})
const OLD = depositOf('old')
const OTHER = depositOf('other', { amount: '70.00' })
const channel = { id: 'bank', kind: 'bank', label: null, minimum: '10.00', maximum: '5000.00' }

test('the form keeps what was typed while a deposit of the list is looked at above it', async () => {
  const { stores } = renderScreen(<DepositScreen />, {
    listDepositChannels: answered({ items: [channel], presets: [] }),
    getDeposit: answered(OLD),
  })
  const amount = await screen.findByLabelText('Amount')
  await userEvent.type(amount, '250')
  act(() => stores.deposits.show(OLD))
  await act(() => stores.deposits.load('old').then(() => undefined))
  expect(screen.getByLabelText('Amount')).toHaveValue('250')
  expect(screen.queryByText('FD-old')).not.toBeInTheDocument()
})

test('a late answer about one deposit does not replace the one that is looked at', async () => {
  const { stores } = renderScreen(<DepositsScreen />, {
    listDeposits: answered({ items: [OTHER, OLD], nextCursor: null }),
    getDeposit: ({ params }) => answered(params?.id === 'old' ? OLD : OTHER),
    cancelDeposit: answered({ ...OLD, status: 'failed', canCancel: false }),
  })
  await userEvent.click(await screen.findByText('70.00'))
  expect(await screen.findByText('FD-other')).toBeInTheDocument()
  await act(() => stores.deposits.cancel('old').then(() => undefined))
  expect(screen.getByText('FD-other')).toBeInTheDocument()
  expect(screen.queryByText('FD-old')).not.toBeInTheDocument()
})

test('a deposit says until when it can be paid, and that its proof of payment is there', async () => {
  const open = { instructions: [{ kind: 'payee' as const, value: 'Fairtick' }], canAddReceipt: true }
  const unpaid = depositOf('unpaid', { ...open, expiresAt: new Date(NOON + 86_400_000).toISOString() })
  const added = { step: 'receipt_added' as const, at: new Date(NOON).toISOString() }
  const dueAt = new Date(NOON + 12 * 3_600_000).toISOString()
  const told = depositOf('told', { ...open, amount: '70.00', timeline: [...unpaid.timeline, added], dueAt })
  renderScreen(<DepositsScreen />, {
    listDeposits: answered({ items: [unpaid, told], nextCursor: null }),
    getDeposit: ({ params }) => answered(params?.id === 'told' ? told : unpaid),
  })
  expect(await screen.findByText('Waiting for your payment')).toBeVisible()
  expect(screen.getAllByText('Under review')).toHaveLength(2)
  await userEvent.click(await screen.findByText('40.00'))
  expect(await screen.findByText(/^Pay by .*, 2026.* Unpaid deposits expire after that\.$/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add a screenshot' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Step 1 of 3' })).toHaveTextContent(/Pay.*Add proof.*Credited/)
  // Nobody looks for a payment that its user has not reported.
  expect(screen.queryByText(/^by /)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByText('70.00'))
  expect(await screen.findByRole('button', { name: 'Replace the screenshot' })).toBeInTheDocument()
  expect(screen.getByText(/^by .*2026/)).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Step 3 of 3' })).toBeInTheDocument()
  expect(screen.getAllByText('Proof of payment added')).toHaveLength(2)
  expect(screen.queryByText(/^Pay by/)).toBeNull()
})
