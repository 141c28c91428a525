import { findWrongSums, findWrongTotal } from '../../auditor/bookSweeps'
import type { Tx } from '../../database/database'
import type { WithdrawalsDeps } from './deps'

/**
 * Whether money may leave, by the auditor of all nodes as this transaction sees it and by adding up this user's money
 * here. With live funds the books must have been checked.
 */
export async function booksAddUp(tx: Tx, deps: WithdrawalsDeps, userId: bigint): Promise<boolean> {
  const { state } = await deps.auditor.factsIn(tx)
  if (state === 'off' || (state === 'unchecked' && deps.config.funds === 'live')) return false
  const findings = [...(await findWrongSums(tx, userId)), ...(await findWrongTotal(tx))]
  return findings.length === 0
}
