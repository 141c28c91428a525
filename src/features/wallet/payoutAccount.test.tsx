import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PayoutAccount } from '../../../contract/payoutAccount'
import { NOON } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { PayoutAccountDetailScreen } from './PayoutAccountDetailScreen'
import { PayoutAccountScreen } from './PayoutAccountScreen'

beforeAll(() => startI18n('en-US'))

const state = (account: PayoutAccount | null) => ({
  getPayoutAccount: answered({ account, changeOpen: false, payeeDiffers: false }),
})

test('the form asks for what the chosen kind of number needs', async () => {
  renderScreen(<PayoutAccountScreen />, state(null))
  expect(await screen.findByLabelText('Bank card number')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'IBAN' }))
  expect(screen.queryByLabelText('Bank card number')).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('IBAN'), 'de89370400440532013001')
  expect(screen.getByLabelText('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 01')
  await userEvent.click(screen.getByRole('button', { name: 'Add account' }))
  expect(screen.getByText(/^This IBAN isn’t valid/)).toBeInTheDocument()
  expect(screen.queryByLabelText('Bank code')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Account number' }))
  expect(screen.getByLabelText('Account number')).toBeInTheDocument()
  expect(screen.getByLabelText('Bank code')).toBeInTheDocument()
})

test('the bound account is named by its kind of number, with the code of the bank', async () => {
  const account: PayoutAccount = {
    kind: 'bank_card',
    accountName: 'Lin Mei',
    nationality: 'SG',
    bank: 'Test Bank',
    chain: null,
    numberKind: 'account',
    masked: '**** 5678',
    bankCode: 'DBSSSGSG',
    accountAddress: '1 High Street',
    boundAt: new Date(NOON).toISOString(),
    payableFrom: null,
  }
  renderScreen(<PayoutAccountDetailScreen />, state(account))
  expect(await screen.findByText('Account number')).toBeInTheDocument()
  expect(screen.getByText('DBSSSGSG')).toBeInTheDocument()
  expect(screen.queryByText('Bank card number')).not.toBeInTheDocument()
})
