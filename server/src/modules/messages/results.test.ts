import type { Message, MessagePage, Unread } from '../../../../contract/messages'
import type { TestUser } from '../../../test/app'
import { floor, withFloorEach } from '../../../test/floorOfFile'
import { newId } from '../../../test/ids'
import { allPages } from '../../../test/lists'
import { DAY_MS } from '../../shared/time'

withFloorEach()
beforeEach(async () => {
  await floor.tick('100.0')
})

const ask = <T>({ headers }: TestUser, url: string) =>
  floor.inject({ url: `/api${url}`, headers }).then((answer) => answer.json<T>())
const list = (user: TestUser, query = '') => ask<MessagePage>(user, `/messages?locale=en-US${query}`)
const mute = ({ headers }: TestUser, muted: string[]) =>
  floor.inject({ method: 'PUT', url: '/api/message-preferences', headers, payload: { muted } })
const open = (user: TestUser, id: string) => floor.call(user, 'POST', `/messages/${id}/read`)

/** Won orders of this user, one after the other. */
async function win(user: TestUser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const body = floor.body()
    await floor.win(user, body)
    ids.push(body.id)
  }
  return ids
}

test('a result is listed as its order has it, counts as read, and takes no row; muted ones are not listed', async () => {
  const [user, other] = [await floor.registerUser(), await floor.registerUser()]
  const [orderId = ''] = await win(user, 1)
  const { number } = await floor.orderOf(user, orderId)
  const { items } = await list(user)
  const facts = { orderId, number, symbol: 'BTCUSDT', status: 'won', profitLoss: '75.00' }
  expect(items).toEqual([
    expect.objectContaining({ kind: 'order_settled', facts, read: true, title: null, body: null }),
  ])
  expect(items[0]?.createdAt).toBe((await floor.orderOf(user, orderId)).closedAt)
  expect(await floor.database.query('select from message')).toEqual([])

  const id = items[0]?.id ?? ''
  expect([(await open(user, id)).statusCode, (await open(other, id)).statusCode]).toEqual([204, 404])
  await mute(user, ['orders'])
  expect((await list(user)).items).toEqual([])
  await mute(user, [])
  expect((await list(user)).items).toHaveLength(1)
  // As old as other messages get; the session has long ended by then.
  await floor.clock.advance(181 * DAY_MS)
  const old = await floor.deps.messages.list(user.id, 'en-US', undefined, 20)
  expect(old.ok && old.value.items).toEqual([])
})

test('pages meet without a gap or a double where results, messages and announcements of one instant mix', async () => {
  const user = await floor.registerUser()
  await win(user, 3)
  const [{ closed } = { closed: 0n }] = await floor.database.query<{ closed: bigint }>(
    'select max(closed_at_ms) as closed from trade_order',
  )
  await floor.database.withTransaction(async (tx) => {
    for (const reference of ['FD-0000000001', 'FD-0000000002', 'FD-0000000003'])
      await floor.deps.messages.send(tx, {
        userId: user.id,
        kind: 'deposit_successful',
        facts: { amount: '5.00', reference },
        reference,
      })
    for (const title of ['D', 'E']) await floor.deps.messages.announce(tx, user.id, { 'en-US': { title, body: 'b' } })
    for (const table of ['message', 'announcement'])
      await tx.query(`update ${table} set created_at = to_timestamp($1 / 1000.0)`, [closed])
  })
  const all = (await list(user, '&limit=50')).items.map(({ id }) => id)
  expect(all).toHaveLength(8)
  for (const limit of [1, 2, 3]) {
    const paged = await allPages<Message>(floor, user, `/messages?locale=en-US&limit=${limit}`)
    expect(paged.map(({ id }) => id)).toEqual(all)
  }
})

test('an order that is void waits to be read, unless orders are muted; one that ends level is read; devices hear of all', async () => {
  const [level, unentered, mutes] = [await floor.registerUser(), await floor.registerUser(), await floor.registerUser()]
  await mute(mutes, ['orders'])
  const heard = new Set<bigint>()
  floor.deps.bus.subscribe('changed', ({ userId, topics }) => {
    if (topics.includes('messages')) heard.add(userId)
  })
  const tie = floor.body()
  await floor.place(level, tie)
  await floor.enter('100.0')
  expect([...heard]).toEqual([])
  await floor.clock.advance(1_000)
  const never = floor.body()
  await floor.place(unentered, never)
  await floor.place(mutes, floor.body())
  await floor.toEntry()
  await floor.clock.advance(6_000)
  await floor.moveWatermark()
  await floor.settle()
  await floor.clock.advance(18_500)
  await floor.tick('100.0')
  await floor.clock.advance(2_000)
  await floor.moveWatermark()
  await floor.settle()

  const told = async (user: TestUser) => [
    (await list(user)).items.map(({ facts, read }) => ({ ...facts, read })),
    (await ask<Unread>(user, '/messages/unread')).unread,
  ]
  expect(await told(level)).toMatchObject([
    [{ orderId: tie.id, symbol: 'BTCUSDT', status: 'tie', profitLoss: '0.00', read: true }],
    0,
  ])
  expect(await told(unentered)).toMatchObject([
    [{ orderId: never.id, symbol: 'BTCUSDT', status: 'void', profitLoss: '0.00', read: false }],
    1,
  ])
  expect(await told(mutes)).toEqual([[], 0])
  await mute(mutes, [])
  expect(await told(mutes)).toEqual([[], 0])
  expect([...heard].sort()).toEqual([level.id, unentered.id, mutes.id].sort())
})

test('a result is told with the decimals of the order’s own currency', async () => {
  const tell = async (scale: number, profitLoss: number) => {
    const facts = { number: 7, id: newId(), accepted_at_ms: 1, status: 4, scale, profit_loss: profitLoss }
    const row = await floor.database.first<{ told: string }>(
      `select settled_facts(jsonb_populate_record(null::trade_order, $1::jsonb), product) ->> 'profitLoss' as told
         from product where id = 1`,
      [JSON.stringify(facts)],
    )
    return row?.told
  }
  expect(await tell(0, -12_345)).toBe('-12345')
  expect(await tell(2, -12_345)).toBe('-123.45')
  expect(await tell(3, 7)).toBe('0.007')
})
