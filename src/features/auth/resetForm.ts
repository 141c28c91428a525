import type { ResetPassword } from '../../../contract/security'
import { typedCode, typedText } from '../../../contract/typedText'
import type { FormRules } from '../../connected/forms/createForm'
import { keepDigits, type NewPasswordField, type PasswordKind, validateNewPassword } from './newPasswordRules'

export type ResetValues = Record<NewPasswordField | 'account' | 'resetCode', string>

export const initialReset = (account: string): ResetValues => ({ account, resetCode: '', newPassword: '', again: '' })

export const resetRules = (kind: PasswordKind): FormRules<ResetValues> => ({
  ...(kind === 'trade' && { reduce: keepDigits(['newPassword', 'again']) }),
  validate: validateNewPassword(kind),
  fieldOfCode: {
    reset_code_invalid: 'resetCode',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    trade_password_weak: 'newPassword',
  },
  // The code works once: a second try would be refused, as the code is used.
  textOfCode: { network: 'security.reset.unclear', timeout: 'security.reset.unclear' },
  linked: { newPassword: ['again'], account: ['resetCode'] },
})

export const toRequest = (kind: PasswordKind, { account, resetCode, newPassword }: ResetValues): ResetPassword => ({
  kind,
  account: typedText(account),
  resetCode: typedCode(resetCode),
  newPassword,
})
