import { readOperatorReason } from '../../../../contract/operatorReasons'
import type { Verification, VerificationAnswers } from '../../../../contract/verification'
import type { VerificationDeps } from './deps'
import { renewalOf } from './expiry'
import type { VerificationRow } from './repository'
import { reviewDueAt } from './review'
import { maskIdNumber, maskName } from './rules'
import { openAnswers } from './sealedAnswers'

const NO_PHOTOS = { frontPhotoId: null, backPhotoId: null }

/** Rejections that find no fault with the photos: the user corrects the entries and need not take them again. */
const ABOUT_TEXT: ReadonlySet<string> = new Set(['name_differs', 'number_differs'])

/** The photos that may be sent again, if they are still kept. */
async function photosFor({ uploads }: VerificationDeps, row: VerificationRow) {
  const { code } = readOperatorReason(row.reason ?? '')
  if (code === undefined || !ABOUT_TEXT.has(code)) return NO_PHOTOS
  const kept = async (id: string) => ((await uploads.isKept(row.user_id, id)) ? id : null)
  const [frontPhotoId, backPhotoId] = await Promise.all([kept(row.front_photo_id), kept(row.back_photo_id)])
  return { frontPhotoId, backPhotoId }
}

/** Complete after a rejection, because the user edits it; masked otherwise. */
async function answersFor(deps: VerificationDeps, row: VerificationRow): Promise<VerificationAnswers> {
  const answers = openAnswers(deps, row)
  if (row.status === 'rejected') return { ...answers, ...(await photosFor(deps, row)) }
  return { ...answers, name: maskName(answers.name), idNumber: maskIdNumber(answers.idNumber), ...NO_PHOTOS }
}

export async function toWire(deps: VerificationDeps, row: VerificationRow | undefined): Promise<Verification> {
  if (!row)
    return {
      status: 'not_submitted',
      reason: null,
      answers: null,
      submittedAt: null,
      dueAt: null,
      decidedAt: null,
      validUntil: null,
      renewal: null,
    }
  return {
    status: row.status,
    reason: row.reason,
    answers: await answersFor(deps, row),
    submittedAt: row.submitted_at.toISOString(),
    dueAt: row.decided_at ? null : reviewDueAt(row.submitted_at).toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    validUntil: row.valid_until,
    renewal: renewalOf(row, deps.clock.now()),
  }
}
