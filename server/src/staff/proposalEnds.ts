import type { StaffActionName } from '../../../contract/console'
import type { Queryable } from '../database/database'

/**
 * Ends what this person has proposed, nobody has decided, and they may no longer ask for: it is not carried out, even if they get the
 * right back, and would keep others from asking.
 */
export async function endProposalsOf(
  tx: Queryable,
  actor: string,
  now: Date,
  stillAllowed: readonly StaffActionName[] = [],
): Promise<void> {
  await tx.query(
    `update staff_proposal set expires_at = $2
      where proposed_by = $1 and outcome is null and expires_at > $2 and action <> all ($3::text[])`,
    [actor, now, stillAllowed],
  )
  await expireProposals(tx, now)
}

/** Ends the proposals that nobody decided in time; what they held about a person goes. */
export async function expireProposals(tx: Queryable, now: Date): Promise<void> {
  await tx.query(
    `update staff_proposal set outcome = 'expired', decided_at = expires_at, sealed_params = null
      where outcome is null and expires_at <= $1`,
    [now],
  )
}
