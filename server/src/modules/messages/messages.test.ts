import type { MessagePage } from '../../../../contract/messages'
import type { TestUser } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'
import { systemClock } from '../../shared/clock'
import { orderNumber } from '../orders/orderNumber'
import { messagesPersonalData } from './personalData'

// The database dates the rows, so the app has to use the real time, too.
withServer({ clock: systemClock })

const list = async (user: TestUser, query = ''): Promise<MessagePage> =>
  (await server.call(user, 'GET', `/messages?locale=en-US${query}`)).json()
const unread = async (user: TestUser): Promise<number> =>
  (await server.call(user, 'GET', '/messages/unread')).json().unread

const tell = (user: TestUser, reference: string, kind: 'deposit_successful' | 'security' = 'deposit_successful') =>
  server.database.withTransaction((tx) =>
    server.deps.messages.send(tx, {
      userId: user.id,
      reference,
      ...(kind === 'security'
        ? { kind, facts: { event: 'second_factor_on' } }
        : { kind, facts: { amount: '5.00', reference } }),
    }),
  )
const announce = (userId: bigint | null, title: string) =>
  server.database.withTransaction((tx) =>
    server.deps.messages.announce(tx, userId, {
      'en-US': { title, body: 'b' },
      'zh-CN': { title: '公告', body: '文' },
    }),
  )

test('a message is told once, is unread, is read, and another user has nothing to do with it', async () => {
  const [user, other] = [await server.registerUser(), await server.registerUser()]
  await tell(user, 'A')
  await tell(user, 'A')
  expect(await unread(user)).toBe(1)
  const [message] = (await list(user)).items
  expect(message).toMatchObject({ kind: 'deposit_successful', facts: { amount: '5.00' }, read: false, title: null })
  expect((await server.call(other, 'POST', `/messages/${message?.id}/read`)).json().code).toBe('not_found')
  expect((await list(other)).items).toEqual([])
  expect((await server.call(user, 'POST', `/messages/${message?.id}/read`)).statusCode).toBe(204)
  expect(await unread(user)).toBe(0)
  expect((await list(user)).items[0]?.read).toBe(true)
  expect((await server.call(user, 'POST', '/messages/m999999/read')).json().code).toBe('not_found')
})

test('announcements reach who was there, in the reader’s language, without a row a user', async () => {
  const early = await server.registerUser()
  await announce(null, 'To everybody')
  const late = await server.registerUser()
  await announce(early.id, 'To one')
  expect(await unread(early)).toBe(2)
  expect(await unread(late)).toBe(0)
  expect((await list(early)).items.map((item) => item.title)).toEqual(['To one', 'To everybody'])
  const chinese: MessagePage = (await server.call(early, 'GET', '/messages?locale=zh-TW')).json()
  expect(chinese.items[0]?.title).toBe('公告')
  const [first] = (await list(early)).items
  expect((await server.call(late, 'POST', `/messages/${first?.id}/read`)).json().code).toBe('not_found')
  await server.call(early, 'POST', `/messages/${first?.id}/read`)
  expect(await unread(early)).toBe(1)
  await server.call(early, 'POST', '/messages/read-all')
  expect(await unread(early)).toBe(0)
})

test('what goes to everybody does not reach who is on a break, then or later; what goes to one does', async () => {
  const user = await server.registerUser()
  await announce(null, 'Before')
  // Its time has run out, but nobody asked for its end: it continues until then. Announcements are dated to the
  // millisecond, so the break begins with the next one and the test waits for it.
  await server.database.query(
    `with paused as (
       insert into account_break (user_id, kind, started_at, until)
       values ($1, 'break', date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond',
               clock_timestamp() - interval '2 days')
       returning user_id)
     select pg_sleep(0.002) from paused`,
    [user.id],
  )
  await announce(null, 'To everybody')
  await announce(user.id, 'To one')
  const shown = async () => (await list(user)).items.map((item) => item.title)
  expect([await shown(), await unread(user)]).toEqual([['To one', 'Before'], 2])
  await server.database.query(
    `update account_break set reopens_at = date_trunc('milliseconds', clock_timestamp()) where user_id = $1`,
    [user.id],
  )
  await announce(null, 'After')
  expect(await shown()).toEqual(['After', 'To one', 'Before'])
})

test('a muted group is neither listed nor counted, and comes back; security cannot be muted', async () => {
  const user = await server.registerUser()
  await tell(user, 'D')
  await tell(user, 'S', 'security')
  const answer = await server.call(user, 'PUT', '/message-preferences', { muted: ['deposits'] })
  expect(answer.json()).toEqual({ muted: ['deposits'] })
  expect((await list(user)).items.map((item) => item.kind)).toEqual(['security'])
  expect(await unread(user)).toBe(1)
  expect((await server.call(user, 'PUT', '/message-preferences', { muted: ['security'] })).json().code).toBe(
    'invalid_request',
  )
  await server.call(user, 'PUT', '/message-preferences', { muted: [] })
  expect(await unread(user)).toBe(2)
  expect((await server.call(user, 'GET', '/message-preferences')).json()).toEqual({ muted: [] })
})

test('old messages go, in batches', async () => {
  const user = await server.registerUser()
  await tell(user, 'old')
  await server.database.query(`update message set created_at = created_at - interval '400 days' where user_id = $1`, [
    user.id,
  ])
  await tell(user, 'new')
  await server.deps.messages.sweep()
  expect((await list(user)).items.map(({ facts }) => 'reference' in facts && facts.reference)).toEqual(['new'])
})

test('SQL writes the same numbers as the server', async () => {
  const [year2024, today] = [Date.UTC(2024, 0, 1), Date.UTC(2026, 10, 21, 14, 2, 31, 250)]
  const cases = [0, year2024 - 1, year2024, today, 2 ** 41].flatMap((atMs) =>
    [1n, 31n, 32n, 2n ** 20n - 1n, 2n ** 20n, 2n ** 40n + 7n].map((number) => ({ atMs, number })),
  )
  const rows = await server.database.query<{ text: string }>(
    `select reference_number('FT', number, at_ms) as text
       from unnest($1::bigint[], $2::bigint[]) with ordinality as numbered (number, at_ms, place) order by place`,
    [cases.map(({ number }) => number), cases.map(({ atMs }) => atMs)],
  )
  expect(rows.map(({ text }) => text)).toEqual(cases.map(({ number, atMs }) => orderNumber(number, atMs)))
})

test('a cursor of another list, however large its numbers, is refused or finds nothing', async () => {
  const user = await server.registerUser()
  await tell(user, 'C')
  const cursor = (...keys: string[]) => Buffer.from(keys.join('.')).toString('base64url')
  const ask = async (text: string) =>
    (await server.call(user, 'GET', `/messages?locale=en-US&cursor=${text}`)).statusCode
  const huge = '9'.repeat(18)
  expect([200, 400]).toContain(await ask(cursor(huge, huge, huge)))
  expect(await ask(cursor('1', '0', '1'))).toBe(200)
  expect(await ask(cursor('1', '1'))).toBe(400)
  expect(await ask('xx')).toBe(400)
})

test('what operators told one user is in that user’s export and goes with the account', async () => {
  const [user, other] = [await server.registerUser(), await server.registerUser()]
  await announce(user.id, 'Only you')
  await tell(user, 'P')
  const data = messagesPersonalData({ database: server.database })
  const exported = JSON.stringify(await data.read(user.id))
  expect(exported).toContain('Only you')
  expect(exported).toContain('deposit_successful')
  expect(JSON.stringify(await data.read(other.id))).not.toContain('Only you')
  await server.call(user, 'POST', '/messages/read-all')
  await server.database.withTransaction(async (tx) => data.erase?.(tx, user.id, new Date(systemClock.now())))
  expect(JSON.stringify(await data.read(user.id))).not.toContain('Only you')
  const marks = await server.database.query('select 1 from announcement_read where user_id = $1', [user.id])
  expect(marks).toEqual([])
})
