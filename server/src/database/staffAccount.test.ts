import { createTestDatabase, type TestDatabase } from '../../test/database'
import { endOf, lastEndOf, newUser, REFUSED } from '../../test/endOf'
import type { Database } from './database'

// What somebody cannot do who has the password of the staff's account of the database, and asks it directly.

let own: TestDatabase
let accounts: Record<'fairtick_node' | 'fairtick_ops', Database>
beforeAll(async () => {
  own = await createTestDatabase()
  accounts = { fairtick_node: own.as('fairtick_node'), fairtick_ops: own.as('fairtick_ops') }
})
afterAll(() => own.drop())

test('a hold of withdrawals gets no shorter, and a proposal stays its author’s', async () => {
  const { fairtick_node: node, fairtick_ops: staff } = accounts
  const held = `insert into withdrawal_hold (user_id, reason, until) values ($1, 'password', '2030-01-02')
    on conflict (user_id) do update set until = excluded.until`
  const id = await newUser(own.database, 'holding_1', 'AB2CD4')
  await own.database.query(held, [id])
  for (const account of [node, staff]) {
    expect(await endOf(account, `update withdrawal_hold set until = '2030-01-01' where user_id = $1`, [id])).toBe(
      '2F002',
    )
    expect(await endOf(account, `update withdrawal_hold set until = '2030-01-03' where user_id = $1`, [id])).toBe(
      'done',
    )
  }
  for (const column of ['proposed_by', 'action', 'params', 'created_at'])
    expect(await endOf(staff, `update staff_proposal set ${column} = ${column}`)).toBe(REFUSED)
})

test('staff change nothing sealed of a user, and neither change nor end what ties them to each other', async () => {
  const { fairtick_ops: staff, fairtick_node: node } = accounts
  for (const place of [
    'payout_account set sealed = sealed',
    'payout_account set masked = masked',
    'withdrawal set sealed_payee = sealed_payee',
    'withdrawal set method_masked = method_masked',
    'withdrawal set amount = amount',
    'second_factor set sealed_secret = sealed_secret',
    'verification set sealed_name = sealed_name',
    'verification set id_mark = id_mark',
    'upload set sealed_key = sealed_key',
    'user_phone set sealed = sealed',
  ])
    expect([place, await endOf(staff, `update ${place}`)]).toEqual([place, REFUSED])
  expect(await endOf(node, 'update user_phone set sealed = sealed')).toBe('done')
  await own.database.query(
    `insert into staff_tie (login, made_by, alone, at) values ('ghost', 'ada', true, '2030-01-02')`,
  )
  const weaker = ["at = '2030-01-01'", 'alone = false']
  for (const change of weaker) expect(await endOf(staff, `update staff_tie set ${change}`)).toBe('2F002')
  for (const change of ["login = 'x'", "made_by = 'x'"])
    expect(await endOf(staff, `update staff_tie set ${change}`)).toBe(REFUSED)
  expect(await endOf(staff, `update staff_tie set at = '2030-01-03'`)).toBe('done')
})

test('a tie ends, and a proposal is agreed to, only together with an entry of the audit log', async () => {
  const { fairtick_ops: staff } = accounts
  const now = 'set constraints all immediate'
  const entry = (action: string, subject: string) =>
    `insert into audit_entry (actor, reason, action, subject) values ('staff/eve', 'met', '${action}', '${subject}')`
  const end = `delete from staff_tie where login = 'ghost'`
  expect(await lastEndOf(staff, end, now)).toBe('2F002')
  expect(await lastEndOf(staff, end, entry('staff.confirm', 'staff other'), now)).toBe('2F002')
  expect(await lastEndOf(staff, end, entry('staff.confirm', 'staff ghost'), now)).toBe('done')
  const ask = `insert into staff_proposal (action, subject, params, reason, proposed_by, created_at, expires_at)
    values ('users.freeze', '7', '{}', 'r', 'staff/ann', now(), now() + interval '1 day')`
  const agree = `update staff_proposal set outcome = 'agreed', decided_by = 'staff/ben', decided_at = now()`
  expect(await lastEndOf(staff, ask, agree, now)).toBe('2F002')
  expect(await lastEndOf(staff, ask, agree, entry('users.freeze', '7'), now)).toBe('done')
  // One of yesterday is none.
  await own.database.query(entry('staff.confirm', 'staff ghost'))
  expect(await lastEndOf(staff, end, now)).toBe('2F002')
})
