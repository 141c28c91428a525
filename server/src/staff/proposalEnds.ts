import type { Queryable } from '../database/database'

/**
 * Parameters of proposals about a person. Whoever decides on a proposal sees them; with its end they are deleted, as it stays
 * to be read when the user's data is gone.
 */
export const PERSONAL_PARAMS: readonly string[] = ['note', 'bornOn', 'validUntil']

/** Ends the proposals that nobody decided in time. */
export async function expireProposals(tx: Queryable, now: Date): Promise<void> {
  await tx.query(
    `update staff_proposal set outcome = 'expired', decided_at = expires_at, params = params - $2::text[]
      where outcome is null and expires_at <= $1`,
    [now, PERSONAL_PARAMS],
  )
}
