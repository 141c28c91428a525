import type { Locale } from '../../contract/locales'
import type { Http } from './http'

export type ContentApi = ReturnType<typeof createContentApi>

/** The operator's content, in the reader's locale or in the one that it falls back to. */
export const createContentApi = (http: Http) => ({
  /** Newest first. */
  news: (locale: Locale, cursor?: string) => http.call('listNews', { query: { locale, cursor } }),
  newsArticle: (id: string, locale: Locale) => http.call('getNews', { params: { id }, query: { locale } }),
  document: (id: string, locale: Locale) => http.call('getDocument', { params: { id }, query: { locale } }),
})
