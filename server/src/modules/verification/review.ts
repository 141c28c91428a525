import type { Queryable, Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { DAY_MS, HOUR_MS } from '../../shared/time'
import { documentMarks } from '../../users/documents'
import { notifyUser } from '../../users/userEvents'
import { birthOf, isDay, isUnderAge } from './age'
import type { VerificationDeps } from './deps'
import { hasExpired } from './expiry'
import type { VerificationRow } from './repository'
import * as repository from './repository'
import type { Answers } from './rules'
import { openAnswers } from './sealedAnswers'

/** PRODUCT.md 20.4: somebody should have decided by then. */
export const REVIEW_DUE_MS = 24 * HOUR_MS
export const reviewDueAt = (submittedAt: Date): Date => new Date(submittedAt.getTime() + REVIEW_DUE_MS)

/** A submission for the reviewer. The photos are JPEG; undefined once the schedule has deleted them. */
export interface OpenedVerification extends Answers {
  front: Buffer | undefined
  back: Buffer | undefined
}

/** Why a reviewer cannot look at a submission. */
export type LookProblem = 'not_found' | 'decided'

type ApprovalProblem =
  | 'document_taken'
  | 'country_blocked'
  | 'birth_missing'
  | 'birth_differs'
  | 'under_age'
  | 'document_expired'

/** Why a reviewer's decision is refused. */
export type DecisionProblem = LookProblem | ApprovalProblem | 'not_opened' | 'submitted_since'

/**
 * Dates that the reviewer reads from the document. An ID number that contains the date of birth needs no `bornOn`.
 */
export interface ReviewedDocument {
  bornOn?: string | undefined
  /** Its last day; undefined if it has none. */
  validUntil?: string | undefined
}

export type Decision = { rejectedFor: string } | { approved: ReviewedDocument }

export interface WaitingVerification {
  account: string
  status: string
  nationality: string
  attempt: number
  submittedAt: Date
}

export async function listWaiting(database: Queryable, limit: number): Promise<WaitingVerification[]> {
  const rows = await repository.listWaiting(database, limit)
  return rows.map(({ submitted_at: submittedAt, ...row }) => ({ ...row, submittedAt }))
}

/** The submission, if it still waits for a decision. */
function undecided(row: VerificationRow | undefined): Result<VerificationRow, LookProblem> {
  if (!row) return refuse('not_found')
  return row.decided_at ? refuse('decided') : ok(row)
}

/** Name, ID number and photos in the clear, for the console and the operator's command, which log each call. */
export async function look(deps: VerificationDeps, userId: bigint): Promise<Result<OpenedVerification, LookProblem>> {
  const found = undecided(await repository.findVerification(deps.database, userId))
  if (!found.ok) return found
  const [front, back] = await Promise.all([
    deps.uploads.read(userId, found.value.front_photo_id),
    deps.uploads.read(userId, found.value.back_photo_id),
  ])
  return ok({ ...openAnswers(deps, found.value), front, back })
}

/** In the caller's transaction: submitted → under verification. */
export async function markOpened({ clock }: VerificationDeps, tx: Tx, userId: bigint): Promise<void> {
  await repository.markOpened(tx, userId, new Date(clock.now()))
  await notifyUser(tx, userId, ['verification'])
}

/**
 * Why this person cannot be approved by this document. Country, age and document were checked when the user submitted,
 * too: countries are blocked and others are verified in the meantime, and only the reviewer reads every date of birth.
 */
async function approvalProblem(
  tx: Tx,
  deps: VerificationDeps,
  row: VerificationRow,
  { bornOn, validUntil }: ReviewedDocument,
): Promise<ApprovalProblem | undefined> {
  const answers = openAnswers(deps, row)
  const { nationality, idNumber } = answers
  const now = deps.clock.now()
  if (deps.config.blockedCountries.includes(nationality)) return 'country_blocked'
  const born = birthOf(nationality, idNumber) ?? bornOn
  if (born === undefined || !isDay(born)) return 'birth_missing'
  if (bornOn !== undefined && bornOn !== born) return 'birth_differs'
  if (isUnderAge(born, nationality, now)) return 'under_age'
  if (validUntil !== undefined && (!isDay(validUntil) || hasExpired(validUntil, now))) return 'document_expired'
  const marks = documentMarks(deps.sealer, answers)
  return (await repository.isDocumentTaken(tx, row.user_id, marks)) ? 'document_taken' : undefined
}

/**
 * In the caller's transaction: under verification → verified, or rejected with a reason. Notifies the user. A reviewer
 * who asked at `askedAt` has seen only the data submitted by then.
 */
export async function decide(
  deps: VerificationDeps,
  tx: Tx,
  userId: bigint,
  decision: Decision,
  askedAt: Date,
): Promise<DecisionProblem | undefined> {
  const held = undecided(await repository.lockVerification(tx, userId))
  if (!held.ok) return held.error.code
  const row = held.value
  if (row.submitted_at > askedAt) return 'submitted_since'
  // Nobody may decide on photos that nobody has looked at.
  if (row.status !== 'under_verification') return 'not_opened'
  const now = deps.clock.now()
  if ('approved' in decision) {
    const problem = await approvalProblem(tx, deps, row, decision.approved)
    if (problem) return problem
    const validUntil = decision.approved.validUntil ?? null
    await repository.saveDecision(tx, { userId, status: 'verified', reason: null, validUntil, now: new Date(now) })
    // The document now names the person, whose break under another account applies to this one.
    await deps.accountLimits.joinPerson(tx, userId)
  } else {
    const reason = decision.rejectedFor
    await repository.saveDecision(tx, { userId, status: 'rejected', reason, validUntil: null, now: new Date(now) })
  }
  const photos = [row.front_photo_id, row.back_photo_id]
  await deps.uploads.discard(tx, userId, photos, new Date(now + deps.config.photosKeptDays * DAY_MS))
  await deps.messages.send(tx, {
    userId,
    reference: `verification ${row.attempt}`,
    ...('approved' in decision
      ? { kind: 'verification_verified', facts: {} }
      : { kind: 'verification_rejected', facts: { reason: decision.rejectedFor } }),
  })
  await notifyUser(tx, userId, ['verification', 'account'])
  return undefined
}
