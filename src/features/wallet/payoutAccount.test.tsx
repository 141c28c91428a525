import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PayoutAccount } from '../../../contract/payoutAccount'
import { NOON } from '../../../test/client/factories'
import { answered, refused, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { PayoutAccountDetailScreen } from './PayoutAccountDetailScreen'
import { PayoutAccountScreen } from './PayoutAccountScreen'

beforeAll(() => startI18n('en-US'))

const state = (account: PayoutAccount | null) => ({
  getPayoutAccount: answered({ account, changeOpen: false, payeeDiffers: false, payeeReview: null }),
})

const BOUND: PayoutAccount = {
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
  renderScreen(<PayoutAccountDetailScreen />, state(BOUND))
  expect(await screen.findByText('Account number')).toBeInTheDocument()
  expect(screen.getByText('DBSSSGSG')).toBeInTheDocument()
  expect(screen.queryByText('Bank card number')).not.toBeInTheDocument()
})

async function fillIn(texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await userEvent.type(screen.getByLabelText(label), text)
}

async function chooseNationality(country: string) {
  await userEvent.click(screen.getByRole('button', { name: /^Nationality/ }))
  await userEvent.click(await screen.findByRole('radio', { name: country }))
}

test('an address needs no branch; its confirmation shows all of it in fours, with network and holder', async () => {
  const { calls } = renderScreen(<PayoutAccountScreen />, state(null))
  await userEvent.click(await screen.findByRole('tab', { name: 'Crypto address' }))
  expect(screen.queryByLabelText('Branch address')).not.toBeInTheDocument()
  await chooseNationality('Germany')
  await userEvent.click(screen.getByRole('button', { name: 'TRON' }))
  const link = 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t?amount=1'
  await fillIn({ 'Account holder': 'Lin Mei', 'Crypto address': link })
  await userEvent.click(screen.getByRole('button', { name: 'Add account' }))
  const sheet = within(await screen.findByRole('dialog'))
  for (const shown of ['Lin Mei', 'TRON', 'TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t'])
    expect(sheet.getByText(shown)).toBeInTheDocument()
  expect(calls.filter(({ name }) => name === 'bindPayoutAccount')).toEqual([])
})

test('the confirmation of a bank account shows holder, bank, and the whole number in fours', async () => {
  renderScreen(<PayoutAccountScreen />, state(null))
  await screen.findByLabelText('Bank card number')
  await chooseNationality('Germany')
  await fillIn({
    'Account holder': 'Lin Mei',
    'Bank name': 'Test Bank',
    IBAN: 'IBAN DE89–3704 0044 0532 0130 00',
    'Branch address': '1 High Street',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add account' }))
  const sheet = within(await screen.findByRole('dialog'))
  for (const shown of ['Lin Mei', 'Test Bank', 'DE89 3704 0044 0532 0130 00'])
    expect(sheet.getByText(shown)).toBeInTheDocument()
})

test('a name that differs from the verified one can be said to be the bank’s; then it waits, and says until when', async () => {
  const { calls, answers } = renderScreen(<PayoutAccountScreen />, {
    ...state(null),
    bindPayoutAccount: refused('payee_differs'),
  })
  await screen.findByLabelText('Bank card number')
  await chooseNationality('Germany')
  await fillIn({
    'Account holder': 'A I SMITH',
    'Bank name': 'Test Bank',
    IBAN: 'DE89370400440532013000',
    'Branch address': '1 High Street',
  })
  const send = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Add account' }))
    const sheet = within(await screen.findByRole('dialog'))
    for (const digit of '580247') await userEvent.click(sheet.getByRole('button', { name: digit }))
  }
  expect(screen.queryByRole('checkbox')).toBeNull()
  await send()
  expect(await screen.findByText(/^This isn’t the name on your verified ID/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('checkbox', { name: 'My bank writes my name this way' }))
  const account = { ...BOUND, accountName: 'A I SMITH' }
  const payeeReview = { status: 'waiting', dueAt: '2100-01-01T00:00:00.000Z', reason: null } as const
  answers.bindPayoutAccount = answered({ account, changeOpen: true, payeeDiffers: true, payeeReview })
  await send()
  expect(await screen.findByText(/^Two of our staff are comparing .* by /)).toBeInTheDocument()
  const sent = calls.filter(({ name }) => name === 'bindPayoutAccount').map(({ body }) => body)
  expect(sent).toMatchObject([{ accountName: 'A I SMITH' }, { accountName: 'A I SMITH', nameOfBank: true }])
  expect(sent[0]).not.toHaveProperty('nameOfBank')
})
