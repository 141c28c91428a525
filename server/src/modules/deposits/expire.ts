import type { Tx } from '../../database/database'
import type { DepositsDeps } from './deps'
import { failDeposit } from './outcomes'
import type { DepositRow } from './repository'
import * as repository from './repository'

const SWEEP_BATCH = 100
const SWEEP_BATCHES = 100

/** Ends one deposit of a batch. A failure leaves nothing behind, and the rest of the batch continues. */
async function expire(tx: Tx, deps: DepositsDeps, row: DepositRow): Promise<Error | undefined> {
  await tx.query('savepoint one')
  try {
    await failDeposit(tx, deps, row, { code: 'expired', note: null })
    await tx.query('release savepoint one')
    return undefined
  } catch (error) {
    await tx.query('rollback to savepoint one')
    return new Error(`deposit ${row.reference} could not be ended`, { cause: error })
  }
}

/**
 * Ends expired deposits, in bounded batches; returns how many. Throws, after ending all that it could, if any could not
 * be ended.
 */
export async function expireDeposits(deps: DepositsDeps): Promise<number> {
  let total = 0
  const failed = new Map<bigint, Error>()
  for (let batch = 0; batch < SWEEP_BATCHES; batch++) {
    const found = await deps.database.withTransaction(async (tx) => {
      const rows = await repository.lockExpired(tx, new Date(deps.clock.now()), SWEEP_BATCH)
      for (const row of rows) {
        const error = await expire(tx, deps, row)
        if (error) failed.set(row.number, error)
        else total += 1
      }
      return rows.length
    })
    if (found < SWEEP_BATCH) break
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} deposits could not be ended`)
  return total
}
