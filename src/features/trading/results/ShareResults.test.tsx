import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HitRate, Results } from '../../../../contract/results'
import { policyOf, receiptOf } from '../../../../test/client/receipts'
import { answered, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { ShareResults } from './ShareResults'

// jsdom draws nothing.
jest.mock('../../../platform/picture', () => ({
  makePicture: () => Promise.resolve({ previewUrl: 'data:,', byHolding: false, canShare: false, release() {} }),
}))

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

const ID = receiptOf().order.id
const rate: HitRate = { rateBp: 5789, lowBp: 4219, highBp: 7215, breakEvenBp: 5495, earningsRateBp: 8200 }
const sums = { orders: 38, won: 22, lost: 16, tie: 0, void: 0, staked: '3250.00', net: '204.10', breakEvenBp: 5495 }
const results: Results = {
  from: null,
  countedFrom: null,
  bestDay: null,
  hitRate: rate,
  largestFall: '0.00',
  total: sums,
  curve: [],
  newest: [{ id: ID, result: 'won' }],
  days: [],
  products: [],
  durations: [],
  hours: [],
}

test('results are shared once this device has verified what it can, and the picture says how many of all that is', async () => {
  const { stores } = renderScreen(<ShareResults results={results} rate={rate} terms={['7 days']} rest={[ID]} />, {
    getReceipt: answered(receiptOf()),
    getProofPolicy: answered(policyOf()),
  })
  expect(screen.queryByRole('dialog', { name: 'Share your results' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('dialog', { name: 'Share your results' })).toBeVisible()
  expect(stores.proof.isVerified(ID)).toBe(true)
  const says = '22 of 38, 7 days · break-even 55%, 1 of 38 verified on this device, This could still be luck.'
  expect(await screen.findByRole('img', { name: says })).toBeVisible()
})
