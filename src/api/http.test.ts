import type { PlaceOrder } from '../../contract/orders'
import type { WireRequest, WireResponse } from '../platform/request'
import { createHttp, type HttpDeps } from './http'

const answer = (status: number, body: unknown = ''): WireResponse => ({
  kind: 'answer',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  requestId: undefined,
})

const ORDER: PlaceOrder = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '10.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
  ask: { seenHead: 0, seenRoot: '0'.repeat(64), deviceKey: '1'.repeat(64), signature: '2'.repeat(128) },
}

function setUp(responses: WireResponse[], overrides: Partial<HttpDeps> = {}) {
  const sent: WireRequest[] = []
  const ended: string[] = []
  const sleeps: number[] = []
  const session = { token: 'token-1' }
  const http = createHttp({
    base: 'https://host/api',
    send: async (request) => {
      sent.push(request)
      return responses[Math.min(sent.length, responses.length) - 1] ?? { kind: 'network' }
    },
    sendPhoto: async () => responses[0] ?? { kind: 'network' },
    token: () => session.token,
    locale: () => 'de-DE',
    onSessionEnded: (token) => ended.push(token),
    sleep: async (ms) => {
      sleeps.push(ms)
    },
    random: () => 0.5,
    ...overrides,
  })
  return { http, sent, ended, sleeps, session }
}

test('a request carries the token, the language, an id and the written time-out', async () => {
  const { http, sent } = setUp([answer(200, { a: 1 })])
  const result = await http.call('getProduct', { params: { symbol: 'A/B' } })
  expect(result).toEqual({ ok: true, value: { a: 1 } })
  expect(sent[0]).toMatchObject({
    url: 'https://host/api/products/A%2FB',
    method: 'GET',
    timeoutMs: 60_000,
    headers: { authorization: 'Bearer token-1', 'accept-language': 'de-DE' },
  })
  expect(sent[0]?.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
})

test('an answer can be had as the text that was sent, and a failure has its code all the same', async () => {
  const body = '{"code":"receipt_not_ready","requestId":"s1"}'
  const { http } = setUp([answer(200, '{"a": 1.0}'), answer(409, body), answer(502, '<html>')])
  const ask = () => http.callText('getReceipt', { params: { id: ORDER.id } })
  expect(await ask()).toEqual({ ok: true, value: '{"a": 1.0}' })
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'receipt_not_ready', requestId: 's1' } })
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'unavailable' } })
})

test('a query leaves out what is undefined', async () => {
  const { http, sent } = setUp([answer(200, {})])
  await http.call('listOrders', { query: { state: 'closed', cursor: undefined, limit: 20 } })
  expect(sent[0]?.url).toBe('https://host/api/orders?state=closed&limit=20')
})

test('a GET is tried three times with growing pauses, then fails with its code', async () => {
  const { http, sent, sleeps } = setUp([{ kind: 'network' }])
  const result = await http.call('listProducts')
  expect(result).toMatchObject({ ok: false, error: { code: 'network' } })
  expect(sent).toHaveLength(3)
  expect(sleeps).toEqual([400, 1200])
})

test('a GET recovers when the server is back', async () => {
  const { http, sent } = setUp([answer(503), answer(200, { items: [] })])
  expect((await http.call('listProducts')).ok).toBe(true)
  expect(sent).toHaveLength(2)
})

test.each([{ kind: 'network' } as WireResponse, answer(503)])('a POST is never sent again: %p', async (response) => {
  const { http, sent } = setUp([response])
  await http.call('placeOrder', { body: ORDER })
  expect(sent).toHaveLength(1)
})

test('a time-out is told apart and not repeated', async () => {
  const { http, sent } = setUp([{ kind: 'timeout' }])
  expect(await http.call('getMe')).toMatchObject({ ok: false, error: { code: 'timeout' } })
  expect(sent).toHaveLength(1)
})

test('the code, details and request id of the body come through', async () => {
  const body = { code: 'stake_too_low', message: 'x', details: { limit: '1.00' }, requestId: 'r-1' }
  const { http } = setUp([answer(422, body)])
  const result = await http.call('placeOrder', { body: ORDER })
  expect(result).toEqual({ ok: false, error: { code: 'stake_too_low', details: { limit: '1.00' }, requestId: 'r-1' } })
})

test.each([
  [401, '<html>', 'unauthenticated'],
  [502, '', 'unavailable'],
  [500, { code: 'made_up' }, 'internal'],
  [429, null, 'rate_limited'],
])('an answer %p without our body is %p', async (status, body, code) => {
  const { http } = setUp([answer(status as number, body)])
  expect(await http.call('placeOrder', { body: ORDER })).toMatchObject({ ok: false, error: { code } })
})

test.each([
  [200, '{"witnesses":[{"na', { ok: false, error: { code: 'network' } }],
  [200, '<html>Log in to use this network</html>', { ok: false, error: { code: 'network' } }],
  [200, '', { ok: false, error: { code: 'network' } }],
  [204, '', { ok: true, value: undefined }],
])('a success %p with %p', async (status, body, result) => {
  const { http } = setUp([answer(status, body)])
  expect(await http.call('getProofPolicy')).toMatchObject(result)
})

test('an unknown token ends the session, and only the one that was sent', async () => {
  const refused = answer(401, { code: 'unauthenticated', message: '', requestId: 'r' })
  const { http, ended } = setUp([refused])
  await http.call('getMe')
  expect(ended).toEqual(['token-1'])

  const late = setUp([refused])
  const pending = late.http.call('getMe')
  late.session.token = 'token-2'
  await pending
  expect(late.ended).toEqual([])
})

test('wrong credentials are no ended session', async () => {
  const { http, ended } = setUp([answer(401, { code: 'wrong_credentials', message: '', requestId: 'r' })])
  expect(await http.call('login', { body: { account: 'a', password: 'b' } })).toMatchObject({
    error: { code: 'wrong_credentials' },
  })
  expect(ended).toEqual([])
})

test('a public text is asked for without saying who asks, and comes as it is', async () => {
  const { http, sent } = setUp([answer(200, 'fairtick.test/log\n3\n')])
  expect(await http.text('/log/checkpoint')).toEqual({ ok: true, value: 'fairtick.test/log\n3\n' })
  expect(sent[0]).toMatchObject({ url: 'https://host/api/log/checkpoint', method: 'GET' })
  expect(sent[0]?.headers).not.toHaveProperty('authorization')
})
