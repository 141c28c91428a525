import { Client } from 'pg'
import { until } from '../../../test/support/until'
import type { TestUser } from '../../test/app'
import { asOwner, undoneAsOwner } from '../../test/asOwner'
import { newId } from '../../test/ids'
import { createTradingFloor, type TradingFloor } from '../../test/tradingFloor'
import type { Queryable, Tx } from '../database/database'
import type { Transfer } from '../ledger/ledger'
import { DAY_MS } from '../shared/time'
import { auditAll, createAuditor } from './auditor'
import { saveProgress } from './progress'
import { ordersSweep, sweepsOfDatabase } from './resultsSweep'
import type { Finding, Sweep } from './sweep'
import { NO_TOTAL, stepTotal, totalFindings } from './totalWalk'

/** Slices of a batch that leaves nothing for the next one. */
const EVERYTHING = Number.POSITIVE_INFINITY

let floor: TradingFloor
let user: TestUser
beforeEach(async () => {
  floor = await createTradingFloor()
  user = await floor.registerUser()
})
afterEach(() => floor.close())

const accountOf = async (kind: number, database: Queryable = floor.database) => {
  const row = await database.first<{ id: bigint }>('select id from ledger_account where user_id = $1 and kind = $2', [
    user.id,
    kind,
  ])
  return row?.id ?? 0n
}

/** Findings of the sweeps after `change`, which is undone. Triggers are off: this is someone who owns the database. */
const foundAfter = (change: (tx: Tx) => Promise<unknown>): Promise<Finding[]> =>
  undoneAsOwner(floor.database, async (tx) => {
    await change(tx)
    return auditAll(tx, sweepsOfDatabase())
  })

describe('what is set aside without a row behind it is found', () => {
  test.each([
    ['inOrders', 2, 'orderPlaced'],
    ['inWithdrawal', 3, 'withdrawalRequested'],
    ['savingsPending', 4, 'savingsDeposited'],
  ] as const)('%s', async (account, kind, transferKind) => {
    const transfer: Transfer = {
      userId: user.id,
      kind: transferKind,
      reference: newId(),
      postings: [
        { account: 'available', amount: -100n },
        { account, amount: 100n },
      ],
    }
    const id = await accountOf(kind)
    expect(await foundAfter((tx) => floor.deps.ledger.post(tx, transfer))).toEqual([
      { kind: 'held_differs', accountId: id, balance: 100n, rows: 0n },
    ])
  })

  test('an order that is gone, or that never ends', async () => {
    await floor.tick('100.0')
    const body = floor.body({ stake: '100.00' })
    await floor.place(user, body)
    const held = await accountOf(2)
    expect(await auditAll(floor.database, sweepsOfDatabase())).toEqual([])
    const gone = await foundAfter((tx) => tx.query('delete from trade_order where id = $1', [body.id]))
    expect(gone).toEqual([{ kind: 'held_differs', accountId: held, balance: 10_000n, rows: 0n }])
    // Set to an end that nothing has booked.
    const ended = await foundAfter((tx) => tx.query('update trade_order set status = 4 where id = $1', [body.id]))
    expect(ended.map(({ kind }) => kind).sort()).toEqual(['held_differs', 'row_differs'])
  })
})

describe('the history of an account', () => {
  const transferOf = async () =>
    (
      await floor.database.first<{ id: bigint }>(
        'select id from ledger_transfer where user_id = $1 order by id limit 1',
        [user.id],
      )
    )?.id ?? 0n

  test('a posting that was changed together with what came after it is named', async () => {
    await floor.tick('100.0')
    await floor.place(user, floor.body())
    const [transferId, accountId] = [await transferOf(), await accountOf(1)]
    const found = await foundAfter(async (tx) => {
      await tx.query('update ledger_posting set balance_after = balance_after + 1 where account_id = $1', [accountId])
      await tx.query('update ledger_account set balance = balance + 1 where id = $1', [accountId])
      await tx.query('update ledger_account set balance = balance - 1 where kind = 101')
    })
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'posting_differs', transferId, accountId, before: 0n, amount: 1_000_000n }),
    )
  })

  test('a transfer that was taken out of it is named by the one after it', async () => {
    await floor.tick('100.0')
    await floor.place(user, floor.body())
    const [transferId, accountId] = [await transferOf(), await accountOf(1)]
    const found = await foundAfter(async (tx) => {
      await tx.query('delete from ledger_posting where transfer_id = $1', [transferId])
      await tx.query('delete from ledger_transfer where id = $1', [transferId])
    })
    expect(found).toContainEqual(expect.objectContaining({ kind: 'posting_differs', accountId, before: 0n }))
  })
})

describe('the walk', () => {
  /** A separate auditor, and the ranges that it looks at of a sweep. */
  function walker(more: Sweep = { ...ordersSweep }, slices: number | 'by time' = 1) {
    const ranges: [bigint, bigint][] = []
    const sweep: Sweep = {
      ...more,
      async find(database, from, to) {
        ranges.push([from, to])
        return more.find(database, from, to)
      },
    }
    const budget = slices === 'by time' ? {} : { slices }
    return { auditor: createAuditor({ ...floor.deps, database: floor.database, more: [sweep], ...budget }), ranges }
  }

  const numbers = (count: number, over: Partial<Sweep> = {}): Sweep => ({
    name: 'numbers',
    perSlice: 10,
    grows: true,
    last: async () => BigInt(count),
    next: async (_database, from, rows) => (from >= count ? undefined : BigInt(Math.min(Number(from) + rows, count))),
    find: async () => [],
    ...over,
  })

  test('that rests for long is not gone through again before, whatever the others do', async () => {
    const resting = walker(numbers(10, { grows: false, restMs: 3_600_000 }))
    const batches = async (count: number) => {
      for (let batch = 0; batch < count; batch++) {
        await floor.clock.advance(60_000)
        await resting.auditor.runBatch()
      }
      return resting.ranges.length
    }
    expect(await batches(50)).toBe(1)
    expect(resting.auditor.state()).toBe('ok')
    expect(await batches(30)).toBe(2)
  })

  test('looks at many slices in a batch while its time lasts, and at one at least', async () => {
    // 10,000,000 orders are thousands of slices, and their first pass may not take a batch each.
    const quick = walker(numbers(10_000), EVERYTHING)
    await quick.auditor.runBatch()
    expect(quick.ranges).toHaveLength(1_000)
    expect(quick.auditor.state()).toBe('ok')
    const endless = walker({ ...numbers(100_000_000), name: 'many numbers' }, 'by time')
    for (let batch = 0; batch < 2; batch++) await endless.auditor.runBatch()
    expect(endless.ranges.length).toBeGreaterThan(2)
    expect(endless.auditor.state()).toBe('unchecked')
  })

  test('that counts for a while looks only at what came since, and at all of it once that is over', async () => {
    let count = 20
    const files: Partial<Sweep> = {
      grows: false,
      countsMs: DAY_MS,
      last: async () => BigInt(count),
      next: (database, from, rows) => numbers(count).next(database, from, rows),
    }
    const first = walker(numbers(0, files), EVERYTHING)
    const batchesOf = async ({ auditor }: typeof first, batches: number) => {
      for (let batch = 0; batch < batches; batch++) {
        await auditor.runBatch()
        await floor.clock.advance(31_000)
      }
    }
    await batchesOf(first, 3)
    expect(first.ranges.flat()).toEqual([0n, 10n, 10n, 20n])
    count = 25
    await batchesOf(first, 3)
    expect(first.ranges.slice(2).flat()).toEqual([20n, 25n])
    expect(first.auditor.state()).toBe('ok')
    // A process that comes later knows what counts, and one that stops within a pass leaves the rest to the next.
    const second = walker(numbers(0, files))
    await batchesOf(second, 3)
    expect(second.ranges).toEqual([])
    await floor.clock.advance(DAY_MS)
    await batchesOf(second, 1)
    const third = walker(numbers(0, files))
    await batchesOf(third, 4)
    expect([...second.ranges, ...third.ranges].flat()).toEqual([0n, 10n, 10n, 20n, 20n, 25n])
  })

  test('catches up without a rest with more that is new than one batch looks at', async () => {
    let count = 10
    const growing: Partial<Sweep> = {
      // Its full pass does not look at what is new.
      restMs: DAY_MS,
      last: async () => BigInt(count),
      next: (database, from, rows) => numbers(count).next(database, from, rows),
    }
    const busy = walker(numbers(0, growing), EVERYTHING)
    busy.auditor.start()
    const goOn = async (ms: number) => {
      for (let at = 0; at < ms; at += 500) {
        await floor.clock.advance(500)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await goOn(1_000)
    await until('the first pass', () => busy.auditor.state() === 'ok')
    count = 1_010
    // Five batches of 20 slices: a rest after each would take two minutes.
    await goOn(43_000)
    await busy.auditor.stop()
    expect(busy.ranges.at(-1)?.[1]).toBe(1_010n)
  })

  test('goes on where another process has stopped, with what is new and what is old', async () => {
    let count = 25
    const last = { last: async () => BigInt(count) }
    const next: Sweep['next'] = (database, from, rows) => numbers(count).next(database, from, rows)
    const first = walker(numbers(0, { ...last, next }))
    await first.auditor.runBatch()
    expect(first.auditor.state()).toBe('unchecked')
    expect(first.ranges).toEqual([[0n, 10n]])
    count = 27
    const second = walker(numbers(0, { ...last, next }))
    await second.auditor.runBatch()
    expect(second.ranges).toEqual([
      [25n, 27n],
      [10n, 20n],
    ])
    await second.auditor.runBatch()
    expect(second.ranges.slice(2)).toEqual([
      [25n, 27n],
      [20n, 27n],
    ])
    expect(second.auditor.state()).toBe('ok')
    // A process that comes later knows that everything was looked at, and begins with what is new.
    const third = walker(numbers(0, { ...last, next }))
    expect(third.auditor.state()).toBe('unchecked')
    await third.auditor.runBatch()
    expect(third.auditor.state()).toBe('ok')
  })

  test('what is off stays off in the next process, until it is right', async () => {
    const wrong: Finding = { kind: 'row_differs', table: 'numbers', id: 7n }
    let off = true
    const find: Sweep['find'] = async (_database, from, to) => (off && from < 7n && to >= 7n ? [wrong] : [])
    const first = walker(numbers(50, { find }))
    expect(await first.auditor.runBatch()).toEqual([wrong])
    expect(first.auditor.facts()).toMatchObject({ state: 'off', findings: [{ table: 'numbers', id: '7' }] })
    const second = walker(numbers(50, { find }))
    await second.auditor.runBatch()
    expect(second.auditor.state()).toBe('off')
    off = false
    for (let batch = 0; batch < 5; batch++) await second.auditor.runBatch()
    expect(second.auditor.state()).toBe('ok')
  })

  test('a slice for which the database takes too long is cut, and one that never ends is no silence', async () => {
    const tooLong = Object.assign(new Error('canceled'), { code: '57014' })
    const upTo =
      (rows: bigint): Sweep['find'] =>
      async (_database, from, to) => {
        if (to - from > rows) throw tooLong
        return []
      }
    const slow = walker(numbers(20, { find: upTo(3n) }))
    for (let batch = 0; batch < 10; batch++) await slow.auditor.runBatch()
    expect(slow.auditor.state()).toBe('ok')
    const stuck = walker(numbers(20, { find: upTo(0n) }))
    await stuck.auditor.runBatch()
    await floor.clock.advance(60_000)
    await stuck.auditor.runBatch()
    expect(stuck.auditor.state()).toBe('unchecked')
  })

  test('a store that is away for a while holds up what is old, not what is new', async () => {
    let isAway = false
    const find: Sweep['find'] = async (_database, from) => {
      if (isAway && from < 10n) throw new Error('the object store did not answer')
      return []
    }
    const patient = walker({ ...numbers(20, { find, patienceMs: 3_600_000 }), name: 'numbers in a store' }, EVERYTHING)
    await patient.auditor.runBatch()
    isAway = true
    for (let minute = 0; minute < 59; minute++) {
      await floor.clock.advance(60_000)
      await patient.auditor.runBatch()
      expect(patient.auditor.state()).toBe('ok')
    }
    await floor.clock.advance(120_000)
    await patient.auditor.runBatch()
    expect(patient.auditor.state()).toBe('unchecked')
  })

  test('a check that is too old is none', async () => {
    const { auditor } = walker()
    await auditor.runBatch()
    expect(auditor.state()).toBe('ok')
    expect(auditor.facts().fullPassAt).toBe(floor.clock.now())
    await floor.clock.advance(11 * 60_000)
    expect(auditor.state()).toBe('unchecked')
  })

  test('all balances are added up in bounded steps, as of one moment, while orders go on', async () => {
    const { database } = floor
    const accounts = (await database.query('select 1 from ledger_account')).length
    let walk = NO_TOTAL
    let steps = 0
    do {
      walk = await stepTotal(database, walk, floor.clock.now(), 5)
      // Money moves between accounts that were counted and those that were not.
      await floor.tick('100.0')
      expect((await floor.place(user, floor.body({ stake: '10.00' }))).statusCode).toBe(201)
      steps += 1
    } while (walk.going)
    expect(steps).toBeGreaterThanOrEqual(Math.floor(accounts / 5))
    expect(walk).toMatchObject({ isOff: false, sum: 0n, endedAt: floor.clock.now() })

    // A transaction that is under way holds it up until it is known what that posts.
    const other = await database.pool.connect()
    try {
      await other.query('begin')
      await other.query('select pg_current_xact_id()')
      await other.query('lock table ledger_transfer in row exclusive mode')
      const waiting = await stepTotal(database, walk, floor.clock.now(), 1_000)
      expect(waiting).toMatchObject({ going: true, at: 0n })
      expect(await stepTotal(database, waiting, floor.clock.now(), 1_000)).toMatchObject({ going: true, at: 0n })
      await other.query('commit')
      const over = await stepTotal(database, waiting, floor.clock.now(), 1_000)
      expect(over).toMatchObject({ going: false, isOff: false })
    } finally {
      other.release()
    }
  })

  test('a long transaction of a neighbour on the same server holds nothing up', async () => {
    const { database } = floor
    const neighbour = new Client({ connectionString: database.url.replace(/\/[^/?]+(\?|$)/, '/postgres$1') })
    await neighbour.connect()
    try {
      await neighbour.query('begin')
      await neighbour.query('select pg_current_xact_id()')
      await neighbour.query('lock table pg_catalog.pg_class in access share mode')
      expect(await stepTotal(database, NO_TOTAL, floor.clock.now(), 1_000)).toMatchObject({
        going: false,
        isOff: false,
      })
    } finally {
      await neighbour.end()
    }
  })

  test('money that appears is off, also for a process that begins later, until it is right', async () => {
    const { database } = floor
    const make = (amount: bigint) =>
      asOwner(database, async (tx) => {
        await tx.query(
          `update ledger_posting set balance_after = balance_after + $2 where (transfer_id, account_id) =
             (select transfer_id, account_id from ledger_posting where account_id = $1 order by transfer_id desc limit 1)`,
          [await accountOf(1), amount],
        )
        await tx.query('update ledger_account set balance = balance + $2 where id = $1', [await accountOf(1), amount])
      })
    await make(700n)
    let walk = await stepTotal(database, NO_TOTAL, floor.clock.now())
    while (walk.going) walk = await stepTotal(database, walk, floor.clock.now())
    expect(totalFindings(walk)).toEqual([{ kind: 'total_not_zero', sum: 700n }])
    await saveProgress(database, { walks: new Map(), suspects: [], total: walk })
    const { auditor } = walker()
    await make(-700n)
    await floor.clock.advance(31_000)
    for (let batch = 0; batch < 3; batch++) await auditor.runBatch()
    expect(auditor.state()).toBe('ok')
  })
})
