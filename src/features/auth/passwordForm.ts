import type { ChangePassword } from '../../../contract/security'
import type { PlainKey } from '../../i18n/keys'
import { type FormAction, type FormErrors, type FormState, initialForm, reduceForm } from './formState'
import { LOGIN_PASSWORD_MAX, LOGIN_PASSWORD_MIN, lengthOf } from './passwordStrength'

export type PasswordKind = ChangePassword['kind']
export type PasswordField = 'oldPassword' | 'newPassword' | 'again' | 'changeCode'
export type PasswordState = FormState<PasswordField>
export type PasswordAction = FormAction<PasswordField>

const TRADE_LENGTH = 6
const TRADE = /^\d{6}$/

export const initialPassword = (): PasswordState =>
  initialForm({ oldPassword: '', newPassword: '', again: '', changeCode: '' })

/** Why a new password of this kind is none; undefined for one that can be sent. */
export function newPasswordError(kind: PasswordKind, password: string): PlainKey | undefined {
  if (kind === 'trade') return TRADE.test(password) ? undefined : 'errors.trade_password_invalid'
  const length = lengthOf(password)
  return length < LOGIN_PASSWORD_MIN || length > LOGIN_PASSWORD_MAX ? 'auth.loginPasswordRule' : undefined
}

/** PRODUCT.md 4.7: nothing empty, and the two new ones must match, in the words of each kind. */
export const validate =
  (kind: PasswordKind) =>
  (values: PasswordState['values']): FormErrors<PasswordField> => {
    const errors: FormErrors<PasswordField> = {}
    for (const [field, text] of Object.entries(values))
      if (text.trim() === '') errors[field as PasswordField] = 'common.emptyValue'
    const wrong = newPasswordError(kind, values.newPassword)
    if (!errors.newPassword && wrong) errors.newPassword = wrong
    if (!errors.again && values.again !== values.newPassword)
      errors.again = kind === 'trade' ? 'auth.tradePasswordMismatch' : 'auth.passwordMismatch'
    return errors
  }

const rulesOf = (kind: PasswordKind) => ({
  validate: validate(kind),
  fieldOfCode: {
    password_wrong: 'oldPassword',
    trade_password_wrong: 'oldPassword',
    password_unchanged: 'newPassword',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    change_code_invalid: 'changeCode',
  } as const,
  // The code works once: sending the form again would only say that it is used.
  textOfCode: { network: 'security.maybeChanged', timeout: 'security.maybeChanged' } as const,
  linked: { newPassword: ['again'] as const },
})

/** A trade password is digits only, so nothing else can be typed. */
export const tradeDigits = (text: string) => text.replace(/\D/g, '').slice(0, TRADE_LENGTH)

export const reduceOf = (kind: PasswordKind) => (state: PasswordState, action: PasswordAction) => {
  if (kind === 'trade' && action.type === 'typed' && action.field !== 'changeCode') {
    return reduceForm(state, { ...action, text: tradeDigits(action.text) }, rulesOf(kind))
  }
  return reduceForm(state, action, rulesOf(kind))
}

/** The body of the request. */
export const toRequest = (
  kind: PasswordKind,
  { oldPassword, newPassword, changeCode }: PasswordState['values'],
  endOtherSessions: boolean,
): ChangePassword => ({ kind, oldPassword, newPassword, changeCode: changeCode.trim(), endOtherSessions })
