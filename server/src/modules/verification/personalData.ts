import type { PersonalDataSource } from '../../users/personalData'
import type { VerificationDeps } from './deps'
import * as repository from './repository'
import { openAnswers } from './sealedAnswers'

/** Real name, nationality and ID number; in the clear, because they are the user's own. */
export function verificationPersonalData(deps: VerificationDeps): PersonalDataSource {
  return {
    section: 'verification',
    async read(userId) {
      const row = await repository.findVerification(deps.database, userId)
      if (!row) return null
      return {
        status: row.status,
        ...openAnswers(deps, row),
        frontPhotoId: row.front_photo_id,
        backPhotoId: row.back_photo_id,
        submittedAt: row.submitted_at.toISOString(),
        openedAt: row.opened_at?.toISOString() ?? null,
        decidedAt: row.decided_at?.toISOString() ?? null,
        reason: row.reason,
        validUntil: row.valid_until,
      }
    },
    async blockers(tx, userId) {
      const row = await repository.lockVerification(tx, userId)
      return row && !row.decided_at ? ['verification'] : []
    },
    async erase(tx, userId) {
      await tx.query('delete from verification where user_id = $1', [userId])
    },
  }
}
