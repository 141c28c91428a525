import { nationalNumber } from '../../../contract/phone'
import { typedCode, typedText } from '../../../contract/typedText'
import type { FormErrors, FormRules } from '../../connected/forms/createForm'
import { callingCodeOf, DEFAULT_COUNTRY, hasCallingCode } from '../../domain/callingCodes'
import { isInvalidAccount, isInvalidPhone } from '../../domain/validate'
import type { PlainKey } from '../../i18n/keys'
import type { RegisterInfo } from '../../stores/SessionStore'

export type RegisterCheckValues = Pick<RegisterInfo, 'account' | 'phone' | 'phoneCountry' | 'openingCode'>

/** PRODUCT.md 9.3: an opening code has 8 characters, an early one 6. */
export const OPENING_CODE_LENGTH = 8
const OPENING_CODE = /^[A-Z0-9]{6}(?:[A-Z0-9]{2})?$/
/** National numbers of E.164; the server checks the number by its country. */
const FOREIGN_PHONE = /^\d{3,15}$/

/** `kept`: values from an earlier visit; `linkedCode`: from a link (`?code=`). */
export function initialRegisterCheck(
  kept: Partial<RegisterCheckValues> | null,
  linkedCode: string | undefined,
): RegisterCheckValues {
  const country = kept?.phoneCountry ?? ''
  return {
    account: kept?.account ?? '',
    phone: kept?.phone ?? '',
    phoneCountry: hasCallingCode(country) ? country : DEFAULT_COUNTRY,
    openingCode: normaliseCode(linkedCode || kept?.openingCode || ''),
  }
}

/** Codes are in capitals; users type them in either case and with spaces. */
export const normaliseCode = (text: string): string => typedCode(text).toUpperCase().slice(0, OPENING_CODE_LENGTH)

const numberOf = ({ phone, phoneCountry }: RegisterCheckValues) => nationalNumber(phone, callingCodeOf(phoneCountry))

function phoneError(values: RegisterCheckValues): PlainKey | undefined {
  const number = numberOf(values)
  if (number === '') return 'common.emptyValue'
  if (values.phoneCountry === 'CN') return isInvalidPhone(number) ? 'auth.phoneRuleChina' : undefined
  return FOREIGN_PHONE.test(number) ? undefined : 'errors.phone_invalid'
}

/** PRODUCT.md 4.1, 9.1. */
export function validate(values: RegisterCheckValues): FormErrors<RegisterCheckValues> {
  const errors: FormErrors<RegisterCheckValues> = {}
  const account = typedText(values.account)
  if (account === '') errors.account = 'common.emptyValue'
  else if (isInvalidAccount(account)) errors.account = 'errors.account_invalid'
  const phone = phoneError(values)
  if (phone !== undefined) errors.phone = phone
  if (values.openingCode === '') errors.openingCode = 'common.emptyValue'
  else if (!OPENING_CODE.test(values.openingCode)) errors.openingCode = 'auth.openingCodeRule'
  return errors
}

export const registerCheckRules: FormRules<RegisterCheckValues> = {
  reduce(values, change) {
    const next = { ...values, ...change }
    return { ...next, openingCode: normaliseCode(next.openingCode) }
  },
  validate,
  fieldOfCode: {
    account_invalid: 'account',
    account_taken: 'account',
    phone_invalid: 'phone',
    phone_taken: 'phone',
    opening_code_unknown: 'openingCode',
  },
  linked: { phoneCountry: ['phone'] },
}

/** The body of step one. */
export function checkRequest(values: RegisterCheckValues) {
  return {
    account: typedText(values.account),
    phone: numberOf(values),
    phoneCountry: values.phoneCountry,
    openingCode: values.openingCode,
  }
}
