import type { Result } from '../shared/result'
import type { Database, Tx } from './database'

class Rollback extends Error {}

/** Runs `work` in a transaction that commits what ends well; of a refusal nothing stays. */
export async function attempt<T, E>(
  database: Database,
  work: (tx: Tx) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let refused: { ok: false; error: E } | undefined
  try {
    return await database.withTransaction(async (tx) => {
      const result = await work(tx)
      if (result.ok) return result
      refused = result
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback && refused) return refused
    throw error
  }
}
