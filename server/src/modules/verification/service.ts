import { readOperatorReason } from '../../../../contract/operatorReasons'
import type { SubmitVerification, Verification, VerificationAnswers } from '../../../../contract/verification'
import type { Database, Queryable, Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'
import { EXPIRY_TOLD } from '../../shared/stored'
import { DAY_MS } from '../../shared/time'
import { documentMarks, idNumberContext } from '../../users/documents'
import { notifyUser } from '../../users/userEvents'
import type { AccountLimitsService } from '../accountLimits/service'
import type { MessagesService } from '../messages/service'
import type { UploadsService } from '../uploads/service'
import { birthOf, dayEverywhere, dayIn, isDay, isUnderAge } from './age'
import * as repository from './repository'
import { type Answers, type AnswersProblem, findProblem, maskIdNumber, maskName, tidyAnswers } from './rules'

export interface VerificationDeps {
  config: Pick<Settings, 'blockedCountries'> & { photosKeptDays: number }
  database: Database
  clock: Clock
  sealer: Sealer
  messages: MessagesService
  uploads: UploadsService
  accountLimits: Pick<AccountLimitsService, 'joinPerson'>
}

/** A submission for the reviewer. The photos are JPEG; undefined once the schedule has deleted them. */
export interface OpenedVerification {
  name: string
  nationality: string
  idNumber: string
  front: Buffer | undefined
  back: Buffer | undefined
}

/** Why a reviewer cannot look at a submission. */
export type LookProblem = 'not_submitted' | 'decided'

/** Why a reviewer's decision is refused. */
export type DecisionProblem = LookProblem | ApprovalProblem | 'not_opened' | 'submitted_since'

type ApprovalProblem =
  | 'document_taken'
  | 'country_blocked'
  | 'birth_missing'
  | 'birth_differs'
  | 'under_age'
  | 'document_expired'

/**
 * Dates that the reviewer reads from the document. An ID number that contains the date of birth needs no `bornOn`.
 */
export interface ReviewedDocument {
  bornOn?: string | undefined
  /** Its last day; undefined if it has none. */
  validUntil?: string | undefined
}

export type Decision = { rejectedFor: string } | { approved: ReviewedDocument }

/** How many days before a document expires its user is notified and can renew it. */
export const RENEWAL_DAYS = 30

export interface WaitingVerification {
  account: string
  status: string
  nationality: string
  attempt: number
  submittedAt: Date
}

export type SubmissionRefusal =
  | AnswersProblem
  | 'document_taken'
  | 'photo_missing'
  | 'under_age'
  | 'verification_closed'

export interface VerificationService {
  /** Whether a document that is still valid verifies the user. */
  isVerified(userId: bigint): Promise<boolean>
  /** The name on the document, even after its end; undefined before an approval. */
  verifiedName(userId: bigint): Promise<string | undefined>
  get(userId: bigint): Promise<Verification>
  submit(userId: bigint, input: SubmitVerification): Promise<Result<Verification, AppError<SubmissionRefusal>>>
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

/** `use` of the photos; the photo of a rejected submission may be sent again with the next one. */
const USE = 'verification'

const nameContext = (userId: bigint) => `verification ${userId} name`

/** The user's entries, in the clear. */
export function openAnswers(deps: VerificationDeps, row: repository.VerificationRow) {
  return {
    name: deps.sealer.openText(row.sealed_name, nameContext(row.user_id)),
    nationality: row.nationality,
    idNumber: deps.sealer.openText(row.sealed_id_number, idNumberContext(row.user_id)),
  }
}

/** Rejections that find no fault with the photos: the user corrects the entries and need not take them again. */
const ABOUT_TEXT: ReadonlySet<string> = new Set(['name_differs', 'number_differs'])

async function keptPhoto(deps: VerificationDeps, userId: bigint, id: string): Promise<string | null> {
  return (await deps.uploads.isKept(userId, id)) ? id : null
}

/**
 * Complete after a rejection, because the user edits it; masked otherwise. Photos that were refused are not offered
 * again.
 */
async function answersFor(deps: VerificationDeps, row: repository.VerificationRow): Promise<VerificationAnswers> {
  const { name, nationality, idNumber } = openAnswers(deps, row)
  if (row.status !== 'rejected') {
    return {
      name: maskName(name),
      nationality,
      idNumber: maskIdNumber(idNumber),
      frontPhotoId: null,
      backPhotoId: null,
    }
  }
  const { code } = readOperatorReason(row.reason ?? '')
  if (code === undefined || !ABOUT_TEXT.has(code))
    return { name, nationality, idNumber, frontPhotoId: null, backPhotoId: null }
  const [frontPhotoId, backPhotoId] = await Promise.all([
    keptPhoto(deps, row.user_id, row.front_photo_id),
    keptPhoto(deps, row.user_id, row.back_photo_id),
  ])
  return { name, nationality, idNumber, frontPhotoId, backPhotoId }
}

/** Whether a verified user may submit again, because the document ends soon or has ended. */
function renewalOf({ clock }: VerificationDeps, row: repository.VerificationRow): Verification['renewal'] {
  if (row.status !== 'verified' || row.valid_until === null) return null
  if (row.valid_until < dayEverywhere(clock.now())) return 'overdue'
  return row.valid_until <= dayIn(clock.now(), RENEWAL_DAYS) ? 'due' : null
}

async function toWire(deps: VerificationDeps, row: repository.VerificationRow | undefined): Promise<Verification> {
  if (!row)
    return {
      status: 'not_submitted',
      reason: null,
      answers: null,
      submittedAt: null,
      decidedAt: null,
      validUntil: null,
      renewal: null,
    }
  return {
    status: row.status,
    reason: row.reason,
    answers: await answersFor(deps, row),
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    validUntil: row.valid_until,
    renewal: renewalOf(deps, row),
  }
}

/** A client that got no answer sends again: the very same submission is not a second one. */
function isRepeat(deps: VerificationDeps, row: repository.VerificationRow, input: SubmitVerification): boolean {
  const known = openAnswers(deps, row)
  const { name, nationality, idNumber } = tidyAnswers(input)
  return (
    row.status === 'submitted' &&
    known.name === name &&
    known.nationality === nationality &&
    known.idNumber === idNumber &&
    row.front_photo_id === input.frontPhotoId &&
    row.back_photo_id === input.backPhotoId
  )
}

async function submitIn(
  tx: Tx,
  deps: VerificationDeps,
  userId: bigint,
  input: SubmitVerification,
): Promise<Result<undefined, AppError<'document_taken' | 'photo_missing' | 'verification_closed'>>> {
  const row = await repository.lockVerification(tx, userId)
  if (row && isRepeat(deps, row, input)) return ok(undefined)
  if (row && row.status !== 'rejected' && renewalOf(deps, row) === null) return fail('verification_closed')
  const answers = tidyAnswers(input)
  const marks = documentMarks(deps.sealer, answers)
  if (await repository.isDocumentTaken(tx, userId, marks)) return fail('document_taken')
  const photos = [
    { id: input.frontPhotoId, purpose: 'id_front' },
    { id: input.backPhotoId, purpose: 'id_back' },
  ] as const
  for (const photo of photos) {
    // The refusal rolls back the first of the two as well.
    if (!(await deps.uploads.attach(tx, { userId, ...photo, use: USE }))) return fail('photo_missing')
  }
  await repository.saveSubmission(tx, {
    userId,
    attempt: (row?.attempt ?? 0) + 1,
    nationality: answers.nationality,
    sealedName: deps.sealer.seal(answers.name, nameContext(userId)),
    sealedIdNumber: deps.sealer.seal(answers.idNumber, idNumberContext(userId)),
    idMark: marks[0],
    frontPhotoId: input.frontPhotoId,
    backPhotoId: input.backPhotoId,
    submittedAt: new Date(deps.clock.now()),
  })
  await notifyUser(tx, userId, ['verification'])
  return ok(undefined)
}

function isMinor({ nationality, idNumber }: Answers, now: number): boolean {
  const bornOn = birthOf(nationality, idNumber)
  return bornOn !== undefined && isUnderAge(bornOn, nationality, now)
}

async function submit(
  deps: VerificationDeps,
  userId: bigint,
  input: SubmitVerification,
): Promise<Result<Verification, AppError<SubmissionRefusal>>> {
  const problem = findProblem(tidyAnswers(input), deps.config.blockedCountries)
  if (problem) return fail(problem)
  if (isMinor(tidyAnswers(input), deps.clock.now())) return fail('under_age')
  const saved = await deps.database.attempt((tx) => submitIn(tx, deps, userId, input))
  if (!saved.ok) return saved
  return ok(await toWire(deps, await repository.findVerification(deps.database, userId)))
}

async function look(deps: VerificationDeps, userId: bigint): Promise<Result<OpenedVerification, LookProblem>> {
  const row = await repository.findVerification(deps.database, userId)
  if (!row) return { ok: false, error: 'not_submitted' }
  if (row.decided_at) return { ok: false, error: 'decided' }
  const [front, back] = await Promise.all([
    deps.uploads.read(userId, row.front_photo_id),
    deps.uploads.read(userId, row.back_photo_id),
  ])
  return ok({ ...openAnswers(deps, row), front, back })
}

/** Why this person cannot be approved by this document. */
async function approvalProblem(
  tx: Tx,
  deps: VerificationDeps,
  row: repository.VerificationRow,
  { bornOn, validUntil }: ReviewedDocument,
): Promise<ApprovalProblem | undefined> {
  const answers = openAnswers(deps, row)
  const { nationality, idNumber } = answers
  const now = deps.clock.now()
  if (deps.config.blockedCountries.includes(nationality)) return 'country_blocked'
  const known = birthOf(nationality, idNumber)
  const born = known ?? bornOn
  if (born === undefined || !isDay(born)) return 'birth_missing'
  if (bornOn !== undefined && bornOn !== born) return 'birth_differs'
  if (isUnderAge(born, nationality, now)) return 'under_age'
  if (validUntil !== undefined && (!isDay(validUntil) || validUntil < dayEverywhere(now))) return 'document_expired'
  return (await repository.isDocumentTaken(tx, row.user_id, documentMarks(deps.sealer, answers)))
    ? 'document_taken'
    : undefined
}

async function decide(
  tx: Tx,
  deps: VerificationDeps,
  userId: bigint,
  decision: Decision,
  askedAt: Date,
): Promise<DecisionProblem | undefined> {
  const rejectedFor = 'rejectedFor' in decision ? decision.rejectedFor : null
  const row = await repository.lockVerification(tx, userId)
  if (!row) return 'not_submitted'
  if (row.decided_at) return 'decided'
  if (row.submitted_at > askedAt) return 'submitted_since'
  // Nobody may decide on photos that nobody has looked at.
  if (row.status !== 'under_verification') return 'not_opened'
  const problem = 'approved' in decision ? await approvalProblem(tx, deps, row, decision.approved) : undefined
  if (problem) return problem
  const now = deps.clock.now()
  const status = rejectedFor === null ? 'verified' : 'rejected'
  const validUntil = 'approved' in decision ? (decision.approved.validUntil ?? null) : null
  await repository.saveDecision(tx, { userId, status, reason: rejectedFor, validUntil, now: new Date(now) })
  if (rejectedFor === null) await deps.accountLimits.joinPerson(tx, userId)
  const photos = [row.front_photo_id, row.back_photo_id]
  await deps.uploads.discard(tx, userId, photos, new Date(now + deps.config.photosKeptDays * DAY_MS))
  await deps.messages.send(tx, {
    userId,
    reference: `verification ${row.attempt}`,
    ...(rejectedFor === null
      ? { kind: 'verification_verified', facts: {} }
      : { kind: 'verification_rejected', facts: { reason: rejectedFor } }),
  })
  await notifyUser(tx, userId, ['verification', 'account'])
  return undefined
}

const EXPIRING_BATCH = 200

async function tellOfExpiry(deps: VerificationDeps) {
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

async function waiting(database: Queryable, limit: number): Promise<WaitingVerification[]> {
  const rows = await repository.listWaiting(database, limit)
  return rows.map(({ submitted_at: submittedAt, ...row }) => ({ ...row, submittedAt }))
}

export function createVerificationService(deps: VerificationDeps): VerificationService {
  return {
    isVerified: (userId) => repository.isVerified(deps.database, userId, dayEverywhere(deps.clock.now())),
    async verifiedName(userId) {
      const row = await repository.findVerification(deps.database, userId)
      return row?.status === 'verified' ? openAnswers(deps, row).name : undefined
    },
    tellOfExpiry: () => tellOfExpiry(deps),
    get: async (userId) => toWire(deps, await repository.findVerification(deps.database, userId)),
    submit: (userId, input) => submit(deps, userId, input),
    waiting: (limit) => waiting(deps.database, limit),
    look: (userId) => look(deps, userId),
    async markOpened(tx, userId) {
      await repository.markOpened(tx, userId, new Date(deps.clock.now()))
      await notifyUser(tx, userId, ['verification'])
    },
    decide: (tx, userId, decision, askedAt) => decide(tx, deps, userId, decision, askedAt),
  }
}
