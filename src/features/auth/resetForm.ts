import type { ResetPassword } from '../../../contract/security'
import { typedCode, typedText } from '../../../contract/typedText'
import { type FormAction, type FormState, initialForm, reduceForm } from './formState'
import { type NewPasswordField, type PasswordKind, typedInto, validateNewPassword } from './newPasswordRules'

export type ResetField = NewPasswordField | 'account' | 'resetCode'
export type ResetState = FormState<ResetField>
export type ResetAction = FormAction<ResetField>

const SECRETS: readonly ResetField[] = ['newPassword', 'again']

export const initialReset = (account: string): ResetState =>
  initialForm({ account, resetCode: '', newPassword: '', again: '' })

const rulesOf = (kind: PasswordKind) => ({
  validate: validateNewPassword<ResetField>(kind),
  fieldOfCode: {
    reset_code_invalid: 'resetCode',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    trade_password_weak: 'newPassword',
  } as const,
  // The code works once: a second try would be refused, as the code is used.
  textOfCode: { network: 'security.reset.unclear', timeout: 'security.reset.unclear' } as const,
  linked: { newPassword: ['again'], account: ['resetCode'] } as const,
})

export const reduceOf = (kind: PasswordKind) => (state: ResetState, action: ResetAction) =>
  reduceForm(state, typedInto(SECRETS, kind, action), rulesOf(kind))

export const toRequest = (
  kind: PasswordKind,
  { account, resetCode, newPassword }: ResetState['values'],
): ResetPassword => ({ kind, account: typedText(account), resetCode: typedCode(resetCode), newPassword })
