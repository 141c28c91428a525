import CODES from './callingCodes.json'

/** PRODUCT.md 4.4: +86 is the default. */
export const DEFAULT_COUNTRY = 'CN'

/**
 * Calling codes (ITU-T E.164) without the plus sign by ISO 3166 country. The same as libphonenumber's, by which the
 * server checks numbers: a test compares them, and its metadata is too large for the client.
 */
const byIso: Readonly<Record<string, string>> = CODES

export const hasCallingCode = (iso: string): boolean => Object.keys(byIso).includes(iso)

/** "86" for "CN"; empty for a country that has none. */
export const callingCodeOf = (iso: string): string => (hasCallingCode(iso) ? (byIso[iso] ?? '') : '')
