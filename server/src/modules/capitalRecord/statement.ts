import { STATEMENT_MONTHS, STATEMENT_YEARS } from '../../../../contract/limits'
import type { AccountStatement, StatementQuery } from '../../../../contract/statement'
import type { Database, Queryable } from '../../database/database'
import { timeZoneHere } from '../../database/timeZones'
import { TRANSFER_KIND, type TransferKind } from '../../ledger/kinds'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import type { Settings } from '../../shared/settings'

export interface StatementDeps {
  database: Database
  config: Pick<Settings, 'currency'>
}

interface Period {
  begins: Date
  ends: Date
}

/** The period by the database's clock, which dates the transfers. Undefined outside the range that can be asked for. */
function findPeriod(source: Queryable, { period, timeZone }: StatementQuery) {
  const isYear = period.length === 'yyyy'.length
  const [unit, first, most] = isYear
    ? ['year', `${period}-01-01`, STATEMENT_YEARS]
    : ['month', `${period}-01`, STATEMENT_MONTHS]
  return source.first<Period>(
    `select first at time zone $1 as begins, (first + span) at time zone $1 as ends
       from (select $2::timestamp as first, date_trunc($3, now() at time zone $1) as present, ('1 ' || $3)::interval as span) asked
      where first <= present and first > present - span * $4::int`,
    [timeZone, first, unit, most],
  )
}

/** One row of the sums: a kind of transfer, a product's orders, or the assets at one end of the period. */
interface SumRow {
  part: 'opening' | 'closing' | 'kind' | 'product'
  kind: number | null
  symbol: string | null
  count: bigint
  voided: bigint
  /** For a kind: what it added to everything that the user owns. For a product: the result. */
  amount: bigint
  /** For a kind: the amounts that it moved between the user's accounts, or in. For a product: the stakes. */
  turnover: bigint
  fees: bigint
}

/** A transfer may be this much older or newer than its number says; see `ledger_transfer_near`. */
const SLACK = `interval '1 day'`

/** The user's assets right before an instant: the last balance of each account. */
const ownedBefore = (part: 'opening' | 'closing', instant: string) => `
  select '${part}'::text, null::smallint, null::text, 0::bigint, 0::bigint,
         coalesce(sum(last.balance_after), 0)::bigint, 0::bigint, 0::bigint
    from own
    left join lateral (
      select posting.balance_after
        from ledger_posting posting join ledger_transfer transfer on transfer.id = posting.transfer_id
       where posting.account_id = own.id and transfer.created_at < ${instant}
         and posting.transfer_id < (select ledger_transfer_near(${instant} + ${SLACK}))
       order by posting.transfer_id desc limit 1) last on true`

/** One statement, so that all sums are of the same moment. Reads only the period and a day on each side. */
function readSums(source: Queryable, userId: bigint, { begins, ends }: Period): Promise<SumRow[]> {
  return source.query<SumRow>(
    `with own as materialized (select id from ledger_account where user_id = $1),
     moved as materialized (
       select transfer.id, transfer.kind, transfer.reference, sum(posting.amount)::bigint as amount,
              coalesce(sum(posting.amount) filter (where posting.amount > 0), 0)::bigint as turnover
         from own
         join ledger_posting posting on posting.account_id = own.id
          and posting.transfer_id >= (select ledger_transfer_near($2::timestamptz - ${SLACK}))
          and posting.transfer_id < (select ledger_transfer_near($3::timestamptz + ${SLACK}))
         join ledger_transfer transfer on transfer.id = posting.transfer_id
        where transfer.created_at >= $2 and transfer.created_at < $3
        group by transfer.id, transfer.kind, transfer.reference)
     select 'kind'::text as part, moved.kind, null::text as symbol, count(*) as count, 0::bigint as voided,
            sum(moved.amount)::bigint as amount, sum(moved.turnover)::bigint as turnover,
            coalesce(sum(withdrawal.fee), 0)::bigint as fees
       from moved
       left join withdrawal
         on moved.kind = transfer_withdrawal_paid() and withdrawal.user_id = $1 and withdrawal.id = moved.reference
      group by moved.kind
     union all
     select 'product', null, product.symbol, count(*), count(*) filter (where moved.kind = transfer_order_voided()),
            sum(moved.amount)::bigint, sum(placed.stake)::bigint, 0
       from moved
       join trade_order placed on placed.user_id = $1 and placed.id = moved.reference
       join product on product.id = placed.product_id
      where moved.kind in (transfer_order_settled(), transfer_order_voided())
      group by product.symbol
     union all ${ownedBefore('opening', '$2::timestamptz')}
     union all ${ownedBefore('closing', '$3::timestamptz')}
      order by 1, 3`,
    [userId, begins, ends],
  )
}

function ordersOf(rows: readonly SumRow[], money: (amount: bigint) => string) {
  const sum = (pick: (row: SumRow) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)
  const result = sum(({ amount }) => amount)
  const stakes = sum(({ turnover }) => turnover)
  return {
    count: Number(sum(({ count }) => count)),
    voided: Number(sum(({ voided }) => voided)),
    stakes: money(stakes),
    returned: money(stakes + result),
    result: money(result),
  }
}

/** The statement of one month or year; `invalid_request` for one that is not available. */
export async function readStatement(
  deps: StatementDeps,
  userId: bigint,
  query: StatementQuery,
): Promise<Result<AccountStatement, 'invalid_request'>> {
  const timeZone = await timeZoneHere(deps.database, query.timeZone)
  const period = await findPeriod(deps.database, { ...query, timeZone })
  if (!period)
    return refuse('invalid_request', {
      fields: [{ field: 'period', problem: 'no month of the last twelve, no year of the last two' }],
    })
  const rows = await readSums(deps.database, userId, period)
  const money = (amount: bigint) => formatMoney(amount, deps.config.currency.scale)
  const owned = (part: SumRow['part']) =>
    money(
      present(
        rows.find((row) => row.part === part),
        'it is asked for',
      ).amount,
    )
  const of = (...kinds: TransferKind[]) => {
    const found = rows.filter(({ kind }) => kinds.some((name) => TRANSFER_KIND[name] === kind))
    const sum = (key: 'count' | 'amount' | 'turnover' | 'fees') => found.reduce((total, row) => total + row[key], 0n)
    return { count: Number(sum('count')), amount: sum('amount'), turnover: sum('turnover'), fees: sum('fees') }
  }
  const deposits = of('demoGrant', 'depositCredited')
  const withdrawals = of('withdrawalPaid')
  const products = rows.filter(({ part }) => part === 'product')
  return ok({
    ...query,
    from: period.begins.toISOString(),
    to: period.ends.toISOString(),
    opening: owned('opening'),
    closing: owned('closing'),
    deposits: { count: deposits.count, amount: money(deposits.amount) },
    withdrawals: { count: withdrawals.count, amount: money(-withdrawals.amount), fees: money(withdrawals.fees) },
    orders: {
      total: ordersOf(products, money),
      products: products.map((row) => ({
        symbol: present(row.symbol, 'a row of a product names it'),
        ...ordersOf([row], money),
      })),
    },
    savings: {
      deposited: money(of('savingsDeposited').turnover),
      transferredOut: money(of('savingsTransferredOut').turnover),
      earned: money(of('savingsEarned').amount),
    },
  })
}
