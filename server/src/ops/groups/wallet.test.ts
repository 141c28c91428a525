import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import sharp from 'sharp'
import type { Deposit } from '../../../../contract/deposits'
import { LOCALES } from '../../../../contract/locales'
import type { Withdrawal } from '../../../../contract/withdrawals'
import { newId } from '../../../test/ids'
import { runOps } from '../../../test/ops'
import { ACCOUNT_ADDRESS, CARD_NUMBER, REAL_NAME } from '../../../test/personal'
import { MASKED_CARD } from '../../../test/wallet'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { OpsRefusal } from '../kit'

withWallet()

const ADA = '--actor ada --reason "as the bank says"'
const BOB = '--actor bob --reason "looked at it, too"'

const ops = (line: string) => runOps(wallet.deps, line)

const json = async <T = Record<string, unknown>>(line: string): Promise<T> => JSON.parse(await ops(`${line} --json`))
const newest = async () => (await json<Record<string, string>[]>('audit list --limit 1'))[0]
const bankDeposit = async (changes: object = {}) => (await wallet.deposit(user, changes)).json<Deposit>()
const withdrawal = async (changes: object = {}) => (await wallet.withdraw(user, changes)).json<Withdrawal>()

test('a deposit goes from the list to the account', async () => {
  const { reference, id } = await bankDeposit()
  const listed = await json<{ reference: string }[]>('deposits list')
  expect(listed).toContainEqual({
    reference,
    account: user.account,
    channel: 'bank',
    amount: '100.00 USD',
    receipt: false,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  })
  const line = `deposits approve ${reference} --amount "100.00 USD" ${ADA}`
  expect(await json(line)).toEqual({ reference, status: 'successful', credited: '100.00 USD' })
  expect(await wallet.depositOf(user, id)).toMatchObject({ status: 'successful' })
  expect(await wallet.availableOf(user)).toBe('10100.00')
  expect(await newest()).toMatchObject({
    actor: 'ada',
    reason: 'as the bank says',
    action: 'deposits.approve',
    subject: reference,
    details: '{"late":false,"amount":"100.00 USD"}',
  })
  await expect(ops(line)).rejects.toThrow('credited already')
  expect(await json(`deposits show ${reference} ${ADA}`)).toMatchObject({
    status: 'successful',
    timeline: expect.stringMatching(/^created .*, approved .*, credited /),
  })
  expect(await ops('deposits list --status successful')).toContain(reference)
})

test('a deposit is rejected with a note that its user reads', async () => {
  const { reference, id } = await bankDeposit()
  await ops(`deposits reject ${reference} --for payment_not_found --note "no payment with this reference" ${ADA}`)
  expect(await wallet.depositOf(user, id)).toMatchObject({
    status: 'failed',
    reason: { code: 'rejected', note: 'payment_not_found: no payment with this reference' },
  })
  await expect(ops(`deposits approve ${reference} --amount "100.00 USD" ${ADA}`)).rejects.toThrow('has failed')
  await expect(ops(`deposits approve ${reference} --amount "100.00 USD" --late ${ADA}`)).rejects.toThrow('has failed')
})

test('a rejection takes the words of its reason that hold now, and one that nobody offers is named', async () => {
  const { reference, id } = await bankDeposit()
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, 'We see no payment.']))
  const reason = { what: 'deposit', code: 'payment_not_found', offered: true, texts } as const
  await wallet.database.withTransaction((tx) =>
    wallet.deps.reasons.write(tx, { ...reason, by: 'staff/cleo', at: new Date() }),
  )
  await expect(ops(`deposits reject ${reference} --for nonsense ${ADA}`)).rejects.toThrow(
    'The reason must be one of: payment_not_found, amount_differs, payer_differs, proof_unreadable, other.',
  )
  await ops(`deposits reject ${reference} --for payment_not_found ${ADA}`)
  expect(await wallet.depositOf(user, id)).toMatchObject({ reason: { code: 'rejected', note: 'payment_not_found@1' } })
})

test('money that came after the user had cancelled needs --late', async () => {
  const { reference, id } = await bankDeposit()
  await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
  const line = `deposits approve ${reference} --amount "100.00 USD"`
  await expect(ops(`${line} ${ADA}`)).rejects.toThrow('--late')
  await ops(`${line} --late ${ADA}`)
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('a large amount needs two people, who type the same', async () => {
  const { reference } = await bankDeposit({ amount: '10000.00' })
  const line = `deposits approve ${reference} --amount "10000.00 USD"`
  const proposal = await json<{ approval: number; state: string }>(`${line} ${ADA}`)
  expect(proposal.state).toBe('waiting for a second operator')
  expect(await wallet.availableOf(user)).toBe('10000.00')
  await expect(ops(`${line} --approval ${proposal.approval} ${ADA}`)).rejects.toThrow('is yours')
  const other = (await bankDeposit({ amount: '10000.00' })).reference
  const elsewhere = `deposits approve ${other} --amount "10000.00 USD" --approval ${proposal.approval} ${BOB}`
  await expect(ops(elsewhere)).rejects.toThrow('another change')
  await ops(`${line} --approval ${proposal.approval} ${BOB}`)
  expect(await wallet.availableOf(user)).toBe('20000.00')
  await expect(ops(`${line} --approval ${proposal.approval} ${BOB}`)).rejects.toThrow(OpsRefusal)
})

test('what cannot be done is not proposed to a second operator either', async () => {
  const { reference, id } = await bankDeposit({ amount: '10000.00' })
  const proposals = async () => (await json<object[]>('approvals list')).length
  const before = await proposals()
  await expect(ops(`deposits approve ${reference} --amount "20000.00 USD" ${ADA}`)).rejects.toThrow('another amount')
  await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
  await expect(ops(`deposits approve ${reference} --amount "10000.00 USD" ${ADA}`)).rejects.toThrow('has failed')
  expect(await proposals()).toBe(before)
})

test('a command above the cap is refused', async () => {
  const { reference } = await bankDeposit({ amount: '20000.00' })
  const { operator } = wallet.deps.config
  const { cap } = operator
  operator.cap = 1_999_999n
  const line = `deposits approve ${reference} --amount "20000.00 USD" ${ADA}`
  await expect(ops(line)).rejects.toThrow('at most 19999.99 USD')
  operator.cap = cap
})

test('a receipt is written for the operator only, and the look is logged', async () => {
  const { reference, id } = await bankDeposit()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-test-'))
  const line = `deposits receipt ${reference} --to ${folder} ${ADA}`
  await expect(ops(line)).rejects.toThrow('no proof of payment')
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const query = { id: newId(), purpose: 'deposit_receipt' } as const
  expect((await wallet.deps.uploads.store(user.id, query, picture)).ok).toBe(true)
  await wallet.call(user, 'POST', `/deposits/${id}/receipt`, { uploadId: query.id })
  const { file } = await json<{ file: string }>(line)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sharp(readFileSync(file)).metadata()).toMatchObject({ format: 'jpeg', width: 40 })
  expect(await newest()).toMatchObject({ action: 'deposits.receipt', subject: reference, actor: 'ada' })
})

test('a withdrawal is picked up, paid and booked', async () => {
  const { reference, id } = await withdrawal()
  expect(await json<object[]>('withdrawals list')).toContainEqual(
    expect.objectContaining({ reference, amount: '100.00 USD', method: `Test Bank ${MASKED_CARD}`, pickedUpBy: null }),
  )
  const approve = `withdrawals approve ${reference} --amount "100.00 USD" --payout-reference B-17`
  await expect(ops(`${approve} ${ADA}`)).rejects.toThrow('Pick this withdrawal up')
  expect(await json(`withdrawals pick-up ${reference} ${ADA}`)).toEqual({
    reference,
    toPay: '98.90 USD',
    method: 'Test Bank',
    number: CARD_NUMBER,
    accountName: REAL_NAME,
    accountAddress: ACCOUNT_ADDRESS,
  })
  expect(await newest()).toMatchObject({ action: 'withdrawals.pick-up', details: '{}' })
  expect(await ops(`withdrawals show ${reference} ${ADA}`)).not.toContain(CARD_NUMBER)
  expect(await json(`${approve} ${BOB}`)).toEqual({
    reference,
    status: 'successful',
    paid: '98.90 USD',
    payoutReference: 'B-17',
  })
  expect(await wallet.withdrawalOf(user, id)).toMatchObject({ status: 'successful', payoutReference: 'B-17' })
  await expect(ops(`${approve} ${BOB}`)).rejects.toThrow('paid already')
  expect(await json(`withdrawals show ${reference} ${ADA}`)).toMatchObject({
    pickedUpBy: 'ada',
    payoutReference: 'B-17',
  })
})

test('who is paid is shown again to who says why, and that is logged', async () => {
  const { reference } = await withdrawal()
  await expect(ops(`withdrawals payee ${reference}`)).rejects.toThrow(CommanderError)
  expect(await json(`withdrawals payee ${reference} ${BOB}`)).toMatchObject({ number: CARD_NUMBER })
  expect(await newest()).toMatchObject({ action: 'withdrawals.payee', subject: reference, actor: 'bob', details: '{}' })
})

test('a withdrawal is rejected for a reason of the list, and a cancelled one cannot be taken any further', async () => {
  const first = await withdrawal()
  await expect(ops(`withdrawals reject ${first.reference} --for other ${ADA}`)).rejects.toThrow('needs a --note')
  const line = `withdrawals reject ${first.reference} --for other --note "the bank does not take it" ${ADA}`
  expect(await json(line)).toMatchObject({ status: 'failed', returned: '100.00 USD' })
  expect(await wallet.availableOf(user)).toBe('10000.00')
  const second = await withdrawal()
  await wallet.call(user, 'POST', `/withdrawals/${second.id}/cancel`)
  await expect(ops(`withdrawals pick-up ${second.reference} ${ADA}`)).rejects.toThrow('do not pay it')
})

test('a payout account is shown masked, and reopened for one change', async () => {
  const shown = await ops(`payout-accounts show ${user.account.toUpperCase()} ${ADA}`)
  expect(shown).toContain(MASKED_CARD)
  expect(shown).not.toContain(CARD_NUMBER)
  expect(await newest()).toMatchObject({ action: 'payout-accounts.show', subject: `user ${user.id}` })
  expect(await json(`payout-accounts reopen ${user.account} ${ADA}`)).toMatchObject({ changeOpen: true })
  expect(await newest()).toMatchObject({ action: 'payout-accounts.reopen', subject: `user ${user.id}` })
  expect((await wallet.bind(user, { cardNumber: '4111111111111111' })).statusCode).toBe(200)
  expect(await json(`payout-accounts show ${user.account} ${ADA}`)).toMatchObject({
    number: '4111 **** **** 1111',
    changeOpen: false,
  })
})

test.each([
  [`deposits show FD-0000000000 ${ADA}`, 'no such deposit'],
  [`deposits approve FD-0000000000 --amount "1.00 USD" ${ADA}`, 'no such deposit'],
  [`deposits reject FD-0000000000 --for payment_not_found ${ADA}`, 'no such deposit'],
  [`deposits receipt FD-0000000000 ${ADA}`, 'no such deposit'],
  [`withdrawals show FW-0000000000 ${ADA}`, 'no such withdrawal'],
  [`withdrawals payee FW-0000000000 ${ADA}`, 'no such withdrawal'],
  [`withdrawals pick-up FW-0000000000 ${ADA}`, 'no such withdrawal'],
  [`withdrawals approve FW-0000000000 --amount "1.00 USD" --payout-reference X1 ${ADA}`, 'no such withdrawal'],
  [`withdrawals reject FW-0000000000 --for security_check ${ADA}`, 'no such withdrawal'],
  [`payout-accounts show nobody_here ${ADA}`, 'no account'],
  [`payout-accounts reopen nobody_here ${ADA}`, 'no account'],
])('%s is refused and leaves no audit entry', async (line, message) => {
  const before = (await newest())?.id
  const refused = ops(line)
  await expect(refused).rejects.toThrow(OpsRefusal)
  await expect(refused).rejects.toThrow(message)
  expect((await newest())?.id).toBe(before)
})

test('who has bound nothing has nothing to reopen', async () => {
  const newcomer = await wallet.registerUser()
  await expect(ops(`payout-accounts show ${newcomer.account} ${ADA}`)).rejects.toThrow('has not bound')
  await expect(ops(`payout-accounts reopen ${newcomer.account} ${ADA}`)).rejects.toThrow('has not bound')
})

test.each([
  `deposits approve FD-0000000000 ${ADA}`,
  `deposits approve FD-0000000000 --amount 100.00 ${ADA}`,
  `deposits approve FD-0000000000 --amount "100.00 EUR" ${ADA}`,
  `deposits approve FD-0000000000 --amount "-1.00 USD" ${ADA}`,
  'deposits approve FD-0000000000 --amount "1.00 USD"',
  `deposits reject FD-0000000000 ${ADA}`,
  'deposits list --status open',
  'deposits list --limit 0',
  `withdrawals approve FW-0000000000 --amount "1.00 USD" ${ADA}`,
  `withdrawals pick-up ${ADA}`,
  'withdrawals pick-up FW-0000000000 --actor ada',
])('"%s" is not understood', async (line) => {
  await expect(ops(line)).rejects.toThrow(CommanderError)
})

test('help says what each command is for, with an example where money moves', async () => {
  for (const group of ['deposits', 'withdrawals', 'payout-accounts']) {
    expect(await ops(`${group} --help`)).toMatch(/Commands:/)
  }
  expect(await ops('withdrawals approve --help')).toContain('For example: ops withdrawals approve')
  expect(await ops('deposits approve --help')).toContain('For example: ops deposits approve')
})
