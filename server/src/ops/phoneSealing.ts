import type { Database, Queryable, Tx } from '../database/database'
import { type PhoneSealer, phoneDigests, sealRegistrationPhone, sealUserPhone } from '../database/phones'
import { OpsRefusal } from './kit'

interface PhoneSealingDeps {
  database: Database
  sealer: PhoneSealer
}

/** How many numbers were sealed in one place. */
export interface SealedPhones {
  place: string
  sealed: number
}

const ROWS_AT_ONCE = 500
/** A node that has said nothing for so long is gone (cluster/nodeAgreement.ts). */
const GONE_AFTER_MS = 15_000
/** Registrations wait behind the lock that the beginning asks for. */
const LOCK_WAIT_MS = 3_000

/** Nodes that run and do not say that they know sealed numbers: they look for them in the clear. */
async function olderNodes(database: Queryable): Promise<number> {
  const rows = await database.query<{ count: bigint }>(
    `select count(*) as count from setting
      where key like 'node %' and not coalesce(value -> 'settings' -> 'knows' ? 'sealedPhones', false)
        and (value ->> 'at')::numeric > extract(epoch from clock_timestamp()) * 1000 - $1`,
    [GONE_AFTER_MS],
  )
  return Number(rows[0]?.count ?? 0)
}

/** From here on no number is written in the clear; waits for who is writing one. */
async function begin(tx: Tx): Promise<void> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${LOCK_WAIT_MS}ms`])
  await tx.query('lock table registration in share row exclusive mode')
  await tx.query('insert into phones_sealed (one) values (true) on conflict do nothing')
}

/** A number that stands in the clear, with the name of its row. */
interface ClearPhone<K> {
  key: K
  phone: string
}

/** Marks of several numbers at once; `column` names their owners' kind. */
async function insertMarks<K>(
  tx: Tx,
  sealer: PhoneSealer,
  column: 'user_id' | 'registration',
  rows: readonly ClearPhone<K>[],
) {
  const marks = rows.flatMap(({ key, phone }) => phoneDigests(sealer, phone).map((each) => ({ ...each, owner: key })))
  await tx.query(
    `insert into phone_mark (mark, key_name, ${column})
       select * from unnest($1::bytea[], $2::text[], $3::${column === 'user_id' ? 'bigint' : 'bytea'}[])`,
    [marks.map(({ digest }) => digest), marks.map(({ key }) => key), marks.map(({ owner }) => owner)],
  )
}

/** Answers the last user that it looked at, and how many it sealed: not those who are deleted meanwhile. */
async function sealUsers({ database, sealer }: PhoneSealingDeps, after: bigint) {
  return database.withTransaction(async (tx) => {
    const rows = await tx.query<ClearPhone<bigint>>(
      `select id as key, phone_e164 as phone from app_user
        where id > $1 and phone_e164 not like '~%' order by id limit ${ROWS_AT_ONCE}`,
      [after],
    )
    const emptied = await tx.query<ClearPhone<bigint>>(
      `update app_user set phone_e164 = '~' || app_user.id
         from unnest($1::bigint[], $2::text[]) as given (key, phone)
        where app_user.id = given.key and app_user.phone_e164 = given.phone
        returning given.key, given.phone`,
      [rows.map(({ key }) => key), rows.map(({ phone }) => phone)],
    )
    await tx.query('insert into user_phone (user_id, sealed) select * from unnest($1::bigint[], $2::text[])', [
      emptied.map(({ key }) => key),
      emptied.map(({ key, phone }) => sealUserPhone(sealer, key, phone)),
    ])
    await insertMarks(tx, sealer, 'user_id', emptied)
    return { last: rows.at(-1)?.key, sealed: emptied.length }
  })
}

/** The same for registrations that are under way, in any order; there are few of them. */
async function sealRegistrations({ database, sealer }: PhoneSealingDeps) {
  return database.withTransaction(async (tx) => {
    const rows = await tx.query<ClearPhone<Buffer>>(
      `select token_hash as key, phone_e164 as phone from registration where phone_e164 not like '~%'
        order by token_hash limit ${ROWS_AT_ONCE} for update`,
    )
    await tx.query(
      `update registration set phone_e164 = '~' || gen_random_uuid(), sealed_phone = given.sealed
         from unnest($1::bytea[], $2::text[]) as given (key, sealed) where token_hash = given.key`,
      [rows.map(({ key }) => key), rows.map(({ key, phone }) => sealRegistrationPhone(sealer, key, phone))],
    )
    await insertMarks(tx, sealer, 'registration', rows)
    return rows.length
  })
}

/**
 * Seals every phone number that stands in the clear, for good, while nodes of this version run. An interrupted run keeps what it
 * did; the next one continues.
 */
export async function sealPhones(deps: PhoneSealingDeps): Promise<SealedPhones[]> {
  const older = await olderNodes(deps.database)
  if (older > 0) {
    throw new OpsRefusal(
      `${older} running nodes are of a version that looks for phone numbers in the clear: update them first (one that was ` +
        'killed counts for 15 s).',
    )
  }
  await deps.database.withTransaction(begin)
  let users = 0
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const done: { last: bigint | undefined; sealed: number } = await sealUsers(deps, after)
    users += done.sealed
    after = done.last
  }
  let registrations = 0
  for (let sealed = 1; sealed > 0; registrations += sealed) sealed = await sealRegistrations(deps)
  return [
    { place: 'user_phone.sealed', sealed: users },
    { place: 'registration.sealed_phone', sealed: registrations },
  ]
}
