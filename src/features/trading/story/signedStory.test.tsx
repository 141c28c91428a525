import { screen } from '@testing-library/react'
import type { SignedReceipt } from '../../../../contract/proof'
import { renderScreen } from '../../../../test/client/screens'
import vector from '../../../../test/proof/vectors/signed-won.json'
import type { Verdict } from '../../../domain/proof/rule'
import { startI18n } from '../../../i18n'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { ProofStory } from './ProofStory'
import { factsOfReceipt } from './storyFacts'

beforeAll(() => startI18n('en-US'))

/** The page of a won result on signed prices. */
function tell(byTest: boolean, source = 'pyth') {
  const signed = vector.receipt as unknown as SignedReceipt
  const receipt = { ...signed, order: { ...signed.order, source } }
  const { entryPrice: entry, exitPrice: exit } = receipt.order
  const value: CheckedReceipt = {
    ...{ receipt, text: JSON.stringify(receipt), code: '', history: undefined, restored: undefined },
    check: {
      ...{ problems: [], end: 0, ticks: [], whole: true },
      verdict: { entry: { price: entry }, exit: { price: exit } } as unknown as Verdict,
      signed: { needed: 3, all: 5, byTest },
    },
    ...{ witnesses: { seenBy: [], needed: 0, namedBy: undefined }, tied: undefined, unfixedMs: 0 },
  }
  renderScreen(
    <ProofStory facts={factsOfReceipt(receipt)} state={{ kind: 'ready', value }} onAgain={() => undefined} />,
  )
}

test('a result that test signers decided is not said to rest on independent ones', () => {
  tell(true)
  expect(screen.getByText('Signed by test signers: 3 of 5 had to sign')).toBeInTheDocument()
  expect(
    screen.getByText(/^The test signers belong to this installation, and anyone can make their keys/),
  ).toBeVisible()
  expect(screen.queryByText(/independent signers/i)).not.toBeInTheDocument()
})

test('a result on the prices of published signers names them as independent', () => {
  tell(false)
  expect(screen.getByText('Signed by others: 3 of 5 had to sign')).toBeInTheDocument()
  expect(screen.getByText('Decided by prices that 3 of 5 independent signers published.')).toBeVisible()
  expect(screen.queryByText(/test signers/i)).not.toBeInTheDocument()
})

test('a result on simulated prices says that they are invented, fixed beforehand, and known to whoever runs the server', () => {
  tell(false, 'simulated')
  expect(
    screen.getByText(/^These prices are invented. They were fixed before each hour.*decide demo funds only\.$/),
  ).toBeVisible()
})
