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
  ...{ id, reference: `FD-${id}`, channel: 'bank', channelKind: 'bank', channelLabel: null, amount: '40.00' },
  ...{ status: 'under_review', reason: null, instructions: [], canCancel: true, canAddReceipt: false },
  ...{ timeline: [{ step: 'created', at: new Date(NOON).toISOString() }], expiresAt: null },
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
  const amount = await screen.findByLabelText('Other amount')
  await userEvent.type(amount, '250')
  act(() => stores.deposits.show(OLD))
  await act(() => stores.deposits.load('old').then(() => undefined))
  expect(screen.getByLabelText('Other amount')).toHaveValue('250')
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
