import type { ConsoleProblem } from '../../../../contract/console'
import type { Tx } from '../../database/database'
import type { NamedWithdrawal } from '../../modules/withdrawals/service'
import { ok, type Result, refuse } from '../../shared/result'
import type { ConsoleDeps } from '../action'

/** A withdrawal for which `problemOf` names no problem. */
export async function checkWithdrawal(
  deps: ConsoleDeps,
  reference: string,
  problemOf: (row: NamedWithdrawal) => ConsoleProblem | undefined,
): Promise<Result<NamedWithdrawal, ConsoleProblem>> {
  const row = await deps.withdrawals.find(reference)
  if (!row) return refuse('not_found')
  const problem = problemOf(row)
  return problem ? refuse(problem) : ok(row)
}

/**
 * Who has picked it up and when, if anybody has; the row is locked, so nobody picks it up or hands it back before the
 * transaction ends.
 */
export async function lockPickUp(tx: Tx, reference: string): Promise<{ by: string; at: Date } | undefined> {
  const row = await tx.first<{ by: string | null; at: Date | null }>(
    'select picked_up_by as by, picked_up_at as at from withdrawal where reference = $1 for update',
    [reference],
  )
  return row?.by && row.at ? { by: row.by, at: row.at } : undefined
}
