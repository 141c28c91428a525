import type { Article } from '../../contract/content'
import type { Locale } from '../../contract/locales'
import type { ApiResult } from '../api/http'
import { Resource, Resources } from './Resource'

export interface DocumentsStoreDeps {
  fetch(id: string, locale: Locale): Promise<ApiResult<Article>>
}

/** Articles by locale and id, kept while the app runs, so that a second visit shows them at once. */
export class DocumentsStore {
  private readonly articles: Resources<Locale, Resources<string, Resource<Article>>>

  constructor({ fetch }: DocumentsStoreDeps) {
    this.articles = new Resources((locale) => new Resources((id) => new Resource(() => fetch(id, locale))))
  }

  articleOf(id: string, locale: Locale): Resource<Article> {
    return this.articles.of(locale).of(id)
  }
}
