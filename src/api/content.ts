import type { Article, NewsPage } from '../../contract/content'
import type { Locale } from '../../contract/locales'
import type { ApiResult, Http } from './http'

/** What the operator publishes, in the reader's locale or in the one that it falls back to. */
export interface ContentApi {
  /** Newest first. */
  news(locale: Locale, cursor?: string): Promise<ApiResult<NewsPage>>
  newsArticle(id: string, locale: Locale): Promise<ApiResult<Article>>
  document(id: string, locale: Locale): Promise<ApiResult<Article>>
}

export function createContentApi(http: Http): ContentApi {
  return {
    news: (locale, cursor) => http.call<NewsPage>('listNews', { query: { locale, cursor } }),
    newsArticle: (id, locale) => http.call<Article>('getNews', { params: { id }, query: { locale } }),
    document: (id, locale) => http.call<Article>('getDocument', { params: { id }, query: { locale } }),
  }
}
