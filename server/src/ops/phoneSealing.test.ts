import type { Pool } from 'pg'
import { codeOf } from '../../../test/support/answers'
import { createTestApp, LOGIN_PASSWORD, type TestApp, TRADE_PASSWORD } from '../../test/app'
import { runOps } from '../../test/ops'
import { tablesWith, unsealPhones } from '../../test/phones'
import { createTestConsole, type StaffConsole, type TestStaff } from '../../test/staff'
import { buildApp } from '../app'
import { databaseErrorCode } from '../database/database'
import { createDeps } from '../deps'
import type { App } from '../shared/http'

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const MANY = 1_200

jest.setTimeout(60_000)

let server: TestApp
let office: StaffConsole
let boss: TestStaff
/** Once there are staff, commands need a key of theirs. */
let bossKey: string
/** The same server with the keys in another order, as while they are changed node by node. */
let beside: App

beforeAll(async () => {
  server = await createTestApp({ config: { sealingKeys: [OLD, NEW] } })
  await unsealPhones(server.database)
  office = await createTestConsole(server)
  boss = await office.join('boss', ['administrator', 'support'])
  await server.clock.advance(60_000)
  bossKey = (await boss.post('/keys', { name: 'desk', days: 30, code: boss.code() })).json().key
  const { config, log, database, clock } = server.deps
  beside = await buildApp(createDeps({ config: { ...config, sealingKeys: [NEW, OLD] }, log, database, clock }))
  await beside.ready()
}, 60_000)
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
const ops = (line: string) => runOps(server.deps, `${line} --actor ada --reason "all nodes are new"`, bossKey)
const sealPhones = async () => JSON.parse(await ops('--json keys seal-phones')) as { place: string; sealed: number }[]
const foundBy = async (phone: string) =>
  (await boss.get(`/users?text=${encodeURIComponent(`+86${phone}`)}`)).json().items as { id: string; phone: string }[]
const clearPhones = async () => {
  const rows = await server.database.query<{ count: bigint }>(
    `select (select count(*) from app_user where phone_e164 not like '~%')
          + (select count(*) from registration where phone_e164 not like '~%') as count`,
  )
  return Number(rows[0]?.count)
}

test('a running node that looks for numbers in the clear keeps them there', async () => {
  await server.database.query(
    `insert into setting (key, value) values ('node older 1',
       jsonb_build_object('at', extract(epoch from now()) * 1000, 'settings', '{"alike": {}, "terms": {}, "sealing": []}'::jsonb))`,
  )
  await expect(ops('keys seal-phones')).rejects.toThrow(/^1 running nodes are of a version .* update them first/)
  await server.registerUser('still_clear')
  expect(await clearPhones()).toBe(1)
  await server.database.query(`delete from setting where key = 'node older 1'`)
})

test('the step seals each number while registrations go on, also after an interruption; then the database has none', async () => {
  const user = await server.registerUser('clear_one')
  const phone = nextPhone()
  const ticket = await check('under_way', phone)
  expect(ticket.statusCode).toBe(201)
  expect(await tablesWith(server.database, user.phone)).toEqual(['app_user'])
  expect(await tablesWith(server.database, phone)).toEqual(['registration'])
  expect(await foundBy(user.phone)).toMatchObject([{ id: String(user.id) }])
  await server.database.query(
    `with code as (insert into opening_code (code) select 'Q' || lpad(nth::text, 5, '0') from generate_series(1, $1::int) nth returning code)
     insert into app_user (account, nickname, phone_country, phone_e164, login_password_hash, trade_password_hash, opening_code)
       select 'many_' || lower(code), 'many', 'CN', '+861370' || lpad(substr(code, 2), 7, '0'), '', '', code from code`,
    [MANY],
  )
  const manyPhone = (nth: number) => `1370${String(nth).padStart(7, '0')}`
  // The database goes away after the first thousand.
  await server.database.query(
    `create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'the database went away'; end $$`,
  )
  await server.database.query(
    `create trigger fail_late before insert on user_phone for each row when (new.user_id % 1000 = 0) execute function fail_late()`,
  )
  await expect(ops('keys seal-phones')).rejects.toThrow('the database went away')
  const left = await clearPhones()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(MANY)
  await server.database.query('drop function fail_late cascade')

  // Half sealed, half clear: no number is taken twice, and new ones are free.
  const going = (async () => {
    const answers: (string | number | undefined)[] = []
    for (let nth = MANY; nth > 0; nth -= 60) {
      const taken = await check(nextAccount(), manyPhone(nth), nth % 120 === 0 ? beside : server.app)
      const free = await check(nextAccount(), nextPhone())
      answers.push(codeOf(taken), (await complete(free)).statusCode)
    }
    return new Set(answers)
  })()
  const said = await sealPhones()
  expect(await going).toEqual(new Set(['phone_taken', 201]))
  expect(said.map(({ place }) => place)).toEqual(['user_phone.sealed', 'registration.sealed_phone'])
  expect(said[0]?.sealed).toBe(left - 1)
  expect(said[1]?.sealed).toBe(1)
  expect(await clearPhones()).toBe(0)
  expect((await sealPhones()).map(({ sealed }) => sealed)).toEqual([0, 0])

  // What began before ends after, and who registered before is found.
  expect(codeOf(await check('somebody', phone))).toBe('phone_taken')
  expect((await complete(ticket)).statusCode).toBe(201)
  expect(codeOf(await check('somebody', phone))).toBe('phone_taken')
  for (const number of [user.phone, phone, manyPhone(1), manyPhone(MANY)]) {
    expect(await tablesWith(server.database, number)).toEqual([])
    expect(await foundBy(number)).toMatchObject([{ phone: `+86****${number.slice(-4)}` }])
    expect(codeOf(await check('somebody', number, beside))).toBe('phone_taken')
  }
  // Neither do the figures that the planner keeps.
  await server.database.query('analyze')
  const figures = await server.database.query<{ text: string }>(
    `select coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '') as text from pg_stats
      where schemaname = 'public'`,
  )
  expect(figures.some(({ text }) => text.includes('137000'))).toBe(false)
  const exported = await server.inject({
    method: 'POST',
    url: '/api/me/export',
    headers: user.headers,
    payload: { loginPassword: LOGIN_PASSWORD },
  })
  expect(exported.json().sections.account.phone).toBe(`+86${user.phone}`)
})

test('once sealed, no number is written in the clear again, by whatever account or version', async () => {
  const [user] = await server.database.query<{ id: bigint }>(`select id from app_user where account = 'clear_one'`)
  const writes: [string, unknown[]][] = [
    ['update app_user set phone_e164 = $2 where id = $1', [user?.id, '+8613812345678']],
    [
      `insert into registration (token_hash, account_key, account, phone_country, phone_e164, opening_code, expires_at)
         select '\\x01', 'older_1', 'older_1', 'CN', $1, code, now() from opening_code limit 1`,
      ['+8613812345678'],
    ],
    ['delete from phones_sealed', []],
  ]
  for (const [sql, values] of writes) {
    const refused = await server.database.query(sql, values).catch(databaseErrorCode)
    expect([sql, refused]).toEqual([sql, '2F002'])
  }
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

test('a deleted account leaves nothing of its number, which is free again', async () => {
  const user = await server.registerUser('leaver_1')
  const gone = await server.inject({
    method: 'POST',
    url: '/api/me/deletion',
    headers: user.headers,
    payload: { loginPassword: LOGIN_PASSWORD },
  })
  expect(gone.statusCode).toBe(204)
  const left = await server.database.query(
    'select 1 from phone_mark where user_id = $1 union all select 1 from user_phone where user_id = $1',
    [user.id],
  )
  expect(left).toEqual([])
  expect((await check('leaver_2', user.phone)).statusCode).toBe(201)
})

/** What a connection has counted is otherwise seen up to ten seconds later. */
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
    const rows = await server.database.query<{ whole: bigint; indexed: bigint }>(
      `select seq_scan as whole, idx_scan as indexed from pg_stat_user_tables where relname = 'phone_mark'`,
    )
    return { whole: Number(rows[0]?.whole), indexed: Number(rows[0]?.indexed) }
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
