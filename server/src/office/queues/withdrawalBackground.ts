import type { WithdrawalBackground, WithdrawalRisk } from '../../../../contract/consoleMoney'
import type { NamedWithdrawal } from '../../modules/withdrawals/service'
import { present } from '../../shared/assert'
import { formatMoney } from '../../shared/money'
import { MONEY_STATUS, storedName } from '../../shared/stored'
import { DAY_MS } from '../../shared/time'
import { findHold } from '../../users/holds'
import type { ConsoleDeps } from '../action'

const MOVES_SHOWN = 10
const NOTES_SHOWN = 10
const FRESH_MS = 7 * DAY_MS
const SEVERAL = 3
/** The reason of what its user canceled. */
const CANCELED = 'cancelled_by_user'

interface FactsRow {
  registered_at: Date
  bound_at: Date | null
  deposited: bigint
  withdrawn: bigint
  today: bigint
  called_back: boolean
}

/** Sums over one user's rows, through the index on user and status. */
async function readFacts({ database }: ConsoleDeps, userId: bigint, dayAgo: Date): Promise<FactsRow> {
  const row = await database.first<FactsRow>(
    `select created_at as registered_at, (select bound_at from payout_account where user_id = $1) as bound_at,
            (select coalesce(sum(amount), 0)::bigint from deposit
              where user_id = $1 and status = money_successful()) as deposited,
            (select coalesce(sum(amount), 0)::bigint from withdrawal
              where user_id = $1 and status = money_successful()) as withdrawn,
            (select count(*) from withdrawal
              where user_id = $1 and created_at > $2 and reason_code is distinct from $3) as today,
            exists (select from bank_statement_line line join deposit on deposit.reference = line.reference
                     where deposit.user_id = $1 and line.amount < 0) as called_back
       from app_user where id = $1`,
    [userId, dayAgo, CANCELED],
  )
  return present(row, 'a withdrawal has a user')
}

interface MoveRow {
  kind: 'deposit' | 'withdrawal'
  reference: string
  amount: bigint
  status: number
  canceled: boolean
  created_at: Date
}

const readMoves = ({ database }: ConsoleDeps, userId: bigint) =>
  database.query<MoveRow>(
    `select * from (
       (select 'deposit' as kind, reference, amount, status, reason_code is not distinct from $3 as canceled, created_at from deposit
         where user_id = $1 order by number desc limit $2)
       union all
       (select 'withdrawal', reference, amount, status, reason_code is not distinct from $3, created_at from withdrawal
         where user_id = $1 order by number desc limit $2)) moved
      order by created_at desc limit $2`,
    [userId, MOVES_SHOWN, CANCELED],
  )

function risksOf(row: NamedWithdrawal, facts: FactsRow, is: { held: boolean; frozen: boolean }): WithdrawalRisk[] {
  const isFresh = (since: Date | null) => since !== null && row.created_at.getTime() - since.getTime() < FRESH_MS
  const isPaid = row.status === MONEY_STATUS.successful
  const before = isPaid ? facts.withdrawn - row.amount : facts.withdrawn
  const risks: Record<WithdrawalRisk, boolean> = {
    first_withdrawal: before === 0n,
    payout_account_fresh: isFresh(facts.bound_at),
    account_fresh: isFresh(facts.registered_at),
    on_hold: is.held,
    frozen: is.frozen,
    more_than_deposited: before + row.amount > facts.deposited,
    payment_called_back: facts.called_back,
    several_today: facts.today >= SEVERAL,
  }
  return (Object.keys(risks) as WithdrawalRisk[]).filter((risk) => risks[risk])
}

/** History, holds, notes and reasons for a closer look, for the person who decides on a withdrawal. */
export async function backgroundOf(deps: ConsoleDeps, row: NamedWithdrawal): Promise<WithdrawalBackground> {
  const { database, clock, freezesAndNotes, config } = deps
  const { user_id: userId } = row
  const now = clock.now()
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  const [facts, moves, hold, freezes, notes] = await Promise.all([
    readFacts(deps, userId, new Date(now - DAY_MS)),
    readMoves(deps, userId),
    findHold(database, userId, now),
    freezesAndNotes.freezesOf(database, userId),
    freezesAndNotes.notesOf(database, userId, NOTES_SHOWN),
  ])
  return {
    registeredAt: facts.registered_at.toISOString(),
    payoutAccountSince: facts.bound_at?.toISOString() ?? null,
    deposited: money(facts.deposited),
    withdrawn: money(facts.withdrawn),
    hold: hold ? { reason: hold.reason, until: hold.until.toISOString() } : null,
    risks: risksOf(row, facts, { held: hold !== undefined, frozen: freezes.length > 0 }),
    moves: moves.map(({ kind, reference, amount, status, canceled, created_at }) => ({
      kind,
      reference,
      amount: money(amount),
      status: canceled ? 'canceled' : storedName(MONEY_STATUS, status),
      at: created_at.toISOString(),
    })),
    notes: notes.map(({ author, text, created_at }) => ({ author, text, at: created_at.toISOString() })),
  }
}
