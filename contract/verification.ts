import Type from 'typebox'
import { ClientId, closed, type Infer, Instant, nullable } from './common'

/** PRODUCT.md 13.2. */
export const VERIFICATION_STATUSES = [
  'not_submitted',
  'submitted',
  'under_verification',
  'verified',
  'rejected',
] as const

const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 country' })

/** The user's entries. Whole only while it can be changed (rejected); masked otherwise. */
export const VerificationAnswers = closed({
  name: Type.String(),
  nationality: Country,
  idNumber: Type.String(),
  frontPhotoId: nullable(ClientId),
  backPhotoId: nullable(ClientId),
})
export type VerificationAnswers = Infer<typeof VerificationAnswers>

/** GET /verification. */
export const Verification = closed({
  status: Type.Enum([...VERIFICATION_STATUSES]),
  reason: nullable(Type.String({ maxLength: 300, description: 'Why an operator rejected it (operatorReasons.ts)' })),
  answers: nullable(VerificationAnswers),
  submittedAt: nullable(Instant),
  dueAt: nullable(
    Type.String({ format: 'date-time', description: 'When somebody should have decided; set while it waits' }),
  ),
  decidedAt: nullable(Instant),
  validUntil: nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Last day of the document' })),
  renewal: nullable(
    Type.Enum(['due', 'overdue'], { description: 'The document ends soon or has ended: submit again' }),
  ),
})
export type Verification = Infer<typeof Verification>

/** POST /verification: first time, again after a rejection, or to renew it. Photos come from POST /uploads. */
export const SubmitVerification = closed({
  name: Type.String({ minLength: 1, maxLength: 120 }),
  nationality: Country,
  otherName: Type.Optional(
    Type.Boolean({ description: 'A Chinese document that shows another form of name than 2 to 5 Chinese characters' }),
  ),
  idNumber: Type.String({ minLength: 1, maxLength: 60, description: 'With or without separators' }),
  frontPhotoId: ClientId,
  backPhotoId: ClientId,
})
export type SubmitVerification = Infer<typeof SubmitVerification>

export const UPLOAD_PURPOSES = ['id_front', 'id_back', 'deposit_receipt'] as const

/** POST /uploads?id&purpose, multipart with one part named `file`. The same id again gives the same answer. */
export const UploadQuery = closed({ id: ClientId, purpose: Type.Enum([...UPLOAD_PURPOSES]) })
export type UploadQuery = Infer<typeof UploadQuery>
export const Upload = closed({ id: ClientId, purpose: Type.Enum([...UPLOAD_PURPOSES]) })
export type Upload = Infer<typeof Upload>
