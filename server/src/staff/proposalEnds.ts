import type { Queryable } from '../database/database'

/** Ends the proposals that nobody decided in time; what they held about a person goes. */
export async function expireProposals(tx: Queryable, now: Date): Promise<void> {
  await tx.query(
    `update staff_proposal set outcome = 'expired', decided_at = expires_at, sealed_params = null
      where outcome is null and expires_at <= $1`,
    [now],
  )
}
