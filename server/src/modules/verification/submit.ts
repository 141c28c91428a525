import { tidyDocument } from '../../../../contract/identityDocument'
import type { SubmitVerification, Verification } from '../../../../contract/verification'
import type { Tx } from '../../database/database'
import { ok, type Result, refuse } from '../../shared/result'
import { documentMarks } from '../../users/documents'
import { notifyUser } from '../../users/userEvents'
import { birthOf, isUnderAge } from './age'
import type { VerificationDeps } from './deps'
import { renewalOf } from './expiry'
import * as repository from './repository'
import { type Answers, type AnswersProblem, findProblem } from './rules'
import { openAnswers, sealAnswers } from './sealedAnswers'
import { toWire } from './wire'

/** Depends on the user's earlier submission, on other users' documents and on the photos. */
type SaveRefusal = 'document_taken' | 'photo_missing' | 'verification_closed'

export type SubmissionRefusal = AnswersProblem | SaveRefusal | 'under_age'

interface Submission {
  userId: bigint
  /** Tidied. */
  answers: Answers
  frontPhotoId: string
  backPhotoId: string
}

/** `use` of the photos; the photo of a rejected submission may be sent again with the next one. */
const USE = 'verification'

/** A client that got no answer sends again: the very same submission is not a second one. */
function isRepeat(deps: VerificationDeps, row: repository.VerificationRow, submission: Submission): boolean {
  const known = openAnswers(deps, row)
  const { name, nationality, idNumber } = submission.answers
  return (
    row.status === 'submitted' &&
    known.name === name &&
    known.nationality === nationality &&
    known.idNumber === idNumber &&
    row.front_photo_id === submission.frontPhotoId &&
    row.back_photo_id === submission.backPhotoId
  )
}

/** Only an ID number that contains the date of birth tells; for all others the reviewer reads it from the document. */
function isMinor({ nationality, idNumber }: Answers, now: number): boolean {
  const bornOn = birthOf(nationality, idNumber)
  return bornOn !== undefined && isUnderAge(bornOn, nationality, now)
}

async function save(tx: Tx, deps: VerificationDeps, submission: Submission): Promise<Result<undefined, SaveRefusal>> {
  const { userId, answers, frontPhotoId, backPhotoId } = submission
  const row = await repository.lockVerification(tx, userId)
  // After the wait for the lock: a reviewer who asked before now has not seen this submission.
  const now = deps.clock.now()
  if (row && isRepeat(deps, row, submission)) return ok(undefined)
  if (row && row.status !== 'rejected' && renewalOf(row, now) === null) return refuse('verification_closed')
  const marks = documentMarks(deps.sealer, answers)
  if (await repository.isDocumentTaken(tx, userId, marks)) return refuse('document_taken')
  const photos = [
    { id: frontPhotoId, purpose: 'id_front' },
    { id: backPhotoId, purpose: 'id_back' },
  ] as const
  for (const photo of photos) {
    // The refusal rolls back the first of the two as well.
    if (!(await deps.uploads.attach(tx, { userId, ...photo, use: USE }))) return refuse('photo_missing')
  }
  await repository.saveSubmission(tx, {
    userId,
    attempt: (row?.attempt ?? 0) + 1,
    nationality: answers.nationality,
    ...sealAnswers(deps.sealer, userId, answers),
    idMark: marks[0],
    frontPhotoId,
    backPhotoId,
    submittedAt: new Date(now),
  })
  await notifyUser(tx, userId, ['verification'])
  return ok(undefined)
}

export async function submit(
  deps: VerificationDeps,
  userId: bigint,
  { frontPhotoId, backPhotoId, ...typed }: SubmitVerification,
): Promise<Result<Verification, SubmissionRefusal>> {
  // The rules about the entries alone come first: they need no lock.
  const answers = tidyDocument(typed)
  const problem = findProblem(answers, deps.config.blockedCountries)
  if (problem) return refuse(problem)
  if (isMinor(answers, deps.clock.now())) return refuse('under_age')
  const saved = await deps.database.attempt((tx) => save(tx, deps, { userId, answers, frontPhotoId, backPhotoId }))
  return saved.ok ? ok(await toWire(deps, await repository.findVerification(deps.database, userId))) : saved
}
