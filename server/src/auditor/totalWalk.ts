import type { Queryable } from '../database/database'
import type { Finding } from './sweep'

/**
 * How far the adding up of all balances is. The balances are those of one moment, after transfer `through`, regardless
 * of what is posted in the meantime: each is what the account's newest posting up to there has left.
 * `findWrongBalances` checks what an account has now against its newest posting.
 */
export interface TotalWalk {
  through: bigint
  /** Transactions below this were under way when it began; what they posted has to be there first. */
  horizon: bigint
  /** Accounts up to this id are in `sum`. */
  at: bigint
  sum: bigint
  /** When the last walk ended, epoch ms; undefined before the first. */
  endedAt: number | undefined
  /** Whether the last walk that ended found a sum other than 0. */
  isOff: boolean
  /** Whether one is under way. */
  going: boolean
}

/** Accounts of one step. */
export const TOTAL_STEP = 20_000

export const NO_TOTAL: TotalWalk = {
  through: 0n,
  horizon: 0n,
  at: 0n,
  sum: 0n,
  endedAt: undefined,
  isOff: false,
  going: false,
}

async function begin(database: Queryable, walk: TotalWalk): Promise<TotalWalk> {
  const row = await database.first<{ through: bigint; horizon: string }>(
    `select coalesce((select max(id) from ledger_transfer), 0)::bigint as through,
            pg_current_xact_id()::text as horizon`,
  )
  const { through = 0n, horizon = '0' } = row ?? {}
  return { ...walk, through, horizon: BigInt(horizon), at: 0n, sum: 0n, going: true }
}

/**
 * Whether every transaction under way in this database when the walk began has ended. Transactions are numbered over
 * the whole server, so each open one is checked for a lock in this database: a long one of a neighbor holds up nothing
 * here.
 */
async function isSettled(database: Queryable, { horizon }: TotalWalk): Promise<boolean> {
  const row = await database.first<{ settled: boolean }>(
    `select not exists (
       select 1 from pg_locks own
        where own.locktype = 'transactionid' and own.mode = 'ExclusiveLock' and own.granted
          and age(own.transactionid) > age($1::xid)
          and exists (select 1 from pg_locks held
                       where held.pid = own.pid
                         and held.database = (select oid from pg_database where datname = current_database()))) as settled`,
    // The number as locks hold it: its last 32 bits.
    [String(horizon % 2n ** 32n)],
  )
  return row?.settled ?? false
}

/** One bounded step: at most `accounts` accounts are read. Money neither appears nor vanishes, so all together are 0. */
export async function stepTotal(
  database: Queryable,
  known: TotalWalk,
  now: number,
  accounts = TOTAL_STEP,
): Promise<TotalWalk> {
  const walk = known.going ? known : await begin(database, known)
  if (!(await isSettled(database, walk))) return walk
  const row = await database.first<{ count: bigint; last: bigint | null; sum: bigint }>(
    `select count(*) as count, max(account.id) as last, coalesce(sum(newest.balance_after), 0)::bigint as sum
       from (select id from ledger_account where id > $1 order by id limit $2) account
       left join lateral (
         select posting.balance_after from ledger_posting posting
          where posting.account_id = account.id and posting.transfer_id <= $3
          order by posting.transfer_id desc limit 1) newest on true`,
    [walk.at, accounts, walk.through],
  )
  const { count = 0n, last, sum = 0n } = row ?? {}
  const next = { ...walk, at: last ?? walk.at, sum: walk.sum + sum }
  return count < BigInt(accounts) ? { ...next, endedAt: now, isOff: next.sum !== 0n, going: false } : next
}

export const totalFindings = ({ isOff, sum }: TotalWalk): Finding[] => (isOff ? [{ kind: 'total_not_zero', sum }] : [])
