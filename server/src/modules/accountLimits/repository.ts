import type { AccountLimitKind } from '../../../../contract/limits'
import type { Queryable, Tx } from '../../database/database'
import { LIMIT_KIND } from '../../shared/stored'
import type { DocumentRow } from '../../users/documents'
import { type PhoneRow, USER_PHONE_COLUMN } from '../../users/phones'

export interface LimitRow {
  kind: number
  value: bigint
  time_zone: string
  raise_value: bigint | null
  raise_from: Date | null
  raise_until: Date | null
}

export interface BreakRow {
  kind: 'break' | 'exclusion'
  started_at: Date
  until: Date | null
  reopens_at: Date | null
}

export type UsedLimitRow = LimitRow & { used: bigint; resets_at: Date }

const LIMIT_COLUMNS = 'kind, value, time_zone, raise_value, raise_from, raise_until'

/** The limits, with how much of each is used and when its day, week or month began. */
export function readLimits(source: Queryable, userId: bigint, at: Date) {
  return source.query<UsedLimitRow>(
    `select ${LIMIT_COLUMNS}, account_limit_used($1, kind, started) as used, resets_at
       from account_limit,
            lateral (select account_limit_start(kind, time_zone, $2) as started) period,
            lateral (select account_limit_end(kind, time_zone, started) as resets_at) next
      where user_id = $1 order by kind`,
    [userId, at],
  )
}

export async function hasLimits(tx: Queryable, userId: bigint): Promise<boolean> {
  const row = await tx.first<{ any: boolean }>('select exists (select from account_limit where user_id = $1) as any', [
    userId,
  ])
  return row?.any ?? false
}

export function findLimit(tx: Queryable, userId: bigint, kind: AccountLimitKind): Promise<LimitRow | undefined> {
  return tx.first<LimitRow>(`select ${LIMIT_COLUMNS} from account_limit where user_id = $1 and kind = $2`, [
    userId,
    LIMIT_KIND[kind],
  ])
}

/** Sets the limit and drops a waiting raise. The time zone of the first setting stays. */
export async function saveLimit(tx: Tx, userId: bigint, kind: AccountLimitKind, value: bigint, timeZone: string) {
  await tx.query(
    `insert into account_limit (user_id, kind, value, time_zone)
       values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update
       set value = excluded.value, raise_value = null, raise_from = null, raise_until = null`,
    [userId, LIMIT_KIND[kind], value, timeZone],
  )
}

/** `value` null: the limit is to be removed. */
export async function saveRaise(
  tx: Tx,
  userId: bigint,
  kind: AccountLimitKind,
  raise: { value: bigint | null; from: Date; until: Date },
) {
  await tx.query(
    'update account_limit set raise_value = $3, raise_from = $4, raise_until = $5 where user_id = $1 and kind = $2',
    [userId, LIMIT_KIND[kind], raise.value, raise.from, raise.until],
  )
}

export async function deleteLimit(tx: Tx, userId: bigint, kind: AccountLimitKind) {
  await tx.query('delete from account_limit where user_id = $1 and kind = $2', [userId, LIMIT_KIND[kind]])
}

/** Which of the user's own limits a deposit of this amount would break. Call it with the account locked. */
export async function limitBrokenByDeposit(tx: Tx, userId: bigint, amount: bigint, at: Date) {
  const row = await tx.first<{ kind: number | null }>('select account_limit_broken($1, $2, true, $3) as kind', [
    userId,
    amount,
    at,
  ])
  return row?.kind ?? null
}

export function findBreak(source: Queryable, userId: bigint): Promise<BreakRow | undefined> {
  return source.first<BreakRow>('select kind, started_at, until, reopens_at from account_break where user_id = $1', [
    userId,
  ])
}

/** Begins or lengthens a break; it never gets shorter. */
export async function saveBreak(tx: Tx, userId: bigint, row: BreakRow) {
  await tx.query(
    `insert into account_break (user_id, kind, started_at, until, reopens_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update
       set kind = case when account_break.kind = 'exclusion' then 'exclusion' else excluded.kind end,
           until = case when account_break.until is null or excluded.until is null then null
                        else greatest(account_break.until, excluded.until) end,
           reopens_at = excluded.reopens_at`,
    [userId, row.kind, row.started_at, row.until, row.reopens_at],
  )
}

/** The same for the person, by marks of phone number and ID number. */
export async function savePersonBreak(tx: Tx, marks: readonly Buffer[], row: BreakRow) {
  await tx.query(
    `insert into person_break (mark, kind, started_at, until, reopens_at)
       select mark, $2, $3, $4, $5 from unnest($1::bytea[]) as mark
     on conflict (mark) do update
       set kind = case when person_break.kind = 'exclusion' then 'exclusion' else excluded.kind end,
           until = case when person_break.until is null or excluded.until is null then null
                        else greatest(person_break.until, excluded.until) end,
           reopens_at = excluded.reopens_at`,
    [marks, row.kind, row.started_at, row.until, row.reopens_at],
  )
}

/**
 * The longest break of a person in force. A break lasts until its end was asked for, however long ago its time ran out.
 */
export function findPersonBreak(tx: Tx, marks: readonly Buffer[], at: Date): Promise<BreakRow | undefined> {
  return tx.first<BreakRow>(
    `select kind, started_at, until, reopens_at from person_break
      where mark = any ($1::bytea[]) and (reopens_at is null or reopens_at > $2)
      order by until desc nulls first limit 1`,
    [marks, at],
  )
}

/** A break that is over does not affect the person's next one. */
export async function deletePersonBreaksOver(tx: Tx, marks: readonly Buffer[], at: Date) {
  await tx.query('delete from person_break where mark = any ($1::bytea[]) and reopens_at <= $2', [marks, at])
}

/** Applies the wish to trade again to the person: to each mark whose break has run out by `at`. */
export async function setPersonReopening(tx: Tx, marks: readonly Buffer[], at: Date, reopensAt: Date) {
  await tx.query(
    `update person_break set reopens_at = $3
      where mark = any ($1::bytea[]) and until <= $2 and reopens_at is null`,
    [marks, at, reopensAt],
  )
}

export async function setReopening(tx: Tx, userId: bigint, at: Date) {
  await tx.query('update account_break set reopens_at = $2 where user_id = $1', [userId, at])
}

export async function deleteBreak(tx: Tx, userId: bigint) {
  await tx.query('delete from account_break where user_id = $1', [userId])
}

/** The sealed phone number of a user. */
export function findPerson(tx: Tx, userId: bigint) {
  return tx.first<PhoneRow>(`select ${USER_PHONE_COLUMN} from app_user where app_user.id = $1`, [userId])
}

/** The document that verified a user. */
export function findDocument(tx: Tx, userId: bigint) {
  return tx.first<DocumentRow>(
    `select id_mark, nationality, sealed_id_number from verification where user_id = $1 and status = 'verified'`,
    [userId],
  )
}

export async function readActivity(source: Queryable, userId: bigint, sinceMs: number) {
  const row = await source.first<{ orders: bigint; stakes: bigint; profit_loss: bigint }>(
    `select count(*) filter (where accepted_at_ms >= $2) as orders,
            coalesce(sum(stake) filter (where accepted_at_ms >= $2), 0)::bigint as stakes,
            coalesce(sum(profit_loss) filter (where closed_at_ms >= $2), 0)::bigint as profit_loss
       from trade_order
      where user_id = $1 and id >= (lpad(to_hex(greatest(0, $2::bigint - 86400000 * 2)), 12, '0') || repeat('0', 20))::uuid`,
    [userId, sinceMs],
  )
  return row ?? { orders: 0n, stakes: 0n, profit_loss: 0n }
}
