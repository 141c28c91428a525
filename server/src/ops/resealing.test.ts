import { randomUUID } from 'node:crypto'
import { codeOf } from '../../../test/support/answers'
import { runOps } from '../../test/ops'
import { LOGIN_PASSWORD, TRADE_PASSWORD } from '../../test/personal'
import { uploadPhoto } from '../../test/photos'
import { createTestConsole } from '../../test/staff'
import { createWallet, type Wallet } from '../../test/wallet'
import { buildApp } from '../app'
import { queryableOf } from '../database/database'
import { createDeps, type Deps } from '../deps'
import type { App } from '../shared/http'
import { createSealer, sealingKeyName } from '../shared/sealing'
import { resealAll } from './resealing'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const MANY = 500
const SEALED = [
  ['verification', 'sealed_name'],
  ['verification', 'sealed_id_number'],
  ['payout_account', 'sealed'],
  ['second_factor', 'sealed_secret'],
  ['upload', 'sealed_key'],
  ['withdrawal', 'sealed_payee'],
  ['staff_member', 'sealed_secret'],
  ['staff_invitation', 'sealed_secret'],
  ['bank_statement_line', 'sealed_text'],
  ['staff_proposal', 'sealed_params'],
  ['user_phone', 'sealed'],
  ['registration', 'sealed_phone'],
] as const
const COMMAND = 'keys reseal --actor alice --reason "yearly change"'

let wallet: Wallet
/** Once there are staff, commands need a key of theirs. */
let bossKey: string
beforeAll(async () => {
  wallet = await createWallet({ config: { sealingKeys: [OLD] } })
})
afterAll(() => wallet.close())

/** The same server with other keys. */
function withKeys(sealingKeys: Buffer[], { config, log, database, clock }: Deps = wallet.staffDeps): Deps {
  return createDeps({ config: { ...config, sealingKeys }, log, database, clock })
}

/** Values that only another key than the new one opens. */
async function left() {
  const prefix = createSealer(NEW).prefix()
  const counts = SEALED.map(async ([table, column]) => {
    const row = await wallet.database.first<{ all: bigint; old: bigint }>(
      `select count(*) as all, count(*) filter (where ${column} not like $1 || '%') as old from ${table}`,
      [prefix],
    )
    expect(Number(row?.all)).toBeGreaterThan(0)
    return Number(row?.old)
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const contextOf = (userId: bigint, id: string) => `upload ${userId} ${id}`

/** A person who has joined and imported a statement, and one who is invited. */
async function fillOffice() {
  const office = await createTestConsole(wallet)
  const boss = await office.join('boss', ['administrator'])
  await wallet.clock.advance(60_000)
  bossKey = (await boss.post('/keys', { name: 'desk', days: 30, code: boss.code() })).json().key
  const cashier = await office.join('cashier', ['cashier'])
  await wallet.database.withTransaction((tx) =>
    office.staff.invite(tx, { login: 'invited', name: 'invited', roles: ['support'], invitedBy: null }),
  )
  const file = Buffer.from('date,amount,currency,text\n2026-11-20,1.00,USD,x').toString('base64')
  expect((await cashier.post('/statements', { name: 'x.csv', file })).statusCode).toBe(200)
  await office.app.close()
}

/** Lets the server itself fill each column, one of them with many rows. */
async function fill() {
  const { database, deps } = wallet
  await fillOffice()
  const user = await wallet.registerReady()
  expect((await wallet.withdraw(user)).statusCode).toBe(201)
  const photo = await uploadPhoto(wallet, user, 'id_front')
  const setup = await wallet.call(user, 'POST', '/second-factor/setup', { loginPassword: LOGIN_PASSWORD })
  expect(setup.statusCode).toBe(201)
  const [mark] = deps.sealer.marks('CN 1', 'document of a person')
  await database.query('update verification set id_mark = $2, sealed_id_number = $3 where user_id = $1', [
    user.id,
    mark,
    deps.sealer.seal('1', `verification ${user.id} id number`),
  ])
  const ids: string[] = Array.from({ length: MANY }, () => randomUUID())
  await database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at)
       select $1, id, 'id_front', '\\x00', id::text, sealed, now() from unnest($2::uuid[], $3::text[]) as made (id, sealed)`,
    [user.id, ids, ids.map((id) => deps.sealer.seal(`before ${id}`, contextOf(user.id, id)))],
  )
  expect((await register(wallet.app, 'under_way', '13900000001')).statusCode).toBe(201)
  const number = `act users.set-phone --user ${user.account} --country CN --number 13900000002 --reason moved`
  await runOps(deps, number, bossKey)
  return { user, photo, ids }
}

/** Step one of a registration, at one of several servers. */
const register = async (at: App, account: string, phone: string) =>
  at.inject({
    method: 'POST',
    url: '/api/registrations',
    payload: { account, phone, phoneCountry: 'CN', openingCode: await wallet.openingCode() },
  })

test('while users write, everything is sealed with the new key, also after an interruption; nothing needs the old one', async () => {
  const { user, photo, ids } = await fill()
  const deps = withKeys([NEW, OLD])
  expect(await left()).toBeGreaterThan(MANY)

  let queries = 0
  const { database: node } = wallet.deps
  const failing: Deps['database'] = {
    ...node,
    ...queryableOf((text, values) => {
      queries += 1
      return queries > 100 ? Promise.reject(new Error('the database went away')) : node.query(text, values)
    }),
  }
  await expect(resealAll(deps, failing)).rejects.toThrow('went away')
  const half = await left()
  expect(half).toBeGreaterThan(0)

  // A user's writes in the meantime, from the last row to the first: some before and some after the command gets there.
  const changes = (async () => {
    for (const id of [...ids].sort().reverse().slice(0, 200)) {
      await node.query('update upload set sealed_key = $3 where user_id = $1 and id = $2', [
        user.id,
        id,
        deps.sealer.seal(`after ${id}`, contextOf(user.id, id)),
      ])
    }
  })()
  const nodeWithBoth = await buildApp(withKeys([NEW, OLD], wallet.deps))
  const joining = (async () => {
    const found: string[] = []
    for (let nth = 100; nth < 130; nth++) {
      const phone = `13900000${nth}`
      const ticket = await register(nodeWithBoth, `joins_${nth}`, phone)
      const { registrationToken } = ticket.json<{ registrationToken: string }>()
      const payload = { registrationToken, loginPassword: LOGIN_PASSWORD, tradePassword: TRADE_PASSWORD }
      const done = await nodeWithBoth.inject({ method: 'POST', url: '/api/registrations/complete', payload })
      expect(done.statusCode).toBe(201)
      found.push(phone)
    }
    await nodeWithBoth.close()
    return found
  })()
  const said = JSON.parse(await runOps(deps, `${COMMAND} --json`, bossKey, wallet.deps.database)) as {
    place: string
    sealed: number
  }[]
  const phones = await joining
  await changes
  expect(said.map(({ place }) => place)).toContain('verification.id_mark')
  expect(await left()).toBe(0)

  const renewed = withKeys([NEW])
  const changed = new Set([...ids].sort().reverse().slice(0, 200))
  const rows = await wallet.database.query<{ id: string; sealed_key: string }>(
    'select id, sealed_key from upload where id = any ($1::uuid[])',
    [ids],
  )
  for (const { id, sealed_key: sealed } of rows) {
    const expected = `${changed.has(id) ? 'after' : 'before'} ${id}`
    expect(renewed.sealer.openText(sealed, contextOf(user.id, id))).toBe(expected)
  }
  expect(rows).toHaveLength(MANY)
  expect(await renewed.uploads.read(user.id, photo)).toBeDefined()
  const marks = await wallet.database.query<{ id_mark: Buffer }>(
    'select id_mark from verification where user_id = $1',
    [user.id],
  )
  expect(marks[0]?.id_mark).toEqual(renewed.sealer.marks('CN 1', 'document of a person')[0])
  // A node with the new key alone finds numbers of before, and of those who registered in the meantime at nodes with
  // both.
  const alone = await buildApp(withKeys([NEW], wallet.deps))
  for (const phone of [user.phone, ...phones])
    expect(codeOf(await register(alone, 'somebody', phone))).toBe('phone_taken')
  await alone.close()
  // Once more changes nothing, and needs no old key.
  const again = JSON.parse(await runOps(renewed, `${COMMAND} --json`, bossKey, wallet.deps.database)) as {
    sealed: number
  }[]
  expect(again.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(0)
  // Digests by the old key are gone: whoever has it finds no number by them.
  const keys = await wallet.database.query('select distinct key_name from phone_mark where user_id is not null')
  expect(keys).toEqual([{ key_name: sealingKeyName(NEW) }])
})

test('what no configured key opens is counted and named, and left as it is', async () => {
  const third = withKeys([Buffer.alloc(32, 3)])
  await expect(runOps(third, COMMAND, bossKey, wallet.deps.database)).rejects.toThrow(
    /no configured key opens \d+ in .*payout_account\.sealed.*keep the old keys/,
  )
  expect(await left()).toBe(0)
})

test('no column with sealed values is left out', async () => {
  const rows = await wallet.database.query<{ place: string }>(
    `select columns.table_name || '.' || columns.column_name as place from information_schema.columns
      where columns.table_schema = 'public' and columns.column_name like 'sealed%' order by 1`,
  )
  const places = SEALED.map(([table, column]) => `${table}.${column}`).sort()
  expect(places).toEqual(expect.arrayContaining(rows.map(({ place }) => place)))
})
