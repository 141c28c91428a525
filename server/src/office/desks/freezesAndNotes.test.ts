import { LOGIN_PASSWORD, type TestUser } from '../../../test/app'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import { untilOneWaits } from '../../../test/locks'
import { problemOf, type TestStaff } from '../../../test/staff'
import { MASKED_CARD } from '../../../test/wallet'
import { DAY_MS } from '../../shared/time'

const { ann, ben } = withConsole({ ann: ['support', 'cashier'], ben: ['support', 'cashier'] })

/** One person proposes, the other agrees. */
async function both(action: string, params: object) {
  const asked = (await ann.act(action, params)).json()
  expect(asked.state).toBe('waiting')
  return ben.agree(asked.proposal)
}
const freeze = (user: TestUser, kind: string, told = 'identity_check', more = {}) =>
  both('users.freeze', { user: String(user.id), kind, told, ...more })
const unfreeze = (user: TestUser, kind: string) => both('users.unfreeze', { user: String(user.id), kind })
const open = async (user: TestUser) => (await ann.post(`/users/${user.id}/open`)).json()
const logIn = (user: TestUser, password = LOGIN_PASSWORD) =>
  server.inject({ method: 'POST', url: '/api/sessions', payload: { account: user.account, password } })

test('new orders are stopped with a reason; open ones settle; it is lifted again by two', async () => {
  const user = await server.registerReady('frozen_1')
  await server.tick('100')
  const order = server.body()
  expect((await server.place(user, order)).statusCode).toBe(201)
  await freeze(user, 'orders', 'other', { note: 'call us' })
  const refused = await server.place(user, server.body())
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'orders_frozen', details: { reason: 'other: call us' } },
  ])
  // A repeated order that was accepted before the freeze gets the same answer.
  expect((await server.place(user, order)).statusCode).toBe(200)
  expect((await open(user)).freezes).toMatchObject([{ kind: 'orders', reason: 'other: call us', by: 'staff/ann' }])
  await server.enter('101')
  await server.expire('102')
  await server.settle()
  expect((await server.orderOf(user, order.id)).status).toBe('won')
  await unfreeze(user, 'orders')
  await server.tick('103')
  expect((await server.place(user, server.body())).statusCode).toBe(201)
})

test('money out is stopped for the user, and for staff who would pay what waits', async () => {
  const user = await server.registerReady('frozen_2')
  const { reference } = (await server.withdraw(user)).json<{ reference: string }>()
  await freeze(user, 'money_out', 'payment_disputed')
  const refused = await server.withdraw(user)
  expect(refused.json()).toMatchObject({ code: 'withdrawals_frozen', details: { reason: 'payment_disputed' } })
  expect((await server.call(user, 'GET', '/withdrawal-terms')).json()).toMatchObject({ stopped: 'payment_disputed' })
  await ann.claim('withdrawals', reference)
  const pickUp = { reference, amount: '100.00' }
  expect(problemOf(await both('withdrawals.pick-up', pickUp))).toBe('user_frozen')
  const deletion = { loginPassword: LOGIN_PASSWORD }
  expect((await server.call(user, 'POST', '/me/deletion', deletion)).json().details.blockers).toContain('freeze')
})

test('a withdrawal that is under way when the freeze commits is refused: the statement looks under the lock', async () => {
  const user = await server.registerReady('frozen_3')
  const { withdrawn, placed } = await server.database.withTransaction(async (tx) => {
    for (const kind of ['orders', 'money_out'] as const)
      await server.deps.freezesAndNotes.freeze(tx, user.id, { kind, reason: 'authority_order', by: 'staff/ann' })
    const asked = { withdrawn: server.withdraw(user), placed: server.place(user, server.body()) }
    await untilOneWaits(server.database, 'from ledger_account')
    return asked
  })
  expect([(await withdrawn).json().code, (await placed).json().code]).toEqual(['withdrawals_frozen', 'orders_frozen'])
})

test('a stopped log-in ends all sessions, says why only to who has the password, and stops the rest', async () => {
  const user = await server.registerReady('frozen_4')
  expect((await server.call(user, 'GET', '/me')).statusCode).toBe(200)
  await freeze(user, 'login', 'sign_in_suspicious')
  expect((await server.call(user, 'GET', '/me')).statusCode).toBe(401)
  expect((await logIn(user)).json()).toMatchObject({ code: 'login_frozen', details: { reason: 'sign_in_suspicious' } })
  expect((await logIn(user, 'not the password')).json().code).toBe('wrong_credentials')
  // Even a session that slipped through would open nothing.
  await server.database.query(
    `insert into session (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
       values (gen_random_uuid(), sha256($1::bytea), $2, 'x', $3, $3, $4)`,
    ['a'.repeat(43), user.id, new Date(server.clock.now()), new Date(server.clock.now() + DAY_MS)],
  )
  const slipped = { authorization: `Bearer ${'a'.repeat(43)}` }
  expect((await server.inject({ method: 'GET', url: '/api/me', headers: slipped })).statusCode).toBe(401)
  await server.tick('100')
  expect(await server.database.query('select 1 from account_freeze where user_id = $1', [user.id])).toHaveLength(1)
  await unfreeze(user, 'login')
  expect((await logIn(user)).statusCode).toBe(201)
})

test('nothing is stopped twice, lifted twice, or stopped for "other" without a word', async () => {
  const user = await server.registerUser('frozen_5')
  const id = String(user.id)
  expect(problemOf(await ann.act('users.freeze', { user: id, kind: 'login', told: 'other' }))).toBe('reason_needed')
  expect(problemOf(await ann.act('users.unfreeze', { user: id, kind: 'login' }))).toBe('not_frozen')
  await freeze(user, 'login')
  expect(problemOf(await ann.act('users.freeze', { user: id, kind: 'login', told: 'own_wish' }))).toBe('already_frozen')
})

test('deposits and withdrawals of a user come page by page, newest first, to who may see users; each look is logged', async () => {
  const user = await server.registerReady('moved_1')
  const references: string[] = []
  for (const amount of ['11.00', '12.00', '13.00'])
    references.unshift((await server.deposit(user, { amount })).json<{ reference: string }>().reference)
  const [, rejected = ''] = references
  await server.database.withTransaction((tx) => server.deps.deposits.reject(tx, rejected, 'payment_not_found'))
  const withdrawal = (await server.withdraw(user)).json<{ reference: string }>().reference
  const path = `/users/${user.id}/money`
  const first = (await ann.get(`${path}/deposits?limit=2`)).json()
  expect(first.items).toMatchObject([
    { reference: references[0], amount: '13.00', status: 'under_review', reason: null, method: null },
    {
      reference: rejected,
      amount: '12.00',
      status: 'failed',
      channel: { channel: 'bank', channelKind: 'bank', channelLabel: null },
      reason: { code: 'rejected', note: 'payment_not_found' },
    },
  ])
  const next = (await ann.get(`${path}/deposits?limit=2&cursor=${first.nextCursor}`)).json()
  expect(next).toMatchObject({ items: [{ reference: references[2] }], nextCursor: null })
  expect((await ann.get(`${path}/withdrawals`)).json()).toMatchObject({
    items: [{ reference: withdrawal, amount: '100.00', channel: null, method: `Test Bank ${MASKED_CARD}` }],
    nextCursor: null,
  })
  const looks = await server.database.query(`select actor, action from audit_entry where subject = $1 order by id`, [
    `user ${user.id}`,
  ])
  expect(looks).toEqual(
    ['users.deposits', 'users.deposits', 'users.withdrawals'].map((action) => ({ actor: 'staff/ann', action })),
  )
  expect((await ann.get('/users/999999/money/deposits')).statusCode).toBe(404)
  const cashier = await office.join('carl', ['cashier'])
  expect(problemOf(await cashier.get(`${path}/deposits`))).toBe('forbidden')
  const auditor = await office.join('olga', ['auditor'])
  expect((await auditor.get(`${path}/deposits`)).json().items).toHaveLength(3)
})

test('notes stay as they were written, with their author, until the user is gone; the audit log has no word of them', async () => {
  const user = await server.registerUser('noted_1')
  await ann.post(`/users/${user.id}/notes`, { text: 'Called about a lost card.' })
  await ben.post(`/users/${user.id}/notes`, { text: 'Card replaced.' })
  expect((await open(user)).notes).toMatchObject([
    { author: 'staff/ben', text: 'Card replaced.' },
    { author: 'staff/ann', text: 'Called about a lost card.' },
  ])
  for (const sql of ['update user_note set text = $1', 'delete from user_note where text <> $1'])
    await expect(server.database.query(sql, ['x'])).rejects.toThrow('append-only')
  const logged = await server.database.query(`select action, details from audit_entry where subject = $1`, [
    `user ${user.id}`,
  ])
  expect(logged).toMatchObject([{ action: 'users.note' }, { action: 'users.note' }, { action: 'users.open' }])
  expect(JSON.stringify(logged)).not.toContain('card')
  const gone = await server.call(user, 'POST', '/me/deletion', { loginPassword: LOGIN_PASSWORD })
  expect(gone.statusCode).toBe(204)
  expect(await server.database.query('select 1 from user_note where user_id = $1', [user.id])).toEqual([])
})

test('each search of users is logged: who was found, and nothing of what was typed', async () => {
  const user = await server.registerUser('sought_1')
  await ann.get(`/users?text=${encodeURIComponent(`+86${user.phone}`)}`)
  const entry = await server.database.first<{ actor: string; details: object }>(
    `select actor, details from audit_entry where action = 'users.search' order by id desc limit 1`,
  )
  expect(entry).toMatchObject({ actor: 'staff/ann', details: { found: [String(user.id)] } })
  expect(JSON.stringify(entry)).not.toContain(user.phone)
})

test('whoever decides on a withdrawal sees what kind of account was bound, and only the person who pays its number', async () => {
  const user = await server.registerUser('bound_1')
  await server.verify(user)
  await server.bind(user, { numberKind: 'account', cardNumber: '012345678', bankCode: 'DBSSSGSG', nationality: 'SG' })
  const { reference } = (await server.withdraw(user)).json<{ reference: string }>()
  const opens = async (who: TestStaff) => (await who.post(`/withdrawals/${reference}/open`)).json()
  const bound = { numberKind: 'account', bankCode: 'DBSSSGSG' }
  expect(await opens(ben)).toMatchObject({ bound, payee: null, methodName: 'Test Bank' })
  await ann.claim('withdrawals', reference)
  await both('withdrawals.pick-up', { reference, amount: '100.00' })
  const number = { number: '012345678', ...bound, isVerifiedName: true }
  expect(await opens(ann)).toMatchObject({ payee: number })
  expect(await opens(ben)).toMatchObject({ bound, payee: null })
})
