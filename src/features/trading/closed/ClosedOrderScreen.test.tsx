import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { receiptOf, shownOrderOf } from '../../../../test/client/receipts'
import { type Answers, answered, refused, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { ClosedOrderScreen } from './ClosedOrderScreen'
import { ShareResultButton } from './ShareResultButton'

beforeAll(() => startI18n('en-US'))

const order = shownOrderOf(receiptOf())

async function show(answers: Answers) {
  const shown = renderScreen(<ClosedOrderScreen orderId={order.id} />, { getOrder: answered(order), ...answers })
  await screen.findByText(order.number)
  return shown
}

test('a result that holds is said to be checked on this device, with its prices and its receipt', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  expect(screen.getByText('+75.00')).toBeInTheDocument()
  expect(screen.getByText('FT-01JD7Q4ZK8')).toBeInTheDocument()
  expect(screen.getByText('101.0')).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Decided by 4 prices, from 100.0 to 101.0' })).toBeInTheDocument()
  expect(screen.getByText('Save receipt').closest('button')).toBeEnabled()
})

test('what does not hold is named, with what to do', async () => {
  const receipt = receiptOf()
  const [range] = receipt.ranges
  const ticks = range?.ticks.map((tick) => (tick.sequence === 3 ? { ...tick, price: '1.0' } : tick)) ?? []
  await show({ getReceipt: answered({ ...receipt, ranges: [{ ticks, path: [] }] }) })
  expect(await screen.findByText('Verification failed')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('differs from the public price log')
  expect(screen.getByRole('alert')).toHaveTextContent('customer service')
})

test('without an answer nothing is claimed, and it can be tried again', async () => {
  const { answers } = await show({ getReceipt: refused('network') })
  expect(await screen.findByText('Not verified yet')).toBeInTheDocument()
  answers.getReceipt = answered(receiptOf())
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
})

test('the proof code stands on the page as the picture shows it', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  const { proofCode } = await import('../../../domain/proof/proofCode')
  expect(await screen.findByText(proofCode(receiptOf().order))).toBeInTheDocument()
})

test('only a result that holds can be shared', async () => {
  const shown = renderScreen(<ShareResultButton onClick={() => undefined} />, { getReceipt: answered(receiptOf()) })
  expect(screen.queryByText('Share')).not.toBeInTheDocument()
  await act(() => shown.stores.proof.open(order.id))
  expect(screen.getByText('Share')).toBeInTheDocument()
  shown.answers.getReceipt = answered({ ...receiptOf(), order: { ...receiptOf().order, profitLoss: '1' } })
  await act(() => shown.stores.proof.open(order.id))
  expect(screen.queryByText('Share')).not.toBeInTheDocument()
})
