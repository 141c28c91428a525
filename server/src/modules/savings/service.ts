import type {
  EarningsQuery,
  IncomeDay,
  MovementsQuery,
  MoveSavings,
  Savings,
  SavingsEarningPage,
  SavingsMovementPage,
} from '../../../../contract/savings'
import { addDays, savingsDay } from '../../../../contract/savingsDates'
import { ok, type Result } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import type { MessagesService } from '../messages/service'
import { setAutomatic, sweepSome } from './automatic'
import { fillDemoIncomes } from './incomeService'
import { type AccrualStep, accrueStep, confirmDue, readFund, retrySetAside, type SaverSetAside } from './jobs'
import { listEarnings, listMovements } from './lists'
import { type DepositRefusal, deposit, type MoveDeps, type Moved, type TransferOutRefusal, transferOut } from './moves'
import * as repository from './repository'
import { incomeToWire, overviewToWire } from './wire'

export interface SavingsDeps extends MoveDeps {
  messages: MessagesService
}

/** Balance savings of contract/savings.ts. Days are of Asia/Shanghai; `clock` decides which it is. */
export interface SavingsService {
  overview(userId: bigint): Promise<Savings>
  /** The days with a known income among the last `days` before today, oldest first. */
  incomes(days: number): Promise<IncomeDay[]>
  deposit(userId: bigint, body: MoveSavings): Promise<Result<Moved, DepositRefusal>>
  transferOut(userId: bigint, body: MoveSavings): Promise<Result<Moved, TransferOutRefusal>>
  /** Turns the daily deposit on, with the amount that stays available, or off with null. */
  setAutomatic(userId: bigint, floor: string | null): Promise<Result<Savings, 'amount_invalid'>>
  listMovements(userId: bigint, query: MovementsQuery): Promise<Result<SavingsMovementPage, 'invalid_request'>>
  listEarnings(userId: bigint, query: EarningsQuery): Promise<Result<SavingsEarningPage, 'invalid_request'>>
  /** The daily jobs, in bounded steps; any number of processes may run them at once. See worker.ts. */
  jobs: {
    fillIncomes(): Promise<void>
    /** Returns how many deposits were confirmed. */
    confirm(limit: number): Promise<number>
    /** Puts what is above savers' floors into savings, each once a day. Returns how many were looked at. */
    sweep(limit: number): Promise<number>
    accrue(limit: number): Promise<AccrualStep>
    /** Tries set-aside savers again, and returns those who still are. */
    retry(): Promise<SaverSetAside[]>
    /** Past days that are not booked yet, for a fund that has begun; 0 if nothing is late. */
    daysBehind(): Promise<number>
    /** The instant up to which the calendar knows the holidays: the end of the last year that has any. */
    calendarEndsAt(): Promise<number>
  }
}

function createJobs(deps: SavingsDeps): SavingsService['jobs'] {
  const { database, clock, config } = deps
  const today = () => savingsDay(clock.now())
  return {
    async fillIncomes() {
      if (config.savings.demoIncomes) await fillDemoIncomes(database, clock.now())
    },
    confirm: (limit) => confirmDue(deps, today(), limit, new Date(clock.now())),
    sweep: (limit) => sweepSome(deps, today(), limit),
    accrue: (limit) => accrueStep(deps, today(), limit, new Date(clock.now())),
    retry: () => retrySetAside(deps, today(), new Date(clock.now())),
    async daysBehind() {
      const { accruedThrough } = await readFund(database)
      return accruedThrough === null ? 0 : Math.max(0, daysApart(accruedThrough, today()) - 1)
    },
    calendarEndsAt: async () => Date.UTC((await repository.lastClosedYear(database)) + 1, 0),
  }
}

const daysApart = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export function createSavingsService(deps: SavingsDeps): SavingsService {
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
    async setAutomatic(userId, floor) {
      const set = await setAutomatic(deps, userId, floor)
      return set.ok ? ok(await overview(userId)) : set
    },
    async incomes(days) {
      const today = savingsDay(clock.now())
      return (await repository.listIncomes(database, addDays(today, -days))).map(incomeToWire)
    },
    deposit: (userId, body) => deposit(deps, userId, body),
    transferOut: (userId, body) => transferOut(deps, userId, body),
    listMovements: (userId, query) => listMovements(database, scale, userId, query),
    listEarnings: (userId, query) => listEarnings(database, scale, userId, query),
    jobs: createJobs(deps),
  }
}
