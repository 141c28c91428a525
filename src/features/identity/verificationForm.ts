import { type DocumentProblem, documentProblems, isOtherName, tidyDocument } from '../../../contract/identityDocument'
import type { SubmitVerification, VerificationAnswers } from '../../../contract/verification'
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

export interface VerificationForm {
  values: Record<VerificationField, string>
  /** A Chinese document that shows another form of name, as the user says. */
  otherName: boolean
  photos: Record<PhotoSide, PhotoState>
  /** Locale keys of the problems. */
  errors: Partial<Record<VerificationField | PhotoSide, PlainKey>>
}

export type VerificationAction =
  | { type: 'typed'; field: VerificationField; text: string }
  | { type: 'otherName'; otherName: boolean }
  | { type: 'photo'; side: PhotoSide; photo: PhotoState }
  | { type: 'checked' }
  | { type: 'refused'; code: FailureCode }

const fromId = (id: string | null): PhotoState =>
  id === null ? { kind: 'none' } : { kind: 'sent', previewUrl: undefined, id }

/** A rejected user starts from the rejected answers, a returning user from the draft. */
export const initialVerification = (
  answers: VerificationAnswers | null,
  draft: VerificationDraft = {},
): VerificationForm => {
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
    values: { name, nationality, idNumber },
    otherName: draft.otherName ?? (answers !== null && isOtherName(answers)),
    photos: { front: fromId(frontPhotoId), back: fromId(backPhotoId) },
    errors: {},
  }
}

/** Until a nationality is chosen, that of the phone is: most people's are the same. */
export const nationalityOr = (form: VerificationForm, phoneCountry: string): VerificationForm =>
  form.values.nationality === '' ? { ...form, values: { ...form.values, nationality: phoneCountry } } : form

/** The draft: everything except pictures that the server does not have. */
export const draftOf = ({ values, otherName, photos: { front, back } }: VerificationForm): VerificationDraft => ({
  ...values,
  otherName,
  frontPhotoId: front.kind === 'sent' ? front.id : null,
  backPhotoId: back.kind === 'sent' ? back.id : null,
})

const FIELD_OF_CODE: Partial<Record<FailureCode, VerificationField | PhotoSide>> = {
  name_invalid: 'name',
  nationality_invalid: 'nationality',
  country_blocked: 'nationality',
  under_age: 'idNumber',
  id_number_invalid: 'idNumber',
  photo_missing: 'front',
}

/** The answers in the form in which they are checked and sent (PRODUCT.md 13.1). */
const answersOf = ({ values, otherName }: VerificationForm) =>
  tidyDocument({ ...values, otherName: otherName && values.nationality === 'CN' })

function problemText(problem: DocumentProblem, { values, otherName }: VerificationForm): PlainKey {
  const isChinese = values.nationality === 'CN' && !otherName
  return problem === 'name_invalid' && isChinese ? 'identity.nameInvalidChina' : `errors.${problem}`
}

export function validate(form: VerificationForm): VerificationForm['errors'] {
  const { photos } = form
  const errors: VerificationForm['errors'] = {}
  const answers = answersOf(form)
  if (answers.nationality === '') errors.nationality = 'common.emptyValue'
  for (const problem of documentProblems(answers)) {
    const field = problem === 'name_invalid' ? 'name' : 'idNumber'
    errors[field] = answers[field] === '' ? 'common.emptyValue' : problemText(problem, form)
  }
  for (const side of ['front', 'back'] as const) {
    if (photos[side].kind === 'sending') errors[side] = 'identity.waitUpload'
    else if (photos[side].kind !== 'sent') errors[side] = 'errors.photo_missing'
  }
  return errors
}

function without(errors: VerificationForm['errors'], ...names: (VerificationField | PhotoSide)[]) {
  const rest = { ...errors }
  for (const name of names) delete rest[name]
  return rest
}

export function reduce(form: VerificationForm, action: VerificationAction): VerificationForm {
  switch (action.type) {
    case 'typed': {
      // Another nationality has other rules for the name and the number.
      const cleared: VerificationField[] =
        action.field === 'nationality' ? ['nationality', 'name', 'idNumber'] : [action.field]
      return {
        ...form,
        values: { ...form.values, [action.field]: action.text },
        errors: without(form.errors, ...cleared),
      }
    }
    case 'otherName':
      return { ...form, otherName: action.otherName, errors: without(form.errors, 'name') }
    case 'photo':
      return {
        ...form,
        photos: { ...form.photos, [action.side]: action.photo },
        errors: without(form.errors, action.side),
      }
    case 'checked':
      return { ...form, errors: validate(form) }
    case 'refused':
      return refused(form, action.code)
  }
}

function refused(form: VerificationForm, code: FailureCode): VerificationForm {
  // The server does not say which of the two it has deleted, so both are asked for again.
  if (code === 'photo_missing') {
    const errors: VerificationForm['errors'] = {
      ...form.errors,
      front: 'errors.photo_missing',
      back: 'errors.photo_missing',
    }
    return { ...form, photos: { front: { kind: 'none' }, back: { kind: 'none' } }, errors }
  }
  const field = FIELD_OF_CODE[code]
  if (!field) return form
  const text = code === 'name_invalid' ? problemText(code, form) : (`errors.${code}` as const)
  return { ...form, errors: { ...form.errors, [field]: text } }
}

/** Whether a refusal shows next to a part of the form. */
export const belongsToField = (code: FailureCode): boolean => FIELD_OF_CODE[code] !== undefined

/** The body of the request; undefined while a photo is missing. */
export function toRequest(form: VerificationForm): SubmitVerification | undefined {
  const { front, back } = form.photos
  if (front.kind !== 'sent' || back.kind !== 'sent') return undefined
  return { ...answersOf(form), frontPhotoId: front.id, backPhotoId: back.id }
}
