import type { ChangePassword } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import type { FormRules } from '../../connected/forms/createForm'
import { keepDigits, type NewPasswordField, type PasswordKind, validateNewPassword } from './newPasswordRules'

export type PasswordValues = Record<NewPasswordField | 'oldPassword' | 'changeCode', string>

export const initialPassword = (): PasswordValues => ({ oldPassword: '', newPassword: '', again: '', changeCode: '' })

export const passwordRules = (kind: PasswordKind): FormRules<PasswordValues> => ({
  ...(kind === 'trade' && { reduce: keepDigits(['oldPassword', 'newPassword', 'again']) }),
  validate: validateNewPassword(kind),
  fieldOfCode: {
    password_wrong: 'oldPassword',
    trade_password_wrong: 'oldPassword',
    password_unchanged: 'newPassword',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    change_code_invalid: 'changeCode',
  },
  // The code works once: a second try would be refused, as the code is used.
  textOfCode: { network: 'security.maybeChanged', timeout: 'security.maybeChanged' },
  linked: { newPassword: ['again'] },
})

export const toRequest = (
  kind: PasswordKind,
  { oldPassword, newPassword, changeCode }: PasswordValues,
  endOtherSessions: boolean,
): ChangePassword => ({ kind, oldPassword, newPassword, changeCode: typedCode(changeCode), endOtherSessions })
