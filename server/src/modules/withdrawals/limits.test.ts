import type { TestUser } from '../../../test/app'
import { newId } from '../../../test/ids'
import { createWallet, signedNotice, type Wallet } from '../../../test/wallet'

let wallet: Wallet
let user: TestUser
let other: TestUser
beforeAll(async () => {
  wallet = await createWallet({ config: { rateLimits: { requests: 0, logins: 3, registrations: 0 } } })
  user = await wallet.registerUser()
  other = await wallet.registerUser()
})
afterAll(() => wallet.close())

type Route = [method: 'GET' | 'POST' | 'PUT', url: string, body: () => object | undefined]

const ROUTES: Route[] = [
  ['POST', '/deposits', () => ({ id: newId(), channel: 'demo', amount: '1.00' })],
  ['POST', '/withdrawals', () => wallet.withdrawal()],
  [
    'PUT',
    '/payout-account',
    () => ({ kind: 'bank_card', accountName: 'A', accountAddress: 'B', nationality: 'DE', tradePassword: '0' }),
  ],
  ['GET', '/capital-record/export', () => undefined],
]

async function send([method, url, body]: Route, by: TestUser, remoteAddress: string) {
  const payload = body()
  const request = { method, url: `/api${url}`, headers: by.headers, remoteAddress }
  return wallet.inject(payload === undefined ? request : { ...request, payload })
}

const isLimited = (answer: { statusCode: number }) => answer.statusCode === 429

test.each(ROUTES)('%s %s takes so many a minute from one address, whoever sends them', async (...route) => {
  const answers = []
  for (const by of [user, other, user, other]) answers.push(await send(route, by, '10.0.0.1'))
  expect(answers.map(isLimited)).toEqual([false, false, false, true])
})

test.each(ROUTES)('%s %s takes so many a minute from one account, wherever they come from', async (...route) => {
  // This account has sent two already.
  const answers = []
  for (const last of [1, 2]) answers.push(await send(route, user, `10.0.1.${last}`))
  expect(answers.map(isLimited)).toEqual([false, true])
  expect(answers[1]?.json()).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } })
  expect(isLimited(await send(route, other, '10.0.1.1'))).toBe(false)
})

test('paying services are not slowed down by that', async () => {
  for (let index = 0; index < 6; index++) {
    const notice = {
      noticeId: newId(),
      reference: 'FD-0000000000',
      status: 'paid' as const,
      amount: '1.00',
      currency: 'USD',
    }
    const signed = signedNotice(notice, wallet.clock.now())
    const answer = await wallet.inject({ method: 'POST', url: '/api/deposit-notices/cardpay', ...signed })
    expect(answer.statusCode).toBe(404)
  }
})
