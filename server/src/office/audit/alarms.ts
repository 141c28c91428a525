import type { Books, ConsoleAlarm } from '../../../../contract/consoleAudit'
import { OVERDUE, readStampAge } from '../../modules/businessMetrics/service'
import { DAY_MS, MINUTE_MS } from '../../shared/time'
import type { ConsoleDeps } from '../action'
import { readReconciliation, usualDays } from './reconciliation'

const FULL_PASS_OLD_MS = 2 * DAY_MS
/** Three turns of the stamper (signedLogs/timeStamps.ts). */
const STAMP_OLD_MS = 15 * MINUTE_MS

interface Counts {
  orders: bigint
  savings: bigint
  late: string | null
}

async function readCounts({ database }: ConsoleDeps): Promise<Counts> {
  const row = await database.first<Counts>(
    `select (select count(*) from order_set_aside) as orders, (select count(*) from savings_set_aside) as savings,
            (select string_agg(queue, ', ' order by queue) from (${OVERDUE}) waiting where due < clock_timestamp()) as late`,
  )
  return row ?? { orders: 0n, savings: 0n, late: null }
}

/** Whether a clock outside the house, if one is set, has not taken the log of heads lately. */
async function isStampOld({ database, config, clock }: ConsoleDeps): Promise<boolean> {
  return ((await readStampAge(database, config, clock.now())) ?? 0) > STAMP_OLD_MS
}

/** Matters that need somebody's attention now, with the details of each. */
export async function readAlarms(
  deps: ConsoleDeps,
  facts: Awaited<ReturnType<ConsoleDeps['auditor']['factsIn']>>,
  witnesses: Books['witnesses'],
): Promise<Books['alarms']> {
  const now = deps.clock.now()
  const [counts, days, isUnstamped] = await Promise.all([
    readCounts(deps),
    readReconciliation(deps, deps.database, usualDays(now)),
    isStampOld(deps),
  ])
  const behind = witnesses.filter(({ head }) => head === null).map(({ name }) => name)
  const differing = days
    .filter(({ bookDifference }) => bookDifference !== null && !/^-?0(\.0+)?$/.test(bookDifference))
    .map(({ day }) => day)
  const isOld = facts.fullPassAt === undefined || now - facts.fullPassAt > FULL_PASS_OLD_MS
  const alarm = (name: ConsoleAlarm, on: boolean, detail = '') => ({ name, on, detail })
  return [
    alarm('BooksDoNotAddUp', facts.state === 'off'),
    alarm('BooksUnchecked', facts.state === 'unchecked'),
    alarm('FullPassOld', isOld),
    alarm('OrdersSetAside', counts.orders > 0n, counts.orders > 0n ? String(counts.orders) : ''),
    alarm('SavingsSetAside', counts.savings > 0n, counts.savings > 0n ? String(counts.savings) : ''),
    alarm('WaitsPastItsTime', counts.late !== null, counts.late ?? ''),
    alarm('WitnessBehind', behind.length > 0, behind.join(', ')),
    alarm('TimeStampOld', isUnstamped),
    alarm('ReconciliationDiffers', differing.length > 0, differing.join(', ')),
  ]
}
