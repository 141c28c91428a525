import type { Database } from '../src/database/database'
import { present } from '../src/shared/assert'
import { DAY_MS } from '../src/shared/time'

/** Rows that one statement writes within its time-out of 30 s, also to a slow disk. */
const CHUNK = 10_000
const USERS = 500
/** Share of the orders that belongs to the user whose screens are looked at: more than any page shows. */
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
    `insert into opening_code (code) select lpad(nth::text, 6, 'Z') from generate_series(1, $1::int) nth`,
    [USERS],
  )
  await database.query(
    `insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
       select 'many_' || nth, 'many', 'CN', '', '', lpad(nth::text, 6, 'Z') from generate_series(1, $1::int) nth`,
    [USERS],
  )
  await database.query(
    `insert into ledger_account (user_id, kind, balance)
       select app_user.id, kind, 0 from app_user, generate_series(1, 5) kind
        where app_user.account like 'many\\_%' order by app_user.id, kind`,
  )
}

/** The orders come one after another over this time, or one a second where they are too many for that. */
const SPAN_MS = 120 * DAY_MS
const stepOf = (orders: number) => Math.max(1_000, Math.floor(SPAN_MS / orders))

/** As a server that ran all this time would have made them. */
async function addPartitions(database: Database, { orders, nowMs }: ManyOrders) {
  await database.query(`select drop_partitions(parent, $1, true) from unnest(array['tick', 'trade_order']) parent`, [
    Number.MAX_SAFE_INTEGER,
  ])
  await database.query(
    `select make_partitions(parent, at_ms)
       from unnest(array['tick', 'trade_order', 'ledger_posting']) parent,
            generate_series($1::bigint, $2::bigint, 7 * 86400000::bigint) at_ms`,
    [nowMs - orders * stepOf(orders) - 60_000, nowMs],
  )
}

/** One tick per order. */
async function addTicks(database: Database, { orders, productId, nowMs }: ManyOrders) {
  for (let from = 1; from <= orders; from += CHUNK) {
    await database.query(
      `insert into tick (product_id, sequence, at_ms, price, size, source, source_at_ms)
         select $1, nth, $2::bigint - ($3::bigint - nth) * $5::int, 100 + nth % 7, 1, 'many', 0
           from generate_series($4::bigint, least($4 + ${CHUNK} - 1, $3)) nth`,
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
  const first = await database.first<{ id: bigint }>(`select min(id) as id from app_user where account like 'many\\_%'`)
  const own = Math.round(1 / OWN_SHARE)
  for (let from = 1; from <= orders; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, orders)
    await database.query(
      `insert into trade_order (number, user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout,
                                status, body_hash, source, accepted_at_ms, entry_sequence, entry_at_ms, entry_price,
                                expires_at_ms, exit_sequence, exit_at_ms, exit_price, closed_at_ms, profit_loss, version,
                                currency, scale, entry_timeout_ms, stale_after_ms, source_lag_ms, seen_head, seen_root, device_key,
                                device_signature)
         select nth, case when nth % $7 = 0 then $5::bigint else $6::bigint + nth % ${USERS} end,
                overlay(overlay(gen_random_uuid()::text placing '7' from 15 for 1)
                  placing left(partition_bound('trade_order', at), 13) from 1 for 13)::uuid, $1, 1, 100, 30,
                7500, 175, 4, '\\x00', 'many', at - 1, nth, at, 100, at + 30000, nth, at, 100, at + 31000, -100, 3,
                'USD', 2, 5000, 5000, 5000, 0, '\\x00', '\\x00', '\\x00'
           from (select nth, $2::bigint - ($8::bigint - nth) * $9::int - 60000 as at
                   from generate_series($3::bigint, $4) nth) counted`,
      [productId, nowMs, from, to, userId, present(first, 'other users').id, own, orders, stepOf(orders)],
    )
    await database.query(
      `with made as (
         insert into ledger_transfer (user_id, kind, reference)
           select placed.user_id, kind, placed.id from trade_order placed, unnest(array[10, 11]) kind
            where placed.number between $1 and $2
         returning id, user_id)
       insert into ledger_posting (transfer_id, account_id, amount, balance_after)
         select made.id, account.id, 1, 0 from made join ledger_account account
           on account.user_id = made.user_id and account.kind in (1, 2)`,
      [from, to],
    )
    await database.query(
      `insert into settlement (leaf, order_number, entry)
         select placed.number - 1, placed.number, settlement_entry(placed, product)
           from trade_order placed join product on product.id = placed.product_id
          where placed.number between $1 and $2`,
      [from, to],
    )
    await database.query(
      `insert into result_leaf (leaf, minute, key, hash)
         select line.leaf, place.minute, place.key, place.hash
           from settlement line cross join lateral result_place(line.entry) place where line.leaf between $1 - 1 and $2 - 1`,
      [from, to],
    )
    await database.query(
      `insert into accepted_order (leaf, order_number, head_number, entry)
         select placed.number - 1, placed.number, 1, order_entry(placed, product)
           from trade_order placed join product on product.id = placed.product_id
          where placed.number between $1 and $2`,
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
