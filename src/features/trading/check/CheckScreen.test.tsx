import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { evidenceText } from '../../../../proof/evidence'
import { linkedCheckpoint } from '../../../../proof/linkedCheckpoint'
import { proofCode } from '../../../../proof/proofCode'
import { checkpointAt } from '../../../../test/client/house'
import { policyOf, receiptOf } from '../../../../test/client/receipts'
import { answered, refused, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { deviceResults } from '../../../stores/persistence/keptResults'
import { CheckScreen } from './CheckScreen'

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

function show(code = '', answers: Parameters<typeof renderScreen>[1] = {}, seen = '') {
  const known = { getSharedReceipt: refused('not_found'), getProofPolicy: answered(policyOf()) }
  return renderScreen(<CheckScreen code={code} seen={seen} />, { ...known, ...answers })
}

async function check(text: string) {
  const field = screen.getByRole('textbox', { name: 'Or paste the receipt here' })
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
  await userEvent.click(screen.getByRole('button', { name: 'Check this receipt' }))
}

const RECEIPT = JSON.stringify(receiptOf())

test('anyone checks a receipt, signed out, in the same five steps; nothing is kept of the order', async () => {
  const { stores, calls } = show()
  await check(RECEIPT)
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  expect(screen.getByText('5 of 5 checks passed')).toBeVisible()
  expect(screen.getByText('FT-01JD7Q4ZK8')).toBeVisible()
  expect(screen.getByText('+75.00 USD')).toBeVisible()
  expect(stores.session.isLoggedIn).toBe(false)
  expect(calls.map(({ name }) => name)).not.toContain('getReceipt')
  expect(deviceResults.read(receiptOf().order.id)).toBeUndefined()
})

test('a file of evidence is read for the receipt in it', async () => {
  show()
  await check(evidenceText(RECEIPT, undefined, []))
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
})

test('one changed price fails the step that it belongs to', async () => {
  show()
  const receipt = receiptOf()
  const ranges = receipt.ranges.map(({ ticks, path }) => ({
    path,
    ticks: ticks.map((tick) => (tick.sequence === 3 ? { ...tick, price: '1.0' } : tick)),
  }))
  await check(JSON.stringify({ ...receipt, ranges }))
  expect(await screen.findByText('Verification failed')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByText('. Verification failed').length).toBeGreaterThan(0))
})

test.each(['{"format":"fairtick-receipt-6"}', 'no receipt at all', '[]'])('%s is no receipt', async (text) => {
  show()
  await check(text)
  expect(await screen.findByText(/This receipt is broken or was changed/)).toBeVisible()
})

test('the code of a picture is compared with the receipt', async () => {
  const code = proofCode(receiptOf().order)
  const { unmount } = show(code)
  await check(RECEIPT)
  expect(await screen.findByText('The picture’s proof code matches this receipt.')).toBeVisible()
  unmount()
  show('7K3Q-9X2T-AB4C')
  await check(RECEIPT)
  expect(await screen.findByText(/belongs to another result/)).toBeVisible()
})

test('without the service nothing is claimed', async () => {
  const { answers } = show()
  answers.getProofPolicy = refused('network')
  await check(RECEIPT)
  expect(await screen.findByText(/No connection/)).toBeVisible()
  expect(screen.queryByText('Verified on this device')).toBeNull()
})

test('a result that its user shares is fetched by the code alone, and another receipt under it is told', async () => {
  const code = proofCode(receiptOf().order)
  const asked: unknown[] = []
  show(code, {
    getSharedReceipt: ({ params }) => {
      asked.push(params?.code)
      return answered(receiptOf())
    },
  })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  expect(screen.getByText('The picture’s proof code matches this receipt.')).toBeInTheDocument()
  expect(asked).toEqual([code.replace(/-/g, '')])
  const field = screen.getByRole('textbox', { name: 'Proof code' })
  await userEvent.clear(field)
  await userEvent.type(field, 'ooooooooooo1{Enter}')
  expect(await screen.findByText(/belongs to another result/)).toBeInTheDocument()
  expect(asked[1]).toBe('000000000001')
})

test('a link that names another log than the service shows is told', async () => {
  const code = proofCode(receiptOf().order)
  show(
    code,
    { getSharedReceipt: answered(receiptOf()), getConsistency: refused('not_found') },
    linkedCheckpoint(checkpointAt(2, 'b')),
  )
  expect(await screen.findByText('The public log has been rewritten.')).toBeInTheDocument()
})

test('a code that nobody shares asks for the file', async () => {
  show('0000-0000-0000')
  expect(await screen.findByText(/^No shared result has this code/)).toBeInTheDocument()
})
