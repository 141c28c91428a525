import type { Verification } from '../../../../contract/verification'
import { EXPIRY_TOLD } from '../../shared/stored'
import { notifyUser } from '../../users/userEvents'
import { dayEverywhere, dayIn } from './age'
import type { VerificationDeps } from './deps'
import * as repository from './repository'

/** How many days before a document expires its user is notified and can renew it. */
export const RENEWAL_DAYS = 30
const EXPIRING_BATCH = 200

/** @param validUntil the document's last day; it counts until it is over in every time zone */
export const hasExpired = (validUntil: string, now: number) => validUntil < dayEverywhere(now)

/** Whether a verified user may submit again, because the document ends soon or has ended. */
export function renewalOf(row: repository.VerificationRow, now: number): Verification['renewal'] {
  if (row.status !== 'verified' || row.valid_until === null) return null
  if (hasExpired(row.valid_until, now)) return 'overdue'
  return row.valid_until <= dayIn(now, RENEWAL_DAYS) ? 'due' : null
}

/** Tells users whose document ends soon or has ended; a bounded batch. */
export async function tellOfExpiry(deps: VerificationDeps): Promise<void> {
  const now = deps.clock.now()
  const days = { today: dayEverywhere(now), soon: dayIn(now, RENEWAL_DAYS) }
  await deps.database.withTransaction(async (tx) => {
    for (const { user_id: userId, told, valid_until } of await repository.takeExpiring(tx, days, EXPIRING_BATCH)) {
      const event = told === EXPIRY_TOLD.expired ? ('document_expired' as const) : ('document_expiring' as const)
      const reference = `${event} ${valid_until}`
      await deps.messages.send(tx, { userId, kind: 'security', facts: { event }, reference })
      await notifyUser(tx, userId, ['verification', 'account'])
    }
  })
}
