import type { Database, Tx } from '../src/database/database'

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
  const { error: seen } = await database.attempt(async (tx) => ({ ok: false as const, error: await look(tx) }))
  return seen
}

/** The same, as the owner of the tables. */
export const undoneAsOwner = <T>(database: Database, look: (tx: Tx) => Promise<T>): Promise<T> =>
  undone(database, unguarded(look))
