import type { Queryable, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import type { SAVINGS_KIND } from '../../shared/stored'

export type MovementKind = (typeof SAVINGS_KIND)[keyof typeof SAVINGS_KIND]

/** Amounts are minor units; days are "YYYY-MM-DD" of Shanghai. */
export interface MovementRow {
  number: bigint
  user_id: bigint
  id: string
  kind: number
  amount: bigint
  status: number
  trade_day: string | null
  counts_on: string
  created_at: Date
}

export interface EarningRow {
  day: string
  share: bigint
  income: bigint
  amount: bigint
  carry_before: bigint
  carry_after: bigint
}

/** A day's income × 10^4, and the sum over the (up to) seven days that end with it. */
export interface IncomeRow {
  day: string
  income: bigint
  week_sum: bigint
  week_days: bigint
}

export interface OverviewRow {
  available: bigint
  pending: bigint
  confirmed: bigint
  version: bigint
  earned: bigint
  yesterday: bigint | null
  accrued_through: string | null
  deposits: bigint
  transfers_out: bigint
  transferred_out: bigint
  closed_days: string[]
  floor: bigint | null
  floor_since: Date | null
}

/** At most this many closed days, from today on, are listed; see contract/savings.ts. */
export const CLOSED_DAYS_MAX = 120
/** More movements than this on one day are not counted: it is far above any sensible limit. */
const COUNTED_MAX = 1_000

const MOVEMENT_COLUMNS = `number, user_id, id, kind, amount, status, trade_day::text as trade_day,
  counts_on::text as counts_on, created_at`

/** Creates the saver if needed and locks it: movements and earnings wait until the transaction ends. */
export async function lockSaver(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('insert into savings_account (user_id) values ($1) on conflict do nothing', [userId])
  await tx.query('select user_id from savings_account where user_id = $1 for no key update', [userId])
}

/** The last day whose accrual has begun: no movement may change it or an earlier one. Read under `lockSaver`. */
export async function accrualBegan(tx: Tx): Promise<string | null> {
  const row = await tx.first<{ day: string | null }>(
    'select greatest(accrued_through, accruing)::text as day from savings_fund',
  )
  return present(row, 'the fund has its row').day
}

export function findMovement(tx: Queryable, userId: bigint, id: string): Promise<MovementRow | undefined> {
  return tx.first<MovementRow>(`select ${MOVEMENT_COLUMNS} from savings_movement where user_id = $1 and id = $2`, [
    userId,
    id,
  ])
}

export interface NewMovement {
  userId: bigint
  id: string
  kind: MovementKind
  amount: bigint
  day: string
  tradeDay: string | null
  countsOn: string
  createdAt: Date
}

/** A deposit starts pending; a transfer out is done at once. */
export async function insertMovement(tx: Tx, movement: NewMovement): Promise<MovementRow> {
  const row = await tx.first<MovementRow>(
    `insert into savings_movement (user_id, id, kind, amount, status, day, trade_day, counts_on, created_at)
       values ($1, $2, $3::smallint, $4, $3::smallint, $5, $6, $7, $8) returning ${MOVEMENT_COLUMNS}`,
    [
      movement.userId,
      movement.id,
      movement.kind,
      movement.amount,
      movement.day,
      movement.tradeDay,
      movement.countsOn,
      movement.createdAt,
    ],
  )
  return present(row, 'an insert answers its row')
}

/** How much of the day's limits is used. */
export async function usedOn(tx: Queryable, userId: bigint, kind: MovementKind, day: string) {
  const row = await tx.first<{ times: bigint; amount: bigint }>(
    `select count(*) as times, coalesce(sum(amount), 0)::bigint as amount
       from (select day, amount from savings_movement where user_id = $1 and kind = $2
              order by number desc limit ${COUNTED_MAX}) newest
      where newest.day = $3`,
    [userId, kind, day],
  )
  return { times: Number(row?.times ?? 0), amount: row?.amount ?? 0n }
}

/**
 * The confirmed share in minor units, and the newest day from which a part of it counts. One statement, so that both
 * are of one instant: a confirmation in between could date a transfer out before the share that it takes.
 */
export async function confirmedShare(tx: Tx, userId: bigint): Promise<{ amount: bigint; since: string | null }> {
  const row = await tx.first<{ amount: bigint; since: string | null }>(
    `select ledger_balance($1, account_savings_confirmed()) as amount,
            (select max(counts_on)::text from savings_movement where user_id = $1 and status = savings_confirmed()) as since`,
    [userId],
  )
  return present(row, 'an aggregate answers one row')
}

/** 0 without any. */
export async function lastClosedYear(database: Queryable): Promise<number> {
  const row = await database.first<{ year: number }>(
    'select coalesce(extract(year from max(day)), 0)::int as year from savings_closed_day',
  )
  return row?.year ?? 0
}

export async function closedDaysFrom(tx: Queryable, day: string): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(
    'select day::text as day from savings_closed_day where day >= $1 order by savings_closed_day.day limit $2',
    [day, CLOSED_DAYS_MAX],
  )
  return rows.map((row) => row.day)
}

/** Everything about one saver at one instant. `version` is a sum of values that only grow. */
export async function readOverview(tx: Queryable, userId: bigint, today: string, yesterday: string) {
  const row = await tx.first<OverviewRow>(
    `with used as (
       select kind, count(*) as times, sum(amount)::bigint as amount
         from (select kind, day, amount from savings_movement where user_id = $1 order by number desc limit ${COUNTED_MAX}) newest
        where newest.day = $2 group by kind
     )
     select ledger_balance($1, account_available()) as available,
            ledger_balance($1, account_savings_pending()) as pending,
            ledger_balance($1, account_savings_confirmed()) as confirmed,
            (ledger_version($1) + (select coalesce(sum(revision), 0) from savings_income)
              + ($2::date - date '1970-01-01'))::bigint as version,
            coalesce((select earned from savings_account where user_id = $1), 0)::bigint as earned,
            (select floor from savings_account where user_id = $1) as floor,
            (select floor_since from savings_account where user_id = $1) as floor_since,
            (select amount from savings_earning where user_id = $1 and day = $3) as yesterday,
            (select accrued_through::text from savings_fund) as accrued_through,
            coalesce((select times from used where kind = savings_deposit()), 0)::bigint as deposits,
            coalesce((select times from used where kind = savings_transfer_out()), 0)::bigint as transfers_out,
            coalesce((select amount from used where kind = savings_transfer_out()), 0)::bigint as transferred_out,
            array(select day::text from savings_closed_day where day >= $2 order by savings_closed_day.day
                   limit ${CLOSED_DAYS_MAX}) as closed_days`,
    [userId, today, yesterday],
  )
  return present(row, 'an aggregate answers one row')
}

/** Incomes from `from` on, oldest first. */
export function listIncomes(tx: Queryable, from: string): Promise<IncomeRow[]> {
  return tx.query<IncomeRow>(
    `select day::text as day, income, week_sum, week_days
       from (select day, per_ten_thousand_e4 as income, sum(per_ten_thousand_e4) over week::bigint as week_sum,
                    count(*) over week as week_days
               from savings_income where day >= $1::date - 6
             window week as (order by day range between interval '6 days' preceding and current row)) weekly
      where day >= $1 order by weekly.day`,
    [from],
  )
}

/** The newest day whose income is known. */
export async function latestIncome(tx: Queryable): Promise<IncomeRow | undefined> {
  const row = await tx.first<{ day: string | null }>('select max(day)::text as day from savings_income')
  const day = row?.day
  return day === undefined || day === null ? undefined : (await listIncomes(tx, day)).at(-1)
}

/** Newest first; `before` is the running number of the last movement of the page before. */
export function listMovements(
  tx: Queryable,
  userId: bigint,
  kind: MovementKind | null,
  before: bigint | null,
  limit: number,
): Promise<MovementRow[]> {
  return kind === null
    ? tx.query<MovementRow>(
        `select ${MOVEMENT_COLUMNS} from savings_movement where user_id = $1 and ($2::bigint is null or number < $2)
          order by number desc limit $3`,
        [userId, before, limit],
      )
    : tx.query<MovementRow>(
        `select ${MOVEMENT_COLUMNS} from savings_movement
          where user_id = $1 and kind = $2 and ($3::bigint is null or number < $3) order by number desc limit $4`,
        [userId, kind, before, limit],
      )
}

/** Newest first; `before` is the last day of the page before. */
export function listEarnings(tx: Queryable, userId: bigint, before: string | null, limit: number) {
  return tx.query<EarningRow>(
    `select day::text as day, share, per_ten_thousand_e4 as income, amount, carry_before, carry_after
       from savings_earning where user_id = $1 and ($2::date is null or day < $2)
      order by savings_earning.day desc limit $3`,
    [userId, before, limit],
  )
}
