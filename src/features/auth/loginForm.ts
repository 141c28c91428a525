import type { Login } from '../../../contract/accounts'
import { typedCode, typedText } from '../../../contract/typedText'
import { type FormAction, type FormErrors, type FormState, initialForm, reduceForm, summariseForm } from './formState'

export type LoginField = 'account' | 'password' | 'code'
export type LoginState = FormState<LoginField>
export type LoginAction = FormAction<LoginField>

export const initialLogin = (account: string): LoginState => initialForm({ account, password: '', code: '' })

/** Only the server knows which accounts exist, so this refuses only empty fields. */
const validate =
  (codeAsked: boolean) =>
  (values: LoginState['values']): FormErrors<LoginField> => {
    const errors: FormErrors<LoginField> = {}
    if (values.account.trim() === '') errors.account = 'common.emptyValue'
    if (values.password === '') errors.password = 'common.emptyValue'
    if (codeAsked && values.code.trim() === '') errors.code = 'common.emptyValue'
    return errors
  }

/** A wrong account and a wrong password are one answer; it is shown under the password. */
const rulesOf = (codeAsked: boolean) => ({
  validate: validate(codeAsked),
  fieldOfCode: {
    wrong_credentials: 'password' as const,
    second_factor_required: 'code' as const,
    second_factor_wrong: 'code' as const,
  },
  linked: { account: ['password'] as const },
})

/** `codeAsked`: the server has said that this account has a second factor, and the form shows a field for its code. */
export const reduceOf =
  (codeAsked: boolean) =>
  (state: LoginState, action: LoginAction): LoginState => {
    const next = reduceForm(state, action, rulesOf(codeAsked))
    // The first request for a code is no error: the field appears and takes the cursor.
    const firstAsked = action.type === 'failed' && action.failure.code === 'second_factor_required' && !codeAsked
    return firstAsked ? { ...next, errors: {} } : next
  }

export const summarise = summariseForm

/** The values to send. What a paste leaves around the name is dropped. */
export const loginRequest = ({ account, password, code }: LoginState['values']): Login => {
  const secondFactorCode = typedCode(code)
  return { account: typedText(account), password, ...(secondFactorCode === '' ? {} : { secondFactorCode }) }
}
