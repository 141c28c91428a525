import type { ChangePassword } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import { type FormAction, type FormState, initialForm, reduceForm } from './formState'
import { type NewPasswordField, type PasswordKind, typedInto, validateNewPassword } from './newPasswordRules'

export type PasswordField = NewPasswordField | 'oldPassword' | 'changeCode'
export type PasswordState = FormState<PasswordField>
export type PasswordAction = FormAction<PasswordField>

const SECRETS: readonly PasswordField[] = ['oldPassword', 'newPassword', 'again']

export const initialPassword = (): PasswordState =>
  initialForm({ oldPassword: '', newPassword: '', again: '', changeCode: '' })

const rulesOf = (kind: PasswordKind) => ({
  validate: validateNewPassword<PasswordField>(kind),
  fieldOfCode: {
    password_wrong: 'oldPassword',
    trade_password_wrong: 'oldPassword',
    password_unchanged: 'newPassword',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    change_code_invalid: 'changeCode',
  } as const,
  // The code works once: a second try would be refused, as the code is used.
  textOfCode: { network: 'security.maybeChanged', timeout: 'security.maybeChanged' } as const,
  linked: { newPassword: ['again'] as const },
})

export const reduceOf = (kind: PasswordKind) => (state: PasswordState, action: PasswordAction) =>
  reduceForm(state, typedInto(SECRETS, kind, action), rulesOf(kind))

export const toRequest = (
  kind: PasswordKind,
  { oldPassword, newPassword, changeCode }: PasswordState['values'],
  endOtherSessions: boolean,
): ChangePassword => ({ kind, oldPassword, newPassword, changeCode: typedCode(changeCode), endOtherSessions })
