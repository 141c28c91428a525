import { type DocumentProblem, documentProblems, isOtherName, tidyDocument } from '../../../contract/identityDocument'
import type { SubmitVerification, VerificationAnswers } from '../../../contract/verification'
import type { FormErrors, FormRules } from '../../connected/forms/createForm'
import type { FailureCode } from '../../domain/loadable'
import type { PlainKey } from '../../i18n/keys'
import type { VerificationDraft } from '../../stores/persistence/verificationDraft'

export type VerificationField = 'name' | 'nationality' | 'idNumber'
export type PhotoSide = 'front' | 'back'

/** A side of the ID: nothing yet, on its way, refused, or known to the server by its id. */
export type PhotoState =
  | { kind: 'none' }
  | { kind: 'sending'; previewUrl: string; percent: number }
  | { kind: 'failed'; previewUrl: string; code: FailureCode }
  | { kind: 'sent'; previewUrl: string | undefined; id: string }

export interface VerificationValues extends Record<VerificationField, string>, Record<PhotoSide, PhotoState> {
  /** A Chinese document that shows another form of name, as the user says. */
  otherName: boolean
}

const fromId = (id: string | null): PhotoState =>
  id === null ? { kind: 'none' } : { kind: 'sent', previewUrl: undefined, id }

/** A rejected user starts from the rejected answers, a returning user from the draft. */
export const initialVerification = (
  answers: VerificationAnswers | null,
  draft: VerificationDraft = {},
): VerificationValues => {
  const started = {
    name: '',
    nationality: '',
    idNumber: '',
    frontPhotoId: null,
    backPhotoId: null,
    ...answers,
    ...draft,
  }
  const { name, nationality, idNumber, frontPhotoId, backPhotoId } = started
  return {
    nationality,
    name,
    otherName: draft.otherName ?? (answers !== null && isOtherName(answers)),
    idNumber,
    front: fromId(frontPhotoId),
    back: fromId(backPhotoId),
  }
}

/** Until a nationality is chosen, that of the phone is: most people's are the same. */
export const nationalityOr = (values: VerificationValues, phoneCountry: string): VerificationValues =>
  values.nationality === '' ? { ...values, nationality: phoneCountry } : values

/** The draft: everything except pictures that the server does not have. */
export const draftOf = ({ front, back, ...rest }: VerificationValues): VerificationDraft => ({
  ...rest,
  frontPhotoId: front.kind === 'sent' ? front.id : null,
  backPhotoId: back.kind === 'sent' ? back.id : null,
})

/** The answers in the form in which they are checked and sent (PRODUCT.md 13.1). */
const answersOf = ({ name, nationality, idNumber, otherName }: VerificationValues) =>
  tidyDocument({ name, nationality, idNumber, otherName: otherName && nationality === 'CN' })

function problemText(problem: DocumentProblem, { nationality, otherName }: VerificationValues): PlainKey {
  const isChinese = nationality === 'CN' && !otherName
  return problem === 'name_invalid' && isChinese ? 'identity.nameInvalidChina' : `errors.${problem}`
}

export function validate(values: VerificationValues): FormErrors<VerificationValues> {
  const errors: FormErrors<VerificationValues> = {}
  const answers = answersOf(values)
  if (answers.nationality === '') errors.nationality = 'common.emptyValue'
  for (const problem of documentProblems(answers)) {
    const field = problem === 'name_invalid' ? 'name' : 'idNumber'
    errors[field] = answers[field] === '' ? 'common.emptyValue' : problemText(problem, values)
  }
  for (const side of ['front', 'back'] as const) {
    if (values[side].kind === 'sending') errors[side] = 'identity.waitUpload'
    else if (values[side].kind !== 'sent') errors[side] = 'errors.photo_missing'
  }
  return errors
}

/** What a refusal changes beyond its own field. */
function refused(values: VerificationValues, code: FailureCode) {
  if (code === 'name_invalid') return { errors: { name: problemText(code, values) } }
  if (code !== 'photo_missing') return undefined
  // The server does not say which of the two it has deleted, so both are asked for again.
  return {
    values: { ...values, front: fromId(null), back: fromId(null) },
    errors: { front: 'errors.photo_missing', back: 'errors.photo_missing' } as const,
  }
}

/** @param phoneCountry country of the user's phone; '' while it is not known */
export const verificationRules = (phoneCountry: string): FormRules<VerificationValues> => ({
  reduce: (values, change) => ({ ...nationalityOr(values, phoneCountry), ...change }),
  validate: (values) => validate(nationalityOr(values, phoneCountry)),
  fieldOfCode: {
    name_invalid: 'name',
    nationality_invalid: 'nationality',
    country_blocked: 'nationality',
    under_age: 'idNumber',
    id_number_invalid: 'idNumber',
    photo_missing: 'front',
  },
  refused: (values, code) => refused(nationalityOr(values, phoneCountry), code),
  // Another nationality has other rules for the name and the number.
  linked: { nationality: ['name', 'idNumber'], otherName: ['name'] },
})

/** The body of the request; undefined while a photo is missing. */
export function toRequest(values: VerificationValues): SubmitVerification | undefined {
  const { front, back } = values
  if (front.kind !== 'sent' || back.kind !== 'sent') return undefined
  return { ...answersOf(values), frontPhotoId: front.id, backPhotoId: back.id }
}
