import type { ChangePassword } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import type { PlainKey } from '../../i18n/keys'
import type { FormAction, FormErrors } from './formState'
import { LOGIN_PASSWORD_MAX, LOGIN_PASSWORD_MIN, lengthOf } from './passwordStrength'

export type PasswordKind = ChangePassword['kind']
/** The fields of every form that sets a password. */
export type NewPasswordField = 'newPassword' | 'again'

const TRADE_LENGTH = 6
const TRADE = /^\d{6}$/

/** The problem with a new password of this kind; undefined for one that can be sent. */
function newPasswordError(kind: PasswordKind, password: string): PlainKey | undefined {
  if (kind === 'trade') return TRADE.test(password) ? undefined : 'errors.trade_password_invalid'
  const length = lengthOf(password)
  return length < LOGIN_PASSWORD_MIN || length > LOGIN_PASSWORD_MAX ? 'auth.loginPasswordRule' : undefined
}

/** PRODUCT.md 4.7: no field is empty, the password fits its kind, and both entries match. */
export const validateNewPassword =
  <Field extends string>(kind: PasswordKind) =>
  (values: Record<Field | NewPasswordField, string>): FormErrors<Field | NewPasswordField> => {
    const empty = Object.entries<string>(values).filter(([, text]) => text.trim() === '')
    const errors: Record<string, PlainKey> = Object.fromEntries(empty.map(([field]) => [field, 'common.emptyValue']))
    const wrong = newPasswordError(kind, values.newPassword)
    if (!errors.newPassword && wrong) errors.newPassword = wrong
    if (!errors.again && values.again !== values.newPassword)
      errors.again = kind === 'trade' ? 'auth.tradePasswordMismatch' : 'auth.passwordMismatch'
    return errors as FormErrors<Field | NewPasswordField>
  }

/** A trade password is digits only, so nothing else can be typed. */
export function typedInto<Field extends string>(
  secrets: readonly Field[],
  kind: PasswordKind,
  action: FormAction<Field>,
): FormAction<Field> {
  if (kind === 'login' || action.type !== 'typed' || !secrets.includes(action.field)) return action
  return { ...action, text: typedCode(action.text).replace(/\D/g, '').slice(0, TRADE_LENGTH) }
}
