import sharp from 'sharp'
import type { StaffRole } from '../../../../contract/console'
import type { TestUser } from '../../../test/app'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { ID_NUMBER, REAL_NAME } from '../../../test/personal'
import { submitVerification } from '../../../test/photos'
import { problemOf, type TestStaff } from '../../../test/staff'
import { HOUR_MS, MINUTE_MS } from '../../shared/time'

const WITNESSES = ['one.example', 'two.example']

const alone = new Map([
  ['deposits.reject', null],
  ['deposits.approve', 50_000n],
] as const)
const witnesses = WITNESSES.map((name) => ({
  name,
  publicKey: Buffer.alloc(32),
  url: 'http://127.0.0.1:9',
  verifierKey: name,
}))
const roles: StaffRole[] = ['verifier', 'cashier', 'support', 'auditor', 'market', 'content']
const { ann, ben } = withConsole(
  { ann: roles, ben: roles },
  { config: { console: { port: 0, alone }, witnesses, timeStampUrl: 'http://127.0.0.1:9' } },
)

const entriesOf = (subject: string) =>
  server.database.query<{ action: string; actor: string; details: Record<string, unknown> }>(
    'select action, actor, details from audit_entry where subject = $1 order by id',
    [subject],
  )

describe('verifications', () => {
  let user: TestUser
  const item = () => `/verifications/${user.id}`
  beforeAll(async () => {
    user = await server.registerUser('waiting1')
    await submitVerification(server, user)
  })

  test('one person works on an item; what is personal is shown to nobody else, and each look is logged', async () => {
    const page = (await ann.get('/verifications')).json()
    expect(page.items).toMatchObject([{ key: String(user.id), account: 'waiting1', claim: null }])
    expect(problemOf(await ann.post(`${item()}/open`))).toBe('claim_missing')
    expect((await ann.claim('verifications', String(user.id))).statusCode).toBe(200)
    expect(problemOf(await ben.claim('verifications', String(user.id)))).toBe('claimed_by_other')
    expect((await ben.get('/verifications')).json().items[0].claim).toMatchObject({ by: 'ann', mine: false })
    expect(problemOf(await ben.get(`${item()}/photos/front`))).toBe('claim_missing')
    const opened = (await ann.post(`${item()}/open`)).json()
    expect(opened).toMatchObject({ name: REAL_NAME, idNumber: ID_NUMBER, photos: ['front', 'back'] })
    expect(await entriesOf(`user ${user.id}`)).toMatchObject([{ action: 'verifications.open', actor: 'staff/ann' }])
  })

  test('a photo comes with its viewer across it and stays in no cache', async () => {
    const answer = await ann.get(`${item()}/photos/front`)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
    expect((await entriesOf(`user ${user.id}`)).at(-1)).toMatchObject({
      action: 'verifications.photo',
      actor: 'staff/ann',
    })
    const [shown, kept] = [answer.rawPayload, await server.deps.verification.look(user.id)]
    const plain = kept.ok ? kept.value.front : undefined
    const difference = await sharp(shown)
      .composite([{ input: plain ?? Buffer.alloc(0), blend: 'difference' }])
      .stats()
    expect(Math.max(...difference.channels.map((channel) => channel.mean))).toBeGreaterThan(2)
  })

  test('a second person agrees to exactly what was asked for; nobody to their own, nobody twice', async () => {
    const asked = (await ann.act('verifications.approve', { user: String(user.id) })).json()
    expect(asked).toEqual({ state: 'waiting', proposal: expect.any(String), result: {} })
    expect(problemOf(await ann.act('verifications.approve', { user: String(user.id) }))).toBe('already_proposed')
    expect(problemOf(await ann.agree(asked.proposal))).toBe('proposal_own')
    expect((await ben.get('/proposals')).json().items).toMatchObject([
      { id: asked.proposal, account: 'waiting1', proposedBy: 'ann', mine: false },
    ])
    const answers = await Promise.all([1, 2].map(() => ben.agree(asked.proposal)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect((await server.call(user, 'GET', '/verification')).json().status).toBe('verified')
    expect((await entriesOf(`user ${user.id}`)).slice(-2)).toMatchObject([
      { action: 'verifications.approve.propose', actor: 'staff/ann' },
      { action: 'verifications.approve', actor: 'staff/ben', details: { proposedBy: 'staff/ann' } },
    ])
  })

  test('a proposal ends by itself, and can be asked for anew', async () => {
    const propose = async () => (await ann.act('sessions.end', { user: String(user.id) })).json().proposal
    const late = await propose()
    await server.database.query(`update staff_proposal set expires_at = created_at where id = $1`, [late])
    expect(problemOf(await ben.agree(late))).toBe('proposal_over')
    expect(await propose()).not.toBe(late)
  })
})

test('what somebody asked for who has left, or lost the role, is not carried out', async () => {
  const user = await server.registerUser('asked_1')
  const askers = [await office.join('gone', ['support']), await office.join('moved', ['support'])]
  const proposals: string[] = []
  for (const [index, action] of ['sessions.end', 'second-factor.off'].entries()) {
    const asker = askers[index] as TestStaff
    proposals.push((await asker.act(action, { user: String(user.id) })).json().proposal)
  }
  await server.database.query(`update staff_member set disabled_at = now() where login = 'gone'`)
  await server.database.query(`update staff_member set roles = '{content}' where login = 'moved'`)
  for (const id of proposals) expect(problemOf(await ben.agree(id))).toBe('proposal_over')
  expect((await server.call(user, 'GET', '/me')).statusCode).toBe(200)
})

describe('money', () => {
  const referenceOf = (answer: { json(): { reference: string } }) => answer.json().reference

  test('alone up to a sum a day, and two people above it; two requests never share the rest of the sum', async () => {
    const user = await server.registerReady('payer_1')
    const references = await Promise.all(
      [1, 2].map(async () => referenceOf(await server.deposit(user, { amount: '300.00' }))),
    )
    for (const reference of references) await ann.claim('deposits', reference)
    const approve = (reference: string) => ann.act('deposits.approve', { reference, amount: '300.00', late: false })
    const states = (await Promise.all(references.map(approve))).map((answer) => answer.json().state)
    expect(states.sort()).toEqual(['done', 'waiting'])
    const { items } = (await ben.get('/proposals')).json()
    const open = items.find(({ action }: { action: string }) => action === 'deposits.approve')
    expect(
      problemOf(await ann.act('deposits.approve', { reference: 'FD-0000000000', amount: '1.00', late: false })),
    ).toBe('claim_missing')
    expect((await ben.agree(open.id)).json().state).toBe('done')
    const credited = await server.database.query(
      `select 1 from deposit where user_id = $1 and status = money_successful()`,
      [user.id],
    )
    expect(credited).toHaveLength(2)
  })

  test('a withdrawal is picked up, paid by who asked, handed back by mistake, and paid once', async () => {
    const user = await server.registerReady('payee_1')
    const reference = referenceOf(await server.withdraw(user))
    const claim = () => ann.claim('withdrawals', reference)
    const payee = async (who: TestStaff) => (await who.post(`/withdrawals/${reference}/open`)).json().payee
    await claim()
    expect(problemOf(await ann.act('withdrawals.pick-up', { reference, amount: '99.00' }))).toBe('other_amount')
    expect(problemOf(await ann.act('withdrawals.hand-back', { reference }))).toBe('not_picked_up')
    await ben.agree(await ann.act('withdrawals.pick-up', { reference, amount: '100.00' }))
    expect(await payee(ann)).toMatchObject({
      accountName: REAL_NAME,
      numberKind: 'card',
      bankCode: null,
      isVerifiedName: true,
    })
    expect(await payee(ben)).toBeNull()
    expect((await entriesOf(reference)).map((entry) => entry.action)).toEqual([
      'withdrawals.pick-up.propose',
      'withdrawals.pick-up',
      'withdrawals.payee',
    ])
    await ben.agree(await ann.act('withdrawals.hand-back', { reference }))
    expect(await payee(ann)).toBeNull()
    await ben.agree(await ann.act('withdrawals.pick-up', { reference, amount: '100.00' }))
    await claim()
    await ben.agree(await ann.act('withdrawals.approve', { reference, amount: '100.00', payoutReference: 'bank 17' }))
    expect(
      problemOf(await ann.act('withdrawals.approve', { reference, amount: '100.00', payoutReference: 'bank 18' })),
    ).toBe('decided')
    expect((await ann.get('/withdrawals?status=successful')).json().items).toMatchObject([{ key: reference }])
  })

  test('no action moves more than the cap', async () => {
    const user = await server.registerReady('payer_2')
    const reference = referenceOf(await server.deposit(user, { amount: '100.00' }))
    await ann.claim('deposits', reference)
    const answer = await ann.act('deposits.approve', { reference, amount: '100000.01', late: false })
    expect(problemOf(answer)).toBe('cap_exceeded')
  })
})

describe('users', () => {
  test('are found by account, phone, reference and order number; each look is logged', async () => {
    const user = await server.registerReady('found_1')
    const reference = (await server.deposit(user)).json<{ reference: string }>().reference
    await server.tick('100')
    const order = server.body()
    await server.place(user, order)
    const { number } = await server.orderOf(user, order.id)
    const find = async (text: string) =>
      (await ann.get(`/users?text=${encodeURIComponent(text)}`))
        .json()
        .items.map((one: { account: string }) => one.account)
    for (const text of ['FOUND_1', `+86 ${user.phone}`, reference.toLowerCase(), number])
      expect(await find(text)).toEqual(['found_1'])
    expect(await find('nobody_here')).toEqual([])
    const opened = (await ann.post(`/users/${user.id}/open`)).json()
    expect(opened).toMatchObject({
      account: 'found_1',
      verification: 'verified',
      inOrders: '100.00',
      orders: [{ stake: '100.00' }],
      sessions: [{}],
    })
    expect(JSON.stringify(opened)).not.toContain(user.phone)
    expect(opened.orders[0].number).toBe(number)
    expect(await entriesOf(`user ${user.id}`)).toMatchObject([{ action: 'users.open', actor: 'staff/ann' }])
  })

  test("are seen with their own limits and their orders' receipts, which nobody else's number opens", async () => {
    const [user, other] = [await server.registerReady('proved_1'), await server.registerReady('proved_2')]
    await server.call(user, 'PUT', '/account-limits/loss_day', { value: '190.00', timeZone: 'UTC' })
    const order = server.body()
    await server.tick('100')
    await server.place(user, order)
    const path = `/users/${user.id}/orders/${order.id}/receipt`
    expect((await ann.get(path)).statusCode).toBe(404)
    await server.toEntry()
    await server.clock.advance(5_001)
    await server.moveWatermark()
    await server.settle()
    const opened = (await ann.post(`/users/${user.id}/open`)).json()
    expect(opened).toMatchObject({
      limits: [{ kind: 'loss_day', value: '190.00', used: '0.00' }],
      orders: [{ id: order.id, status: 'void', result: '0.00' }],
    })
    const answer = await ann.get(path)
    const { number } = opened.orders[0]
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${number}.json"`)
    expect(answer.json()).toEqual((await server.call(user, 'GET', `/orders/${order.id}/receipt`)).json())
    expect((await ann.get(path.replace(`${user.id}`, `${other.id}`))).statusCode).toBe(404)
    expect((await entriesOf(`user ${user.id}`)).at(-1)).toMatchObject({
      action: 'users.receipt',
      actor: 'staff/ann',
      details: { order: order.id },
    })
    await server.clock.advance(MINUTE_MS)
  })

  test('a one-time code is shown to the person who completes it, and stands in no log', async () => {
    const user = await server.registerUser('helped_1')
    const asked = (await ann.act('change-codes.issue', { user: String(user.id), kind: 'login' })).json()
    const { code } = (await ben.agree(asked.proposal)).json().result
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(JSON.stringify(await entriesOf(`user ${user.id}`))).not.toContain(code)
  })
})

test('the auditor sees void orders by day and product, and the newest head that each witness has signed', async () => {
  const user = await server.registerReady('void_1')
  await server.tick('100')
  const order = server.body()
  expect((await server.place(user, order)).statusCode).toBe(201)
  await server.toEntry()
  await server.clock.advance(5_001)
  await server.moveWatermark()
  await server.settle()
  expect(await server.orderOf(user, order.id)).toMatchObject({ status: 'void', voidReason: 'no_entry_tick' })
  // No tick is taken at the instant of the watermark.
  await server.clock.advance(100)
  const row = await server.database.first<{ voids: bigint }>(
    'select count(*) as voids from trade_order where void_reason is not null',
  )
  const day = new Date(server.clock.now()).toISOString().slice(0, 10)
  const { items } = (await ann.get('/voids')).json()
  expect(items).toEqual([expect.objectContaining({ day, symbol: 'BTCUSDT', tooFewTicks: 0, staleAtExpiry: 0 })])
  expect(items[0].noEntryTick).toBe(Number(row?.voids))
  const elsewhere = (await ann.get('/voids?from=2025-12-01&until=2025-12-31')).json()
  expect(elsewhere.items).toEqual([])

  const books = async () => (await ann.get('/books')).json()
  expect((await books()).witnesses).toEqual(WITNESSES.map((name) => ({ name, head: null })))
  await server.database.query(
    `insert into cosignature (head_number, origin, witness, line)
       select n, $1, $2, 'a line' from unnest('{7,9}'::bigint[]) n union all select 12, 'another.example', $3, 'a line'`,
    [server.deps.config.proofOrigin, ...WITNESSES],
  )
  const { witnesses, alarms } = await books()
  expect(witnesses).toEqual([
    { name: WITNESSES[0], head: 9 },
    { name: WITNESSES[1], head: null },
  ])
  expect(alarms).toContainEqual({ name: 'WitnessBehind', on: true, detail: WITNESSES[1] })

  const isOld = async () => (await books()).alarms.find(({ name }: { name: string }) => name === 'TimeStampOld').on
  expect(await isOld()).toBe(true)
  for (const [head, agoMs] of [
    [7, 900_001],
    [9, 900_000],
  ] as const) {
    await server.database.query(`insert into time_stamp (head_number, made_at, reply) values ($1, $2, 'a reply')`, [
      head,
      new Date(server.clock.now() - agoMs),
    ])
    expect(await isOld()).toBe(agoMs > 900_000)
  }
})

describe('nobody touches an outcome', () => {
  /** Everything of an order except what the settlement itself writes, and everything that decides it. */
  const fingerprint = async () =>
    server.database.query(
      `select (select md5(coalesce(string_agg(trade_order::text, '' order by number), '')) from trade_order) as orders,
              (select md5(coalesce(string_agg(tick::text, '' order by product_id, sequence), '')) from tick) as ticks,
              (select md5(coalesce(string_agg(product_duration::text, '' order by product_id, seconds), '')) from product_duration) as rates`,
    )

  test('every action, with an order open, leaves orders, ticks and rates as they were', async () => {
    const user = await server.registerReady('trader_1')
    await server.tick('100')
    expect((await server.place(user, server.body())).statusCode).toBe(201)
    const before = await fingerprint()
    const reference = (await server.withdraw(user)).json<{ reference: string }>().reference
    for (const queue of ['deposits', 'withdrawals']) await ann.claim(queue, reference)
    const id = String(user.id)
    const samples: Record<string, object> = {
      'withdrawals.pick-up': { reference, amount: '100.00' },
      'withdrawals.approve': { reference, amount: '100.00', payoutReference: 'bank 1' },
      'payout-accounts.reopen': { user: id },
      'change-codes.issue': { user: id, kind: 'trade' },
      'sessions.end': { user: id },
      'users.freeze': { user: id, kind: 'orders', told: 'identity_check' },
      'users.unfreeze': { user: id, kind: 'orders' },
      'products.change': {
        symbol: 'BTCUSDT',
        from: new Date(server.clock.now() + 2 * HOUR_MS).toISOString(),
        change: { part: 'durations', terms: { durations: [{ seconds: 30, earningsRateBp: 100 }] } },
      },
      'products.withdraw': { change: '1' },
      'products.exposure': { symbol: 'BTCUSDT', up: '1.00', down: null },
      'content.announce': { texts: [{ locale: 'en-US', title: 'A', body: 'B' }] },
      'savings.income': { day: '2026-01-02', income: '0.5' },
      'products.maintenance': { symbol: 'BTCUSDT', on: true, until: null },
    }
    for (const [action, params] of Object.entries(samples)) {
      const asked = (await ann.act(action, params)).json()
      expect([action, asked.state]).toEqual([action, 'waiting'])
      expect((await ben.agree(asked.proposal)).json().state).toBe('done')
    }
    expect(await fingerprint()).toEqual(before)
  })
})

test('the auditor sees who did what, the chain, the books and the exposure', async () => {
  const page = (await ann.get('/audit?text=ann')).json()
  expect(page.items[0]).toMatchObject({ actor: 'staff/ann' })
  const next = (await ann.get(`/audit?cursor=${page.nextCursor}`)).json()
  expect(next.items.length).toBeGreaterThan(0)
  expect((await ann.post('/audit/verify')).json()).toMatchObject({ brokenAt: null })
  expect((await ann.get('/books')).json()).toMatchObject({ state: expect.any(String), setAside: [] })
  const { items } = (await ann.get('/products')).json()
  expect(items.find((item: { symbol: string }) => item.symbol === 'BTCUSDT')).toMatchObject({ status: 'maintenance' })
})
