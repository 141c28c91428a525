import { bindAll } from '../../shared/bindAll'
import { dayEverywhere } from './age'
import type { VerificationDeps } from './deps'
import { tellOfExpiry } from './expiry'
import * as repository from './repository'
import { decide, listWaiting, look, markOpened } from './review'
import { openAnswers } from './sealedAnswers'
import { submit } from './submit'
import { toWire } from './wire'

export { type Decision, REVIEW_DUE_MS, reviewDueAt } from './review'

/** A verification's way: its user submits it, a reviewer looks at it and decides, and its document expires. */
export type VerificationService = ReturnType<typeof createVerificationService>

/** The name on the document, even after its end, and the time of the approval; undefined before one. */
async function verified(deps: VerificationDeps, userId: bigint) {
  const row = await repository.findVerification(deps.database, userId)
  if (row?.status !== 'verified' || row.decided_at === null) return undefined
  return { name: openAnswers(deps, row).name, decidedAt: row.decided_at }
}

export function createVerificationService(deps: VerificationDeps) {
  const { database, clock } = deps
  return {
    /** Whether a document that is still valid verifies the user. */
    isVerified: (userId: bigint) => repository.isVerified(database, userId, dayEverywhere(clock.now())),
    /** As `verified`, the name alone. */
    verifiedName: async (userId: bigint) => (await verified(deps, userId))?.name,
    get: async (userId: bigint) => toWire(deps, await repository.findVerification(database, userId)),
    waiting: (limit: number) => listWaiting(database, limit),
    ...bindAll(deps, { verified, submit, look, markOpened, decide, tellOfExpiry }),
  }
}
