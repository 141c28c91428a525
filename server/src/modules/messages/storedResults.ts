import type { Database, Queryable, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { IS_STORED_RESULT } from './repository'

const SETTING = 'stored_results'

/** Messages that are still to be looked through: those after `after`, up to `last`. */
interface Walk {
  after: bigint
  last: bigint
}

/** It ends at what is the newest message when it begins: this version stores no results. */
async function lockWalk(tx: Tx): Promise<Walk> {
  await tx.query(
    `insert into setting (key, value)
       select $1, jsonb_build_object('after', 0, 'last', coalesce((select max(id) from message), 0)) on conflict do nothing`,
    [SETTING],
  )
  const [walk] = await tx.query<Walk>(
    `select (value ->> 'after')::bigint as after, (value ->> 'last')::bigint as last from setting where key = $1 for update`,
    [SETTING],
  )
  return present(walk, 'the walk has begun')
}

/** Deletes the stored results among the next `limit` messages; answers the last that it looked at. */
export async function deleteStoredResults(tx: Queryable, { after, last }: Walk, limit: number): Promise<bigint> {
  const [slice] = await tx.query<{ through: bigint | null }>(
    `select max(id) as through from (select id from message where id > $1 and id <= $2 order by id limit $3) next`,
    [after, last, limit],
  )
  const through = slice?.through ?? last
  await tx.query(`delete from message where id > $1 and id <= $2 and ${IS_STORED_RESULT}`, [after, through])
  return through
}

/**
 * Deletes the next of the results that earlier versions stored: a user with many of them waits for each to be skipped.
 * False once all messages of that time were looked through.
 */
export function sweepStoredResults(database: Database, limit: number): Promise<boolean> {
  return database.withTransaction(async (tx) => {
    const walk = await lockWalk(tx)
    if (walk.after >= walk.last) return false
    const after = await deleteStoredResults(tx, walk, limit)
    await tx.query(`update setting set value = jsonb_set(value, '{after}', to_jsonb($2::bigint)) where key = $1`, [
      SETTING,
      after,
    ])
    return after < walk.last
  })
}
