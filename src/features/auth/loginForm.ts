import type { Login } from '../../../contract/accounts'
import { typedCode, typedText } from '../../../contract/typedText'
import type { FormErrors, FormRules } from '../../connected/forms/createForm'

export interface LoginValues {
  account: string
  password: string
  code: string
  /** The server has said that this account has a second factor, and the form shows a field for its code. */
  codeAsked: boolean
}

export const initialLogin = (account: string): LoginValues => ({ account, password: '', code: '', codeAsked: false })

export const loginRules: FormRules<LoginValues> = {
  // Another account may have no second factor.
  reduce: (values, change) => ({ ...values, ...(change.account !== undefined && { codeAsked: false }), ...change }),
  /** Only the server knows which accounts exist, so this refuses only empty fields. */
  validate({ account, password, code, codeAsked }) {
    const errors: FormErrors<LoginValues> = {}
    if (account.trim() === '') errors.account = 'common.emptyValue'
    if (password === '') errors.password = 'common.emptyValue'
    if (codeAsked && code.trim() === '') errors.code = 'common.emptyValue'
    return errors
  },
  /** A wrong account and a wrong password are one answer; it is shown under the password. */
  fieldOfCode: { wrong_credentials: 'password', second_factor_required: 'code', second_factor_wrong: 'code' },
  /** The first request for a code is no error: the field appears and takes the cursor. */
  refused: (values, code) =>
    code === 'second_factor_required' && !values.codeAsked
      ? { values: { ...values, codeAsked: true }, errors: {} }
      : undefined,
  linked: { account: ['password'] },
}

/** The values to send. What a paste leaves around the name is dropped. */
export const loginRequest = ({ account, password, code }: LoginValues): Login => {
  const secondFactorCode = typedCode(code)
  return { account: typedText(account), password, ...(secondFactorCode === '' ? {} : { secondFactorCode }) }
}
