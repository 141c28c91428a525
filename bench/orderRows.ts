import type { Database } from '../server/src/database/database'
import { systemClock } from '../server/src/shared/clock'
import { createHeadMaker, type HeadMaker } from '../server/src/signedLogs/headMaker'
import { createResultMap } from '../server/src/signedLogs/resultMap'
import { compareWays, costOf } from './cost'
import { closeDue, newIdAt, settleAll } from './orderKit'
import { MONEY_OF_DUE } from './settling'

const ROUNDS = 5
/** As many as a node places in a call of the database. */
const SIZE = 64
const ORDERS = 64 * SIZE
const SIGNATURE = Buffer.alloc(64, 1)
/** As long as the texts of an order and of its result are. */
const [ORDER_TEXT, RESULT_TEXT] = ['x'.repeat(700), 'x'.repeat(900)]

const storeSignatures = (database: Database) =>
  database.query(
    `insert into acceptance (order_number, signed_with, signature)
       select number, 0, $1 from trade_order where status = order_open() on conflict do nothing`,
    [SIGNATURE],
  )

/** The rows of an order that is placed: nothing is looked up, checked or refused. */
const PLACED_SQL = `
  with item as materialized (
    select chosen.id as user_id, row_number() over () as nth, nextval('trade_order_number_seq') as number,
           nextval('ledger_transfer_id_seq') as transfer_id, ${newIdAt('$3::bigint')} as id
      from (select id from app_user order by id limit ${SIZE}) chosen
  ), transferred as (
    insert into ledger_transfer (id, user_id, kind, reference)
      select transfer_id, user_id, transfer_order_placed(), id from item
  ), move as materialized (
    select item.transfer_id, account.id as account_id, account.balance,
           case when account.kind = account_in_orders() then 100 else -100 end as amount
      from item join ledger_account account
        on account.user_id = item.user_id and account.kind in (account_in_orders(), account_available())
  ), posted as (
    insert into ledger_posting (transfer_id, account_id, amount, balance_after)
      select transfer_id, account_id, amount, balance + amount from move
  ), moved as (
    update ledger_account account set balance = account.balance + move.amount, version = account.version + 1
      from move where account.id = move.account_id
  ), accepted as (
    insert into accepted_order (leaf, order_number, head_number, entry) select $2::bigint + nth - 1, number, 1, $4::text from item
  ), signed as (
    insert into acceptance (order_number, signed_with, signature) select number, 0, $5::bytea from item
  )
  insert into trade_order (number, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                           body_hash, source, instrument, accepted_at_ms, currency, scale, entry_timeout_ms, stale_after_ms,
                           seen_head, seen_root, device_key, device_signature)
    select number, user_id, id, $1, 1, 100, 30, 7500, 175, '\\x00', 'bench', '-', $3, 'USD', 2, 5000, 5000, 0, '\\x00', '\\x00', '\\x00'
      from item`

const OPENED_SQL = `
  update trade_order set status = order_open(), version = version + 1, entry_sequence = 1, entry_at_ms = $1::bigint,
                         entry_price = 100.0, expires_at_ms = $1::bigint + 30000
   where status = order_pending()`

/** The rows of orders that were won, with those of the log of settlements. */
const CLOSED_SQL = `
  with due as materialized (
    select number, id, user_id, stake, payout, nextval('ledger_transfer_id_seq') as transfer_id, row_number() over () as nth
      from trade_order where status = order_open()
  ), ${MONEY_OF_DUE}
  ), logged as (
    insert into settlement (leaf, order_number, entry) select $2::bigint + nth - 1, number, $3::text from due
  ), leaves as (
    insert into result_leaf (leaf, minute, key, hash)
      select $2::bigint + nth - 1, 1, sha256(id::text::bytea), sha256($3::bytea) from due
  ), counted as (
    update settlement_log set size = size + ${SIZE}
  )
  update trade_order placed
     set status = order_won(), version = placed.version + 1, exit_sequence = 1, exit_at_ms = $1, exit_price = 100.1,
         closed_at_ms = $1, profit_loss = due.payout - due.stake
    from due where placed.id = due.id and placed.number = due.number`

async function sizesOf(database: Database) {
  const sizes = await database.first<{ accepted: bigint; settled: bigint }>(
    'select (select coalesce(max(leaf) + 1, 0) from accepted_order) as accepted, (select size from settlement_log) as settled',
  )
  return { accepted: Number(sizes?.accepted), settled: Number(sizes?.settled) }
}

/** As functions of the database are set that run for every order: rows are found by index, regardless of a table's size. */
const BY_INDEX = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** The same rows, written by a bare statement for each step of ${SIZE} orders. */
async function writeBare(database: Database, productId: number) {
  const { accepted, settled } = await sizesOf(database)
  const atMs = Date.now() - 60_000
  const client = await database.pool.connect()
  // With names, so that the database keeps their plans.
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  try {
    for (const setting of BY_INDEX) await client.query(`set ${setting} = off`)
    for (let done = 0; done < ORDERS; done += SIZE) {
      await run('place', PLACED_SQL, [productId, accepted + done, atMs, ORDER_TEXT, SIGNATURE])
      await run('open', OPENED_SQL, [atMs])
      await run('close', CLOSED_SQL, [atMs, settled + done, RESULT_TEXT])
    }
  } finally {
    for (const setting of BY_INDEX) await client.query(`reset ${setting}`)
    client.release()
  }
}

async function tradeAll(database: Database, productId: number, heads: HeadMaker) {
  const close = async () => {
    await storeSignatures(database)
    const closed = await settleAll(database, (await heads.seal()).number)
    await heads.seal()
    return closed
  }
  await closeDue(database, productId, heads, close, { orders: ORDERS, size: SIZE })
}

/** What an order takes of the database, from placing to its result, next to bare statements that write the same rows. */
export async function rowsBothWays(database: Database, productId: number) {
  const heads = createHeadMaker({ database, clock: systemClock, results: createResultMap({ database }) })
  const figures = await compareWays(ROUNDS, {
    with: () => costOf(database, () => tradeAll(database, productId, heads), { own: false }),
    without: () => costOf(database, () => writeBare(database, productId), { own: false }),
  })
  return { orders: ORDERS, ...figures }
}
