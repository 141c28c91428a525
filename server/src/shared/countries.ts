import { isSupportedCountry } from 'libphonenumber-js'

/** Ascension and Tristan da Cunha have calling codes but belong to a country of another code. */
const CALLING_CODE_ONLY = ['AC', 'TA']

/** Whether `code` is a country in ISO 3166 that somebody may be from, e.g. "CN": the countries of the app's lists. */
export const isCountry = (code: string): boolean => isSupportedCountry(code) && !CALLING_CODE_ONLY.includes(code)
