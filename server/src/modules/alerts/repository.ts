import type { Queryable, Tx } from '../../database/database'

/** 1 above, -1 below. */
export type Direction = 1 | -1

export interface AlertRow {
  number: bigint
  user_id: bigint
  id: string
  symbol: string
  direction: Direction
  price: string
  state: number
  created_at_ms: bigint
  ended_at_ms: bigint | null
  tick_sequence: bigint | null
  tick_at_ms: bigint | null
  tick_price: string | null
}

export const COLUMNS = `
  alert.number, alert.user_id, alert.id, product.symbol, alert.direction, alert.price::text as price, alert.state,
  alert.created_at_ms, alert.ended_at_ms, alert.tick_sequence, alert.tick_at_ms, alert.tick_price::text as tick_price`
const FROM = 'price_alert alert join product on product.id = alert.product_id'

/** Shared while an alert is created, exclusive while alerts are compared with new prices (`reached.ts`). */
const ALERTS_LOCK = 4_207_014

/** A user's alerts are created one at a time, so that the limit holds. */
export async function lockUser(tx: Tx, userId: bigint): Promise<void> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
}

export async function lockForCreation(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [ALERTS_LOCK])
}

/** Until the transaction ends no alert is created, and every alert so far has been committed. */
export async function lockForProgress(tx: Tx): Promise<void> {
  await tx.query("set local lock_timeout = '2s'")
  await tx.query('select pg_advisory_xact_lock($1)', [ALERTS_LOCK])
}

export function findAlert(database: Queryable, userId: bigint, id: string): Promise<AlertRow | undefined> {
  return database.first<AlertRow>(`select ${COLUMNS} from ${FROM} where alert.user_id = $1 and alert.id = $2`, [
    userId,
    id,
  ])
}

export async function countActive(tx: Tx, userId: bigint): Promise<number> {
  const row = await tx.first<{ count: bigint }>(
    'select count(*) as count from price_alert where user_id = $1 and state = alert_active()',
    [userId],
  )
  return Number(row?.count ?? 0n)
}

/** The newest tick of a product; undefined before its first. */
export function lastTick(tx: Tx, productId: number): Promise<{ sequence: bigint; price: string } | undefined> {
  return tx.first<{ sequence: bigint; price: string }>(
    'select sequence, price::text as price from tick where product_id = $1 order by sequence desc limit 1',
    [productId],
  )
}

export interface NewAlert {
  userId: bigint
  id: string
  productId: number
  direction: Direction
  price: string
  afterSequence: bigint
  nowMs: number
}

/** False if the same alert already waits. */
export function insertAlert(tx: Tx, alert: NewAlert): Promise<boolean> {
  return tx.some(
    `insert into price_alert (user_id, id, product_id, direction, price, after_sequence, created_at_ms)
     values ($1, $2, $3, $4, $5::numeric, $6, $7)
     on conflict (user_id, product_id, direction, price) where state = alert_active() do nothing returning number`,
    [alert.userId, alert.id, alert.productId, alert.direction, alert.price, alert.afterSequence, alert.nowMs],
  )
}

/** Cancels an alert that still waits; returns whether it did. */
export function cancelAlert(tx: Tx, userId: bigint, id: string, nowMs: number): Promise<boolean> {
  return tx.some(
    'update price_alert set state = alert_cancelled(), ended_at_ms = $3 where user_id = $1 and id = $2 and state = alert_active() returning number',
    [userId, id, nowMs],
  )
}

export function listActive(
  database: Queryable,
  userId: bigint,
  beforeNo: bigint | null,
  limit: number,
): Promise<AlertRow[]> {
  return database.query<AlertRow>(
    `select ${COLUMNS} from ${FROM}
      where alert.user_id = $1 and alert.state = alert_active() and ($2::bigint is null or alert.number < $2)
      order by alert.number desc limit $3`,
    [userId, beforeNo, limit],
  )
}

export function listTriggered(
  database: Queryable,
  userId: bigint,
  before: readonly [bigint, bigint] | null,
  limit: number,
): Promise<AlertRow[]> {
  return database.query<AlertRow>(
    `select ${COLUMNS} from ${FROM}
      where alert.user_id = $1 and alert.state = alert_triggered()
        and ($2::bigint is null or (alert.ended_at_ms, alert.number) < ($2, $3::bigint))
      order by alert.ended_at_ms desc, alert.number desc limit $4`,
    [userId, before?.[0] ?? null, before?.[1] ?? null, limit],
  )
}

/** Everything that is kept of a user's alerts, newest first; for the export. */
export function listAll(database: Queryable, userId: bigint, limit: number): Promise<AlertRow[]> {
  return database.query<AlertRow>(
    `select ${COLUMNS} from ${FROM} where alert.user_id = $1 order by alert.number desc limit $2`,
    [userId, limit],
  )
}

/** Deletes at most `limit` alerts that ended before `beforeMs`; returns how many. */
export async function deleteOver(database: Queryable, beforeMs: number, limit: number): Promise<number> {
  const rows = await database.query(
    `delete from price_alert where number in (
       select number from price_alert where state > alert_active() and ended_at_ms < $1 order by ended_at_ms limit $2) returning number`,
    [beforeMs, limit],
  )
  return rows.length
}
