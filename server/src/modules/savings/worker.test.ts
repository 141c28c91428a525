import { until } from '../../../../test/support/until'
import { newId } from '../../../test/ids'
import { brokenInvariants } from '../../../test/invariants'
import { countWaiting } from '../../../test/locks'
import { createSavingsFund, type SavingsFund } from '../../../test/savingsFund'
import { DAY_MS } from '../../shared/time'
import { readUserEvent, USER_EVENTS_CHANNEL } from '../../users/userEvents'
import { demoIncome } from './demoIncome'
import { createSavingsService } from './service'

const SAVERS = 12

let fund: SavingsFund
let savers: { id: bigint }[]

// Thursday; deposits made now are confirmed on Friday the 20th.
beforeEach(async () => {
  fund = await createSavingsFund('2026-11-19T10:00:00')
  savers = await Promise.all(Array.from({ length: SAVERS }, (_, index) => fund.saver(index)))
  for (const [index, saver] of savers.entries()) await fund.deposit(saver, `${1_000 + index * 77}.33`)
})
afterEach(async () => {
  expect(await brokenInvariants(fund.database)).toEqual([])
  await fund.close()
})

async function setIncomes(...days: string[]) {
  for (const day of days) await fund.income(day, 6_000n + BigInt(day.slice(-2)) * 13n)
}
const booked = async () =>
  (
    await fund.database.query<{ day: string; savers: bigint }>(
      `select day::text as day, count(*) as savers from savings_earning group by savings_earning.day
        order by savings_earning.day`,
    )
  ).map((row) => [row.day, Number(row.savers)])

test('missed days are caught up in order, and a day without its income holds up those after it', async () => {
  await fund.moveTo('2026-11-24T09:00:00')
  await setIncomes('2026-11-20', '2026-11-22', '2026-11-23')
  expect(await fund.worker().runOnce()).toEqual({ confirmed: SAVERS, scanned: SAVERS, days: ['2026-11-20'] })
  expect(await fund.deps.savings.jobs.daysBehind()).toBe(3)
  expect(await fund.deps.savings.jobs.calendarEndsAt()).toBe(Date.UTC(2028, 0))
  expect(await fund.worker().runOnce()).toEqual({ confirmed: 0, scanned: 0, days: [] })
  await setIncomes('2026-11-21')
  expect(await fund.worker(5).runOnce()).toMatchObject({ days: ['2026-11-21', '2026-11-22', '2026-11-23'] })
  expect(await fund.deps.savings.jobs.daysBehind()).toBe(0)
  expect(await booked()).toEqual(['20', '21', '22', '23'].map((day) => [`2026-11-${day}`, SAVERS]))
})

test.each([3, 12, 13])('in batches of %s, every saver earns every day once', async (batch) => {
  await fund.moveTo('2026-11-22T00:00:00')
  await setIncomes('2026-11-20', '2026-11-21')
  await fund.worker(batch).runOnce()
  await fund.worker(batch).runOnce()
  expect(await booked()).toEqual([
    ['2026-11-20', SAVERS],
    ['2026-11-21', SAVERS],
  ])
})

test('six workers at once do each saver and day once', async () => {
  await fund.moveTo('2026-11-23T00:00:00')
  await setIncomes('2026-11-20', '2026-11-21', '2026-11-22')
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 6 }, () => fund.worker(2).runOnce()))
  }
  expect(await booked()).toEqual(['20', '21', '22'].map((day) => [`2026-11-${day}`, SAVERS]))
  const told = await fund.database.first<{ count: bigint }>('select count(*) as count from message')
  expect(told?.count).toBe(BigInt(SAVERS))
})

test('a worker that dies in a batch, or between two, is carried on by the next one', async () => {
  await fund.moveTo('2026-11-21T00:00:00')
  await setIncomes('2026-11-20')
  const { jobs } = fund.deps.savings
  const die = (sql: string, values: unknown[]) =>
    fund.database
      .withTransaction(async (tx) => {
        await tx.query(sql, values)
        throw new Error('killed')
      })
      .catch((error: Error) => error.message)
  expect(await die('select * from confirm_savings($1, 5, now())', ['2026-11-21'])).toBe('killed')
  expect(await jobs.confirm(5)).toBe(5)
  // Nobody earns on a day while a deposit that counts on it is unconfirmed.
  expect(await jobs.accrue(5)).toMatchObject({ state: 'unconfirmed', day: '2026-11-20' })
  expect(await jobs.confirm(100)).toBe(SAVERS - 5)
  expect(await jobs.accrue(5)).toMatchObject({ state: 'began' })
  expect(await jobs.accrue(5)).toMatchObject({ state: 'batch', scanned: 5 })
  expect(await die('select * from accrue_savings($1, 5)', ['2026-11-21'])).toBe('killed')
  expect(await brokenInvariants(fund.database)).toEqual([])
  expect(await booked()).toEqual([['2026-11-20', 5]])
  expect(await fund.worker(5).runOnce()).toMatchObject({ scanned: SAVERS - 5, days: ['2026-11-20'] })
})

test('while a day is being booked, what goes out counts for the next one, booked savers or not', async () => {
  await fund.moveTo('2026-11-20T12:00:00')
  await fund.worker().runOnce()
  // For a node whose clock is a quarter of an hour slow it is still the 20th.
  const behind = fund.node(-900_000)
  await fund.moveTo('2026-11-21T00:05:00')
  await setIncomes('2026-11-20')
  const { jobs } = fund.deps.savings
  await jobs.accrue(6)
  await jobs.accrue(6)
  for (const saver of savers) {
    const out = await behind.transferOut(saver.id, { id: newId(), amount: '500.00' })
    expect(out.ok && out.value.movement.createdAt).toBe('2026-11-20T16:00:00.000Z')
  }
  await fund.moveTo('2026-11-22T00:05:00')
  await setIncomes('2026-11-21')
  await fund.worker().runOnce()
  expect((await fund.earnings(savers[0] ?? { id: 0n })).map((row) => row.share)).toEqual(['500.39', '1000.33'])
})

test('a share that another node confirmed before midnight goes out on its own day, not before', async () => {
  await fund.moveTo('2026-11-19T23:30:00')
  expect(await fund.node(3_600_000).jobs.confirm(100)).toBe(SAVERS)
  const [first = { id: 0n }] = savers
  expect(await fund.transferOut(first, '400.00')).toMatchObject({ createdAt: '2026-11-19T16:00:00.000Z' })
  await fund.moveTo('2026-11-21T09:00:00')
  await setIncomes('2026-11-20')
  await fund.worker().runOnce()
  expect((await fund.earnings(first)).map((row) => [row.day, row.share])).toEqual([['2026-11-20', '600.33']])
})

test('booking a day waits for a transfer out of that day that is still under way', async () => {
  await fund.moveTo('2026-11-20T23:59:59')
  await fund.worker().runOnce()
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { ledger } = fund.deps
  const held = createSavingsService({
    ...fund.deps,
    ledger: {
      ...ledger,
      async post(tx, transfer) {
        reached.resolve()
        await gate.promise
        return ledger.post(tx, transfer)
      },
    },
  })
  const [first = { id: 0n }] = savers
  const out = held.transferOut(first.id, { id: newId(), amount: '400.00' })
  await reached.promise
  await fund.moveTo('2026-11-21T00:00:01')
  await setIncomes('2026-11-20')
  expect(await fund.deps.savings.jobs.accrue(100)).toMatchObject({ state: 'began' })
  const order: string[] = []
  const booking = fund.deps.savings.jobs.accrue(100).then(() => order.push('booked'))
  await until('the booking to wait', async () => order.length > 0 || (await countWaiting(fund.database)) > 0)
  gate.resolve()
  expect((await out).ok).toBe(true)
  await booking
  expect((await fund.earnings(first)).map((row) => row.share)).toEqual(['600.33'])
})

test('an income that has been accrued stays, in the service and in the database', async () => {
  await fund.moveTo('2026-11-21T09:00:00')
  expect(await fund.income('2026-11-21', 6_000n)).toEqual({ outcome: 'not_over' })
  expect(await fund.income('2026-11-20', 6_000n)).toEqual({ outcome: 'set', before: null })
  expect(await fund.income('2026-11-20', 6_100n)).toEqual({ outcome: 'set', before: '0.6000' })
  await fund.deps.savings.jobs.confirm(100)
  await fund.deps.savings.jobs.accrue(100)
  // The accrual has begun: from here on the income is fixed.
  expect(await fund.income('2026-11-20', 7_000n)).toEqual({ outcome: 'accrued' })
  await fund.worker().runOnce()
  expect(await fund.income('2026-11-20', 7_000n)).toEqual({ outcome: 'accrued' })
  expect(await fund.income('2026-11-19', 7_000n)).toEqual({ outcome: 'accrued' })
  for (const sql of [
    'update savings_income set per_ten_thousand_e4 = 1',
    'delete from savings_income',
    `insert into savings_income (day, per_ten_thousand_e4, source) values ('2026-11-01', 1, 'operator')`,
  ])
    await expect(fund.database.query(sql)).rejects.toThrow('has been accrued')
  for (const sql of ['update savings_earning set amount = 0', 'delete from savings_earning'])
    await expect(fund.database.query(sql)).rejects.toThrow('append-only')
})

test('demo funds have 90 days of history by a public formula; an income that was set stays', async () => {
  fund.deps.config.savings.demoIncomes = true
  await fund.moveTo('2026-11-21T00:00:10')
  await fund.income('2026-11-20', 5_000n)
  expect(await fund.worker().runOnce()).toMatchObject({ days: ['2026-11-20'] })
  const incomes = await fund.deps.savings.incomes(90)
  expect(incomes).toHaveLength(90)
  expect(incomes.at(-1)).toMatchObject({ day: '2026-11-20', perTenThousand: '0.5000' })
  for (const { day, perTenThousand, rate } of incomes.slice(0, -1)) {
    expect(perTenThousand).toBe(`0.${demoIncome(day)}`)
    expect(Number(rate)).toBeGreaterThan(2.2)
    expect(Number(rate)).toBeLessThan(2.6)
  }
  // A fund that stopped for long catches up from where it was.
  await fund.moveTo('2027-06-01T00:00:10')
  const { days } = await fund.worker().runOnce()
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-21', '2027-05-31', 192])
})

test('live funds never get a made-up income', async () => {
  await fund.moveTo('2026-11-25T00:00:10')
  await fund.worker().runOnce()
  expect(await fund.deps.savings.incomes(90)).toEqual([])
  expect((await fund.overview(savers[0] ?? { id: 0n })).yesterdayEarnings).toBeNull()
})

test('the running worker wakes by itself, tells the savers, and stops', async () => {
  const news = new Set<string>()
  const listener = await fund.database.pool.connect()
  listener.on('notification', ({ payload }) => {
    const heard = readUserEvent(payload ?? '')
    if (heard?.topics.includes('savings') && heard.topics.includes('account')) news.add(String(heard.userId))
  })
  await listener.query(`listen ${USER_EVENTS_CHANNEL}`)
  await fund.moveTo('2026-11-21T00:00:00')
  await setIncomes('2026-11-20')
  const worker = fund.worker()
  try {
    worker.start()
    await until('the first day', async () => (await booked()).length === 1)
    await fund.clock.advance(DAY_MS)
    await setIncomes('2026-11-21')
    await until('the second day', async () => {
      // It may still be about to fall asleep.
      await fund.clock.advance(31_000)
      return (await booked()).length === 2
    })
    await listener.query('select 1')
  } finally {
    await worker.stop()
    listener.release(true)
  }
  expect([...news].sort()).toEqual(savers.map((saver) => String(saver.id)).sort())
})

test('nobody in savings: no day is booked, whatever the calendar says', async () => {
  const empty = await createSavingsFund('2026-12-31T23:59:59')
  await empty.income('2026-12-30', 6_000n)
  expect(await empty.worker().runOnce()).toEqual({ confirmed: 0, scanned: 0, days: [] })
  expect(await empty.deps.savings.jobs.daysBehind()).toBe(0)
  await empty.close()
})

describe('a saver for whom something cannot be booked', () => {
  const PENDING = 4
  const change = (index: number, kind: number, amount: bigint) =>
    fund.database.query('update ledger_account set balance = balance + $3 where user_id = $1 and kind = $2', [
      savers[index]?.id,
      kind,
      amount,
    ])
  const shares = async (index: number) =>
    (await fund.earnings(savers[index] ?? { id: 0n })).map(({ day, share, amount }) => [day, share, amount])
  const aside = () =>
    fund.database.query('select user_id, reason, tries, from_day::text as from_day from savings_set_aside')
  const asideAfterPass = async () => {
    await fund.worker(5).runOnce()
    return aside()
  }

  test('is set aside, everybody else is confirmed and earns, and what is owed is booked day by day once it can be', async () => {
    await change(3, PENDING, -100_000n)
    await fund.moveTo('2026-11-22T00:10:00')
    await setIncomes('2026-11-20', '2026-11-21')
    const pass = await fund.worker(5).runOnce()
    expect(pass).toEqual({ confirmed: SAVERS - 1, scanned: 2 * SAVERS, days: ['2026-11-20', '2026-11-21'] })
    expect(await booked()).toEqual(['20', '21'].map((day) => [`2026-11-${day}`, SAVERS - 1]))
    expect(await asideAfterPass()).toEqual([
      {
        user_id: savers[3]?.id,
        reason: expect.stringContaining('ledger_account_not_negative'),
        tries: 1,
        from_day: '2026-11-20',
      },
    ])

    // Nothing has changed: the try fails, and the next one waits longer.
    await fund.clock.advance(60_000)
    expect(await asideAfterPass()).toMatchObject([{ tries: 2 }])
    await change(3, PENDING, 100_000n)
    expect(await asideAfterPass()).toMatchObject([{ tries: 2 }])
    await fund.clock.advance(120_000)
    expect(await asideAfterPass()).toEqual([])
    expect(await booked()).toEqual(['20', '21'].map((day) => [`2026-11-${day}`, SAVERS]))
    expect((await shares(3)).map(([day, share]) => [day, share])).toEqual([
      ['2026-11-21', '1231.40'],
      ['2026-11-20', '1231.33'],
    ])
    const told = await fund.database.query(`select 1 from message where user_id = $1`, [savers[3]?.id])
    expect(told).toHaveLength(1)
  })

  test('is set aside by earnings, too, and takes out and earns as if nothing had been', async () => {
    await fund.moveTo('2026-11-20T09:00:00')
    await fund.worker().runOnce()
    // The newest posting blocks a day that would be booked.
    await fund.database.query(
      `insert into savings_earning (user_id, day, share, per_ten_thousand_e4, amount, carry_before, carry_after)
         values ($1, '2026-11-20', 1, 0, 0, 0, 0)`,
      [savers[7]?.id],
    )
    await fund.moveTo('2026-11-21T09:00:00')
    await setIncomes('2026-11-20')
    expect(await fund.worker(4).runOnce()).toMatchObject({ days: ['2026-11-20'] })
    expect(await fund.transferOut(savers[7] ?? { id: 0n }, '500.00')).toMatchObject({ amount: '500.00' })
    await fund.moveTo('2026-11-22T09:00:00')
    await setIncomes('2026-11-21')
    expect(await fund.worker(4).runOnce()).toMatchObject({ days: ['2026-11-21'] })
    expect(await booked()).toEqual([
      ['2026-11-20', SAVERS],
      ['2026-11-21', SAVERS - 1],
    ])
    await fund.database.query('alter table savings_earning disable trigger user')
    await fund.database.query('delete from savings_earning where user_id = $1', [savers[7]?.id])
    await fund.database.query('alter table savings_earning enable trigger user')
    await fund.clock.advance(600_000)
    await fund.worker(4).runOnce()
    // 1539.33 on the 20th; on the 21st less what went out, and with what it had earned.
    expect((await shares(7)).map(([day, share]) => [day, share])).toEqual([
      ['2026-11-21', '1039.42'],
      ['2026-11-20', '1539.33'],
    ])
  })

  test('is set aside by one of several workers at once, and by none where the database is what fails', async () => {
    await change(0, PENDING, -100_000n)
    await fund.moveTo('2026-11-20T09:00:00')
    const passes = await Promise.all(Array.from({ length: 4 }, () => fund.worker(3).runOnce()))
    expect(passes.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(SAVERS - 1)
    await fund.database.query('delete from savings_set_aside')
    await change(0, PENDING, 100_000n)
    const holder = await fund.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select 1 from ledger_account where user_id = $1 for update', [savers[0]?.id])
      const confirm = fund.database.withTransaction(async (tx) => {
        await tx.query(`set local lock_timeout = '20ms'`)
        await tx.query('select confirm_savings($1, 100, now())', ['2026-11-20'])
      })
      await expect(confirm).rejects.toThrow('lock timeout')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await aside()).toEqual([])
    expect(await fund.deps.savings.jobs.confirm(100)).toBe(1)
  })
})
