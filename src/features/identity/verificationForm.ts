import type { SubmitVerification, VerificationAnswers } from '../../../contract/verification'
import type { FailureCode } from '../../domain/loadable'
import { isInvalidIdNumber, isInvalidName } from '../../domain/validate'
import type { PlainKey } from '../../i18n/keys'

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
  photos: Record<PhotoSide, PhotoState>
  /** Locale keys of the problems. */
  errors: Partial<Record<VerificationField | PhotoSide, PlainKey>>
}

export type VerificationAction =
  | { type: 'typed'; field: VerificationField; text: string }
  | { type: 'photo'; side: PhotoSide; photo: PhotoState }
  | { type: 'checked' }
  | { type: 'refused'; code: FailureCode }

const fromId = (id: string | null): PhotoState =>
  id === null ? { kind: 'none' } : { kind: 'sent', previewUrl: undefined, id }

/** A rejected user starts from the rejected answers, a returning user from the draft. */
export const initialVerification = (answers: Partial<VerificationAnswers> | null): VerificationForm => ({
  values: {
    name: answers?.name ?? '',
    nationality: answers?.nationality ?? 'CN',
    idNumber: answers?.idNumber ?? '',
  },
  photos: { front: fromId(answers?.frontPhotoId ?? null), back: fromId(answers?.backPhotoId ?? null) },
  errors: {},
})

/** The draft: everything except pictures that the server does not have. */
export const draftOf = ({ values, photos: { front, back } }: VerificationForm): VerificationAnswers => ({
  ...values,
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

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_DIGITS = '10X98765432'

/** The last character of an 18-character Chinese ID number follows from the others (GB 11643). */
export function hasRightChecksum(idNumber: string): boolean {
  if (idNumber.length !== 18) return true
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(idNumber[index]), 0)
  return CHECK_DIGITS[sum % 11] === idNumber[17]
}

const FOREIGN_NAME = /^[^\d_@#$%^&*()+=[\]{}<>|\\/~`"!?;:]{2,60}$/
const FOREIGN_ID = /^\w{4,30}$/

/** PRODUCT.md 4.2 and 4.3 for China; 13.1 for all others. The server has the last word. */
function isWrong(field: VerificationField, values: VerificationForm['values']): boolean {
  const text = values[field].trim()
  const chinese = values.nationality === 'CN'
  switch (field) {
    case 'name':
      return chinese ? isInvalidName(text) : !FOREIGN_NAME.test(text)
    case 'idNumber':
      return chinese
        ? isInvalidIdNumber(text.toUpperCase()) || !hasRightChecksum(text.toUpperCase())
        : !FOREIGN_ID.test(text)
    case 'nationality':
      return !/^[A-Z]{2}$/.test(text)
  }
}

const ERROR_OF: Record<VerificationField, PlainKey> = {
  name: 'errors.name_invalid',
  nationality: 'errors.nationality_invalid',
  idNumber: 'errors.id_number_invalid',
}

export function validate({ values, photos }: VerificationForm): VerificationForm['errors'] {
  const errors: VerificationForm['errors'] = {}
  for (const field of ['name', 'nationality', 'idNumber'] as const) {
    if (values[field].trim() === '') errors[field] = 'common.emptyValue'
    else if (isWrong(field, values)) errors[field] = ERROR_OF[field]
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
  return field ? { ...form, errors: { ...form.errors, [field]: `errors.${code}` } } : form
}

/** Whether a refusal shows next to a part of the form. */
export const belongsToField = (code: FailureCode): boolean => FIELD_OF_CODE[code] !== undefined

/** The body of the request; undefined while a photo is missing. */
export function toRequest({ values, photos }: VerificationForm): SubmitVerification | undefined {
  const { front, back } = photos
  if (front.kind !== 'sent' || back.kind !== 'sent') return undefined
  const idNumber = values.idNumber.trim()
  return {
    name: values.name.trim(),
    nationality: values.nationality,
    idNumber: values.nationality === 'CN' ? idNumber.toUpperCase() : idNumber,
    frontPhotoId: front.id,
    backPhotoId: back.id,
  }
}
