import type { FormErrors, FormRules } from '../../connected/forms/createForm'
import { againError, keepDigits, newPasswordError } from './newPasswordRules'

export interface RegisterValues {
  loginPassword: string
  loginAgain: string
  tradePassword: string
  tradeAgain: string
  /** The terms are agreed to. */
  consent: boolean
}

export const initialRegister = (): RegisterValues => ({
  loginPassword: '',
  loginAgain: '',
  tradePassword: '',
  tradeAgain: '',
  consent: false,
})

/** PRODUCT.md 4.7: both pairs must match. */
export function validate(values: RegisterValues): FormErrors<RegisterValues> {
  return {
    loginPassword: newPasswordError('login', values.loginPassword),
    loginAgain: againError('login', values.loginAgain, values.loginPassword),
    tradePassword: newPasswordError('trade', values.tradePassword),
    tradeAgain: againError('trade', values.tradeAgain, values.tradePassword),
    consent: values.consent ? undefined : 'auth.consentNeeded',
  }
}

export const registerRules: FormRules<RegisterValues> = {
  reduce: keepDigits(['tradePassword', 'tradeAgain']),
  validate,
  fieldOfCode: {
    login_password_weak: 'loginPassword',
    trade_password_invalid: 'tradePassword',
    trade_password_weak: 'tradePassword',
    terms_not_accepted: 'consent',
  },
  // Other terms are agreed to by another tap.
  refused: (values, code) => (code === 'terms_not_accepted' ? { values: { ...values, consent: false } } : undefined),
  linked: { loginPassword: ['loginAgain'], tradePassword: ['tradeAgain'] },
}

/** The body of step two, without the ticket of step one. */
export const passwordsRequest = ({ loginPassword, tradePassword }: RegisterValues) => ({
  loginPassword,
  tradePassword,
})
