import type { TestUser } from '../../../test/app'
import { floor, withFloorEach } from '../../../test/floorOfFile'

withFloorEach()
beforeEach(async () => {
  await floor.tick('100.0')
})

describe('an order that cannot be booked', () => {
  /** Five users with an order each, which the last tick wins; one has lost the stake that is set aside. */
  async function withDamage(): Promise<{ users: TestUser[]; ids: string[]; repair(): Promise<unknown> }> {
    const users = await Promise.all(Array.from({ length: 5 }, () => floor.registerUser()))
    const bodies = users.map(() => floor.body())
    for (const [index, one] of users.entries()) await floor.place(one, bodies[index] ?? floor.body())
    const damage = (amount: string) =>
      floor.database.query(`update ledger_account set balance = balance + $2 where user_id = $1 and kind = 2`, [
        users[2]?.id,
        amount,
      ])
    await damage('-10000')
    await floor.enter('100.0')
    await floor.expire('101.0')
    return { users, ids: bodies.map(({ id }) => id), repair: () => damage('10000') }
  }

  const statuses = (users: TestUser[], ids: string[]) =>
    Promise.all(users.map(async (one, index) => (await floor.orderOf(one, ids[index] ?? '')).status))

  test('is set aside and named, and the others are settled; it follows once it can be', async () => {
    const { users, ids, repair } = await withDamage()
    expect(await floor.settle()).toEqual({ entered: 0, closed: 4 })
    expect(await statuses(users, ids)).toEqual(['won', 'won', 'open', 'won', 'won'])
    const watch = floor.deps.settlement.checkStuck
    await watch()
    const counted = () => floor.figure('fairtick_orders_set_aside')
    expect(await counted()).toBe(1)
    const row = await floor.database.first<{ reason: string; tries: number }>(
      'select reason, tries from order_set_aside',
    )
    expect(row).toEqual({ reason: expect.stringContaining('ledger_account_not_negative'), tries: 1 })
    // It causes no work and no heads before its next try is due.
    const heads = async () => (await floor.database.query('select number from tree_head')).length
    const before = await heads()
    expect(await floor.settle()).toEqual({ entered: 0, closed: 0 })
    expect(await heads()).toBe(before)

    await floor.clock.advance(60_000)
    await watch()
    expect(await floor.settle()).toEqual({ entered: 0, closed: 0 })
    await repair()
    await floor.clock.advance(120_000)
    await watch()
    expect(await floor.settle()).toEqual({ entered: 0, closed: 1 })
    expect((await statuses(users, ids))[2]).toBe('won')
    await watch()
    expect(await counted()).toBe(0)
  })

  test.each([
    // No head had it before the second of its entry.
    ['taken up into the orders log', 'accepted_order', 'order_number', 0],
    ['given its entry', 'trade_order', 'status = 1 or number', 1],
  ] as const)('is set aside where it cannot be %s, and the others go on', async (_what, table, column, entered) => {
    const users = await Promise.all(Array.from({ length: 5 }, () => floor.registerUser()))
    const bodies = users.map(() => floor.body())
    for (const [index, one] of users.entries()) await floor.place(one, bodies[index] ?? floor.body())
    const bad = await floor.database.first<{ number: bigint }>('select number from trade_order where user_id = $1', [
      users[2]?.id,
    ])
    await floor.database.query(
      `alter table ${table} add constraint refused check (${column} <> ${bad?.number}) not valid`,
    )
    await floor.toEntry()
    await floor.tick('100.0')
    expect(await floor.settle()).toEqual({ entered: 4, closed: 0 })
    const ids = bodies.map(({ id }) => id)
    expect(await statuses(users, ids)).toEqual(['open', 'open', 'pending', 'open', 'open'])
    const aside = () =>
      floor.database.query<{ number: bigint; reason: string }>(
        'select order_number as number, reason from order_set_aside',
      )
    expect(await aside()).toEqual([{ number: bad?.number, reason: expect.stringContaining('refused') }])
    await floor.deps.settlement.checkStuck()
    expect(await floor.figure('fairtick_orders_set_aside')).toBe(1)
    // It causes no heads and no work.
    const before = await floor.database.first('select max(number) as number from tree_head')
    expect(await floor.settle()).toEqual({ entered: 0, closed: 0 })
    expect(await floor.database.query('select max(number) as number from tree_head')).toEqual([before])
    const leaves = await floor.database.query<{ leaf: bigint }>('select leaf from accepted_order order by leaf')
    expect(leaves.map(({ leaf }) => Number(leaf))).toEqual(leaves.map((_, index) => index))

    await floor.database.query(`alter table ${table} drop constraint refused`)
    await floor.clock.advance(60_000)
    await floor.deps.settlement.checkStuck()
    expect((await floor.settle()).entered).toBe(entered)
    expect(await aside()).toEqual([])
    await floor.moveWatermark()
    await floor.settle()
    if (entered === 0) expect((await statuses(users, ids))[2]).toBe('void')
  })

  test('is none where the schema changes meanwhile: the batch fails as a whole, and is tried again', async () => {
    const { users, ids, repair } = await withDamage()
    await repair()
    await floor.database.query('alter function close_orders(order_end[], bigint, bigint) rename to close_orders_gone')
    await expect(floor.settle()).rejects.toThrow('close_orders')
    expect(await floor.database.query('select from order_set_aside')).toEqual([])
    await floor.database.query('alter function close_orders_gone(order_end[], bigint, bigint) rename to close_orders')
    expect(await floor.settle()).toEqual({ entered: 0, closed: 5 })
    expect(await statuses(users, ids)).toEqual(['won', 'won', 'won', 'won', 'won'])
  })
})
