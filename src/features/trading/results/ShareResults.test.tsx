import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HitRate } from '../../../../contract/results'
import { resultsOf } from '../../../../test/client/factories'
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
const results = resultsOf({ newest: [{ id: ID, result: 'won' }] })
const rate = results.hitRate as HitRate

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
