import { typedCode } from '../../../contract/typedText'
import type { PlainKey } from '../../i18n/keys'
import { type FormAction, type FormErrors, type FormState, initialForm, reduceForm, summariseForm } from './formState'
import { LOGIN_PASSWORD_MAX, LOGIN_PASSWORD_MIN, lengthOf, passwordStrength } from './passwordStrength'

/** `consent` is 'yes' once the terms are agreed to. */
export type RegisterField = 'loginPassword' | 'loginAgain' | 'tradePassword' | 'tradeAgain' | 'consent'
export type RegisterState = FormState<RegisterField>
export type RegisterAction = FormAction<RegisterField>

/** PRODUCT.md 9.2: a trade password is 6 digits. */
const TRADE_PASSWORD_LENGTH = 6
const TRADE_PASSWORD = /^\d{6}$/

export const initialRegister = (): RegisterState =>
  initialForm({ loginPassword: '', loginAgain: '', tradePassword: '', tradeAgain: '', consent: '' })

function loginError(password: string): PlainKey | undefined {
  if (password === '') return 'common.emptyValue'
  const length = lengthOf(password)
  return length < LOGIN_PASSWORD_MIN || length > LOGIN_PASSWORD_MAX ? 'auth.loginPasswordRule' : undefined
}

function tradeError(password: string): PlainKey | undefined {
  if (password === '') return 'common.emptyValue'
  return TRADE_PASSWORD.test(password) ? undefined : 'errors.trade_password_invalid'
}

function againError(again: string, first: string, mismatch: PlainKey): PlainKey | undefined {
  if (again === '') return 'common.emptyValue'
  return again === first ? undefined : mismatch
}

/** PRODUCT.md 4.7: both pairs must match. */
export function validate(values: RegisterState['values']): FormErrors<RegisterField> {
  const found: Record<RegisterField, PlainKey | undefined> = {
    loginPassword: loginError(values.loginPassword),
    loginAgain: againError(values.loginAgain, values.loginPassword, 'auth.passwordMismatch'),
    tradePassword: tradeError(values.tradePassword),
    tradeAgain: againError(values.tradeAgain, values.tradePassword, 'auth.tradePasswordMismatch'),
    consent: values.consent === 'yes' ? undefined : 'auth.consentNeeded',
  }
  const errors: FormErrors<RegisterField> = {}
  for (const [field, key] of Object.entries(found)) if (key !== undefined) errors[field as RegisterField] = key
  return errors
}

const RULES = {
  validate,
  fieldOfCode: {
    login_password_weak: 'loginPassword',
    trade_password_invalid: 'tradePassword',
    trade_password_weak: 'tradePassword',
    terms_not_accepted: 'consent',
  },
  linked: { loginPassword: ['loginAgain'], tradePassword: ['tradeAgain'] },
} as const

const DIGITS_ONLY: readonly RegisterField[] = ['tradePassword', 'tradeAgain']

export function reduce(state: RegisterState, action: RegisterAction): RegisterState {
  if (action.type === 'typed' && DIGITS_ONLY.includes(action.field)) {
    const text = typedCode(action.text).replace(/\D/g, '').slice(0, TRADE_PASSWORD_LENGTH)
    return reduceForm(state, { ...action, text }, RULES)
  }
  const next = reduceForm(state, action, RULES)
  // Other terms are agreed to by another tap.
  const isOutdated = action.type === 'failed' && action.failure.code === 'terms_not_accepted'
  return isOutdated ? { ...next, values: { ...next.values, consent: '' } } : next
}

/** Texts of the screen around the fields. */
export function summarise(state: RegisterState, nowMs: number) {
  return { ...summariseForm(state, nowMs), strength: passwordStrength(state.values.loginPassword) }
}

/** The body of step two, without the ticket of step one. */
export const passwordsRequest = ({ loginPassword, tradePassword }: RegisterState['values']) => ({
  loginPassword,
  tradePassword,
})
