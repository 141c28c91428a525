import type { ResetPassword } from '../../../contract/security'
import { type FormAction, type FormErrors, type FormState, initialForm, reduceForm } from './formState'
import { newPasswordError, type PasswordKind, tradeDigits } from './passwordForm'

export type ResetField = 'account' | 'resetCode' | 'newPassword' | 'again'
export type ResetState = FormState<ResetField>
export type ResetAction = FormAction<ResetField>

export const initialReset = (account: string): ResetState =>
  initialForm({ account, resetCode: '', newPassword: '', again: '' })

/** Nothing empty, a new password of its kind, and twice the same (PRODUCT.md 4.7). */
export const validate =
  (kind: PasswordKind) =>
  (values: ResetState['values']): FormErrors<ResetField> => {
    const errors: FormErrors<ResetField> = {}
    for (const [field, text] of Object.entries(values))
      if (text.trim() === '') errors[field as ResetField] = 'common.emptyValue'
    const wrong = newPasswordError(kind, values.newPassword)
    if (!errors.newPassword && wrong) errors.newPassword = wrong
    if (!errors.again && values.again !== values.newPassword)
      errors.again = kind === 'trade' ? 'auth.tradePasswordMismatch' : 'auth.passwordMismatch'
    return errors
  }

const rulesOf = (kind: PasswordKind) => ({
  validate: validate(kind),
  fieldOfCode: {
    reset_code_invalid: 'resetCode',
    login_password_weak: 'newPassword',
    trade_password_invalid: 'newPassword',
    trade_password_weak: 'newPassword',
  } as const,
  // The code works once: sending the form again would only say that it is used.
  textOfCode: { network: 'security.reset.unclear', timeout: 'security.reset.unclear' } as const,
  linked: { newPassword: ['again'], account: ['resetCode'] } as const,
})

export const reduceOf =
  (kind: PasswordKind) =>
  (state: ResetState, action: ResetAction): ResetState => {
    const isSecret = action.type === 'typed' && (action.field === 'newPassword' || action.field === 'again')
    if (kind === 'trade' && isSecret)
      return reduceForm(state, { ...action, text: tradeDigits(action.text) }, rulesOf(kind))
    return reduceForm(state, action, rulesOf(kind))
  }

/** The body of the request. */
export const toRequest = (
  kind: PasswordKind,
  { account, resetCode, newPassword }: ResetState['values'],
): ResetPassword => ({ kind, account: account.trim(), resetCode: resetCode.trim(), newPassword })
