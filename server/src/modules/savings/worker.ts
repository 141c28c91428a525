import { Gauge } from 'prom-client'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Metrics } from '../../shared/metrics'
import type { SavingsService } from './service'

export interface SavingsWorkerDeps {
  clock: Clock
  log: Log
  metrics: Metrics
  savings: Pick<SavingsService, 'jobs'>
}

/** The work done in one pass. */
export interface SavingsPass {
  confirmed: number
  /** Savers that were checked, over all days. */
  scanned: number
  /** Days that were finished, oldest first. */
  days: string[]
}

const PASS_EVERY_MS = 30_000
const BATCH_MAX = 5_000
/** Savers of one look whose surplus goes into savings, each in its own transaction. */
const SWEPT_MAX = 200

/** Batch after batch; one is not full when savers were set aside in it, so only an empty one is the last. */
async function allOf(batch: () => Promise<number>, isStopped: () => boolean): Promise<number> {
  let total = 0
  while (!isStopped()) {
    const done = await batch()
    total += done
    if (done === 0) break
  }
  return total
}

/**
 * The daily jobs of savings: deposits whose day of confirmation has come, then earnings, day by day in order, then what
 * is above savers' floors. Every
 * step is one transaction of at most `batchMax` savers and remembers in the database how far it got, so that the next
 * process continues after a kill, and several at once do each saver and day once.
 */
export function createSavingsWorker(deps: SavingsWorkerDeps, options: { batchMax?: number } = {}) {
  const { clock, log } = deps
  const { jobs } = deps.savings
  const { batchMax = BATCH_MAX } = options
  let waitsForIncomeOf: string | undefined
  const behind = new Gauge({
    name: 'fairtick_savings_days_behind',
    help: 'Days that are over and whose earnings are not booked yet',
    registers: [deps.metrics.registry],
  })

  const setAside = new Gauge({
    name: 'fairtick_savings_set_aside',
    help: 'Savers for whom something could not be booked; each is tried again',
    registers: [deps.metrics.registry],
  })
  const calendarEnds = new Gauge({
    name: 'fairtick_savings_calendar_ends_timestamp_seconds',
    help: 'Up to when the calendar of savings knows the holidays',
    registers: [deps.metrics.registry],
  })
  let known = new Set<bigint>()

  const isStopped = () => passes.signal.aborted

  async function retry() {
    const savers = await jobs.retry()
    setAside.set(savers.length)
    for (const { userId, reason, tries } of savers.filter((saver) => !known.has(saver.userId))) {
      log.error({ userId: String(userId), reason, tries }, 'savings of a user could not be booked and were set aside')
    }
    known = new Set(savers.map(({ userId }) => userId))
  }

  async function accrueAll(pass: SavingsPass) {
    while (!passes.signal.aborted) {
      const { state, day, scanned } = await jobs.accrue(batchMax)
      pass.scanned += scanned
      if (state === 'finished' && day !== null) {
        pass.days.push(day)
        log.info({ day }, 'the earnings of a savings day are booked')
      }
      if (state === 'no_income' && day !== null && day !== waitsForIncomeOf) {
        waitsForIncomeOf = day
        log.warn({ day }, 'savings earnings wait for the income of a day: ops savings income set')
      }
      // A job that waits, or belongs to another worker, is tried again on the next pass.
      if (state !== 'began' && state !== 'batch' && state !== 'finished') return
    }
  }

  async function runOnce(): Promise<SavingsPass> {
    try {
      await jobs.fillIncomes()
      const pass: SavingsPass = {
        confirmed: await allOf(() => jobs.confirm(batchMax), isStopped),
        scanned: 0,
        days: [],
      }
      await accrueAll(pass)
      await allOf(() => jobs.sweep(SWEPT_MAX), isStopped)
      return pass
    } finally {
      // Also if nothing could be booked: these are what tells.
      await retry()
      behind.set(await jobs.daysBehind())
      calendarEnds.set((await jobs.calendarEndsAt()) / 1_000)
    }
  }

  const passes = createLoop({
    clock,
    everyMs: PASS_EVERY_MS,
    turn: runOnce,
    failed: (error) => log.warn({ err: error }, 'savings could not be brought up to date'),
  })

  return {
    start: passes.start,
    /** Resolves when the current batch is done. */
    stop: passes.stop,
    /** Everything that is due now, in batches. */
    runOnce,
  }
}
