import type { StaffActionName, StaffRole } from '../../../../contract/console'
import type { Product } from '../../../../contract/market'
import type { TestUser } from '../../../test/app'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { runOps } from '../../../test/ops'
import { idNumberOf } from '../../../test/personal'
import { submitVerification } from '../../../test/photos'
import { problemOf, type TestStaff } from '../../../test/staff'
import { loadConfig } from '../../config'
import { DAY_MS } from '../../shared/time'
import { seedDemoQueues } from '../queues/demoQueues'

// The one exception shows which rules stay in force even then.
const alone = new Map([['withdrawals.reject', null]] as const)
const roles: StaffRole[] = ['verifier', 'cashier', 'support']
const { ann, ben } = withConsole({ ann: roles, ben: roles }, { config: { console: { port: 0, alone } } })

const referenceOf = (answer: { json(): { reference: string } }) => answer.json().reference
/** Everything that an action of this test can change. */
const fingerprint = () =>
  server.database.query(
    `select (select md5(coalesce(string_agg(deposit::text, '' order by number), '')) from deposit) as deposits,
            (select md5(coalesce(string_agg(withdrawal::text, '' order by number), '')) from withdrawal) as withdrawals,
            (select md5(coalesce(string_agg(verification::text, '' order by user_id), '')) from verification) as verifications,
            (select md5(coalesce(string_agg(payout_account::text, '' order by user_id), '')) from payout_account) as accounts,
            (select md5(coalesce(string_agg(second_factor::text, '' order by user_id), '')) from second_factor) as factors,
            (select count(*) from change_code) as codes, (select count(*) from reset_code) as resets,
            (select count(*) from ledger_transfer) as transfers`,
  )

let documents = 100
async function submitted(): Promise<TestUser> {
  const user = await server.registerUser()
  await submitVerification(server, user, idNumberOf(documents++))
  await ann.claim('verifications', String(user.id))
  await ann.post(`/verifications/${user.id}/open`)
  return user
}

/** A withdrawal that the first person has claimed, and has picked up if `isPickedUp`. */
async function withdrawn(isPickedUp: boolean): Promise<{ reference: string; amount: string }> {
  const user = await server.registerReady()
  const reference = referenceOf(await server.withdraw(user))
  await ann.claim('withdrawals', reference)
  const money = { reference, amount: '100.00' }
  if (isPickedUp) expect((await ben.agree(await ann.act('withdrawals.pick-up', money))).statusCode).toBe(200)
  return money
}

async function deposited() {
  const reference = referenceOf(await server.deposit(await server.registerReady(), { amount: '100.00' }))
  await ann.claim('deposits', reference)
  return { reference, amount: '100.00', late: false }
}

async function withFactor() {
  const { id } = await server.registerReady()
  await server.database.query(
    `insert into second_factor (user_id, sealed_secret, enabled_at, setup_expires_at) values ($1, 's', now(), now())`,
    [id],
  )
  return { user: String(id) }
}

async function withNameOfBank() {
  const user = await server.registerUser()
  await server.verify(user)
  await server.bind(user, { accountName: 'タカハシ タロウ', nameOfBank: true })
  return { user: String(user.id) }
}

/** Every kind of action in the settings' table, with what makes it possible. */
const KINDS: [StaffActionName, () => Promise<object>][] = [
  ['verifications.approve', async () => ({ user: String((await submitted()).id) })],
  ['verifications.reject', async () => ({ user: String((await submitted()).id), told: 'photo_unclear' })],
  ['deposits.approve', deposited],
  ['withdrawals.pick-up', () => withdrawn(false)],
  ['withdrawals.approve', async () => ({ ...(await withdrawn(true)), payoutReference: 'bank 17' })],
  [
    'withdrawals.reject',
    async () => ({ reference: (await withdrawn(true)).reference, told: 'security_check', notSent: true }),
  ],
  ['payout-accounts.accept-name', withNameOfBank],
  ['payout-accounts.refuse-name', async () => ({ ...(await withNameOfBank()), told: 'account_holder_differs' })],
  ['payout-accounts.reopen', async () => ({ user: String((await server.registerReady()).id) })],
  ['second-factor.off', withFactor],
  ['change-codes.issue', async () => ({ user: String((await server.registerReady()).id), kind: 'login' })],
  ['reset-codes.issue', async () => ({ user: String((await server.registerReady()).id), kind: 'trade' })],
]

test.each(KINDS)('%s: asked by one it changes nothing, and is done by another', async (action, make) => {
  const params = await make()
  const before = await fingerprint()
  const asked = await ann.act(action, params)
  expect(asked.json()).toMatchObject({ state: 'waiting', result: {} })
  expect(problemOf(await ann.agree(asked))).toBe('proposal_own')
  expect(await fingerprint()).toEqual(before)
  expect((await ben.agree(asked)).json().state).toBe('done')
  expect(await fingerprint()).not.toEqual(before)
})

// One of a queue, which is claimed, and one of a user.
test.each(KINDS.filter(([action]) => action === 'deposits.approve' || action === 'second-factor.off'))(
  '%s: refused by another or withdrawn by its author it is over, and can be asked for anew',
  async (action, make) => {
    const params = await make()
    const before = await fingerprint()
    const ask = () => ann.act(action, params)
    const refused = await ask()
    expect((await ben.post(`/proposals/${refused.json().proposal}/refuse`, { reason: 'no' })).statusCode).toBe(200)
    expect(problemOf(await ben.agree(refused))).toBe('proposal_over')
    const withdrawal = await ask()
    const withdraw = (who: TestStaff) => who.post(`/proposals/${withdrawal.json().proposal}/withdraw`)
    expect(problemOf(await withdraw(ben))).toBe('proposal_over')
    expect((await withdraw(ann)).statusCode).toBe(200)
    expect(problemOf(await ben.agree(withdrawal))).toBe('proposal_over')
    expect(await fingerprint()).toEqual(before)
    expect((await ben.agree(await ask())).json().state).toBe('done')
  },
)

test('after a pick-up a rejection takes two, though one may reject alone, and the word that nothing was sent', async () => {
  const { reference } = await withdrawn(false)
  const rejection = { reference, told: 'security_check' }
  await ben.agree(await ann.act('withdrawals.pick-up', { reference, amount: '100.00' }))
  expect(problemOf(await ann.act('withdrawals.reject', rejection))).toBe('not_sent_missing')
  expect((await ann.act('withdrawals.reject', { ...rejection, notSent: true })).json().state).toBe('waiting')
  const { reference: another } = await withdrawn(false)
  expect((await ann.act('withdrawals.reject', { ...rejection, reference: another })).json().state).toBe('done')
})

test('what was asked for before a pick-up does not return money that is being paid', async () => {
  const { reference } = await withdrawn(false)
  await server.database.query(
    `insert into staff_proposal (action, subject, params, reason, proposed_by, created_at, expires_at)
       values ('withdrawals.reject', $1, $2, 'r', 'staff/ann', now(), now() + interval '1 day')`,
    [reference, JSON.stringify({ reference, told: 'security_check' })],
  )
  await ben.agree(await ann.act('withdrawals.pick-up', { reference, amount: '100.00' }))
  const { items } = (await ben.get('/proposals')).json()
  const old = items.find((item: { subject: string; action: string }) => item.subject === reference)
  expect(problemOf(await ben.agree(old.id))).toBe('not_sent_missing')
})

test('on the command line, too, nobody records what a colleague has picked up as paid', async () => {
  const { reference } = await withdrawn(true)
  await server.clock.advance(60_000)
  const keyOf = async (who: TestStaff) =>
    (await who.post('/keys', { name: 'desk', days: 1, code: who.code() })).json<{ key: string }>().key
  const [annKey, benKey] = [await keyOf(ann), await keyOf(ben)]
  const paid = `act withdrawals.approve --reference ${reference} --amount "100.00 USD" --payout-reference B-19 --reason test`
  // The one who picked it up has claimed it; and without the claim it is still theirs to pay.
  await expect(runOps(server.deps, paid, benKey)).rejects.toThrow('A colleague is working on this item')
  await ann.delete(`/queues/withdrawals/${reference}/claim`)
  await expect(runOps(server.deps, paid, benKey)).rejects.toThrow('A colleague has started this payment')
  await ben.delete(`/queues/withdrawals/${reference}/claim`)
  const { proposal } = JSON.parse(await runOps(server.deps, `${paid} --json`, annKey))
  expect(await runOps(server.deps, `agree ${proposal}`, benKey)).toMatch(/done/)
})

test('who has claimed a withdrawal sees its history, holds, risks and notes, each look logged; nobody else does', async () => {
  const user = await server.registerReady()
  const before = referenceOf(await server.deposit(user, { amount: '50.00' }))
  await ann.post(`/users/${user.id}/notes`, { text: 'asked for a rush' })
  const reference = referenceOf(await server.withdraw(user))
  await server.database.query(`insert into withdrawal_hold (user_id, reason, until) values ($1, 'password', $2)`, [
    user.id,
    new Date(server.clock.now() + 60_000),
  ])
  const open = async (who: TestStaff) => (await who.post(`/withdrawals/${reference}/open`)).json()
  expect((await open(ann)).background).toBeNull()
  await ann.claim('withdrawals', reference)
  expect((await open(ben)).background).toBeNull()
  const { background } = await open(ann)
  expect(background).toMatchObject({
    deposited: '0.00',
    withdrawn: '0.00',
    hold: { reason: 'password' },
    notes: [{ text: 'asked for a rush' }],
    risks: ['first_withdrawal', 'payout_account_fresh', 'account_fresh', 'on_hold', 'more_than_deposited'],
  })
  expect(background.moves.map((move: { reference: string }) => move.reference).sort()).toEqual(
    [before, reference].sort(),
  )
  const looks = await server.database.query(
    `select 1 from audit_entry where action = 'withdrawals.look' and subject = $1`,
    [reference],
  )
  expect(looks).toHaveLength(1)
})

test('a look at what one has claimed keeps it for another while', async () => {
  const { reference } = await deposited()
  const until = async () => Date.parse((await ann.post(`/deposits/${reference}/open`)).json().claim.until)
  const before = await until()
  await server.clock.advance(10 * 60_000)
  expect(await until()).toBe(before + 10 * 60_000)
})

describe('what has ended', () => {
  interface Ended {
    id: string
    outcome: string
    subject: string
    params: object
  }
  const ended = async (who: TestStaff, query = '') =>
    (await who.get(`/ended-proposals${query}`)).json<{ items: Ended[]; nextCursor: string | null }>()
  let user: TestUser
  /** Ids by how they ended. */
  let ids: Record<string, string>
  beforeAll(async () => {
    user = await submitted()
    const reject = { user: String(user.id), told: 'photo_unclear', note: 'call Jane at home' }
    const ask = async () => (await ann.act('verifications.reject', reject)).json().proposal as string
    ids = { refused: await ask() }
    await ben.post(`/proposals/${ids.refused}/refuse`, { reason: 'it is clear enough' })
    ids.withdrawn = await ask()
    await ann.post(`/proposals/${ids.withdrawn}/withdraw`)
    ids.expired = await ask()
    await server.database.query('update staff_proposal set expires_at = created_at where id = $1', [ids.expired])
    ids.agreed = await ask()
    await ben.agree(ids.agreed)
    const freeze = { user: String(user.id), kind: 'login', told: 'own_wish', note: 'call Jane at home' }
    ids.unnoted = (await ann.act('users.freeze', freeze)).json().proposal
    // While it waits, who decides reads it; at rest it is sealed.
    expect((await ben.get('/proposals')).body).toContain('Jane at home')
    const stored = await server.database.query('select staff_proposal::text as row from staff_proposal')
    expect(JSON.stringify(stored)).not.toContain('Jane')
    await server.database.query('update staff_proposal set expires_at = created_at where id = $1', [ids.unnoted])
  })

  test('is listed by how it ended: who asked, who decided, when and why, and nothing about the person', async () => {
    const first = async (outcome: string) => (await ended(ben, `?outcome=${outcome}`)).items[0]
    const asked = {
      action: 'verifications.reject',
      account: user.account,
      proposedBy: 'ann',
      reason: 'as the file says',
    }
    const at = { endedAt: new Date(server.clock.now()).toISOString() }
    expect(await first('refused')).toMatchObject({
      ...asked,
      ...at,
      id: ids.refused,
      decidedBy: 'ben',
      decisionReason: 'it is clear enough',
    })
    expect(await first('withdrawn')).toMatchObject({ ...asked, ...at, id: ids.withdrawn, decidedBy: 'ann' })
    expect(await first('agreed')).toMatchObject({
      ...asked,
      ...at,
      id: ids.agreed,
      decidedBy: 'ben',
      decisionReason: null,
    })
    // Nobody has noted that the newer one has expired.
    expect((await ended(ben, '?outcome=expired')).items.slice(0, 2)).toMatchObject([
      { id: ids.unnoted, action: 'users.freeze', decidedBy: null },
      { id: ids.expired, decidedBy: null },
    ])
    expect((await first('agreed'))?.params).toEqual({ user: String(user.id), told: 'photo_unclear' })
  })

  test('keeps nothing about the person; the sweep ends what nobody has noted', async () => {
    const kept = () =>
      server.database.query(
        `select id from staff_proposal where (outcome is not null or expires_at <= $1) and sealed_params is not null`,
        [new Date(server.clock.now())],
      )
    expect(await kept()).toEqual([{ id: BigInt(ids.unnoted ?? 0) }])
    await office.staff.sweep()
    expect(await kept()).toEqual([])
  })

  test('comes page by page, newest first, each once', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 50; pages++) {
      const page: Awaited<ReturnType<typeof ended>> = await ended(ben, `?limit=3${cursor && `&cursor=${cursor}`}`)
      expect(page.items.length).toBeLessThanOrEqual(3)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([...new Set(seen)].sort((one, two) => Number(two) - Number(one)))
    const rows = await server.database.query(
      'select 1 from staff_proposal where outcome is not null or expires_at <= $1',
      [new Date(server.clock.now())],
    )
    expect(seen).toHaveLength(rows.length)
  })

  test('is shown to who may decide on it or has asked for it, and to nobody else', async () => {
    const moved = await office.join('moved', ['support'])
    const { proposal } = (await moved.act('payout-accounts.reopen', { user: String(user.id) })).json()
    await moved.post(`/proposals/${proposal}/withdraw`)
    await server.database.query(`update staff_member set roles = '{content}' where login = 'moved'`)
    expect((await ended(moved)).items.map(({ id }) => id)).toEqual([proposal])
    const verifier = await office.join('vera', ['verifier'])
    const actions = new Set(
      (await ended(verifier, '?limit=100')).items.map((item) => (item as { action?: string }).action),
    )
    expect([...actions].sort()).toEqual([
      'payout-accounts.accept-name',
      'payout-accounts.refuse-name',
      'verifications.approve',
      'verifications.reject',
    ])
  })
})

test('a proposal names the user and the amount of a reference, the product, the change and the line of a statement', async () => {
  const max = await office.join('max', ['market'])
  const openOf = async (who: TestStaff, action: string) => {
    const { items } = (await who.get('/proposals')).json<{ items: { action: string }[] }>()
    return items.findLast((item) => item.action === action)
  }
  const { reference } = await deposited()
  await ann.act('deposits.reject', { reference, told: 'payment_not_found' })
  const row = await server.database.first<{ account: string }>(
    'select account from app_user where id = (select user_id from deposit where reference = $1)',
    [reference],
  )
  expect(await openOf(ben, 'deposits.reject')).toMatchObject({ account: row?.account, amount: '100.00', product: null })
  await max.act('products.exposure', { symbol: 'BTCUSDT', up: '5000.00', down: null })
  expect(await openOf(max, 'products.exposure')).toMatchObject({
    product: { symbol: 'BTCUSDT', names: { 'en-US': 'Bitcoin' } },
    account: null,
    amount: null,
    change: null,
    line: null,
  })
  const until = new Date(server.clock.now() + 3 * DAY_MS).toISOString()
  const from = new Date(server.clock.now() + 2 * DAY_MS)
  const planned = await server.database.withTransaction((tx) =>
    server.deps.products.changes.plan(tx, {
      symbol: 'ETHUSDT',
      from,
      by: 'test',
      change: { part: 'maintenance', terms: { until } },
    }),
  )
  await max.act('products.withdraw', { change: planned.ok && planned.value.id })
  expect(await openOf(max, 'products.withdraw')).toMatchObject({
    product: { symbol: 'ETHUSDT' },
    change: { part: 'maintenance', from: from.toISOString(), terms: { until } },
  })
  const file = Buffer.from('date,amount,currency,text\n2026-11-20,7.00,USD,interest').toString('base64')
  const statement = (await ann.post('/statements', { name: 'day.csv', file })).json().items[0].id
  const [line] = (await ann.get(`/statements/${statement}/lines`)).json().items
  await ann.act('statement-lines.set-aside', { line: line.id })
  expect(await openOf(ben, 'statement-lines.set-aside')).toMatchObject({
    line: { fileName: 'day.csv', place: 2, bookedOn: '2026-11-20', amount: '7.00', currency: 'USD' },
  })
})

test('the settings cannot give a reset of a password to one person', () => {
  const env = { CONSOLE_PORT: '0', FOUR_EYES_ALONE: 'reset-codes.issue' }
  expect(() => loadConfig(env)).toThrow(/always needs two/)
})

test('a demo has something in each queue, made once', async () => {
  const code = await server.database.withTransaction((tx) => server.deps.accounts.issueOpeningCode(tx, 'test'))
  // The database of one machine has one account.
  const deps = server.deps.on(server.database)
  await seedDemoQueues(deps, code)
  await seedDemoQueues(deps, code)
  const accountsIn = async (queue: string) =>
    (await ann.get(`/${queue}?limit=100`))
      .json()
      .items.map((item: { account: string }) => item.account)
      .filter((account: string) => account.startsWith('demo_'))
  expect(await accountsIn('verifications')).toEqual(['demo_weber', 'demo_tran', 'demo_silva'])
  expect(await accountsIn('deposits')).toEqual(['demo_lin', 'demo_weber', 'demo_tran', 'demo_silva'])
  expect(await accountsIn('withdrawals')).toEqual(['demo_lin'])
  const paid = (await ann.get('/withdrawals?limit=100')).json<{ items: { account: string; method: string }[] }>().items
  expect(paid.find(({ account }) => account === 'demo_lin')?.method).toBe('Demo Bank **** 5678')
  const ofLin = `select amount, fee from withdrawal
                    join app_user on app_user.id = withdrawal.user_id where account = 'demo_lin'`
  // 1.00 and 0.1 % of 120.00.
  expect(await server.database.query(ofLin)).toEqual([{ amount: 12_000n, fee: 112n }])
  const all = (await ann.get('/statements')).json<{ items: { id: string; importedBy: string }[] }>().items
  const statements = all.filter(({ importedBy }) => importedBy === 'demo')
  expect(statements).toMatchObject([{ lines: 4, added: 3, outgoing: 1 }])
  const lines = (await ann.get(`/statements/${statements[0]?.id}/lines`)).json<{ items: { state: string }[] }>().items
  expect(lines.map(({ state }) => state)).toEqual(['matched', 'other_amount', 'reference_missing'])
  await server.deps.market.refreshProducts()
  const { changes } = (await server.inject({ url: '/api/products/BNBUSDT' })).json<Product>()
  expect(changes.map(({ part }) => part)).toEqual(['durations', 'maintenance'])
})
