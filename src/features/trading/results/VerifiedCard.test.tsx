import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { policyOf, receiptOf } from '../../../../test/client/receipts'
import { answered, refused, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { VerifiedCard } from './VerifiedCard'

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

const OWN = { id: receiptOf().order.id, result: 'won' as const }
const others = Array.from({ length: 4 }, (_, index) => ({ id: `other ${index}`, result: 'lost' as const }))
const shareOf = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('.verified__track')?.style.getPropertyValue('--share')

test('the bar reaches as far as this device has verified; a press verifies the rest, newest first', async () => {
  const asked: unknown[] = []
  const { container } = renderScreen(<VerifiedCard newest={[OWN, ...others]} />, {
    getReceipt: ({ params }) => {
      asked.push(params?.id)
      return params?.id === OWN.id ? answered(receiptOf()) : answered({})
    },
    getProofPolicy: answered(policyOf()),
  })
  expect(await screen.findByText('0 of 5 verified on this device')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Verify the rest' }))
  expect(await screen.findByText('1 of 5 verified on this device')).toBeVisible()
  expect(shareOf(container)).toBe('0.2')
  expect(asked.slice(-5)).toEqual(['other 3', 'other 2', 'other 1', 'other 0', OWN.id])
  // It can be tried again with what does not hold.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Verify the rest' })).toBeEnabled())
})

test('what this device verified in an earlier session counts at once, and nothing is left to do', async () => {
  const answers = { getReceipt: answered(receiptOf()), getProofPolicy: answered(policyOf()) }
  const { unmount, stores } = renderScreen(<VerifiedCard newest={[OWN]} />, answers)
  expect(await screen.findByText('1 of 1 verified on this device')).toBeVisible()
  expect(stores.proof.isVerified(OWN.id)).toBe(true)
  unmount()
  renderScreen(<VerifiedCard newest={[OWN]} />, { getReceipt: refused('network') })
  expect(screen.getByText('1 of 1 verified on this device')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Verify the rest' })).toBeNull()
})

test('verified results are held against the capital record, and an order that was not paid is counted', async () => {
  const entry = { id: '1', kind: 'order_placed', balance: '0.00', at: '', reference: '', symbol: '' }
  const items = [{ ...entry, amount: '-100.00', orderId: OWN.id }]
  const answers = { getReceipt: answered(receiptOf()), getProofPolicy: answered(policyOf()) }
  const paid = answered({ items: [...items, { ...entry, id: '2', amount: '175.00', orderId: OWN.id }] })
  const { unmount } = renderScreen(<VerifiedCard newest={[OWN]} />, { ...answers, listBookedOrders: paid })
  await waitFor(() => expect(screen.getAllByText('+75.00')).toHaveLength(2))
  expect(screen.queryByText(/doesn’t match/)).toBeNull()
  unmount()
  renderScreen(<VerifiedCard newest={[OWN]} />, { ...answers, listBookedOrders: answered({ items }) })
  expect(await screen.findByText(/For 1 verified order, your capital record doesn’t match/)).toBeVisible()
  expect(screen.getByText('−100.00')).toBeVisible()
})
