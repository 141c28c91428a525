import { createHmac } from 'node:crypto'
import { creditorReference } from '../../../../contract/creditorReference'
import type { Deposit, DepositPage } from '../../../../contract/deposits'
import { newId } from '../../../test/ids'
import { allPages } from '../../../test/lists'
import { GATEWAY_SECRET } from '../../../test/wallet'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { refuse } from '../../shared/result'
import { HOUR_MS } from '../../shared/time'

withWallet({ ready: false })

const steps = (deposit: Deposit) => deposit.timeline.map((entry) => entry.step)

/** A deposit by bank that waits for an operator. */
async function waiting(changes: object = {}): Promise<Deposit> {
  const answer = await wallet.deposit(user, changes)
  expect(answer.statusCode).toBe(201)
  return answer.json<Deposit>()
}

const decide = (deposit: Deposit, late = false, amount = 10_000n) =>
  wallet.database.withTransaction((tx) => wallet.deps.deposits.approve(tx, deposit.reference, { amount, late }))
const reject = (deposit: Deposit) =>
  wallet.database.withTransaction((tx) => wallet.deps.deposits.reject(tx, deposit.reference, 'no such payment'))

/** A stored picture of this user, as the uploads module leaves it. */
async function receipt(owner = user, purpose = 'deposit_receipt') {
  const id = newId()
  await wallet.database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, stored_at)
     values ($1, $2::uuid, $3, '', $2::text, '', now(), now())`,
    [owner.id, id, purpose],
  )
  return id
}

test('channels are offered with their limits, and nothing of them that is secret', async () => {
  const answer = await wallet.call(user, 'GET', '/deposit-channels')
  expect(answer.json()).toEqual({
    items: [
      { id: 'demo', kind: 'demo', label: null, minimum: '1.00', maximum: '100000.00' },
      { id: 'bank', kind: 'bank', label: null, minimum: '10.00', maximum: '50000.00' },
      { id: 'cardpay', kind: 'gateway', label: null, minimum: '1.00', maximum: '5000.00' },
    ],
    presets: ['100.00', '500.00', '1000.00', '5000.00'],
  })
})

test('demo funds are there at once', async () => {
  const answer = await wallet.deposit(user, { channel: 'demo', amount: '250.50' })
  expect(answer.statusCode).toBe(201)
  const deposit = answer.json<Deposit>()
  expect(deposit).toMatchObject({ status: 'successful', amount: '250.50', canCancel: false, expiresAt: null })
  expect(deposit.reference).toMatch(/^FD-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(steps(deposit)).toEqual(['created', 'credited'])
  expect(await wallet.availableOf(user)).toBe('10250.50')
  expect(await wallet.messagesOf(user)).toContainEqual({
    kind: 'deposit_successful',
    facts: { amount: '250.50', reference: deposit.reference },
  })
})

test('a deposit by bank says what to do, waits, and is credited when the operator confirms it', async () => {
  const deposit = await waiting()
  expect(deposit).toMatchObject({ status: 'under_review', reason: null, canCancel: true, canAddReceipt: true })
  expect(deposit.expiresAt).toBe(new Date(wallet.clock.now() + 72 * HOUR_MS).toISOString())
  expect(deposit.instructions).toEqual([
    { kind: 'payee', value: 'Fairtick Ltd' },
    { kind: 'bank', value: 'Test Bank' },
    { kind: 'account_number', value: '12-34' },
    { kind: 'reference', value: deposit.reference },
    { kind: 'creditor_reference', value: creditorReference(deposit.reference) },
  ])
  expect(await wallet.availableOf(user)).toBe('10000.00')
  expect((await decide(deposit)).ok).toBe(true)
  const credited = await wallet.depositOf(user, deposit.id)
  expect(credited).toMatchObject({ status: 'successful', canCancel: false, canAddReceipt: false, expiresAt: null })
  expect(steps(credited)).toEqual(['created', 'approved', 'credited'])
  expect(await wallet.availableOf(user)).toBe('10100.00')
  expect(await decide(deposit)).toEqual(refuse('decided'))
  expect(await reject(deposit)).toEqual(refuse('decided'))
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('a gateway deposit leads to the address where it is paid', async () => {
  const deposit = await waiting({ channel: 'cardpay' })
  const pay = deposit.instructions.find((line) => line.kind === 'pay_url')
  const order = `reference=${deposit.reference}&amount=100.00&currency=USD`
  const signature = createHmac('sha256', GATEWAY_SECRET).update(order).digest('hex')
  expect(pay?.value).toBe(`https://pay.example/checkout?${order}&signature=${signature}`)
  expect(deposit.canAddReceipt).toBe(false)
  const answer = await wallet.call(user, 'POST', `/deposits/${deposit.id}/receipt`, { uploadId: await receipt() })
  expect(answer.json()).toMatchObject({ code: 'invalid_request' })
})

test.each<[string, object, object?]>([
  ['amount_invalid', { amount: '0.00' }],
  ['amount_invalid', { amount: '-5.00' }],
  ['amount_invalid', { amount: '10.001' }],
  ['amount_too_low', { amount: '9.99' }, { details: { limit: '10.00' } }],
  ['amount_too_high', { amount: '50000.01' }, { details: { limit: '50000.00' } }],
  ['deposit_channel_unknown', { channel: 'cash' }],
  ['invalid_request', { channel: 'BANK' }],
  ['invalid_request', { amount: 100 }],
  ['invalid_request', { id: 'x' }],
])('%s for %j', async (...row) => {
  const [code, changes, details = {}] = row
  const body: unknown = (await wallet.deposit(user, changes)).json()
  expect(body).toMatchObject(code === 'invalid_request' ? { code } : { code, ...details })
})

test('one id is one deposit, however often it is sent; another body is a conflict; others have ids of their own', async () => {
  const body = { id: newId(), channel: 'demo', amount: '10.00' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.deposit(user, body)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(9).fill(200), 201])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await wallet.availableOf(user)).toBe('10010.00')
  const conflict = await wallet.deposit(user, { ...body, amount: '11.00' })
  expect(conflict.json()).toMatchObject({ code: 'request_id_conflict' })
  // The same amount, written differently, is the same body.
  expect((await wallet.deposit(user, { ...body, amount: '10.0' })).statusCode).toBe(200)
  const other = await wallet.registerUser()
  expect((await wallet.deposit(other, body)).statusCode).toBe(201)
})

test('a deposit that is sent again while the first request is under way does not meet the limit that this one used up', async () => {
  await wallet.call(user, 'PUT', '/account-limits/deposit_day', { value: '150.00', timeZone: 'UTC' })
  const body = { id: newId(), amount: '100.00' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.deposit(user, body)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(9).fill(200), 201])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect((await wallet.call(user, 'GET', '/deposits')).json<DepositPage>().items).toHaveLength(1)
})

test('a cancelled deposit has ended, and cancelling again says the same', async () => {
  const deposit = await waiting()
  const cancel = () => wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`)
  const first = await cancel()
  expect(first.json()).toMatchObject({ status: 'failed', reason: { code: 'cancelled_by_user', note: null } })
  expect(steps(first.json<Deposit>())).toEqual(['created', 'cancelled'])
  expect((await cancel()).body).toBe(first.body)
  expect(await wallet.messagesOf(user)).toEqual([])
  const rejected = await waiting()
  await reject(rejected)
  const listed = async (status: string) =>
    (await wallet.call(user, 'GET', `/deposits?status=${status}`)).json<DepositPage>().items.map(({ id }) => id)
  expect(await listed('cancelled')).toEqual([deposit.id])
  expect(await listed('failed')).toEqual([rejected.id])
  expect(await decide(deposit)).toEqual(refuse('decided'))
})

test('money that came after the deposit was cancelled is not lost, but the operator has to say so', async () => {
  const deposit = await waiting()
  expect(await decide(deposit, true)).toEqual(refuse('still_open'))
  await wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`)
  await wallet.clock.advance(60_000)
  expect((await decide(deposit, true)).ok).toBe(true)
  const credited = await wallet.depositOf(user, deposit.id)
  expect(credited).toMatchObject({ status: 'successful', reason: null })
  expect(steps(credited)).toEqual(['created', 'cancelled', 'approved', 'credited'])
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('what was decided stays decided: deposit_decided', async () => {
  const deposit = await waiting()
  await reject(deposit)
  const rejected = await wallet.depositOf(user, deposit.id)
  expect(rejected).toMatchObject({ status: 'failed', reason: { code: 'rejected', note: 'no such payment' } })
  for (const [path, payload] of [
    ['cancel', undefined],
    ['receipt', { uploadId: await receipt() }],
  ] as const) {
    const answer = await wallet.call(user, 'POST', `/deposits/${deposit.id}/${path}`, payload)
    expect([answer.statusCode, answer.json()]).toEqual([409, expect.objectContaining({ code: 'deposit_decided' })])
  }
  expect(await decide(deposit, true)).toEqual(refuse('decided'))
  expect(await wallet.messagesOf(user)).toEqual([
    {
      kind: 'deposit_failed',
      facts: { amount: '100.00', reference: deposit.reference, reason: 'rejected', note: 'no such payment' },
    },
  ])
})

test('the operator types the amount that arrived, and another one is refused', async () => {
  const deposit = await waiting()
  expect(await decide(deposit, false, 9_999n)).toEqual(refuse('other_amount'))
  const unknown = { ...deposit, reference: 'FD-0000000000' }
  expect(await decide(unknown)).toEqual(refuse('not_found'))
  expect(await reject(unknown)).toEqual(refuse('not_found'))
})

test('what nobody paid expires after 72 hours, in batches, unless a receipt waits for the operator', async () => {
  await wallet.clock.advance(72 * HOUR_MS)
  await wallet.deps.deposits.sweep()
  const [first, withReceipt] = [await waiting(), await waiting()]
  await wallet.call(user, 'POST', `/deposits/${withReceipt.id}/receipt`, { uploadId: await receipt() })
  const rest = await Promise.all(Array.from({ length: 4 }, () => waiting()))
  await wallet.clock.advance(72 * HOUR_MS - 1)
  expect(await wallet.deps.deposits.sweep()).toBe(0)
  await wallet.clock.advance(1)
  const swept = await Promise.all([wallet.deps.deposits.sweep(), wallet.deps.deposits.sweep()])
  expect(swept[0] + swept[1]).toBe(1 + rest.length)
  const expired = await wallet.depositOf(user, first.id)
  expect(expired).toMatchObject({ status: 'failed', reason: { code: 'expired', note: null } })
  expect(steps(expired)).toEqual(['created', 'expired'])
  expect(await wallet.depositOf(user, withReceipt.id)).toMatchObject({ status: 'under_review', expiresAt: null })
  expect(await wallet.messagesOf(user)).toHaveLength(5)
})

test('a deposit that cannot be ended holds up no other one', async () => {
  await wallet.deps.deposits.sweep()
  const deposits = [await waiting(), await waiting(), await waiting()]
  await wallet.database.query(
    `create function refuse_one() returns trigger language plpgsql as $$
       begin if new.reference = 'deposit ${deposits[1]?.id}' then raise 'no room'; end if; return new; end $$;
     create trigger refuse_one before insert on message for each row execute function refuse_one()`,
  )
  await wallet.clock.advance(72 * HOUR_MS)
  await expect(wallet.deps.deposits.sweep()).rejects.toThrow('1 deposits could not be ended')
  const statuses = () => Promise.all(deposits.map(async ({ id }) => (await wallet.depositOf(user, id)).status))
  expect(await statuses()).toEqual(['failed', 'under_review', 'failed'])
  await wallet.database.query('drop function refuse_one cascade')
  expect(await wallet.deps.deposits.sweep()).toBe(1)
  expect(await statuses()).toEqual(['failed', 'failed', 'failed'])
})

test('a receipt is attached once it is the user’s own and was uploaded for this', async () => {
  const deposit = await waiting()
  const add = (uploadId: string) => wallet.call(user, 'POST', `/deposits/${deposit.id}/receipt`, { uploadId })
  const other = await wallet.registerUser()
  for (const foreign of [newId(), await receipt(other), await receipt(user, 'id_front')]) {
    expect((await add(foreign)).json()).toMatchObject({ code: 'photo_missing' })
  }
  const id = await receipt()
  const added = await add(id)
  expect(steps(added.json<Deposit>())).toEqual(['created', 'receipt_added'])
  // Nobody looks for a payment that its user has not reported; then somebody has twelve hours.
  const [, receiptAdded] = added.json<Deposit>().timeline
  expect(deposit.dueAt).toBeNull()
  expect(Date.parse(added.json<Deposit>().dueAt ?? '')).toBe(Date.parse(receiptAdded?.at ?? '') + 12 * HOUR_MS)
  expect((await add(id)).body).toBe(added.body)
  // Another picture replaces it, and the first one is discarded.
  const better = await receipt()
  expect((await add(better)).statusCode).toBe(200)
  const due = await wallet.database.query<{ id: string }>('select id from upload where delete_after <= $1', [
    new Date(wallet.clock.now()),
  ])
  expect(due).toEqual([{ id }])
  await decide(deposit)
  const kept = await wallet.database.first<{ delete_after: Date }>('select delete_after from upload where id = $1', [
    better,
  ])
  expect(kept?.delete_after.getTime()).toBe(wallet.clock.now() + 180 * 24 * HOUR_MS)
})

test('one receipt serves one deposit', async () => {
  const [first, second] = [await waiting(), await waiting()]
  const uploadId = await receipt()
  const add = (deposit: Deposit) => wallet.call(user, 'POST', `/deposits/${deposit.id}/receipt`, { uploadId })
  expect((await add(first)).statusCode).toBe(200)
  expect((await add(second)).json()).toMatchObject({ code: 'photo_missing' })
})

test('nobody sees or changes the deposit of another user', async () => {
  const deposit = await waiting()
  const other = await wallet.registerUser()
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['POST', '/cancel', undefined],
    ['POST', '/receipt', { uploadId: await receipt(other) }],
  ] as const) {
    const answer = await wallet.call(other, method, `/deposits/${deposit.id}${path}`, payload)
    expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  }
  expect((await wallet.call(other, 'GET', '/deposits')).json()).toEqual({ items: [], nextCursor: null })
  expect(await wallet.depositOf(user, deposit.id)).toMatchObject({ status: 'under_review' })
})

test('lists come newest first in pages that join without a gap, and by status', async () => {
  const ids: string[] = []
  for (const channel of ['bank', 'demo', 'bank', 'demo', 'bank']) {
    ids.unshift((await wallet.deposit(user, { channel })).json<Deposit>().id)
  }
  const read = async (query: string) =>
    (await allPages<Deposit>(wallet, user, `/deposits?${query}`)).map(({ id }) => id)
  expect(await read('limit=2')).toEqual(ids)
  expect(await read('limit=5')).toEqual(ids)
  expect(await read('limit=1&status=under_review')).toEqual(ids.filter((_, index) => index % 2 === 0))
  expect(await read('limit=1&status=successful')).toEqual(ids.filter((_, index) => index % 2 === 1))
  expect(await read('status=failed')).toEqual([])
  const strange = await wallet.call(user, 'GET', '/deposits?cursor=AAAA')
  expect(strange.json()).toMatchObject({ code: 'invalid_request' })
})

test('an account cannot leave any number of deposits behind', async () => {
  await Promise.all(Array.from({ length: 50 }, () => waiting()))
  const answer = await wallet.deposit(user)
  expect(answer.json()).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 72 * 3_600 } })
  expect((await wallet.deposit(user, { channel: 'cardpay' })).statusCode).toBe(429)
})
