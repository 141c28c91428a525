import type { EarningsQuery, MovementsQuery } from '../../../../contract/savings'
import { addDays, savingsDay } from '../../../../contract/savingsDates'
import { bindAll } from '../../shared/bindAll'
import { ok } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import type { MessagesService } from '../messages/service'
import { setAutomatic, sweepSome } from './automatic'
import { fillDemoIncomes } from './incomeService'
import { accrueStep, confirmDue, readFund, retrySetAside } from './jobs'
import { listEarnings, listMovements } from './lists'
import { deposit, type MoveDeps, transferOut } from './moves'
import * as repository from './repository'
import { incomeToWire, overviewToWire } from './wire'

export interface SavingsDeps extends MoveDeps {
  messages: MessagesService
}

/** Balance savings of contract/savings.ts. Days are of Asia/Shanghai; `clock` decides which it is. */
export type SavingsService = ReturnType<typeof createSavingsService>

/** The daily jobs, in bounded steps; any number of processes may run them at once. See worker.ts. */
function createJobs(deps: SavingsDeps) {
  const { database, clock, config } = deps
  const today = () => savingsDay(clock.now())
  return {
    async fillIncomes() {
      if (config.savings.demoIncomes) await fillDemoIncomes(database, clock.now())
    },
    confirm: (limit: number) => confirmDue(deps, today(), limit, new Date(clock.now())),
    sweep: (limit: number) => sweepSome(deps, today(), limit),
    accrue: (limit: number) => accrueStep(deps, today(), limit, new Date(clock.now())),
    retry: () => retrySetAside(deps, today(), new Date(clock.now())),
    /** Past days that are not booked yet, for a fund that has begun; 0 if nothing is late. */
    async daysBehind() {
      const { accruedThrough } = await readFund(database)
      return accruedThrough === null ? 0 : Math.max(0, daysApart(accruedThrough, today()) - 1)
    },
    /** The instant up to which the calendar knows the holidays: the end of the last year that has any. */
    calendarEndsAt: async () => Date.UTC((await repository.lastClosedYear(database)) + 1, 0),
  }
}

const daysApart = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export function createSavingsService(deps: SavingsDeps) {
  const { database, clock, config } = deps
  const { scale } = config.currency
  async function overview(userId: bigint) {
    const today = savingsDay(clock.now())
    const yesterday = addDays(today, -1)
    const [row, income] = await Promise.all([
      repository.readOverview(database, userId, today, yesterday),
      repository.latestIncome(database),
    ])
    return overviewToWire(row, income, config.savings, scale, yesterday)
  }
  return {
    overview,
    /** Turns the daily deposit on, with the amount that stays available, or off with null. */
    async setAutomatic(userId: bigint, floor: string | null) {
      const set = await setAutomatic(deps, userId, floor)
      return set.ok ? ok(await overview(userId)) : set
    },
    /** The days with a known income among the last `days` before today, oldest first. */
    async incomes(days: number) {
      const today = savingsDay(clock.now())
      return (await repository.listIncomes(database, addDays(today, -days))).map(incomeToWire)
    },
    ...bindAll(deps, { deposit, transferOut }),
    listMovements: (userId: bigint, query: MovementsQuery) => listMovements(database, scale, userId, query),
    listEarnings: (userId: bigint, query: EarningsQuery) => listEarnings(database, scale, userId, query),
    jobs: createJobs(deps),
  }
}
