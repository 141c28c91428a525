import type { Database, Tx } from '../src/database/database'
import { refuse } from '../src/shared/result'

/** Work of the tables' owner, whom no trigger stops. */
const unguarded =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx) => {
    await tx.query('set local session_replication_role = replica')
    return work(tx)
  }

/** As the owner of the tables, whom no trigger stops. */
export const asOwner = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.withTransaction(unguarded(work))

/** What `look` returns in a transaction that is undone afterwards. */
export async function undone<T>(database: Database, look: (tx: Tx) => Promise<T>): Promise<T> {
  const seen: T[] = []
  await database.attempt(async (tx) => {
    seen.push(await look(tx))
    return refuse('undone')
  })
  return seen[seen.length - 1] as T
}

/** The same, as the owner of the tables. */
export const undoneAsOwner = <T>(database: Database, look: (tx: Tx) => Promise<T>): Promise<T> =>
  undone(database, unguarded(look))
