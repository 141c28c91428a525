import type { Locale } from '../../contract/locales'
import type { Http } from './http'

/** Words that staff have written for a reason; they never change. */
export const createReasonsApi = (http: Http) => ({
  words: (key: string, locale: Locale) => http.call('getReason', { params: { key }, query: { locale } }),
})
