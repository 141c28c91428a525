import fc from 'fast-check'
import { addDays, savingsDates, savingsDay } from '../../../../contract/savingsDates'
import { newId } from '../../../test/ids'
import { brokenInvariants } from '../../../test/invariants'
import { createSavingsFund, type SavingsFund, shanghai } from '../../../test/savingsFund'
import { HOUR_MS } from '../../shared/time'
import { closedDays } from './calendarService'
import type { SavingsService } from './service'

const RUNS = 12
const SAVERS = 4

/** Before a year end, the Spring Festival, a leap day, a month's end with a holiday, and National Day. */
const STARTS = ['2025-12-29', '2026-02-11', '2028-02-25', '2026-04-28', '2026-09-28']

const saver = fc.integer({ min: 0, max: SAVERS - 1 })
const cents = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 100, max: 30_000_000 }))
/** Which of three nodes acts: their clocks are an hour apart. */
const node = fc.integer({ min: 0, max: 2 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deposit' as const), saver, cents, node }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('out' as const), saver, cents, node }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outAll' as const), saver, node }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('toCutOff' as const), early: fc.integer({ min: 0, max: 1 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('incomes' as const), upTo: fc.integer({ min: 1, max: 6 }), seed: fc.nat() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), node }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('workAtOnce' as const), saver, cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), batches: fc.integer({ min: 0, max: 5 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const money = (minor: number) => (minor / 100).toFixed(2)

async function play(fund: SavingsFund, savers: { id: bigint }[], nodes: SavingsService[], current: Step) {
  const { clock, database } = fund
  const who = 'saver' in current ? (savers[current.saver]?.id ?? 0n) : 0n
  const service = nodes['node' in current ? current.node : 0] ?? fund.deps.savings
  const workAll = async ({ jobs }: SavingsService, batch: number) => {
    while ((await jobs.confirm(batch)) === batch);
    for (let state = ''; !['busy', 'idle', 'no_income', 'unconfirmed'].includes(state); )
      state = (await jobs.accrue(batch)).state
  }
  switch (current.do) {
    case 'deposit':
      return service.deposit(who, { id: newId(), amount: money(current.cents) })
    case 'out':
      return service.transferOut(who, { id: newId(), amount: money(current.cents) })
    case 'outAll': {
      const { confirmed } = await service.overview(who)
      return service.transferOut(who, { id: newId(), amount: confirmed })
    }
    case 'wait':
      return clock.advance(current.hours * HOUR_MS)
    case 'toCutOff': {
      const today = shanghai(`${savingsDay(clock.now())}T15:00:00`)
      const next = today > clock.now() ? today : today + 24 * HOUR_MS
      return clock.advance(next - clock.now() - current.early)
    }
    case 'incomes': {
      const today = savingsDay(clock.now())
      for (let back = current.upTo; back >= 1; back--) {
        await fund.income(addDays(today, -back), BigInt((current.seed * back) % 25_000))
      }
      return undefined
    }
    case 'work':
      return workAll(service, 3)
    case 'workAtOnce':
      return Promise.all([
        ...nodes.map((other) => workAll(other, 2)),
        service.transferOut(who, { id: newId(), amount: money(current.cents) }),
        service.deposit(who, { id: newId(), amount: money(current.cents) }),
        fund.worker(1).runOnce(),
      ])
    case 'crash': {
      await service.jobs.confirm(1)
      for (let batch = 0; batch < current.batches; batch++) await service.jobs.accrue(1)
      return database
        .withTransaction(async (tx) => {
          await tx.query('select * from confirm_savings($1, 2, now())', [savingsDay(clock.now())])
          await tx.query('select * from accrue_savings($1, 2)', [savingsDay(clock.now())])
          throw new Error('killed')
        })
        .catch(() => undefined)
    }
  }
}

/** Every deposit has the dates that the shared function gives for the instant at which it was accepted. */
async function wrongDates(fund: SavingsFund): Promise<string[]> {
  const closed = new Set((await closedDays(fund.database, '2000-01-01', 1_000)).map(({ day }) => day))
  const rows = await fund.database.query<{ created_at: Date; trade_day: string; counts_on: string }>(
    `select created_at, trade_day::text as trade_day, counts_on::text as counts_on from savings_movement where kind = 1`,
  )
  return rows
    .filter((row) => {
      const { tradeDay, confirmedOn } = savingsDates(row.created_at.getTime(), closed)
      return tradeDay !== row.trade_day || confirmedOn !== row.counts_on
    })
    .map((row) => `${row.created_at.toISOString()}: ${row.trade_day}, ${row.counts_on}`)
}

test('whatever happens in whatever order, earnings follow the formula to the last carry and no share is negative', async () => {
  const history = fc.record({
    start: fc.constantFrom(...STARTS),
    steps: fc.array(step, { minLength: 25, maxLength: 60 }),
  })
  let earned = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ start, steps }) => {
      const fund = await createSavingsFund(`${start}T14:30:00`, {
        depositsPerDay: 100,
        transfersOutPerDay: 100,
        transferOutDaily: 10n ** 12n,
      })
      try {
        const savers = await Promise.all(Array.from({ length: SAVERS }, (_, index) => fund.saver(index)))
        const nodes = [0, HOUR_MS, -HOUR_MS].map(fund.node)
        for (const current of steps) await play(fund, savers, nodes, current)
        expect(await brokenInvariants(fund.database)).toEqual([])
        // At the end everything is brought up to date and still adds up.
        await fund.clock.advance(20 * 24 * HOUR_MS)
        await play(fund, savers, nodes, { do: 'incomes', upTo: 90, seed: 7_919 })
        await fund.worker(3).runOnce()
        expect(await brokenInvariants(fund.database)).toEqual([])
        expect(await wrongDates(fund)).toEqual([])
        expect(await fund.deps.savings.jobs.daysBehind()).toBe(0)
        const row = await fund.database.first<{ count: bigint }>('select count(*) as count from savings_earning')
        earned += Number(row?.count ?? 0)
      } finally {
        await fund.close()
      }
    }),
    // The search for a shorter failing history ends before the test does.
    { numRuns: RUNS, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
  )
  // The histories contained every kind of event.
  expect(earned).toBeGreaterThan(RUNS * 10)
})
