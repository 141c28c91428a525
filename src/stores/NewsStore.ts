import type { NewsItem } from '../../contract/content'
import type { Locale } from '../../contract/locales'
import type { Http } from '../api/http'
import { DocumentsStore } from './DocumentsStore'
import { PagedList } from './PagedList'

export interface NewsStoreDeps {
  http: Http
  locale(): Locale
}

/** The news in the reader's language, and the articles that were opened. */
export class NewsStore {
  readonly list: PagedList<NewsItem, Locale>
  readonly articles: DocumentsStore

  constructor(private readonly deps: NewsStoreDeps) {
    const { http } = deps
    this.list = new PagedList(
      (locale, cursor) => http.call('listNews', { query: { locale, cursor } }),
      deps.locale(),
      ({ id }) => id,
    )
    this.articles = new DocumentsStore({
      fetch: (id, locale) => http.call('getNews', { params: { id }, query: { locale } }),
    })
  }

  /** The first page again; in another language the list restarts. */
  load(): Promise<boolean> {
    return this.list.load(this.deps.locale())
  }
}
