import type { Database } from '../server/src/database/database'
import type { Deps } from '../server/src/deps'
import { systemClock } from '../server/src/shared/clock'
import { createHeadMaker, type HeadMaker } from '../server/src/signedLogs/headMaker'
import { createResultMap } from '../server/src/signedLogs/resultMap'
import { type Cost, compareWays, costOf, sumOf } from './cost'
import { closeDue, PLACED, placeMany, SYMBOL, settleDue } from './orderKit'

const ROUNDS = 9
const BARE_ROUNDS = 5

/** With everything that the proof needs: the head before, the log of settlements, the head after. */
async function settleWith(database: Database, productId: number, heads: HeadMaker): Promise<Cost> {
  const settled = await settleDue(database, productId, heads, async () => (await heads.seal()).number)
  return sumOf(settled, await costOf(database, () => heads.seal()))
}

/** The same without proofs: no heads are made, and the function that logs settlements does nothing. */
async function settleWithout(database: Database, productId: number, heads: HeadMaker): Promise<Cost> {
  const source = await database.first<{ text: string }>(`select pg_get_functiondef('log_settlements'::regproc) as text`)
  await database.query(
    `create or replace function log_settlements(p_closed trade_order[]) returns void
       language sql as $$ select null::void $$`,
  )
  // One that covers every tick to come, made by hand: the cost of heads is what is left out.
  let byHand = 0
  const headByHand = async () => {
    const head = await database.first<{ number: bigint }>(
      `insert into tree_head (number, at_ms, sizes, throughs, roots, logs, entry, log_root)
         select number + 1, at_ms, sizes, '{"${SYMBOL}": 1000000000000000}', roots, logs, entry, log_root
         from tree_head order by number desc limit 1 returning number`,
    )
    byHand = Number(head?.number)
    return byHand
  }
  const took = await settleDue(database, productId, heads, headByHand)
  await database.query(source?.text ?? '')
  // The trees continue from the last real head; the hand-made one must not be it.
  await database.query('alter table tree_head disable trigger all')
  await database.query('update trade_order set head_number = null where head_number = $1', [byHand])
  await database.query('delete from tree_head where number = $1', [byHand])
  return took
}

/** Transfers, postings and balances of the orders in `due`, which were won. */
const MONEY_OF_DUE = `transferred as (
    insert into ledger_transfer (id, user_id, kind, reference)
      select transfer_id, user_id, transfer_order_settled(), id from due
  ), move as materialized (
    select due.transfer_id, account.id as account_id, account.balance,
           case when account.kind = account_in_orders() then -due.stake else due.payout end as amount
      from due join ledger_account account
        on account.user_id = due.user_id and account.kind in (account_in_orders(), account_available())
    union all
    select due.transfer_id, house.id, house.balance, due.stake - due.payout
      from due, ledger_account house where house.user_id is null and house.kind = account_trading()
  ), posted as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select transfer_id, account_id, amount,
             balance + sum(amount) over (partition by account_id order by transfer_id) from move
  ), moved as (
    update ledger_account account set balance = account.balance + change.amount, version = account.version + 1
      from (select account_id, sum(amount)::bigint as amount from move group by account_id) change
     where account.id = change.account_id`

/** The money and the rows of orders that were won, all in one statement: nothing is chosen, logged, told or answered. */
const BARE_SQL = `
  with due as materialized (
    select number, id, user_id, stake, payout, nextval('ledger_transfer_id_seq') as transfer_id
      from trade_order where status = order_open() and expires_at_ms <= $1
  ), ${MONEY_OF_DUE}
  ), closed as (
    update trade_order placed
       set status = order_won(), version = placed.version + 1, exit_sequence = 1, exit_at_ms = $1, exit_price = 100.1,
           closed_at_ms = $1, profit_loss = due.payout - due.stake
      from due where placed.id = due.id and placed.number = due.number
    returning placed.number
  )
  select count(*)::int as closed from closed`

/** Settling as the server does it, compared with the least that a database has to do for it. */
export function settleBesideBare(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  const closeBare = async () => (await database.first<{ closed: number }>(BARE_SQL, [Date.now()]))?.closed ?? 0
  return compareWays(BARE_ROUNDS, {
    with: () => settleWith(database, productId, heads),
    without: () => closeDue(database, productId, heads, closeBare),
  })
}

/** 10,000 orders, with the proof of their results and without it. */
export async function settleBothWays(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  return compareWays(ROUNDS, {
    with: () => settleWith(database, productId, heads),
    without: () => settleWithout(database, productId, heads),
  })
}

/**
 * Placing as a node does it, with the signature that each answer carries, its stored copy and the head that takes up
 * the orders; and without all that.
 */
export async function placeBothWays(
  deps: Pick<Deps, 'database' | 'acceptances'>,
  place: (call: number) => Promise<void>,
) {
  const { database, acceptances } = deps
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  const { give } = acceptances
  const placeAll = () => placeMany(place)
  const figures = await compareWays(ROUNDS, {
    with: () =>
      costOf(database, async () => {
        await placeAll()
        await acceptances.flush()
        await heads.seal()
      }),
    async without() {
      acceptances.give = async (_number, terms) => ({ terms, signature: '', publicKey: '' })
      const cost = await costOf(database, placeAll)
      acceptances.give = give
      // Orders of this round must not be taken up in the next one.
      await heads.seal()
      return cost
    },
  })
  const stored = await database.first<{ acceptances: bigint }>('select count(*) as acceptances from acceptance')
  return { orders: PLACED, ...figures, signaturesStored: Number(stored?.acceptances ?? 0n) }
}
