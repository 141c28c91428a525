import type { ChangePassword } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import type { FormErrors } from '../../connected/forms/createForm'
import type { PlainKey } from '../../i18n/keys'
import { LOGIN_PASSWORD_MAX, LOGIN_PASSWORD_MIN, lengthOf } from './passwordStrength'

export type PasswordKind = ChangePassword['kind']
/** The fields of every form that sets a password. */
export type NewPasswordField = 'newPassword' | 'again'

/** PRODUCT.md 9.2: a trade password is 6 digits. */
const TRADE_LENGTH = 6
const TRADE = /^\d{6}$/

/** The problem with a new password of this kind; undefined for one that can be sent. */
export function newPasswordError(kind: PasswordKind, password: string): PlainKey | undefined {
  if (password === '') return 'common.emptyValue'
  if (kind === 'trade') return TRADE.test(password) ? undefined : 'errors.trade_password_invalid'
  const length = lengthOf(password)
  return length < LOGIN_PASSWORD_MIN || length > LOGIN_PASSWORD_MAX ? 'auth.loginPasswordRule' : undefined
}

/** The problem with its repetition. */
export function againError(kind: PasswordKind, again: string, password: string): PlainKey | undefined {
  if (again === '') return 'common.emptyValue'
  if (again === password) return undefined
  return kind === 'trade' ? 'auth.tradePasswordMismatch' : 'auth.passwordMismatch'
}

/** PRODUCT.md 4.7: no field is empty, the password fits its kind, and both entries match. */
export const validateNewPassword =
  <Field extends string>(kind: PasswordKind) =>
  (values: Record<Field | NewPasswordField, string>): FormErrors<typeof values> => {
    const empty = Object.entries<string>(values).filter(([, text]) => text.trim() === '')
    const errors: Record<string, PlainKey> = Object.fromEntries(empty.map(([field]) => [field, 'common.emptyValue']))
    const wrong = {
      newPassword: newPasswordError(kind, values.newPassword),
      again: againError(kind, values.again, values.newPassword),
    }
    return { ...wrong, ...errors } as FormErrors<typeof values>
  }

/** A trade password is digits only, so nothing else can be typed into these fields. */
export function keepDigits<Field extends string>(fields: readonly Field[]) {
  return <Values extends Record<Field, string>>(values: Values, change: Partial<Values>): Values => {
    const digits = fields.map((field) => {
      const text = typedCode(change[field] ?? values[field])
      return [field, text.replace(/\D/g, '').slice(0, TRADE_LENGTH)]
    })
    return { ...values, ...change, ...Object.fromEntries(digits) }
  }
}
