import type { Pool } from 'pg'
import { codeOf } from '../../../test/support/answers'
import { createTestApp, LOGIN_PASSWORD, type TestApp, TRADE_PASSWORD } from '../../test/app'
import { tablesWith } from '../../test/phones'
import { createTestConsole, type StaffConsole, type TestStaff } from '../../test/staff'
import { buildApp } from '../app'
import { createDeps } from '../deps'
import type { App } from '../shared/http'

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

let server: TestApp
let office: StaffConsole
let boss: TestStaff
/** The same server with the keys in another order, as while they are changed node by node. */
let beside: App

beforeAll(async () => {
  server = await createTestApp({ config: { sealingKeys: [OLD, NEW] } })
  office = await createTestConsole(server)
  boss = await office.join('boss', ['administrator', 'support'])
  const { config, log, database, clock } = server.deps
  beside = await buildApp(createDeps({ config: { ...config, sealingKeys: [NEW, OLD] }, log, database, clock }))
  await beside.ready()
})
afterAll(async () => {
  await beside?.close()
  await office?.close()
})

let made = 0
const nextPhone = () => `139${String(++made).padStart(8, '0')}`
const nextAccount = () => `caller_${++made}`
const check = async (account: string, phone: string, at: App = server.app) =>
  at.inject({
    method: 'POST',
    url: '/api/registrations',
    payload: { account, phone, phoneCountry: 'CN', openingCode: await server.openingCode() },
  })
const complete = (ticket: { json(): unknown }, at: App = server.app) => {
  const { registrationToken } = ticket.json() as { registrationToken: string }
  const payload = { registrationToken, loginPassword: LOGIN_PASSWORD, tradePassword: TRADE_PASSWORD }
  return at.inject({ method: 'POST', url: '/api/registrations/complete', payload })
}
const foundBy = async (phone: string) =>
  (await boss.get(`/users?text=${encodeURIComponent(`+86${phone}`)}`)).json().items as { id: string; phone: string }[]
test('a number is nowhere in the database, also while its registration is under way, and is found', async () => {
  const phone = nextPhone()
  const ticket = await check('under_way', phone)
  expect(await tablesWith(server.database, phone)).toEqual([])
  expect(codeOf(await check('somebody', phone, beside))).toBe('phone_taken')
  expect((await complete(ticket)).statusCode).toBe(201)
  expect(codeOf(await check('somebody', phone, beside))).toBe('phone_taken')
  expect(await tablesWith(server.database, phone)).toEqual([])
  expect(await foundBy(phone)).toMatchObject([{ phone: `+86****${phone.slice(-4)}` }])
  const user = await server.database.first<{ id: bigint }>(`select id from app_user where account = 'under_way'`)
  const session = await server.logIn('under_way')
  const exported = await server.inject({
    method: 'POST',
    url: '/api/me/export',
    headers: { authorization: `Bearer ${session.json().token}` },
    payload: { loginPassword: LOGIN_PASSWORD },
  })
  expect([user?.id, exported.json().sections.account.phone]).toEqual([expect.anything(), `+86${phone}`])
})

test('of many who register one number at once, on nodes whose keys stand in another order, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = nextPhone()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => check(nextAccount(), phone, index % 2 ? server.app : beside)),
    )
    const tickets = answers.filter(({ statusCode }) => statusCode === 201)
    expect(tickets).toHaveLength(1)
    const refused = new Set(answers.filter(({ statusCode }) => statusCode !== 201).map(codeOf))
    expect([...refused].filter((code) => code !== 'phone_taken' && code !== 'account_taken')).toEqual([])
    expect((await complete(tickets[0] as { json(): unknown }, beside)).statusCode).toBe(201)
    expect(await foundBy(phone)).toHaveLength(1)
    expect(await tablesWith(server.database, phone)).toEqual([])
  }
})

test('a sealed number belongs to its user: moved to another one it opens to nobody', async () => {
  const [one, other] = [await server.registerUser('moved_1'), await server.registerUser('moved_2')]
  await server.database.query(
    'update user_phone set sealed = (select sealed from user_phone where user_id = $2) where user_id = $1',
    [one.id, other.id],
  )
  expect(await foundBy(one.phone)).toMatchObject([{ id: String(one.id), phone: '****' }])
  expect(await foundBy(other.phone)).toMatchObject([{ id: String(other.id), phone: `+86****${other.phone.slice(-4)}` }])
})

/** Without this, a connection's counts are seen up to ten seconds later. */
async function reportCounts(pool: Pool) {
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await Promise.all(all.map((client) => client.query('select pg_stat_force_next_flush()')))
  for (const client of all) client.release()
}

test('among many numbers one is found through an index, by staff and by registrations', async () => {
  const user = await server.registerUser('indexed_1')
  await server.database.query(
    `insert into phone_mark (mark, key_name, user_id)
       select sha256(nth::text::bytea), 'many', $1 from generate_series(1, 20000) nth`,
    [user.id],
  )
  await server.database.query('vacuum analyze phone_mark, user_phone, app_user, registration')
  const scansOf = async () => {
    for (const { pool } of [server.database, server.deps.database, server.staffDeps.database]) await reportCounts(pool)
    const row = await server.database.first<{ whole: bigint; indexed: bigint }>(
      `select seq_scan as whole, idx_scan as indexed from pg_stat_user_tables where relname = 'phone_mark'`,
    )
    return { whole: Number(row?.whole), indexed: Number(row?.indexed) }
  }
  const before = await scansOf()
  for (let time = 0; time < 8; time++) {
    expect(await foundBy(user.phone)).toHaveLength(1)
    expect((await check(nextAccount(), nextPhone())).statusCode).toBe(201)
    expect(codeOf(await check(nextAccount(), user.phone))).toBe('phone_taken')
  }
  const after = await scansOf()
  expect(after.indexed).toBeGreaterThanOrEqual(before.indexed + 24)
  expect(after.whole).toBe(before.whole)
})
