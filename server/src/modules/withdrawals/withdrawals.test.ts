import type { Withdrawal } from '../../../../contract/withdrawals'
import { newId } from '../../../test/ids'
import { allPages } from '../../../test/lists'
import { ACCOUNT_ADDRESS, CARD_NUMBER, REAL_NAME } from '../../../test/personal'
import { MASKED_CARD } from '../../../test/wallet'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { createDeps, type Deps } from '../../deps'
import { refuse } from '../../shared/result'
import { DAY_MS, HOUR_MS } from '../../shared/time'

withWallet()

async function waiting(changes: object = {}): Promise<Withdrawal> {
  const answer = await wallet.withdraw(user, changes)
  expect(answer.json()).toMatchObject({ status: 'under_review' })
  return answer.json<Withdrawal>()
}

const steps = (withdrawal: Withdrawal) => withdrawal.timeline.map((entry) => entry.step)
const terms = async (owner = user) => (await wallet.call(owner, 'GET', '/withdrawal-terms')).json()
const cancel = (id: string, by = user) => wallet.call(by, 'POST', `/withdrawals/${id}/cancel`)
const pickUp = ({ reference }: Withdrawal) =>
  wallet.database.withTransaction((tx) => wallet.deps.withdrawals.pickUp(tx, reference, 'ada'))
const approve = ({ reference }: Withdrawal, amount = 10_000n) =>
  wallet.database.withTransaction((tx) =>
    wallet.deps.withdrawals.approve(tx, reference, { amount, payoutReference: 'BANK-1' }),
  )
const reject = ({ reference }: Withdrawal) =>
  wallet.database.withTransaction((tx) => wallet.deps.withdrawals.reject(tx, reference, 'the bank refused it'))

test('every rule is visible before anyone types', async () => {
  expect(await terms()).toEqual({
    minimum: '10.00',
    maximum: '50000.00',
    dailyLimit: '100000.00',
    dailyRemaining: '100000.00',
    feeFixed: '1.00',
    feeRateBp: 10,
    arrivalHours: 24,
    available: '10000.00',
    verified: true,
    method: { kind: 'bank_card', name: 'Test Bank', masked: MASKED_CARD },
    payableFrom: null,
    tradePasswordLockedUntil: null,
    secondFactorNeeded: false,
    secondFactorMissing: false,
    hold: null,
    rest: null,
    payeeDiffers: false,
    payeeReview: null,
    takesCode: false,
    hasPasskeys: false,
    frozen: false,
    stopped: null,
  })
  const newcomer = await wallet.registerUser()
  expect(await terms(newcomer)).toMatchObject({ verified: false, method: null })
})

test('money is set aside at once, and paid out with its reference', async () => {
  const withdrawal = await waiting()
  expect(withdrawal).toMatchObject({
    amount: '100.00',
    fee: '1.10',
    received: '98.90',
    method: { kind: 'bank_card', name: 'Test Bank', masked: MASKED_CARD },
    reason: null,
    payoutReference: null,
    canCancel: true,
    expectedAt: new Date(wallet.clock.now() + 24 * HOUR_MS).toISOString(),
  })
  expect(withdrawal.reference).toMatch(/^FW-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(await wallet.availableOf(user)).toBe('9900.00')
  expect((await pickUp(withdrawal)).ok).toBe(true)
  expect(await wallet.withdrawalOf(user, withdrawal.id)).toMatchObject({ status: 'under_review', canCancel: false })
  await wallet.clock.advance(HOUR_MS)
  expect((await approve(withdrawal)).ok).toBe(true)
  const paid = await wallet.withdrawalOf(user, withdrawal.id)
  expect(paid).toMatchObject({ status: 'successful', payoutReference: 'BANK-1', canCancel: false })
  expect(steps(paid)).toEqual(['created', 'picked_up', 'approved', 'paid'])
  expect(await wallet.availableOf(user)).toBe('9900.00')
  expect(await wallet.messagesOf(user)).toContainEqual({
    kind: 'withdrawal_successful',
    facts: { amount: '100.00', received: '98.90', reference: withdrawal.reference },
  })
})

test('a rejected withdrawal says why and brings all of it back', async () => {
  const withdrawal = await waiting()
  await pickUp(withdrawal)
  expect((await reject(withdrawal)).ok).toBe(true)
  const failed = await wallet.withdrawalOf(user, withdrawal.id)
  expect(failed).toMatchObject({ status: 'failed', reason: { code: 'rejected', note: 'the bank refused it' } })
  expect(steps(failed)).toEqual(['created', 'picked_up', 'rejected', 'money_back'])
  expect(await wallet.availableOf(user)).toBe('10000.00')
  expect(await wallet.messagesOf(user)).toContainEqual({
    kind: 'withdrawal_failed',
    facts: { amount: '100.00', reference: withdrawal.reference, reason: 'rejected', note: 'the bank refused it' },
  })
})

test('the user cancels while nobody has picked it up, and again is the same answer', async () => {
  const withdrawal = await waiting()
  const first = await cancel(withdrawal.id)
  expect(first.json()).toMatchObject({ status: 'failed', reason: { code: 'cancelled_by_user', note: null } })
  expect(steps(first.json<Withdrawal>())).toEqual(['created', 'cancelled', 'money_back'])
  expect((await cancel(withdrawal.id)).body).toBe(first.body)
  expect(await wallet.availableOf(user)).toBe('10000.00')
  for (const step of [pickUp, approve, reject]) expect(await step(withdrawal)).toEqual(refuse('decided'))
})

test('picked up, paid or rejected it is withdrawal_decided', async () => {
  const withdrawal = await waiting()
  const refused = async () => {
    const answer = await cancel(withdrawal.id)
    expect([answer.statusCode, answer.json()]).toEqual([409, expect.objectContaining({ code: 'withdrawal_decided' })])
  }
  await pickUp(withdrawal)
  await refused()
  await approve(withdrawal)
  await refused()
  expect(await reject(withdrawal)).toEqual(refuse('decided'))
  expect(await pickUp(withdrawal)).toEqual(refuse('decided'))
  const second = await waiting()
  await reject(second)
  expect((await cancel(second.id)).json()).toMatchObject({ code: 'withdrawal_decided' })
})

test('the operator picks up once, before paying, and pays the amount that was asked for', async () => {
  const withdrawal = await waiting()
  expect(await approve(withdrawal)).toEqual(refuse('not_picked_up'))
  await pickUp(withdrawal)
  expect(await pickUp(withdrawal)).toEqual(refuse('picked_up'))
  expect(await approve(withdrawal, 9_890n)).toEqual(refuse('other_amount'))
  const unknown = { ...withdrawal, reference: 'FW-0000000000' }
  for (const step of [pickUp, approve, reject]) expect(await step(unknown)).toEqual(refuse('not_found'))
})

test.each<[string, object, object?]>([
  ['amount_invalid', { amount: '0' }],
  ['amount_invalid', { amount: '-100.00' }],
  ['amount_invalid', { amount: '100.001' }],
  ['amount_invalid', { fee: '1.101' }],
  ['amount_too_low', { amount: '9.99', fee: '1.00' }, { limit: '10.00' }],
  ['amount_too_high', { amount: '50000.01', fee: '51.00' }, { limit: '50000.00' }],
  ['withdrawal_fee_changed', { fee: '1.09' }, { fee: '1.10' }],
  ['withdrawal_fee_changed', { fee: '0' }, { fee: '1.10' }],
  ['balance_insufficient', { amount: '10000.01', fee: '11.00' }, { available: '10000.00' }],
  ['trade_password_wrong', { tradePassword: '000000' }, { attemptsLeft: 4 }],
])('%s for %j', async (...row) => {
  const [code, changes, details = {}] = row
  const answer = await wallet.withdraw(user, changes)
  expect(answer.json()).toMatchObject(row.length === 3 ? { code, details } : { code })
  expect(await wallet.availableOf(user)).toBe('10000.00')
})

test('everything can be withdrawn, to the last cent, and the fee is rounded down', async () => {
  const withdrawal = await waiting({ amount: '10000.00', fee: '11.00' })
  expect(withdrawal.received).toBe('9989.00')
  expect(await wallet.availableOf(user)).toBe('0.00')
  const other = await wallet.registerReady()
  // 0.1 % of 19.99 is 1.999 cents.
  expect((await wallet.withdraw(other, { amount: '19.99', fee: '1.01' })).statusCode).toBe(201)
})

test('not_verified and payout_account_missing come before everything else', async () => {
  const newcomer = await wallet.registerUser()
  expect((await wallet.withdraw(newcomer)).json()).toMatchObject({ code: 'not_verified' })
  await wallet.verify(newcomer)
  expect((await wallet.withdraw(newcomer)).json()).toMatchObject({ code: 'payout_account_missing' })
})

test('wrong trade passwords lock money out, and the terms say until when', async () => {
  for (let index = 0; index < 5; index++) await wallet.withdraw(user, { tradePassword: '000000' })
  expect((await wallet.withdraw(user)).json()).toMatchObject({ code: 'trade_password_locked' })
  expect(await terms()).toMatchObject({
    tradePasswordLockedUntil: new Date(wallet.clock.now() + 15 * 60_000).toISOString(),
  })
})

test('a second factor that is on is asked for', async () => {
  const original = wallet.deps.security.checkSecondFactor
  wallet.deps.security.checkSecondFactor = async (_userId, { code }) => {
    if (code === '123456') return { ok: true, value: undefined }
    return { ok: false, error: { code: code === undefined ? 'second_factor_required' : 'second_factor_wrong' } }
  }
  expect((await wallet.withdraw(user)).json()).toMatchObject({ code: 'second_factor_required' })
  const wrong = await wallet.withdraw(user, { secondFactorCode: '000000' })
  expect(wrong.json()).toMatchObject({ code: 'second_factor_wrong' })
  expect((await wallet.withdraw(user, { secondFactorCode: '123456' })).statusCode).toBe(201)
  wallet.deps.security.checkSecondFactor = original
})

test('one request sent twice at once needs its one-time code once', async () => {
  const original = wallet.deps.security.checkSecondFactor
  let used = false
  wallet.deps.security.checkSecondFactor = async () => {
    if (used) return { ok: false, error: { code: 'second_factor_wrong' } }
    used = true
    return { ok: true, value: undefined }
  }
  const body = { id: newId(), secondFactorCode: '123456' }
  const answers = await Promise.all([wallet.withdraw(user, body), wallet.withdraw(user, body)])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 201])
  wallet.deps.security.checkSecondFactor = original
})

test('the daily limit counts UTC days, and not what came back', async () => {
  await wallet.clock.advance(DAY_MS - (wallet.clock.now() % DAY_MS))
  await wallet.deposit(user, { channel: 'demo', amount: '100000.00' })
  const [first] = [await waiting({ amount: '50000.00', fee: '51.00' })]
  await waiting({ amount: '49990.00', fee: '50.99' })
  expect(await terms()).toMatchObject({ dailyRemaining: '10.00' })
  const over = await wallet.withdraw(user, { amount: '10.01', fee: '1.01' })
  expect(over.json()).toMatchObject({ code: 'daily_limit_reached', details: { remaining: '10.00' } })
  await cancel(first.id)
  expect(await terms()).toMatchObject({ dailyRemaining: '50010.00' })
  await wallet.clock.advance(DAY_MS - 1)
  expect(await terms()).toMatchObject({ dailyRemaining: '50010.00' })
  await wallet.clock.advance(1)
  expect(await terms()).toMatchObject({ dailyRemaining: '100000.00' })
})

test('a ledger that does not add up freezes money out, on the server and for the operator: money_out_frozen', async () => {
  const withdrawal = await waiting()
  const wrong = 'update ledger_account set balance = balance + $1 where user_id = $2 and kind = 1'
  await wallet.database.query(wrong, [1, user.id])
  expect(await pickUp(withdrawal)).toEqual(refuse('frozen'))
  while (wallet.deps.auditor.state() !== 'off') await wallet.deps.auditor.runBatch()
  const answer = await wallet.withdraw(user)
  expect([answer.statusCode, answer.json()]).toEqual([409, expect.objectContaining({ code: 'money_out_frozen' })])
  expect(await terms()).toMatchObject({ frozen: true })
  await wallet.database.query(wrong, [-1, user.id])
  while (wallet.deps.auditor.state() !== 'ok') await wallet.deps.auditor.runBatch()
  expect((await pickUp(withdrawal)).ok).toBe(true)
})

test('what the auditor of another process found stops the operator, too: pick-up and approval', async () => {
  const { reference } = await waiting()
  const tell = (state: string, agoMs = 0) =>
    wallet.database.query(
      `insert into setting (key, value)
         values ('audit_state', jsonb_build_object('state', $1::text, 'at', extract(epoch from clock_timestamp()) * 1000 - $2))
       on conflict (key) do update set value = excluded.value`,
      [state, agoMs],
    )
  // Services as an operator's command builds them: they neither run the auditor nor hold its findings.
  const operator = createDeps({ config: wallet.deps.config, log: wallet.deps.log, database: wallet.database })
  const pickUpThere = () => wallet.database.withTransaction((tx) => operator.withdrawals.pickUp(tx, reference, 'ada'))
  await tell('off')
  expect(operator.auditor.state()).toBe('unchecked')
  expect(await pickUpThere()).toEqual(refuse('frozen'))
  // An old report counts as none: with demo funds that is enough, with live funds it is not.
  await tell('ok', 120_000)
  const live = createDeps({
    config: { ...wallet.deps.config, funds: 'live' },
    log: wallet.deps.log,
    database: wallet.database,
  })
  const liveThere = wallet.database.withTransaction((tx) => live.withdrawals.pickUp(tx, reference, 'ada'))
  expect(await liveThere).toEqual(refuse('frozen'))
  await tell('ok')
  expect((await pickUpThere()).ok).toBe(true)
  await tell('off')
  const claim = { amount: 0n, payoutReference: 'x' }
  const approve = (by: Deps) =>
    wallet.database.withTransaction((tx) => by.withdrawals.approve(tx, reference, claim as never))
  expect(await approve(operator)).toEqual(refuse('frozen'))
  await tell('unchecked')
  expect(await approve(live)).toEqual(refuse('frozen'))
  await tell('ok', 120_000)
  expect(await approve(live)).toEqual(refuse('frozen'))
  await tell('ok')
  expect(await approve(live)).toEqual(refuse('other_amount'))
  await wallet.database.query(`delete from setting where key = 'audit_state'`)
})

test('one id is one withdrawal, however often it is sent; another body is a conflict', async () => {
  const body = { id: newId() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.withdraw(user, body)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(9).fill(200), 201])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await wallet.availableOf(user)).toBe('9900.00')
  const conflict = await wallet.withdraw(user, { ...body, amount: '101.00' })
  expect(conflict.json()).toMatchObject({ code: 'request_id_conflict' })
  // Ids of another user are separate.
  const other = await wallet.registerReady()
  expect((await wallet.withdraw(other, body)).statusCode).toBe(201)
  // The answer stays the same id's, regardless of later events.
  await cancel(body.id)
  expect((await wallet.withdraw(user, body)).json()).toMatchObject({ status: 'failed' })
  expect(await wallet.availableOf(user)).toBe('10000.00')
})

test('a withdrawal goes where it was asked to go, also when the account is changed meanwhile', async () => {
  const withdrawal = await waiting()
  await wallet.database.withTransaction((tx) => wallet.deps.payoutAccounts.reopen(tx, user.id))
  await wallet.bind(user, { cardNumber: '4111111111111111', bank: 'Other Bank' })
  const row = await wallet.deps.withdrawals.find(withdrawal.reference)
  expect(row && wallet.deps.withdrawals.payeeOf(row)).toEqual({
    accountName: REAL_NAME,
    number: CARD_NUMBER,
    numberKind: 'card',
    bankCode: null,
    accountAddress: ACCOUNT_ADDRESS,
  })
  await wallet.clock.advance(3 * DAY_MS)
  expect((await waiting()).method).toEqual({ kind: 'bank_card', name: 'Other Bank', masked: '4111 **** **** 1111' })
})

test('nobody sees or cancels the withdrawal of another user', async () => {
  const withdrawal = await waiting()
  const other = await wallet.registerReady()
  const look = await wallet.call(other, 'GET', `/withdrawals/${withdrawal.id}`)
  expect([look.statusCode, look.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  expect((await cancel(withdrawal.id, other)).statusCode).toBe(404)
  expect((await wallet.call(other, 'GET', '/withdrawals')).json()).toEqual({ items: [], nextCursor: null })
  expect(await wallet.withdrawalOf(user, withdrawal.id)).toMatchObject({ status: 'under_review' })
})

test('lists come newest first in pages that join without a gap, and by status', async () => {
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    const { id } = await waiting({ amount: '10.00', fee: '1.01' })
    if (index % 2 === 0) await cancel(id)
    ids.unshift(id)
  }
  const read = async (query: string) =>
    (await allPages<Withdrawal>(wallet, user, `/withdrawals?${query}`)).map(({ id }) => id)
  expect(await read('limit=2')).toEqual(ids)
  expect(await read('limit=1&status=under_review')).toEqual(ids.filter((_, index) => index % 2 === 1))
  expect(await read('limit=3&status=cancelled')).toEqual(ids.filter((_, index) => index % 2 === 0))
  expect(await read('limit=3&status=failed')).toEqual([])
  const strange = await wallet.call(user, 'GET', '/withdrawals?cursor=AAAA')
  expect(strange.json()).toMatchObject({ code: 'invalid_request' })
})
