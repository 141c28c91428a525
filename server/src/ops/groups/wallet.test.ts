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
  const line = `act deposits.approve --reference ${reference} --amount "100.00 USD" ${ADA}`
  expect(await json(line)).toEqual({ state: 'done', proposal: null })
  expect(await wallet.depositOf(user, id)).toMatchObject({ status: 'successful' })
  expect(await wallet.availableOf(user)).toBe('10100.00')
  expect(await newest()).toMatchObject({
    actor: 'ada',
    reason: 'as the bank says',
    action: 'deposits.approve',
    subject: reference,
    details: '{"late":false,"amount":"100.00 USD"}',
  })
  await expect(ops(line)).rejects.toThrow('decided already')
  expect(await json(`deposits show ${reference} ${ADA}`)).toMatchObject({
    status: 'successful',
    timeline: expect.stringMatching(/^created .*, approved .*, credited /),
  })
  expect(await ops('deposits list --status successful')).toContain(reference)
})

test('a rejection takes the words of its reason that hold now, and one that nobody offers is named', async () => {
  const { reference, id } = await bankDeposit()
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, 'We see no payment.']))
  const reason = { what: 'deposit', code: 'payment_not_found', offered: true, texts } as const
  await wallet.database.withTransaction((tx) =>
    wallet.deps.support.reasons.write(tx, { ...reason, by: 'staff/cleo', at: new Date(wallet.clock.now()) }),
  )
  await expect(ops(`act deposits.reject --reference ${reference} --told nonsense ${ADA}`)).rejects.toThrow(
    'The reason must be one of: payment_not_found, amount_differs, payer_differs, proof_unreadable, other.',
  )
  await ops(`act deposits.reject --reference ${reference} --told payment_not_found ${ADA}`)
  expect(await wallet.depositOf(user, id)).toMatchObject({ reason: { code: 'rejected', note: 'payment_not_found@1' } })
})

test('money that came after the user had cancelled is credited only when it is said to be late', async () => {
  const { reference, id } = await bankDeposit()
  await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
  const line = `act deposits.approve --reference ${reference} --amount "100.00 USD"`
  await expect(ops(`${line} ${ADA}`)).rejects.toThrow('decided already')
  await ops(`${line} --late yes ${ADA}`)
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('what cannot be done is not proposed to a second operator either', async () => {
  const { reference, id } = await bankDeposit({ amount: '10000.00' })
  const proposals = async () => (await json<object[]>('proposals list')).length
  const before = await proposals()
  await expect(ops(`act deposits.approve --reference ${reference} --amount "20000.00 USD" ${ADA}`)).rejects.toThrow(
    'does not match this item',
  )
  await wallet.call(user, 'POST', `/deposits/${id}/cancel`)
  await expect(ops(`act deposits.approve --reference ${reference} --amount "10000.00 USD" ${ADA}`)).rejects.toThrow(
    'decided already',
  )
  expect(await proposals()).toBe(before)
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
  const approve = `act withdrawals.approve --reference ${reference} --amount "100.00 USD" --payout-reference B-17`
  await expect(ops(`${approve} ${ADA}`)).rejects.toThrow('Start the payment first')
  await ops(`act withdrawals.pick-up --reference ${reference} --amount "100.00 USD" ${ADA}`)
  expect(await newest()).toMatchObject({ action: 'withdrawals.pick-up', actor: 'ada' })
  expect(await json(`withdrawals payee ${reference} ${ADA}`)).toEqual({
    reference,
    toPay: '98.90 USD',
    method: 'Test Bank',
    number: CARD_NUMBER,
    numberKind: 'card',
    bankCode: null,
    accountName: REAL_NAME,
    accountAddress: ACCOUNT_ADDRESS,
  })
  expect(await ops(`withdrawals show ${reference} ${ADA}`)).not.toContain(CARD_NUMBER)
  await expect(ops(`${approve} ${BOB}`)).rejects.toThrow('A colleague has started this payment')
  await ops(`${approve} ${ADA}`)
  expect(await wallet.withdrawalOf(user, id)).toMatchObject({ status: 'successful', payoutReference: 'B-17' })
  await expect(ops(`${approve} ${ADA}`)).rejects.toThrow('decided already')
  expect(await json(`withdrawals show ${reference} ${ADA}`)).toMatchObject({
    pickedUpBy: 'ada',
    payoutReference: 'B-17',
  })
})

test('whom to pay is shown to the person who picked it up and says why, and that is logged', async () => {
  const { reference } = await withdrawal()
  await expect(ops(`withdrawals payee ${reference}`)).rejects.toThrow(CommanderError)
  await expect(ops(`withdrawals payee ${reference} ${BOB}`)).rejects.toThrow('pick it up first')
  await ops(`act withdrawals.pick-up --reference ${reference} --amount "100.00 USD" ${BOB}`)
  expect(await json(`withdrawals payee ${reference} ${BOB}`)).toMatchObject({ number: CARD_NUMBER })
  expect(await newest()).toMatchObject({ action: 'withdrawals.payee', subject: reference, actor: 'bob', details: '{}' })
  await expect(ops(`withdrawals payee ${reference} ${ADA}`)).rejects.toThrow('pick it up first')
})

test('a payout account is shown masked, and reopened for one change', async () => {
  const shown = await ops(`payout-accounts show ${user.account.toUpperCase()} ${ADA}`)
  expect(shown).toContain(MASKED_CARD)
  expect(shown).not.toContain(CARD_NUMBER)
  expect(await newest()).toMatchObject({ action: 'payout-accounts.show', subject: `user ${user.id}` })
  await ops(`act payout-accounts.reopen --user ${user.account} ${ADA}`)
  expect(await newest()).toMatchObject({ action: 'payout-accounts.reopen', subject: `user ${user.id}` })
  expect((await wallet.bind(user, { cardNumber: '4111111111111111' })).statusCode).toBe(200)
  expect(await json(`payout-accounts show ${user.account} ${ADA}`)).toMatchObject({
    number: '4111 **** **** 1111',
    changeOpen: false,
  })
})

test.each([
  [`deposits show FD-0000000000 ${ADA}`, 'no such deposit'],
  [`act deposits.approve --reference FD-0000000000 --amount "1.00 USD" ${ADA}`, 'no longer exists'],
  [`act deposits.reject --reference FD-0000000000 --told payment_not_found ${ADA}`, 'no longer exists'],
  [`deposits receipt FD-0000000000 ${ADA}`, 'no such deposit'],
  [`withdrawals show FW-0000000000 ${ADA}`, 'no such withdrawal'],
  [`withdrawals payee FW-0000000000 ${ADA}`, 'no such withdrawal'],
  [`act withdrawals.pick-up --reference FW-0000000000 --amount "1.00 USD" ${ADA}`, 'no longer exists'],
  [
    `act withdrawals.approve --reference FW-0000000000 --amount "1.00 USD" --payout-reference X1 ${ADA}`,
    'no longer exists',
  ],
  [`act withdrawals.reject --reference FW-0000000000 --told security_check ${ADA}`, 'no longer exists'],
  [`payout-accounts show nobody_here ${ADA}`, 'no account'],
  [`act payout-accounts.reopen --user nobody_here ${ADA}`, 'no account'],
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
  await expect(ops(`act payout-accounts.reopen --user ${newcomer.account} ${ADA}`)).rejects.toThrow(
    'no withdrawal account',
  )
})

test.each([
  `act deposits.approve --reference FD-0000000000 ${ADA}`,
  `act deposits.approve --reference FD-0000000000 --amount 100.00 ${ADA}`,
  `act deposits.approve --reference FD-0000000000 --amount "100.00 EUR" ${ADA}`,
  `act deposits.approve --reference FD-0000000000 --amount "-1.00 USD" ${ADA}`,
  'act deposits.approve --reference FD-0000000000 --amount "1.00 USD"',
  `act deposits.reject --reference FD-0000000000 ${ADA}`,
  'deposits list --status open',
  'deposits list --limit 0',
  `act withdrawals.approve --reference FW-0000000000 --amount "1.00 USD" ${ADA}`,
  `act withdrawals.pick-up --reference ${ADA}`,
  'act withdrawals.pick-up --reference FW-0000000000 --actor ada',
])('"%s" is not understood', async (line) => {
  await expect(ops(line)).rejects.toThrow(CommanderError)
})

test.each([
  ['1,000 USD', '"1,000" is not clear: write 1.00 or 1000.'],
  ['1.505 USD', '"1.505" is not clear: write 1505.'],
  ['1,00,0 USD', 'It must be an amount with its currency'],
])('an amount "%s" is not taken for one', async (amount, message) => {
  const line = `act deposits.approve --reference FD-0000000000 --amount "${amount}" ${ADA}`
  await expect(ops(line)).rejects.toThrow(message)
})

test('an amount is read as people write it', async () => {
  const { reference, id } = await bankDeposit({ amount: '1250.00' })
  await ops(`act deposits.approve --reference ${reference} --amount "1.250,00 USD" ${ADA}`)
  expect(await wallet.depositOf(user, id)).toMatchObject({ amount: '1250.00' })
  expect(await newest()).toMatchObject({ details: '{"late":false,"amount":"1250.00 USD"}' })
})

test('help says what each action is for and how each of its parameters is typed', async () => {
  for (const group of ['deposits', 'withdrawals', 'payout-accounts']) {
    expect(await ops(`${group} --help`)).toMatch(/Commands:/)
  }
  expect(await ops('act --help')).toMatch(/withdrawals\.approve.*Record as paid/)
  const help = (await ops('act withdrawals.approve --help')).replace(/\s+/g, ' ')
  expect(help).toContain('an amount with its currency, for example "500.00 USD"')
  expect(help).toContain('--payout-reference')
})
