import { server, withConsole } from '../../../test/consoleOfFile'
import { untilOneWaits } from '../../../test/locks'
import { problemOf, type TestStaff } from '../../../test/staff'

const alone = new Map([['deposits.reject', 0n]] as const)
const staffProvider = {
  issuer: 'http://localhost:1',
  clientId: 'c',
  clientSecret: 's',
  name: 'Example ID',
  origin: 'http://localhost:2',
}
const { ada, ann, ben } = withConsole(
  { ada: ['administrator'], ann: ['cashier', 'support'], ben: ['cashier', 'support'] },
  { config: { staffProvider, console: { port: 0, alone } } },
)

const TABLES = [
  'deposit',
  'withdrawal',
  'account_freeze',
  'change_code',
  'ledger_transfer',
  'audit_entry',
  'bank_statement',
]

/** The content of every table that an action of staff can write, whether or not this test names it. */
async function contents(): Promise<Record<string, string>> {
  const names = await server.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and (table_name like 'staff%' or table_name = any ($1)) order by 1`,
    [TABLES],
  )
  const found: Record<string, string> = {}
  for (const { name } of names) {
    const row = await server.database.first<{ hash: string }>(
      `select md5(coalesce(string_agg(each::text, '' order by each::text), '')) as hash from ${name} each`,
    )
    found[name] = row?.hash ?? ''
  }
  return found
}

/** What `work` has changed. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  // A session notes when it was last used, at most every half minute.
  await Promise.all([ada, ann, ben].map((who) => who.get('/session')))
  const before = await contents()
  await work()
  const after = await contents()
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

test.each([
  ['staff.roles', { login: 'ada', roles: ['support'] }],
  ['staff.disable', { login: 'ada' }],
])('%s that would leave no administrator changes nobody', async (action, params) => {
  const changed = await changedBy(async () =>
    expect(problemOf(await ada.act(action, params))).toBe('last_administrator'),
  )
  expect(changed).toEqual([])
})

test("a link to a subject that is taken keeps the person's own link, and ties nobody", async () => {
  expect((await ada.act('staff.link', { login: 'ann', subject: 'subject-a' })).json().state).toBe('done')
  expect((await ada.act('staff.link', { login: 'ben', subject: 'subject-b' })).json().state).toBe('done')
  const changed = await changedBy(async () =>
    expect(problemOf(await ada.act('staff.link', { login: 'ben', subject: 'subject-a' }))).toBe('identity_taken'),
  )
  expect(changed).toEqual([])
})

test('a proposal whose action is refused stays open, and is carried out once it is possible', async () => {
  const user = await server.registerReady()
  const asked = await ann.act('users.freeze', { user: String(user.id), kind: 'money_out', told: 'own_wish' })
  const { proposal } = asked.json()
  await server.database.query(
    `insert into account_freeze (user_id, kind, reason, frozen_by, frozen_at) values ($1, 'money_out', 'r', 'test', now())`,
    [user.id],
  )
  const agree = () => ben.agree(proposal)
  const changed = await changedBy(async () => expect(problemOf(await agree())).toBe('already_frozen'))
  expect(changed).toEqual([])
  await server.database.query('delete from account_freeze where user_id = $1', [user.id])
  expect((await agree()).json().state).toBe('done')
})

test('what one person may do alone in a day is not used up by an action that is refused', async () => {
  const reference = (await server.deposit(await server.registerReady(), { amount: '100.00' })).json().reference
  await ann.claim('deposits', reference)
  const rejected = { reference, told: 'payment_not_found' }
  const changed = await changedBy(async () => {
    // Somebody else decides between the check of the action and its run, which waits for the row.
    let answer: ReturnType<TestStaff['act']> | undefined
    await server.database.withTransaction(async (tx) => {
      await tx.query('select 1 from deposit where reference = $1 for update', [reference])
      answer = ann.act('deposits.reject', rejected)
      await untilOneWaits(server.database)
      await tx.query(
        `update deposit set status = money_failed(), failed_at = now(), reason_code = 'expired' where reference = $1`,
        [reference],
      )
    })
    expect(problemOf(await (answer as ReturnType<TestStaff['act']>))).toBe('decided')
  })
  expect(changed).toEqual(['deposit'])
})

test('a wrong code is counted and recorded, though the key is refused', async () => {
  const changed = await changedBy(async () =>
    expect(problemOf(await ann.post('/keys', { name: 'laptop', days: 1, code: '000000' }))).toBe('code_wrong'),
  )
  expect(changed).toEqual(['audit_entry', 'staff_try'])
})

test('guesses of a signed-in person run out, though each was refused', async () => {
  const guess = () => ben.post('/keys', { name: 'laptop', days: 1, code: '000000' })
  const problems: (string | undefined)[] = []
  for (let tries = 0; tries < 8; tries++) problems.push(problemOf(await guess()))
  expect([problems[0], problems.at(-1)]).toEqual(['code_wrong', 'rate_limited'])
})
