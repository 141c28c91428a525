/**
 * Checks of what users type. Each takes the text as typed and is true when it is INVALID (PRODUCT.md 4).
 * `\d` and `\w` are ASCII only, on purpose: full-width digits are refused, not guessed.
 */
export { isInvalidIdNumber, isInvalidName } from '../../contract/identityDocument'

const ACCOUNT = /^\w{6,12}$/
const PHONE = /^1[345789]\d{9}$/
const CODE = /^\d{4}$/

const EMAIL_MAX = 254
const EMAIL_LOCAL_MAX = 64
const EMAIL_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const EMAIL_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const EMAIL_TOP_LABEL = /^(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/i

/** Account id: 6 to 12 word characters. */
export function isInvalidAccount(text: string): boolean {
  return !ACCOUNT.test(text)
}

/** Mainland phone: 1, then one of 3, 4, 5, 7, 8, 9, then 9 digits. */
export function isInvalidPhone(text: string): boolean {
  return !PHONE.test(text)
}

/** Verification code: exactly 4 digits. */
export function isInvalidCode(text: string): boolean {
  return !CODE.test(text)
}

/** Email: `local@domain` with a dotted local part of at most 64 characters and a domain of two labels or more. */
export function isInvalidEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return true
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at))
  const labels = text.slice(at + 1).split('.')
  const topLabel = labels[labels.length - 1] ?? ''
  if (at < 1 || local.length > EMAIL_LOCAL_MAX || labels.length < 2) return true
  if (!local.split('.').every((atom) => EMAIL_ATOM.test(atom))) return true
  return !labels.every((label) => EMAIL_LABEL.test(label)) || !EMAIL_TOP_LABEL.test(topLabel)
}
