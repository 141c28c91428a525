import type { Database } from '../src/database/database'
import { present } from '../src/shared/assert'
import { DAY_MS } from '../src/shared/time'

/** What one statement writes within its time-out. */
const CHUNK = 50_000
const USERS = 500
/** Of all orders, how many are the user's whose screens are looked at: more than any page shows. */
const OWN_SHARE = 0.02

export interface ManyOrders {
  orders: number
  userId: bigint
  productId: number
  /** The log reaches up to here. */
  nowMs: number
}

/** Users besides the one that is there already. */
async function addUsers(database: Database) {
  await database.query(
    `insert into opening_code (code) select lpad(n::text, 6, 'Z') from generate_series(1, $1::int) n`,
    [USERS],
  )
  await database.query(
    `insert into app_user (account, nickname, phone_country, phone_e164, login_password_hash, trade_password_hash,
                           opening_code)
       select 'many_' || n, 'many', 'CN', '+86' || n, '', '', lpad(n::text, 6, 'Z') from generate_series(1, $1::int) n`,
    [USERS],
  )
  await database.query(
    `insert into ledger_account (user_id, kind, balance)
       select u.id, k, 0 from app_user u, generate_series(1, 5) k where u.account like 'many\\_%' order by u.id, k`,
  )
}

/** The orders come one after another over this time, or one a second where they are too many for that. */
const SPAN_MS = 120 * DAY_MS
const stepOf = (orders: number) => Math.max(1_000, Math.floor(SPAN_MS / orders))

/** As a server that ran all this time would have made them. */
async function addPartitions(database: Database, { orders, nowMs }: ManyOrders) {
  await database.query(`select drop_partitions(t, $1, true) from unnest(array['tick', 'trade_order']) t`, [
    Number.MAX_SAFE_INTEGER,
  ])
  await database.query(
    `select make_partitions(t, at_ms)
       from unnest(array['tick', 'trade_order', 'ledger_posting']) t, generate_series($1::bigint, $2::bigint, 7 * 86400000::bigint) at_ms`,
    [nowMs - orders * stepOf(orders) - 60_000, nowMs],
  )
}

/** A tick an order, so that each order has one of its own. */
async function addTicks(database: Database, { orders, productId, nowMs }: ManyOrders) {
  for (let from = 1; from <= orders; from += CHUNK) {
    await database.query(
      `insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms)
         select $1, n, $2::bigint - ($3::bigint - n) * $5::int, 100 + n % 7, 1, 'many', 0
           from generate_series($4::bigint, least($4 + ${CHUNK} - 1, $3)) n`,
      [productId, nowMs, orders, from, stepOf(orders)],
    )
  }
  await database.query('update tick_head set sequence = $2, at_ms = $3, through_ms = $3 where product_id = $1', [
    productId,
    orders,
    nowMs,
  ])
}

/** Closed orders with their transfers, postings, lines in the log of settlements and messages, one after another in time. */
async function addOrders(database: Database, { orders, userId, productId, nowMs }: ManyOrders) {
  const [first] = await database.query<{ id: bigint }>(
    `select min(id) as id from app_user where account like 'many\\_%'`,
  )
  const own = Math.round(1 / OWN_SHARE)
  for (let from = 1; from <= orders; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, orders)
    await database.query(
      `insert into trade_order (number, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                                status, body_hash, source, accepted_at_ms, entry_sequence, entry_at_ms, entry_price,
                                expires_at_ms, exit_sequence, exit_at_ms, exit_price, closed_at_ms, profit_loss, version,
                                currency, scale, entry_timeout_ms, stale_after_ms)
         select n, case when n % $7 = 0 then $5::bigint else $6::bigint + n % ${USERS} end, overlay(overlay(gen_random_uuid()::text placing '7' from 15 for 1)
                  placing left(partition_bound('trade_order', at), 13) from 1 for 13)::uuid, $1, 1, 100, 30,
                7500, 175, 4, '\\x00', 'many', at - 1, n, at, 100, at + 30000, n, at, 100, at + 31000, -100, 3,
                'USD', 2, 5000, 5000
           from (select n, $2::bigint - ($8::bigint - n) * $9::int - 60000 as at from generate_series($3::bigint, $4) n) t`,
      [productId, nowMs, from, to, userId, present(first, 'other users').id, own, orders, stepOf(orders)],
    )
    await database.query(
      `with made as (
         insert into ledger_transfer (user_id, kind, reference)
           select o.user_id, k, o.id from trade_order o, unnest(array[10, 11]) k where o.number between $1 and $2
         returning id, user_id)
       insert into ledger_posting (transfer_id, account_id, amount, balance_after)
         select m.id, a.id, 1, 0 from made m join ledger_account a on a.user_id = m.user_id and a.kind in (1, 2)`,
      [from, to],
    )
    await database.query(
      `insert into settlement (leaf, order_number, entry)
         select o.number - 1, o.number, settlement_entry(o, p) from trade_order o join product p on p.id = o.product_id
          where o.number between $1 and $2`,
      [from, to],
    )
    await database.query(
      `insert into accepted_order (leaf, order_number, head_number, entry)
         select o.number - 1, o.number, 1, order_entry(o, p) from trade_order o join product p on p.id = o.product_id
          where o.number between $1 and $2`,
      [from, to],
    )
    await database.query(
      `insert into message (user_id, kind, reference)
         select user_id, 'order_settled', id::text from trade_order where number between $1 and $2`,
      [from, to],
    )
  }
  await database.query('update settlement_log set size = $1', [orders])
  await database.query(`select setval('trade_order_number_seq', $1)`, [orders])
}

/** Fills a database as years of trading would; the amounts mean nothing and the books do not add up. */
export async function addManyOrders(database: Database, many: ManyOrders) {
  await addPartitions(database, many)
  await addUsers(database)
  await addTicks(database, many)
  await addOrders(database, many)
  await database.query('analyze')
}
