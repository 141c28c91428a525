import { type FormAction, type FormErrors, type FormState, initialForm, reduceForm, summariseForm } from './formState'

export type LoginField = 'account' | 'password' | 'code'
export type LoginState = FormState<LoginField>
export type LoginAction = FormAction<LoginField>

export const initialLogin = (account: string): LoginState => initialForm({ account, password: '', code: '' })

/** Only the server knows which accounts there are, so nothing but emptiness is refused here. */
export function validate(values: LoginState['values']): FormErrors<LoginField> {
  const errors: FormErrors<LoginField> = {}
  if (values.account.trim() === '') errors.account = 'common.emptyValue'
  if (values.password === '') errors.password = 'common.emptyValue'
  return errors
}

/** A wrong account and a wrong password are one answer; it stands under the password. */
const RULES = {
  validate,
  fieldOfCode: {
    wrong_credentials: 'password' as const,
    second_factor_required: 'code' as const,
    second_factor_wrong: 'code' as const,
  },
  linked: { account: ['password'] as const },
}

export const reduce = (state: LoginState, action: LoginAction): LoginState => reduceForm(state, action, RULES)

export const summarise = summariseForm

/** What is sent. People type a space behind their name; no account has one. */
export const loginRequest = ({ account, password, code }: LoginState['values']) => ({
  account: account.trim(),
  password,
  code: code.replace(/\s/g, ''),
})
