import { createHmac } from 'node:crypto'
import type { Deposit, DepositNotice } from '../../../../contract/deposits'
import { newId } from '../../../test/ids'
import { signedBody, signedNotice } from '../../../test/wallet'
import { user, wallet, withWallet } from '../../../test/walletOfFile'
import { KINDS } from './kinds'

withWallet({ ready: false })
let deposit: Deposit
beforeEach(async () => {
  deposit = (await wallet.deposit(user, { channel: 'cardpay' })).json<Deposit>()
})

const notice = (changes: Partial<DepositNotice> = {}): DepositNotice => ({
  noticeId: newId(),
  reference: deposit.reference,
  status: 'paid',
  amount: '100.00',
  currency: 'USD',
  ...changes,
})

const sendSigned = (signed: ReturnType<typeof signedNotice>, channel = 'cardpay') =>
  wallet.inject({ method: 'POST', url: `/api/deposit-notices/${channel}`, ...signed })

const send = (changes: Partial<DepositNotice> = {}, atMs = wallet.clock.now()) =>
  sendSigned(signedNotice(notice(changes), atMs))

const refusal = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  answer.body === '' ? null : JSON.parse(answer.body).code,
]

test('what was paid is credited, once', async () => {
  const noticeId = newId()
  expect((await send({ noticeId })).statusCode).toBe(204)
  expect(await wallet.availableOf(user)).toBe('10100.00')
  const credited = await wallet.depositOf(user, deposit.id)
  expect(credited.timeline.map((entry) => entry.step)).toEqual(['created', 'credited'])
  const repeats = await Promise.all(Array.from({ length: 10 }, () => send({ noticeId })))
  expect(new Set(repeats.map((answer) => answer.statusCode))).toEqual(new Set([204]))
  // Another notice about the same deposit moves nothing either.
  expect(refusal(await send())).toEqual([409, 'deposit_decided'])
  expect(refusal(await send({ status: 'failed' }))).toEqual([409, 'deposit_decided'])
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('one notice, sent many times at once, is carried out once', async () => {
  const signed = signedNotice(notice(), wallet.clock.now())
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendSigned(signed)))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([204]))
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('different notices about one deposit at once credit it once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1)
  expect(await wallet.availableOf(user)).toBe('10100.00')
})

test('the id of a notice with another body is request_id_conflict', async () => {
  const noticeId = newId()
  await send({ noticeId, status: 'failed' })
  expect(refusal(await send({ noticeId, status: 'paid' }))).toEqual([409, 'request_id_conflict'])
  expect(await wallet.availableOf(user)).toBe('10000.00')
})

test('forged, changed, old and early notices are signature_invalid', async () => {
  const now = wallet.clock.now()
  const genuine = signedNotice(notice(), now)
  const forged = [
    signedNotice(notice(), now, 'another secret of at least 32 characters'),
    { ...genuine, payload: genuine.payload.replace('100.00', '900.00') },
    { ...genuine, payload: `${genuine.payload} ` },
    { ...genuine, headers: { ...genuine.headers, 'fairtick-timestamp': String(Math.floor(now / 1000) + 1) } },
    { ...genuine, headers: { ...genuine.headers, 'fairtick-signature': '0'.repeat(64) } },
    { ...genuine, headers: { ...genuine.headers, 'fairtick-signature': 'x'.repeat(64) } },
    { ...genuine, headers: { ...genuine.headers, 'fairtick-signature': '' } },
    { ...genuine, headers: { ...genuine.headers, 'fairtick-timestamp': 'soon' } },
    { payload: genuine.payload, headers: { 'content-type': 'application/json' } },
    signedNotice(notice(), now - 301_000),
    signedNotice(notice(), now + 301_000),
  ]
  for (const signed of forged) {
    const answer = await wallet.inject({ method: 'POST', url: '/api/deposit-notices/cardpay', ...signed })
    expect(refusal(answer)).toEqual([401, 'signature_invalid'])
  }
  expect(await wallet.availableOf(user)).toBe('10000.00')
  expect((await sendSigned(signedNotice(notice(), now - 299_000))).statusCode).toBe(204)
})

test('while a secret is changed the old one and the new one are believed, and the new one signs what is sent', () => {
  const [fresh, old] = ['the new secret of at least 32 characters', 'the old secret of at least 32 characters']
  const pay = KINDS.gateway.open({
    fields: { payUrl: 'https://pay.example/' },
    id: 'pay',
    where: 'pay',
    secretOf: (variable) => (variable === 'DEPOSIT_SECRET_PAY' ? `${fresh}, ${old}` : undefined),
  })
  const isGenuine = (secret: string) => {
    const { payload, headers } = signedNotice(notice(), 0, secret)
    const signature = headers['fairtick-signature']
    return pay.isGenuine?.({ timestamp: '0', signature, body: Buffer.from(payload) }, 0)
  }
  expect([fresh, old, 'another secret of at least 32 characters'].map(isGenuine)).toEqual([true, true, false])
  const link = pay.instructions({ reference: 'FD-1', amount: 100n }, { code: 'USD', scale: 2 })[0]?.value
  const signed = createHmac('sha256', fresh).update('reference=FD-1&amount=1.00&currency=USD').digest('hex')
  expect(link).toContain(`&signature=${signed}`)
})

test('the bytes that arrived are what was signed, also where JSON could be written otherwise', async () => {
  const body = `{ "amount":"100.00",\n "currency":"USD","status":"paid", "reference":"${deposit.reference}", "noticeId":"${newId()}"}`
  const answer = await sendSigned(signedBody(body, wallet.clock.now()))
  expect(answer.statusCode).toBe(204)
})

test('another amount than was asked for is never credited by itself', async () => {
  for (const amount of ['99.99', '100.01', '100.001', '-100.00']) {
    expect(refusal(await send({ amount }))).toEqual([422, 'amount_invalid'])
  }
  expect(await wallet.depositOf(user, deposit.id)).toMatchObject({ status: 'under_review' })
  const found = await wallet.deps.deposits.find(deposit.reference)
  expect(found?.notices.map((row) => row.refusal)).toEqual(Array(4).fill('amount_invalid'))
})

test('the same number in another currency is never credited, and the operator sees which it was', async () => {
  expect(refusal(await send({ currency: 'IDR' }))).toEqual([422, 'amount_invalid'])
  const found = await wallet.deps.deposits.find(deposit.reference)
  expect(found?.notices.map((row) => row.amount)).toEqual(['100.00 IDR'])
})

test('a notice about nothing, or about a deposit of another channel, is not_found', async () => {
  expect(refusal(await send({ reference: 'FD-0000000000' }))).toEqual([404, 'not_found'])
  const bank = (await wallet.deposit(user)).json<Deposit>()
  expect(refusal(await send({ reference: bank.reference }))).toEqual([404, 'not_found'])
  for (const channel of ['bank', 'demo', 'nothing']) {
    expect(refusal(await sendSigned(signedNotice(notice(), wallet.clock.now()), channel))).toEqual([404, 'not_found'])
  }
  expect(refusal(await sendSigned(signedNotice({ ...notice(), noticeId: '' }, wallet.clock.now())))).toEqual([
    400,
    'invalid_request',
  ])
})

test('a refusal of the service ends the deposit, and money that comes later is credited all the same', async () => {
  expect((await send({ status: 'failed' })).statusCode).toBe(204)
  expect(await wallet.depositOf(user, deposit.id)).toMatchObject({
    status: 'failed',
    reason: { code: 'gateway_refused', note: null },
  })
  expect((await send({ status: 'failed' })).statusCode).toBe(204)
  await wallet.clock.advance(1_000)
  expect((await send()).statusCode).toBe(204)
  const credited = await wallet.depositOf(user, deposit.id)
  expect(credited.timeline.map((entry) => entry.step)).toEqual(['created', 'rejected', 'credited'])
  expect(await wallet.availableOf(user)).toBe('10100.00')
  expect((await wallet.messagesOf(user)).map((message) => message.kind)).toEqual([
    'deposit_failed',
    'deposit_successful',
  ])
})

test('a user’s own cancelling does not outweigh money that was paid, an operator’s rejection does', async () => {
  await wallet.call(user, 'POST', `/deposits/${deposit.id}/cancel`)
  expect((await send()).statusCode).toBe(204)
  expect(await wallet.availableOf(user)).toBe('10100.00')
  deposit = (await wallet.deposit(user, { channel: 'cardpay' })).json<Deposit>()
  await wallet.database.withTransaction((tx) => wallet.deps.deposits.reject(tx, deposit.reference, 'fraud'))
  expect(refusal(await send())).toEqual([409, 'deposit_decided'])
  expect(await wallet.availableOf(user)).toBe('10100.00')
})
