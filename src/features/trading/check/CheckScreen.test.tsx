import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { evidenceText } from '../../../../proof/evidence'
import { sha256Text } from '../../../../proof/hashing'
import { linkedCheckpoint } from '../../../../proof/linkedCheckpoint'
import { proofCode } from '../../../../proof/proofCode'
import { checkpointAt, newestOf, ORIGIN } from '../../../../test/client/house'
import { policyOf, receiptOf, witnessOf } from '../../../../test/client/receipts'
import { answered, refused, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { deviceResults } from '../../../stores/persistence/keptResults'
import { keptOwnWitnesses } from '../../../stores/persistence/ownWitnesses'
import { CheckScreen } from './CheckScreen'

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())
const { fetch: known } = globalThis
afterEach(() => {
  globalThis.fetch = known
})

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

test.each(['{"format":"fairtick-receipt-8"}', 'no receipt at all', '[]'])('%s is no receipt', async (text) => {
  show()
  await check(text)
  expect(await screen.findByText(/This receipt is broken or was changed/)).toBeVisible()
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

test('the user’s own witnesses are added once they have signed this log, three at most, and removed', async () => {
  const [one, two] = [witnessOf('one.example/w', 1), witnessOf('two.example/w', 2)]
  const checkpoint = checkpointAt(3)
  const pages: Record<string, string> = { 'https://own.test/key': two.key }
  for (const [witness, host] of [
    [one, 'service.test'],
    [two, 'own.test'],
  ] as const)
    pages[`https://${host}/${sha256Text(ORIGIN)}/checkpoint`] = witness.sign({ ...receiptOf(), checkpoint }).checkpoint
  const pageAt = async (url: string) => {
    const text = pages[url]
    return { status: text ? 200 : 404, headers: new Map(), text: async () => text ?? '' }
  }
  Object.assign(globalThis, { fetch: pageAt })
  const { stores } = show('', {
    getProofPolicy: answered({ ...policyOf([one.key]), witnessUrls: ['https://service.test'] }),
    '/log/newest': answered(newestOf(checkpoint, Date.now())),
  })
  const field = screen.getByRole('textbox', { name: 'Address of a witness' })
  const add = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, `${text}{Enter}`)
  }
  await add('own.test')
  expect(await screen.findByText(/^Enter an address that begins with https/)).toBeVisible()
  await add('https://nobody.test')
  expect(await screen.findByText(/^Nobody at this address has signed this log/)).toBeVisible()
  await add('https://own.test/')
  expect(await screen.findByText('two.example/w')).toBeVisible()
  expect(field).toHaveValue('')
  await add('https://own.test')
  expect(await screen.findByText('This witness is already on your list.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add one.example/w, named by this service' }))
  expect(await screen.findByText('service.test')).toBeVisible()
  expect(keptOwnWitnesses.read().map(({ url }) => url)).toEqual(['https://own.test', 'https://service.test'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove two.example/w' }))
  expect(screen.queryByText('two.example/w')).toBeNull()
  expect(stores.witnesses.own).toEqual([{ key: one.key, url: 'https://service.test' }])
})
