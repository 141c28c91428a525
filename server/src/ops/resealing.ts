import type { Database, Queryable } from '../database/database'
import type { Sealer } from '../shared/sealing'
import { documentMarks } from '../users/documents'
import { phoneDigests, phoneOfUser } from '../users/phones'

interface ResealDeps {
  database: Database
  sealer: Sealer
}

/** A column with sealed values. */
interface Place {
  table: string
  column: string
  /** SQL for the context that a value is bound to; the services that seal use the same. */
  context: string
  /** SQL for a text that identifies a row; never null. */
  row: string
  /** Staff's account changes it; else that of nodes, as staff's may change nothing sealed of a user. */
  ofStaff?: true
}

const PLACES: readonly Place[] = [
  {
    table: 'verification',
    column: 'sealed_name',
    context: `'verification ' || user_id || ' name'`,
    row: 'user_id::text',
  },
  {
    table: 'verification',
    column: 'sealed_id_number',
    context: `'verification ' || user_id || ' id number'`,
    row: 'user_id::text',
  },
  { table: 'payout_account', column: 'sealed', context: `'payout account ' || user_id`, row: 'user_id::text' },
  { table: 'second_factor', column: 'sealed_secret', context: `'second factor ' || user_id`, row: 'user_id::text' },
  { table: 'upload', column: 'sealed_key', context: `'upload ' || user_id || ' ' || id`, row: `user_id || ' ' || id` },
  {
    table: 'withdrawal',
    column: 'sealed_payee',
    context: `'withdrawal ' || user_id || ' ' || id`,
    row: `lpad(number::text, 20, '0')`,
  },
  {
    table: 'staff_member',
    column: 'sealed_secret',
    context: `'staff ' || login || ' second factor'`,
    row: `lpad(id::text, 20, '0')`,
    ofStaff: true,
  },
  {
    table: 'staff_invitation',
    column: 'sealed_secret',
    context: `'staff ' || login || ' second factor'`,
    row: `encode(token_hash, 'hex')`,
    ofStaff: true,
  },
  {
    table: 'bank_statement_line',
    column: 'sealed_text',
    context: `'bank statement line ' || encode(fingerprint, 'hex')`,
    row: `lpad(id::text, 20, '0')`,
    ofStaff: true,
  },
  {
    table: 'staff_proposal',
    column: 'sealed_params',
    context: `'proposal ' || action || ' ' || subject`,
    row: `lpad(id::text, 20, '0')`,
    ofStaff: true,
  },
  { table: 'user_phone', column: 'sealed', context: `'phone of user ' || user_id`, row: 'user_id::text' },
  {
    table: 'registration',
    column: 'sealed_phone',
    context: `'phone of registration ' || encode(token_hash, 'hex')`,
    row: `encode(token_hash, 'hex')`,
  },
]

const ROWS_AT_ONCE = 1_000

/** Progress of one place: values that were sealed again, and values that no configured key opens. */
export interface Resealed {
  place: string
  sealed: number
  unopened: number
}

interface SealedRow {
  row: string
  context: string
  sealed: string
}

function sealAnew(sealer: Sealer, { sealed, context }: SealedRow): string | undefined {
  try {
    return sealer.seal(sealer.open(sealed, context), context)
  } catch {
    return undefined
  }
}

/** Only while the value is still the one that was opened: a concurrent change by a user uses the new key already. */
const replace = (queryable: Queryable, { table, column, row }: Place, from: SealedRow, to: string) =>
  queryable.query(`update ${table} set ${column} = $3 where (${row}) = $1 and ${column} = $2 returning 1 as done`, [
    from.row,
    from.sealed,
    to,
  ])

async function resealPlace({ database, sealer }: ResealDeps, place: Place): Promise<Resealed> {
  const { table, column, context, row } = place
  const result = { place: `${table}.${column}`, sealed: 0, unopened: 0 }
  for (let after = ''; ; ) {
    const rows = await database.query<SealedRow>(
      `select ${row} as row, ${context} as context, ${column} as sealed from ${table}
        where ${column} not like $1 || '%' and (${row}) collate "C" > $2 order by (${row}) collate "C" limit ${ROWS_AT_ONCE}`,
      [sealer.prefix(), after],
    )
    for (const from of rows) {
      const to = sealAnew(sealer, from)
      if (to === undefined) result.unopened += 1
      else result.sealed += (await replace(database, place, from, to)).length
    }
    const last = rows.at(-1)
    if (!last) return result
    after = last.row
  }
}

/**
 * The mark finds a document without storing it: it is made with the first key, from the sealed number. Of two people
 * who were verified by one document, spelt in two ways, the second one keeps the old mark.
 */
async function remark({ database, sealer }: ResealDeps): Promise<Resealed> {
  const result = { place: 'verification.id_mark', sealed: 0, unopened: 0 }
  for (let after = '0'; ; ) {
    const rows = await database.query<{ user_id: bigint; nationality: string; sealed: string; mark: Buffer }>(
      `select user_id, nationality, sealed_id_number as sealed, id_mark as mark from verification
        where id_mark is not null and user_id > $1 order by user_id limit ${ROWS_AT_ONCE}`,
      [after],
    )
    for (const { user_id: userId, nationality, sealed, mark } of rows) {
      const number = sealer.openText(sealed, `verification ${userId} id number`)
      const [fresh] = documentMarks(sealer, { nationality, idNumber: number })
      if (fresh.equals(mark)) continue
      const done = await database.query(
        `update verification set id_mark = $3 where user_id = $1 and id_mark = $2
            and not exists (select from verification where id_mark = $3 and status = 'verified') returning 1 as done`,
        [userId, mark, fresh],
      )
      result.sealed += done.length
    }
    const last = rows.at(-1)
    if (!last) return result
    after = String(last.user_id)
  }
}

/**
 * Numbers get a digest by the first key if they have none; a number whose user is deleted during the run is left
 * out. Those of registrations end before a key does.
 */
async function remarkPhones({ database, sealer }: ResealDeps): Promise<Resealed> {
  const result = { place: 'phone_mark', sealed: 0, unopened: 0 }
  const [current] = phoneDigests(sealer, '')
  for (let after = 0n; ; ) {
    const rows = await database.query<{ user_id: bigint; sealed: string }>(
      `select user_id, sealed from user_phone
        where user_id > $1
          and not exists (select 1 from phone_mark where phone_mark.user_id = user_phone.user_id and key_name = $2)
        order by user_id limit ${ROWS_AT_ONCE}`,
      [after, current?.key],
    )
    for (const { user_id: userId, sealed } of rows) {
      const phone = phoneOfUser(sealer, userId, { sealed_phone: sealed })
      const [digest] = phoneDigests(sealer, phone ?? '')
      if (phone === undefined || digest === undefined) continue
      const done = await database.withTransaction(async (tx) => {
        const held = await tx.first(
          'select 1 as held from app_user where id = $1 and deleted_at is null for key share',
          [userId],
        )
        if (!held) return []
        return tx.query(
          `insert into phone_mark (mark, key_name, user_id) values ($1, $2, $3)
             on conflict do nothing returning 1 as done`,
          [digest.digest, digest.key, userId],
        )
      })
      result.sealed += done.length
    }
    const last = rows.at(-1)
    if (!last) return result
    after = last.user_id
  }
}

/** Drops digests by keys that are configured no more, of numbers that have one by the first key: they would tell their thief numbers. */
async function dropOldPhoneMarks({ database, sealer }: ResealDeps): Promise<void> {
  const keys = phoneDigests(sealer, '').map(({ key }) => key)
  for (;;) {
    const gone = await database.query(
      `delete from phone_mark where mark in (
         select mark from phone_mark old
          where key_name <> all ($1::text[])
            and exists (select 1 from phone_mark kept where kept.user_id = old.user_id and kept.key_name = $2)
          limit ${ROWS_AT_ONCE}) returning 1 as gone`,
      [keys, keys[0]],
    )
    if (gone.length < ROWS_AT_ONCE) return
  }
}

/**
 * Seals with the first key of SEALING_KEY everything that another key has sealed, row by row, while everything runs. An
 * interrupted run keeps what it did; the next one continues. `database` has the account of nodes.
 */
export async function resealAll(staff: ResealDeps, database: Database): Promise<Resealed[]> {
  const node = { database, sealer: staff.sealer }
  const results: Resealed[] = []
  for (const place of PLACES) results.push(await resealPlace(place.ofStaff ? staff : node, place))
  if (results.every(({ unopened }) => unopened === 0)) results.push(await remark(node), await remarkPhones(node))
  await dropOldPhoneMarks(node)
  return results
}
