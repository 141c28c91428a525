import { readFileSync } from 'node:fs'
import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { loadConfig } from '../server/src/config'
import { createDatabase, type Database } from '../server/src/database/database'
import { migrate } from '../server/src/database/migrate'
import { createDeps } from '../server/src/deps'
import { createSavingsWorker } from '../server/src/modules/savings/worker'
import { createLog } from '../server/src/shared/log'
import { createMetrics } from '../server/src/shared/metrics'
import { TestClock } from '../server/test/testClock'

/** 1,000,000 is the figure of the plan; the default is done in a minute. */
const SAVERS = Number(process.env.SAVERS ?? 100_000)
/** The same as the worker's. */
const BATCH = 5_000
const FIRST_DAY = '2026-11-20'
/** The day that is measured; the one before it warms up and fills the tables. */
const SECOND_DAY = '2026-11-21'

/** Runs `work` for every range of ids: one statement of the pool has 30 seconds. */
async function inRanges(work: (first: number, last: number) => Promise<unknown>) {
  for (let first = 1; first <= SAVERS; first += BATCH) await work(first, Math.min(first + BATCH - 1, SAVERS))
}

/** Savers with ids 1 to SAVERS, each with one deposit that is due for confirmation, posted as any other. */
async function seedSavers(database: Database) {
  await inRanges(async (first, last) => {
    const ids = 'generate_series($1::int, $2::int) nth'
    const sql = [
      `insert into opening_code (code) select lpad(upper(to_hex(nth)), 6, 'Z') from ${ids}`,
      `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
         select 'saver_' || to_hex(nth), 'bench', 'CN', '', '', lpad(upper(to_hex(nth)), 6, 'Z') from ${ids}`,
      `insert into ledger_account (user_id, kind, balance, version)
         select nth, kind, case kind when account_savings_pending() then 100000 + nth else 0 end,
                case kind when account_savings_pending() then 1 else 0 end
           from ${ids}, generate_series(1, 5) kind order by nth, kind`,
      `insert into savings_account (user_id) select nth from ${ids}`,
      `insert into savings_movement (user_id, id, kind, amount, status, day, trade_day, counts_on, created_at)
         select nth, gen_random_uuid(), 1, 100000 + nth, 1, '2026-11-19', '2026-11-19', '${FIRST_DAY}', now() from ${ids}`,
    ]
    for (const text of sql) await database.query(text, [first, last])
  })
  await database.query('insert into savings_income values ($1, 6543, $3), ($2, 6612, $3)', [
    FIRST_DAY,
    SECOND_DAY,
    'operator',
  ])
  await database.query('vacuum analyze')
}

/** The same rows of the ledger, and nothing else: what the disk and the row format cost by themselves. */
async function bareUpdate(database: Database): Promise<number> {
  const startedAt = performance.now()
  await inRanges((first, last) =>
    database.query(
      'update ledger_account set balance = balance + 1, version = version + 1 where kind = account_savings_confirmed() and user_id between $1 and $2',
      [first, last],
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await inRanges((first, last) =>
    database.query(
      'update ledger_account set balance = balance - 1 where kind = account_savings_confirmed() and user_id between $1 and $2',
      [first, last],
    ),
  )
  return Math.round(SAVERS / seconds)
}

class Undone extends Error {}

/** The rows that a day of earnings leaves behind, written without computing anything, and rolled back. */
async function bareRows(database: Database): Promise<number> {
  const startedAt = performance.now()
  await database
    .withTransaction(async (tx) => {
      // By index, as the job has it: a scan of the whole table for every batch would be no limit.
      await tx.query('set local enable_hashjoin = off')
      await tx.query('set local enable_mergejoin = off')
      await inRanges(async (first, last) => {
        await tx.query(
          `with made as (
             insert into ledger_transfer (user_id, kind, reference)
               select saver, transfer_savings_earned(), gen_random_uuid() from generate_series($1::int, $2::int) saver
               returning id, user_id
           ), posted as (
             insert into ledger_posting (transfer_id, account_id, amount, balance_after)
               select made.id, account.id, 1, 0
                 from made join ledger_account account
                   on account.user_id = made.user_id and account.kind = account_savings_confirmed()
               union all
               select made.id, account.id, -1, 0
                 from made, ledger_account account where account.user_id is null and account.kind = account_savings_interest()
           )
           update savings_account saver set earned = saver.earned + 1 from made where saver.user_id = made.user_id`,
          [first, last],
        )
        await tx.query(
          `insert into savings_earning select nth, '2000-01-01', 1, 0, 0, 0, 0 from generate_series($1::int, $2::int) nth`,
          [first, last],
        )
        await tx.query(
          'update ledger_account set balance = balance + 1 where kind = account_savings_confirmed() and user_id between $1 and $2',
          [first, last],
        )
      })
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return Math.round(SAVERS / ((performance.now() - startedAt) / 1_000))
}

/** The largest memory that a process has had, in MB; undefined if the system does not tell. */
function peakMb(pid: number): number | undefined {
  try {
    const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? undefined : Math.round(Number(kb) / 1_024)
  } catch {
    return undefined
  }
}

/** Confirms and accrues as the worker does, timed; `days` that it finished must be as expected. */
async function pass(work: () => Promise<{ days: string[] }>, expected: string[]) {
  const startedAt = performance.now()
  const { days } = await work()
  if (days.join() !== expected.join()) throw new Error(`The days ${days.join()} were booked, not ${expected.join()}`)
  return (performance.now() - startedAt) / 1_000
}

/**
 * Confirming and accruing SAVERS savers in bounded batches, compared with what the database can do with the same rows.
 */
export async function benchSavings() {
  const postgres = await startThrowAwayPostgres()
  try {
    await migrate(postgres.url)
    const log = createLog('error')
    // One connection, so that the memory of its backend is that of the jobs.
    const database = createDatabase(postgres.url, log, 1)
    const config = { ...loadConfig({}), databaseUrl: postgres.url }
    const clock = new TestClock(Date.parse(`${FIRST_DAY}T01:00:00+08:00`))
    const deps = createDeps({ config, database, log, clock })
    deps.config.savings.demoIncomes = false
    await seedSavers(database)
    const backend = await database.first<{ pid: number }>('select pg_backend_pid() as pid')
    const worker = createSavingsWorker({ ...deps, metrics: createMetrics() })
    const confirmSeconds = await pass(() => worker.runOnce(), [])
    await clock.advance(86_400_000)
    const firstSeconds = await pass(() => worker.runOnce(), [FIRST_DAY])
    const barePerSecond = await bareUpdate(database)
    const bareRowsPerSecond = await bareRows(database)
    await database.query('vacuum')
    await clock.advance(86_400_000)
    const heapBefore = process.memoryUsage().heapUsed
    const secondSeconds = await pass(() => worker.runOnce(), [SECOND_DAY])
    const heapAfter = process.memoryUsage().heapUsed
    const sum = await database.first<{ count: bigint }>('select count(*) as count from savings_earning')
    if (Number(sum?.count) !== SAVERS * 2) throw new Error(`${sum?.count} earnings were booked, not ${SAVERS * 2}`)
    const backendMb = peakMb(backend?.pid ?? 0)
    await database.close()
    const accruedPerSecond = Math.round(SAVERS / secondSeconds)
    return {
      savers: SAVERS,
      batch: BATCH,
      confirmedPerSecond: Math.round(SAVERS / confirmSeconds),
      accruedPerSecond: { firstDay: Math.round(SAVERS / firstSeconds), secondDay: accruedPerSecond },
      bareUpdatePerSecond: barePerSecond,
      bareRowsPerSecond,
      accruedToBareRows: Number((accruedPerSecond / bareRowsPerSecond).toFixed(2)),
      memoryMb: {
        processPeak: peakMb(process.pid),
        heapGrowth: Math.round((heapAfter - heapBefore) / 1_048_576),
        databaseBackendPeak: backendMb,
      },
    }
  } finally {
    await postgres.stop()
  }
}
