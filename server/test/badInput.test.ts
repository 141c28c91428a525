import fc from 'fast-check'
import { v7 } from 'uuid'
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints'
import { auditAll } from '../src/auditor/auditor'
import { LOGIN_PASSWORD, type TestUser } from './app'
import { asked } from './asks'
import { CARD_NUMBER, TRADE_PASSWORD } from './personal'
import { server, withServer } from './serverOfFile'
import { TestClock } from './testClock'
import { demoOrder } from './tradingFloor'
import { signedBody, walletConfig } from './wallet'
import { brokenWallet } from './walletInvariants'

/** Per route; the full run is FUZZ_RUNS=5000. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 200)

withServer({ market: true, config: walletConfig() })
let user: TestUser
beforeAll(async () => {
  // Verification passes, so that requests reach the rules behind it.
  server.deps.verification.isVerified = async () => true
  await server.clock.advance(2_000)
  await server.deps.market.flush()
})
// A request may have ended the session, as is its right.
beforeEach(async () => {
  if (!user || !(await server.deps.auth.userByToken(user.token))) user = await readyUser()
})

/** A user with an account for withdrawals, which may still be changed. */
async function readyUser(): Promise<TestUser> {
  const ready = await server.registerUser()
  const payoutAccount = {
    kind: 'bank_card',
    accountName: 'A',
    nationality: 'CN',
    bank: 'B',
    cardNumber: CARD_NUMBER,
    accountAddress: 'Main Street 1',
    tradePassword: TRADE_PASSWORD,
  }
  await server.call(ready, 'PUT', '/payout-account', payoutAccount)
  await server.database.query('update payout_account set change_open = true')
  return ready
}

/** Any sign there is, made once: there are a million of them, each of which fast-check lists. */
const sign = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })

/** JSON text rather than values, so that what JavaScript cannot hold is sent too. */
const nastyJson = fc.oneof(
  fc.constantFrom(
    '9007199254740992',
    '-9007199254740993',
    '1e309',
    '-1e309',
    '-0',
    '0.1e-400',
    '1E+2',
    '00',
    'NaN',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e\\u2066abc"',
    '"__proto__"',
    '"١٢٣"',
    '"1e3"',
    '"-0"',
    '"0x10"',
    '"99999999999999999999"',
    '"100.00"',
    '"1.001"',
    '"up"',
    '60',
    '8200',
    '"BTCUSDT"',
    '"fuzz_user"',
    '"13800138000"',
    '"CN"',
    '"王小明"',
    '"11010519491231002X"',
    '"000000"',
    `"${LOGIN_PASSWORD}"`,
    '"01890000-0000-7000-8000-000000000000"',
    '{"__proto__":{"a":1}}',
    '[[[[]]]]',
    '"\' or 1=1 --"',
    '"%00"',
    '"../../etc/passwd"',
  ),
  fc.string({ unit: sign, maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
  fc.double().map((value) => JSON.stringify(value)),
  // Long, of a few signs that are drawn: each sign of its own would take longer than the request.
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 8 }), fc.integer({ min: 300, max: 2_000 }))
    .map(([text, length]) => JSON.stringify(''.padEnd(length, text))),
)

const FIELDS = [
  'channel',
  'amount',
  'fee',
  'uploadId',
  'noticeId',
  'reference',
  'status',
  'accountName',
  'bank',
  'cardNumber',
  'numberKind',
  'bankCode',
  'accountAddress',
  'chain',
  'currencyAddress',
  'secondFactorCode',
  'code',
  'kind',
  'oldPassword',
  'newPassword',
  'changeCode',
  'name',
  'nationality',
  'idNumber',
  'frontPhotoId',
  'backPhotoId',
  'account',
  'phone',
  'phoneCountry',
  'openingCode',
  'replaces',
  'registrationToken',
  'loginPassword',
  'tradePassword',
  'password',
  'id',
  'symbol',
  'direction',
  'stake',
  'durationSeconds',
  'earningsRateBp',
  '__proto__',
  'constructor',
  'x',
]

const body = fc.oneof(
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FIELDS), nastyJson), { selector: ([field]) => field, maxLength: 10 })
    .map((pairs) => `{${pairs.map(([field, value]) => `${JSON.stringify(field)}:${value}`).join(',')}}`),
  nastyJson,
  fc.string({ maxLength: 50 }),
)

/** One of today, by the server's clock: others are refused. */
const requestId = v7({ msecs: new TestClock().now() })
const ID = JSON.stringify(requestId)
const ORDER = asked(demoOrder({ id: requestId }))

/** Bodies that reach the rules behind the schema: each route's own fields, one or two of them spoilt. */
const VALID: Partial<Record<EndpointName, Record<string, string>>> = {
  checkRegistration: { account: '"newcomer"', phone: '"13900139000"', phoneCountry: '"CN"', openingCode: '"AB2CD3"' },
  completeRegistration: { registrationToken: '"x"', loginPassword: '"correct horse"', tradePassword: '"123456"' },
  login: { account: '"fuzz_user2"', password: '"wrong password"', secondFactorCode: '"123456"' },
  submitVerification: {
    name: '"王小明"',
    nationality: '"CN"',
    idNumber: '"11010519491231002X"',
    frontPhotoId: '"01890000-0000-7000-8000-000000000000"',
    backPhotoId: '"01890000-0000-7000-8000-000000000001"',
  },
  changePassword: {
    kind: '"login"',
    oldPassword: '"correct horse battery"',
    newPassword: '"another horse battery"',
    changeCode: '"AAAA-BBBB-CCCC"',
    endOtherSessions: 'false',
  },
  beginSecondFactor: { loginPassword: '"wrong password"' },
  enableSecondFactor: { code: '"123456"' },
  disableSecondFactor: { loginPassword: '"wrong password"', code: '"123456"' },
  exportMe: { loginPassword: `"${LOGIN_PASSWORD}"` },
  setAutomaticSavings: { floor: '"10.00"' },
  depositIntoSavings: { id: ID, amount: '"10.00"' },
  transferOutOfSavings: { id: ID, amount: '"10.00"' },
  createDeposit: { id: ID, channel: '"demo"', amount: '"100.00"' },
  addDepositReceipt: { uploadId: '"01890000-0000-7000-8000-000000000000"' },
  receiveDepositNotice: {
    noticeId: '"notice-0001"',
    reference: '"FD-0000000000"',
    status: '"paid"',
    amount: '"100.00"',
  },
  bindPayoutAccount: {
    kind: '"bank_card"',
    accountName: '"A"',
    nationality: '"CN"',
    bank: '"B"',
    cardNumber: `"${CARD_NUMBER}"`,
    numberKind: '"card"',
    bankCode: '"DEUTDEFF"',
    accountAddress: '"C"',
    chain: '"ETH"',
    currencyAddress: '"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"',
    tradePassword: `"${TRADE_PASSWORD}"`,
  },
  createWithdrawal: {
    id: ID,
    amount: '"10.00"',
    fee: '"1.01"',
    tradePassword: `"${TRADE_PASSWORD}"`,
  },
  placeOrder: Object.fromEntries(Object.entries(ORDER).map(([field, value]) => [field, JSON.stringify(value)])),
}

function bodyFor(name: EndpointName) {
  const valid = VALID[name]
  if (!valid) return body
  const spoilt = fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(valid)), nastyJson), { maxLength: 2 })
    .map((pairs) => Object.entries({ ...valid, ...Object.fromEntries(pairs) }))
    .map((entries) => `{${entries.map(([field, value]) => `"${field}":${value}`).join(',')}}`)
  return fc.oneof({ weight: 3, arbitrary: spoilt }, { weight: 1, arbitrary: body })
}

const pathValue = fc.oneof(
  fc.constantFrom(
    'BTCUSDT',
    'cardpay',
    'btcusdt',
    '..',
    '%2e%2e',
    '%00',
    '%',
    '%ff',
    '__proto__',
    'current',
    '0',
    '-1',
    'a'.repeat(200),
    '01890000-0000-7000-8000-000000000000',
    '%E2%80%AE',
    "'%20or%201=1",
  ),
  fc.string({ unit: sign, minLength: 1, maxLength: 30 }).map(encode),
)

/** Percent-encoded; lone surrogates cannot be, so they become the replacement character. */
function encode(text: string) {
  return encodeURIComponent(text.toWellFormed())
}

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'limit',
        'cursor',
        'state',
        'interval',
        'before',
        'after',
        'from',
        'to',
        'filter',
        'status',
        'x',
        '__proto__',
        'limit[]',
      ),
      fc.oneof(
        fc.constantFrom(
          '',
          '0',
          '1',
          '100',
          '1000',
          '1001',
          '-1',
          '1e3',
          'holding',
          'closed',
          '1m',
          '2m',
          '999999999999999',
          '9999999999999999',
          'NaN',
          '%00',
          'AAAA',
          '_-_-',
        ),
        fc.string({ unit: sign, maxLength: 20 }).map(encode),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** Valid parameters of a route, so that a part of the requests comes as far as the database. */
const QUERY: Partial<Record<EndpointName, string[]>> = {
  listOrders: ['state=holding', 'state=closed', 'state=closed&result=tie', 'state=closed&to=9999-12-31T23:59:60Z'],
  exportOrders: ['symbol=BTCUSDT', 'result=void', 'from=0000-01-01T00:00:00%2B23:59'],
  getResults: [
    'period=7&timeZone=Etc/UTC',
    'period=all&timeZone=Asia/Kolkata&durationSeconds=30',
    'period=90&timeZone=x',
  ],
  uploadPhoto: ['id=01890000-0000-7000-8000-000000000000&purpose=id_front'],
  listCandles: ['interval=1m', 'interval=1d'],
  listDeposits: ['status=under_review', 'status=failed&limit=1'],
  listWithdrawals: ['status=successful', 'limit=100'],
  listCapitalRecord: ['filter=deposits', 'filter=orders', 'from=2026-01-01T00:00:00Z', 'to=9999-12-31T23:59:60Z'],
  listBookedOrders: ['ids=01890000-0000-7000-8000-000000000000'],
  listSavingsIncomes: ['days=7', 'days=90'],
  // 2026-11-21, a day that does not exist, and the year 0.
  listSavingsEarnings: ['cursor=MjAyNjExMjE', 'cursor=MjAyNjEzNDU', 'cursor=MDAwMDAxMDE'],
  listSavingsMovements: ['kind=deposit', 'kind=transfer_out&cursor=MQ'],
  exportCapitalRecord: ['filter=savings', 'from=0000-01-01T00:00:00%2B23:59', 'to=2026-01-01t00:00:00.123456789z'],
}

/** Headers that a route asks for besides: a genuine notice is signed, regardless of its content. */
const signed = (name: EndpointName, payload: string): Record<string, string> =>
  name === 'receiveDepositNotice' ? signedBody(payload, server.clock.now()).headers : {}

const header = fc.oneof(
  { weight: 6, arbitrary: fc.constant('valid') },
  { weight: 1, arbitrary: fc.constantFrom('', 'Bearer ', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic eDp5') },
)

test.each(Object.keys(ENDPOINTS) as EndpointName[])('%s never fails and never leaves the contract', async (name) => {
  const { method, path, auth } = ENDPOINTS[name]
  const sends = method === 'POST' || method === 'PUT'
  const wanted = fc.constantFrom('', ...(QUERY[name] ?? []))
  const request = fc.record({
    value: pathValue,
    query: fc.tuple(wanted, query).map((parts) => parts.filter(Boolean).join('&')),
    payload: sends ? bodyFor(name) : fc.constant(''),
    authorization: header,
    contentType: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/xml',
          'x',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
        ),
      },
    ),
    language: fc.constantFrom('zh-CN', 'de', '', '*', 'x'.repeat(300)),
  })
  // Done for real, these would end the session that the other requests need.
  const final = name === 'logout' || name === 'deleteMe'
  let isReached = false
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const headers: Record<string, string> = { 'accept-language': input.language }
      if (input.authorization === 'valid' && !final) headers.authorization = user.headers.authorization
      else if (input.authorization !== 'valid') headers.authorization = input.authorization
      if (sends) Object.assign(headers, signed(name, input.payload), { 'content-type': input.contentType })
      const answer = await server.inject({
        method,
        // Wrong guesses count against their network, which is none that a user of this test registers from.
        remoteAddress: '203.0.113.7',
        url: `/api${path.replace(/:\w+/, input.value)}${input.query ? `?${input.query}` : ''}`,
        headers,
        ...(sends ? { payload: input.payload } : {}),
      })
      isReached ||= answer.statusCode !== 401
      if (answer.statusCode >= 500) throw new Error(`${answer.statusCode}: ${answer.body}`)
      if (/\n\s+at .*(\.ts|\.js)/.test(answer.body)) throw new Error(`it tells a stack: ${answer.body}`)
    }),
    { numRuns: RUNS },
  )
  if (auth === 'user' && !final) expect(isReached).toBe(true)
})

test('after all that the books still balance', async () => {
  expect(await auditAll(server.database)).toEqual([])
  expect(await brokenWallet(server.database)).toEqual([])
})
