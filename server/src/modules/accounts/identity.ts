import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import { nationalNumber } from '../../../../contract/phone'
import { typedCode } from '../../../../contract/typedText'
import { CODE_ALPHABET } from '../../shared/tokens'

/** PRODUCT.md 4.1: 6 to 12 word characters. */
export const isInvalidAccount = (account: string) => !/^[A-Za-z0-9_]{6,12}$/.test(account)

/** PRODUCT.md 4.4: 1, then one of 3, 4, 5, 7, 8, 9, then 9 digits. */
const MAINLAND = /^1[345789][0-9]{9}$/

/** A number that libphonenumber takes for one of this very country. */
function validNumber(digits: string, country: CountryCode): string | undefined {
  if (!/^[0-9]{3,17}$/.test(digits)) return undefined
  const phone = parsePhoneNumberFromString(digits, country)
  return phone?.isValid() && phone.country === country ? phone.number : undefined
}

/**
 * The number in E.164, or undefined when it is not a number of that country (ISO 3166). China follows the pattern of
 * the specification, every other country libphonenumber. Countries share calling codes, so the number has to be one of
 * this very country, or `BLOCKED_COUNTRIES` would cost a choice in a menu. Separators are ignored, and so is the calling
 * code if it was typed too. Without its "+" it may also be an area code: "49 151 …" in Germany can be read in two ways,
 * and such a number is none.
 */
export function parsePhone(country: string, text: string): string | undefined {
  if (!isSupportedCountry(country)) return undefined
  const callingCode = getCountryCallingCode(country)
  const compact = nationalNumber(text, callingCode)
  if (country === 'CN') return MAINLAND.test(compact) ? `+86${compact}` : undefined
  const number = validNumber(compact, country)
  const other = compact.startsWith(callingCode) ? validNumber(compact.slice(callingCode.length), country) : undefined
  return other === undefined || number === undefined || number === other ? number : undefined
}

/** Early codes have 6 characters. */
const CODE_LENGTHS = [6, 8]

/** A code as it is stored; undefined for an impossible one. People type lower case and spaces. */
export function parseOpeningCode(text: string): string | undefined {
  const code = typedCode(text).toUpperCase()
  return CODE_LENGTHS.includes(code.length) && [...code].every((character) => CODE_ALPHABET.includes(character))
    ? code
    : undefined
}
