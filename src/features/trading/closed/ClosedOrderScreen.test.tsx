import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { linkedCheckpoint } from '../../../../proof/linkedCheckpoint'
import { capitalEntryOf, NOON, orderOf } from '../../../../test/client/factories'
import { catchFiles } from '../../../../test/client/files'
import { acceptedOf, askedOf, checkpointAt } from '../../../../test/client/house'
import {
  headOf,
  policyOf,
  receiptOf,
  rememberedOf,
  shownOrderOf,
  TICKS,
  withHeads,
  witnessOf,
} from '../../../../test/client/receipts'
import { type Answers, answered, refused, renderScreen } from '../../../../test/client/screens'
import { startI18n } from '../../../i18n'
import { deviceAcceptances } from '../../../stores/persistence/acceptances'
import { keptDeviceKey } from '../../../stores/persistence/deviceKey'
import { ClosedOrderScreen } from './ClosedOrderScreen'
import { ShareBar } from './ShareBar'

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

const order = shownOrderOf(receiptOf())

async function show(answers: Answers) {
  const shown = renderScreen(<ClosedOrderScreen orderId={order.id} />, {
    getOrder: answered(order),
    getProofPolicy: answered(policyOf()),
    ...answers,
  })
  await screen.findByText(order.number)
  return shown
}

/** Opens the sheet with the forms in which a proof can be kept. */
const openSave = () => userEvent.click(screen.getByRole('button', { name: 'Save the proof' }))

test('a result that holds is said to be checked on this device, with its prices and its receipt', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  expect(screen.getByText('+75.00', { selector: '.closed__figure' })).toBeInTheDocument()
  expect(screen.getByText('FT-01JD7Q4ZK8')).toBeInTheDocument()
  expect(screen.getByText('101.0', { selector: '.course *' })).toBeInTheDocument()
  expect(screen.getByRole('slider', { name: /^Decided by 3 prices, from \d\d:\d\d:00 to \d\d:\d\d:08$/ })).toBeVisible()
  await openSave()
  expect(screen.getByText('Save receipt').closest('button')).toBeEnabled()
})

/** The entries of the order in the capital record. */
const bookedAs = (...amounts: string[]) =>
  answered({
    items: amounts.map((amount, at) =>
      capitalEntryOf(String(41 + at), {
        kind: at === 0 ? 'order_placed' : 'order_settled',
        amount,
        orderId: order.id,
      }),
    ),
  })

test('a verified win is said to be paid, with the number of its entry', async () => {
  await show({ getReceipt: answered(receiptOf()), listBookedOrders: bookedAs('-100.00', '175.00') })
  expect(await screen.findByText('Paid into your balance')).toBeVisible()
  expect(screen.getByText('+175.00 · record no. 42')).toBeVisible()
})

test.each([
  ['not paid', ['-100.00'], /by the receipt the order changed it by \+75\.00, by your capital record by −100\.00/],
  ['paid in part', ['-100.00', '100.00'], /by \+75\.00, by your capital record by 0\.00/],
  ['in no book', [], /by \+75\.00, by your capital record by 0\.00/],
])('a verified win that is %s is said to be so', async (_, amounts, text) => {
  await show({ getReceipt: answered(receiptOf()), listBookedOrders: bookedAs(...amounts) })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('Paid into your balance')).toBeNull()
})

test('of a win whose entries the service does not show, nothing is said', async () => {
  await show({ getReceipt: answered(receiptOf()), listBookedOrders: refused('unavailable') })
  expect(await screen.findByText('Verified on this device')).toBeVisible()
  expect(screen.queryByText(/record no\.|capital record/)).toBeNull()
})

test('an order that another device has signed is said to be so, and one of this device is not', async () => {
  const { unmount } = await show({ getReceipt: answered(receiptOf()) })
  const { deviceKey } = receiptOf().order
  const said = new RegExp(
    `^Another device signed this order, with the key ${deviceKey.slice(0, 8)}…${deviceKey.slice(-8)}`,
  )
  expect(await screen.findByText(said)).toBeVisible()
  unmount()
  keptDeviceKey.write('0b'.repeat(32))
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('Verified on this device')).toBeVisible()
  expect(screen.queryByText(/^Another device/)).toBeNull()
})

test('nothing is claimed before it is known: no number, no verdict, and the count grows with its rows', async () => {
  let answer: () => void = () => undefined
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  renderScreen(<ClosedOrderScreen orderId={order.id} />, {
    getOrder: answered(order),
    getProofPolicy: answered(policyOf()),
    getReceipt: () => wait.then(() => answered(receiptOf())),
  })
  const list = await screen.findByRole('list', { name: 'How this order was settled' })
  expect(within(list).getByText('Prices from entry to expiry')).toBeVisible()
  answer()
  const count = await screen.findByText(/ of 5 checks passed/)
  const seen = new Set<string>()
  await waitFor(() => {
    const said = count.textContent ?? ''
    seen.add(said)
    if (screen.queryByText('Verified on this device')) expect(said).toBe('5 of 5 checks passed')
    expect(within(list).getAllByText('. Verified')).toHaveLength(5)
  })
  expect(seen).toContain('0 of 5 checks passed')
  expect(screen.getByText('Verified on this device')).toBeVisible()
})

test('no button asks to trade again; the name of the product leads to it', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull()
  expect(screen.getByRole('button', { name: `Open ${order.symbol}` })).toBeVisible()
})

test('five steps are told and ticked one by one, and each opens to its facts; what is not proven stands last', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('5 of 5 checks passed')).toBeInTheDocument()
  const list = screen.getByRole('list', { name: 'How this order was settled' })
  await waitFor(() => expect(within(list).getAllByText('. Verified')).toHaveLength(5))
  const rows = within(list)
    .getAllByRole('button')
    .map((row) => row.textContent?.replace(/\d\d:\d\d:/, ''))
  expect(rows).toEqual([
    'Second we agreed on00. Verified',
    'Its first price100.0. Verified',
    'No number skipped3. Verified',
    'Last price by the end101.0. Verified',
    'So you won 75%+75.00. Verified',
  ])
  expect(within(list).queryByText(/Same rule for everyone/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^So you won/ }))
  expect(within(list).getByText('100.00 × 75% = 75.00. Same rule for everyone.', { exact: false })).toBeVisible()
  expect(screen.queryByText('entry price number')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Its first price/ }))
  expect(screen.getByText('entry price number')).toBeVisible()
  const limits = screen.getByRole('heading', { name: 'What this doesn’t prove' })
  expect(list.compareDocumentPosition(limits)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const save = screen.getByRole('button', { name: 'Save the proof' })
  expect(limits.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('one tap lists the prices around entry and exit, with number, time and price', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  await screen.findByText('5 of 5 checks passed')
  expect(screen.queryByText(/^#2 · /)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^No number skipped/ }))
  const rows = screen.getAllByText(/^#\d · \d\d:/).map((label) => label.parentElement?.textContent)
  expect(rows.map((row) => row?.replace(/\d\d:\d\d:/, ''))).toEqual([
    '#1 · 59.50099.9',
    '#2 · 00.200 · Entry price100.0',
    '#3 · 04.000100.5',
    '#4 · 08.000 · Exit price101.0',
  ])
})

test('elsewhere a result is checked with the file, an address that anyone can open, or a command', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  await screen.findByText('Verified on this device')
  await userEvent.click(screen.getByRole('button', { name: 'Check another way' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Check another way' }))
  const { proofCode } = await import('../../../../proof/proofCode')
  const address = `${location.origin}/#/pages/check/check?code=${proofCode(receiptOf().order)}`
  expect(sheet.getByText(address)).toBeVisible()
  expect(sheet.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await userEvent.setup().click(sheet.getByRole('button', { name: /address/i }))
  // A person who opens it learns which log this device has seen.
  expect(await navigator.clipboard.readText()).toBe(`${address}&seen=${linkedCheckpoint(receiptOf().checkpoint)}`)
  expect(sheet.getByText('node verify-receipt.mjs FT-01JD7Q4ZK8.json')).toBeVisible()
  expect(sheet.getByRole('button', { name: 'Save receipt' })).toBeEnabled()
})

test('what does not hold is named, with what to do', async () => {
  const receipt = receiptOf()
  const [range] = receipt.ranges
  const ticks = range?.ticks.map((tick) => (tick.sequence === 3 ? { ...tick, price: '1.0' } : tick)) ?? []
  await show({ getReceipt: answered({ ...receipt, ranges: [{ ticks, path: [] }] }) })
  expect(await screen.findByText('Verification failed')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('differs from the public price log')
  await waitFor(() => expect(screen.getByText('. Verification failed')).toBeInTheDocument())
  expect(screen.getByRole('button', { name: /^No number skipped.*Verification failed/, expanded: true })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/show it to someone you trust or to a supervisory authority/)
})

test('a receipt that is broken says so, and only one of a later format asks for another app', async () => {
  const { answers } = await show({ getReceipt: answered({ ...receiptOf(), head: null }) })
  expect(await screen.findByRole('alert')).toHaveTextContent('This receipt is broken or was changed')
  await openSave()
  expect(screen.getByText('Save receipt').closest('button')).toBeEnabled()
  expect(screen.queryByText(/Update the app/)).not.toBeInTheDocument()
  answers.getReceipt = answered({ ...receiptOf(), format: 'fairtick-receipt-10' })
  await show(answers)
  expect(await screen.findByText(/Update the app/)).toBeInTheDocument()
})

test('a service that gives receipts and will not show that its log goes on is told so after three times', async () => {
  const known = { ...rememberedOf(receiptOf()), head: headOf(2, TICKS) }
  localStorage.setItem('treeHead', JSON.stringify({ version: 2, value: known }))
  await show({ getReceipt: answered(receiptOf()), getConsistency: refused('unavailable') })
  for (let times = 1; times < 3; times++) {
    expect(await screen.findByText('Not verified yet')).toBeInTheDocument()
    await userEvent.click(screen.getByText('Try again'))
  }
  expect(await screen.findByText('Verification failed')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(/refused to show that its log continues/)
})

test('an order that was settled late says by how much, and that this changed nothing', async () => {
  const after = (ms: number) => ({ ...order, closedAt: new Date(Date.parse(order.expiresAt ?? '') + ms).toISOString() })
  const late = /^Settled 12 min late[.] The result is the same/
  await show({ getOrder: answered(after(60_000)), getReceipt: answered(receiptOf()) })
  expect(screen.queryByText(/^Settled/)).not.toBeInTheDocument()
  await show({ getOrder: answered(after(720_000)), getReceipt: answered(receiptOf()) })
  expect(await screen.findByText(late)).toBeInTheDocument()
})

test('without an answer nothing is claimed, and it can be tried again', async () => {
  const { answers } = await show({ getReceipt: refused('network') })
  expect(await screen.findByText('Not verified yet')).toBeInTheDocument()
  answers.getReceipt = answered(receiptOf())
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
})

test('the page below keeps its own verdict while another closed order is open above it', async () => {
  const { stores, answers } = await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  answers.getReceipt = refused('network')
  await act(() => stores.proof.open('019aa1b2-0000-7000-8000-00000000ffff'))
  expect(screen.getByText('Verified on this device')).toBeInTheDocument()
  await openSave()
  expect(screen.getByText('Save receipt').closest('button')).toBeEnabled()
})

test('the proof code stands on the page as the picture shows it', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  const { proofCode } = await import('../../../../proof/proofCode')
  expect(await screen.findByText(proofCode(receiptOf().order))).toBeInTheDocument()
})

test('only a result that holds can be shared', async () => {
  const shown = renderScreen(<ShareBar orderId={order.id} onClick={() => undefined} />, {
    getReceipt: answered(receiptOf()),
    getProofPolicy: answered(policyOf()),
  })
  expect(screen.queryByText('Share')).not.toBeInTheDocument()
  await act(() => shown.stores.proof.open(order.id))
  expect(screen.getByText('Share')).toBeInTheDocument()
  shown.answers.getReceipt = answered({ ...receiptOf(), order: { ...receiptOf().order, profitLoss: '1' } })
  await act(() => shown.stores.proof.open(order.id))
  expect(screen.queryByText('Share')).not.toBeInTheDocument()
})

test('what the device holds in hand is saved as one file, also where the service gives no receipt', async () => {
  const asked = askedOf(orderOf({ id: order.id }))
  const { acceptance } = acceptedOf(asked)
  const checkpoints = [{ asked: NOON + 2_400, at: NOON + 2_500, text: checkpointAt(3) }]
  deviceAcceptances.keep({ ...acceptance, orderId: order.id, account: 'lin_mei88', asked, checkpoints })
  const { stores } = await show({ getReceipt: refused('network') })
  const saved = catchFiles()
  await openSave()
  await userEvent.click(screen.getByRole('button', { name: /^Save evidence/ }))
  expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Evidence saved'])
  expect(JSON.parse((await saved[0]) ?? '')).toEqual({
    format: 'fairtick-evidence-2',
    receipt: null,
    acceptance,
    checkpoints,
  })
})

const witness = witnessOf('one.example/w', 1)
const NOT_SEEN = 'No independent witness has signed this log'

test('beside the verdict stands whether anybody outside had the log at the time', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
  expect(screen.getByText(/^Nobody outside the service saw this log at the time\./)).toBeInTheDocument()
  const { acceptedAt, expiresAt } = receiptOf().order
  const sign = (ms: number) => ({ checkpoint: witness.sign(receiptOf(), ms / 1_000).checkpoint, path: [] })
  const witnessed = [sign(acceptedAt + 1_001), sign((expiresAt ?? 0) + 800)]
  const receipt = { ...witness.sign(receiptOf()), witnessed }
  await show({ getReceipt: answered(receipt), getProofPolicy: answered(policyOf([witness.key])) })
  expect(await screen.findByText(/^Witnesses saw the log when you placed the order/)).toBeInTheDocument()
})

test('a result whose prices could still be chosen is not called verified and is not shared', async () => {
  const whole = receiptOf({ closedAt: NOON + 9_600 })
  const getOrder = answered(shownOrderOf(whole))
  const fixedAt = (at: number) => answered(withHeads(whole, { fixed: { ...whole.fixed, at } }))
  const late = await show({ getOrder, getReceipt: fixedAt(NOON + 9_501) })
  expect(await screen.findByText('Prices sealed late')).toBeInTheDocument()
  expect(screen.getByText(/^For 11 seconds, .* doesn’t count as verified\.$/)).toBeInTheDocument()
  expect(screen.queryByText('Verified on this device')).not.toBeInTheDocument()
  await act(() => late.stores.proof.verifyNewest([whole.order.id]))
  expect(late.stores.proof.isVerified(whole.order.id)).toBe(false)
  late.unmount()
  localStorage.clear()
  await show({ getOrder, getReceipt: fixedAt(NOON + 9_500) })
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
})

test('who has seen the log is named; without witnesses that is said, and nothing more is claimed', async () => {
  await show({ getReceipt: answered(receiptOf()) })
  expect(await screen.findByText(new RegExp(NOT_SEEN))).toBeInTheDocument()
  // That page says what a witness is, and how to have one.
  expect(screen.getByRole('button', { name: 'Witnesses you trust' })).toBeVisible()
  const seen = { getReceipt: answered(witness.sign(receiptOf())), getProofPolicy: answered(policyOf([witness.key])) }
  await show(seen)
  expect(await screen.findByText('Seen by 1 witness: one.example/w')).toBeInTheDocument()
  expect(screen.getByText(/named these witnesses the first time this device verified/)).toBeInTheDocument()
})

test('what too few witnesses have seen is not called verified, is not shared, and can be looked at again', async () => {
  const { answers, stores } = await show({
    getReceipt: answered(receiptOf()),
    getProofPolicy: answered(policyOf([witness.key])),
  })
  expect(await screen.findByText('Not enough witnesses')).toBeInTheDocument()
  expect(screen.queryByText('Verified on this device')).not.toBeInTheDocument()
  expect(screen.getByText(/0 of 1 required witnesses/)).toBeInTheDocument()
  expect(stores.proof.checkOf(order.id).value?.witnesses.seenBy).toEqual([])
  answers.getReceipt = answered(witness.sign(receiptOf()))
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText('Verified on this device')).toBeInTheDocument()
})

test('the proof is saved as a file of the public standard, which the script reads', async () => {
  const { stores } = await show({ getReceipt: answered(receiptOf()) })
  await screen.findByText('Verified on this device')
  await openSave()
  expect(screen.getByText('Save proof file').closest('button')).toBeEnabled()
  const text = (await stores.proof.tlogProof(order.id)) ?? ''
  expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra [A-Za-z0-9+/]+={0,2}\nindex 2\n/)
  expect(text.endsWith(`\n\n${receiptOf().checkpoint}`)).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-tlog-'))
  writeFileSync(join(folder, 'receipt.tlog-proof'), text)
  const script = join(__dirname, '../../../../scripts/verify-receipt.mjs')
  const said = execFileSync(process.execPath, [script, join(folder, 'receipt.tlog-proof')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(said).toContain('The receipt of FT-01JD7Q4ZK8 holds')
})
