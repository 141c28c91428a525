import { DAYS_MAX, type ReconciledDay } from '../../../../contract/consoleAudit'
import type { Queryable } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import type { ConsoleDeps } from '../action'

const USUAL_DAYS = 31

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export interface Days {
  /** Days of UTC, both included. */
  from: string
  until: string
}

/** The last days until the one that is named, or until today. */
export function usualDays(now: number, until = dayText(now)): Days {
  const end = Date.parse(`${until}T00:00:00Z`)
  return { from: dayText(end - (USUAL_DAYS - 1) * DAY_MS), until }
}

/** The days that were asked for, by default the last ones. */
export function daysOf(asked: { from?: string; until?: string }, now: number): Result<Days, 'invalid_request'> {
  const { from: usual, until } = usualDays(now, asked.until)
  const from = asked.from ?? usual
  const count = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
  return count >= 1 && count <= DAYS_MAX ? ok({ from, until }) : refuse('invalid_request')
}

/** Minor units. `booked` is what the ledger moved on the account `funding` for the same rows; money in is positive. */
interface SumRow {
  day: string
  what: 'deposit' | 'withdrawal' | 'grant' | 'stray' | 'bank' | 'bank_aside' | 'without_line'
  amount: bigint
  booked: bigint
}

/** The funding account is striped. */
const FUNDING = '(select id from ledger_account where user_id is null and kind = account_funding())'
const bookedFor = (kind: string, table: string) =>
  `coalesce((select -sum(posting.amount) from ledger_transfer transfer
               join ledger_posting posting on posting.transfer_id = transfer.id and posting.account_id in ${FUNDING}
              where transfer.user_id = ${table}.user_id and transfer.kind = ${kind} and transfer.reference = ${table}.id), 0)`
const within = (column: string) =>
  `${column} >= $1::date::timestamp at time zone 'UTC' and ${column} < ($2::date + 1)::timestamp at time zone 'UTC'`
const dayOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`

/** Rows are compared with their own transfers, so that midnight on two clocks makes no difference. */
const SUMS = `
  select ${dayOf('credited_at')} as day, 'deposit' as what, sum(amount)::bigint as amount,
         sum(${bookedFor('transfer_deposit_credited()', 'deposit')})::bigint as booked
    from deposit where ${within('credited_at')} group by 1
  union all
  select ${dayOf('ended_at')}, 'withdrawal', sum(fee - amount)::bigint,
         sum(${bookedFor('transfer_withdrawal_paid()', 'withdrawal')})::bigint
    from withdrawal where status = money_successful() and ${within('ended_at')} group by 1
  union all
  select ${dayOf('transfer.created_at')},
         case when transfer.kind in (transfer_demo_grant(), transfer_account_closed()) then 'grant' else 'stray' end,
         case when transfer.kind in (transfer_demo_grant(), transfer_account_closed()) then sum(-posting.amount)::bigint else 0 end,
         sum(-posting.amount)::bigint
    from ledger_transfer transfer
    join ledger_posting posting on posting.transfer_id = transfer.id and posting.account_id in ${FUNDING}
   where transfer.kind in (transfer_demo_grant(), transfer_deposit_credited(), transfer_withdrawal_paid(),
                           transfer_account_closed())
     and ${within('transfer.created_at')}
     and not exists (select from deposit where transfer.kind = transfer_deposit_credited()
                        and deposit.user_id = transfer.user_id and deposit.id = transfer.reference
                        and deposit.status = money_successful())
     and not exists (select from withdrawal where transfer.kind = transfer_withdrawal_paid()
                        and withdrawal.user_id = transfer.user_id and withdrawal.id = transfer.reference
                        and withdrawal.status = money_successful())
   group by 1, 2, transfer.kind
  union all
  select to_char(line.booked_on, 'YYYY-MM-DD'), 'bank', sum(line.amount)::bigint,
         coalesce(sum(line.amount) filter (where line.named = 'exact' and deposit.status = money_successful()
           and deposit.amount = line.amount and not exists (
             select from bank_statement_line earlier
              where earlier.reference = line.reference and earlier.id < line.id and earlier.named = 'exact'
                and earlier.amount = line.amount and earlier.currency = line.currency)), 0)::bigint
    from bank_statement_line line left join deposit on deposit.reference = line.reference and deposit.channel_kind = 'bank'
   where line.booked_on between $1::date and $2::date and line.amount > 0 and line.currency = $3 group by 1
  union all
  select to_char(booked_on, 'YYYY-MM-DD'), 'bank_aside', sum(amount)::bigint, 0
    from bank_statement_line
   where booked_on between $1::date and $2::date and amount > 0 and currency = $3 and aside_at is not null group by 1
  union all
  select ${dayOf('credited_at')}, 'without_line', sum(amount)::bigint, 0
    from deposit where ${within('credited_at')} and channel_kind = 'bank'
     and not exists (select from bank_statement_line line where line.reference = deposit.reference and line.amount = deposit.amount)
   group by 1`

function* each({ from, until }: Days) {
  for (let at = Date.parse(from); at <= Date.parse(until); at += DAY_MS) yield dayText(at)
}

const sumOf = (rows: readonly SumRow[], what: SumRow['what'], part: 'amount' | 'booked') =>
  rows.filter((row) => row.what === what).reduce((sum, row) => sum + row[part], 0n)

function reconcile(day: string, rows: readonly SumRow[], money: (minor: bigint) => string): ReconciledDay {
  const amount = (what: SumRow['what']) => sumOf(rows, what, 'amount')
  const explained = amount('deposit') + amount('withdrawal') + amount('grant')
  const funding = (['deposit', 'withdrawal', 'grant', 'stray'] as const).reduce(
    (sum, what) => sum + sumOf(rows, what, 'booked'),
    0n,
  )
  const [bankIn, bankCredited, bankAside] = [amount('bank'), sumOf(rows, 'bank', 'booked'), amount('bank_aside')]
  return {
    day,
    deposits: money(amount('deposit')),
    withdrawals: money(-amount('withdrawal')),
    granted: money(amount('grant')),
    funding: money(funding),
    bookDifference: money(funding - explained),
    bankIn: money(bankIn),
    bankCredited: money(bankCredited),
    bankAside: money(bankAside),
    bankDifference: money(bankIn - bankCredited - bankAside),
    withoutLine: money(amount('without_line')),
  }
}

/** Every day of the range, newest first. */
export async function readReconciliation(
  { config }: Pick<ConsoleDeps, 'config'>,
  database: Queryable,
  days: Days,
): Promise<ReconciledDay[]> {
  const { scale, code } = config.currency
  const rows = await database.query<SumRow>(SUMS, [days.from, days.until, code])
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const money = (minor: bigint) => formatMoney(minor, scale)
  return [...each(days)].reverse().map((day) => reconcile(day, byDay.get(day) ?? [], money))
}
