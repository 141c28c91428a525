import type { SubmitVerification, Verification } from '../../../../contract/verification'
import type { Tx } from '../../database/database'
import type { Result } from '../../shared/result'
import { dayEverywhere } from './age'
import type { VerificationDeps } from './deps'
import { tellOfExpiry } from './expiry'
import * as repository from './repository'
import {
  type Decision,
  type DecisionProblem,
  decide,
  type LookProblem,
  listWaiting,
  look,
  markOpened,
  type OpenedVerification,
  type WaitingVerification,
} from './review'
import { openAnswers } from './sealedAnswers'
import { type SubmissionRefusal, submit } from './submit'
import { toWire } from './wire'

export { type Decision, REVIEW_DUE_MS, reviewDueAt } from './review'

/** A verification's way: its user submits it, a reviewer looks at it and decides, and its document expires. */
export interface VerificationService {
  /** Whether a document that is still valid verifies the user. */
  isVerified(userId: bigint): Promise<boolean>
  /** The name on the document, even after its end; undefined before an approval. */
  verifiedName(userId: bigint): Promise<string | undefined>
  /** As `verifiedName`, with the time of the approval. */
  verified(userId: bigint): Promise<{ name: string; decidedAt: Date } | undefined>
  get(userId: bigint): Promise<Verification>
  submit(userId: bigint, input: SubmitVerification): Promise<Result<Verification, SubmissionRefusal>>
  waiting(limit: number): Promise<WaitingVerification[]>
  /** Name, ID number and photos in the clear, for the console and the operator's command, which log each call. */
  look(userId: bigint): Promise<Result<OpenedVerification, LookProblem>>
  /** In the caller's transaction: submitted → under verification. */
  markOpened(tx: Tx, userId: bigint): Promise<void>
  /**
   * In the caller's transaction: under verification → verified, or rejected with a reason. Notifies the user. A
   * reviewer who asked at `askedAt` has seen only the data submitted by then.
   */
  decide(tx: Tx, userId: bigint, decision: Decision, askedAt: Date): Promise<DecisionProblem | undefined>
  /** Tells users whose document ends soon or has ended; a bounded batch. */
  tellOfExpiry(): Promise<void>
}

async function verified(deps: VerificationDeps, userId: bigint) {
  const row = await repository.findVerification(deps.database, userId)
  if (row?.status !== 'verified' || row.decided_at === null) return undefined
  return { name: openAnswers(deps, row).name, decidedAt: row.decided_at }
}

export function createVerificationService(deps: VerificationDeps): VerificationService {
  return {
    isVerified: (userId) => repository.isVerified(deps.database, userId, dayEverywhere(deps.clock.now())),
    verifiedName: async (userId) => (await verified(deps, userId))?.name,
    verified: (userId) => verified(deps, userId),
    get: async (userId) => toWire(deps, await repository.findVerification(deps.database, userId)),
    submit: (userId, input) => submit(deps, userId, input),
    waiting: (limit) => listWaiting(deps.database, limit),
    look: (userId) => look(deps, userId),
    markOpened: (tx, userId) => markOpened(tx, deps, userId),
    decide: (tx, userId, decision, askedAt) => decide(tx, deps, userId, decision, askedAt),
    tellOfExpiry: () => tellOfExpiry(deps),
  }
}
