import { fireEvent, screen } from '@testing-library/react'
import type { SignedReceipt } from '../../../../contract/proof'
import { shownPrice } from '../../../../contract/signedPrices'
import type { Verdict } from '../../../../proof/rule'
import { checkedReceiptOf } from '../../../../test/client/receipts'
import { renderScreen } from '../../../../test/client/screens'
import { vectorNamed } from '../../../../test/proof/readVectors'
import { startI18n } from '../../../i18n'
import { Course } from './Course'
import { ProofStory } from './ProofStory'
import { factsOfReceipt } from './storyFacts'

beforeAll(() => startI18n('en-US'))

/** The page of a won result on signed prices. */
function tell(byTest: boolean, source = 'pyth', ended: object = {}) {
  const signed = vectorNamed('signed-won').receipt as SignedReceipt
  // With the eight digits that the oracle publishes.
  const prices = { entryPrice: '68660.60000000', exitPrice: '68661.00000000' }
  const receipt = { ...signed, order: { ...signed.order, ...prices, ...ended, source } }
  const { entryPrice: entry, exitPrice: exit } = receipt.order
  const verdict = { entry: { price: entry }, exit: { price: exit } } as unknown as Verdict
  const value = checkedReceiptOf(receipt, { verdict, signed: { needed: 3, all: 5, byTest } })
  renderScreen(
    <ProofStory facts={factsOfReceipt(receipt)} state={{ kind: 'ready', value }} onAgain={() => undefined} />,
  )
}

test('a result that test signers decided is not said to rest on independent ones', () => {
  tell(true)
  expect(screen.getByText('Signed by at least 3 of 5 test signers')).toBeInTheDocument()
  expect(
    screen.getByText(/^The test signers are part of this installation, and anyone can create their keys/),
  ).toBeVisible()
  expect(screen.queryByText(/independent signers/i)).not.toBeInTheDocument()
})

test('a result on the prices of published signers names them as independent', () => {
  tell(false)
  expect(screen.getByText('Signed by at least 3 of 5 independent sources')).toBeInTheDocument()
  expect(screen.getByText('Decided by prices that 3 of 5 independent signers published.')).toBeVisible()
  expect(screen.queryByText(/test signers/i)).not.toBeInTheDocument()
})

test('a result on simulated prices says that they are invented and known to whoever runs the server, and what is shown then', () => {
  tell(false, 'simulated')
  expect(screen.getByText(/^These prices are invented, .* only shows that the books follow them\.$/)).toBeVisible()
})

test('a signed price is told without the zeros of its feed, and by the rule of signed prices', async () => {
  tell(false)
  expect(await screen.findByRole('button', { name: /^Its first price.*68,660\.6\b/ })).toBeVisible()
  expect(shownPrice('68661.00000000', 1)).toBe('68661.0')
  fireEvent.click(screen.getByRole('button', { name: /^So you won/ }))
  expect(screen.getByText(/^Exit 68,661, entry 68,660\.6\b/)).toBeVisible()
  expect(await screen.findByText(/first signed price at or after expiry$/)).toBeVisible()
})

const VOID = { status: 'void', profitLoss: '0.00', exitPrice: null, exitAt: null, expiresAt: null }
const NO_ENTRY = { ...VOID, voidReason: 'no_entry_tick', entryPrice: null, entryAt: null }

test('a void order tells of no price that it does not have, and how the gap is proven', () => {
  tell(false, 'pyth', NO_ENTRY)
  for (const text of ['No first price in time', 'No exit price', 'Voided, so your amount was refunded'])
    expect(screen.getByText(text)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: /independent sources/ }))
  expect(screen.getByText(/^The next signed price names the one before it/)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/: –|^–|published these prices|not one that we chose/)
})

test('a void by test signers is not said to rest on independent ones, either', () => {
  tell(true, 'pyth', NO_ENTRY)
  expect(screen.getByText(/^The test signers are part of this installation/)).toBeVisible()
})

test('prices that no list will show leave no empty place for one', () => {
  const facts = factsOfReceipt(vectorNamed('signed-won').receipt as SignedReceipt)
  const placesFor = (shown: Partial<typeof facts>) => {
    const { container, unmount } = renderScreen(<Course facts={{ ...facts, ...shown }} checked={undefined} loading />)
    const found = container.querySelectorAll('.skeleton').length
    unmount()
    return found
  }
  expect(placesFor({})).toBe(0)
  expect(placesFor({ isSigned: false, exitPrice: null })).toBe(0)
  expect(placesFor({ isSigned: false })).toBeGreaterThan(0)
})
