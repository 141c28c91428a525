import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Article } from '../../contract/content'
import type { Locale } from '../../contract/locales'
import type { ApiResult } from '../api/http'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

export interface DocumentsStoreDeps {
  fetch(id: string, locale: Locale): Promise<ApiResult<Article>>
}

/** Articles by id and locale, kept for as long as the app runs: what was read once shows at once. */
export class DocumentsStore {
  private readonly byKey = observable.map<string, Loadable<Article>>({}, { deep: false })

  constructor(private readonly deps: DocumentsStoreDeps) {
    makeAutoObservable<DocumentsStore, 'deps'>(this, { deps: false })
  }

  articleOf(id: string, locale: Locale): Loadable<Article> {
    return this.byKey.get(keyOf(id, locale)) ?? IDLE
  }

  /** Asks for it; what is shown stays meanwhile, and where the answer does not come. */
  async load(id: string, locale: Locale): Promise<void> {
    const key = keyOf(id, locale)
    const known = this.articleOf(id, locale)
    if (known.kind === 'loading') return
    if (known.kind !== 'ready') this.byKey.set(key, LOADING)
    const answer = await this.deps.fetch(id, locale)
    runInAction(() => {
      if (answer.ok) this.byKey.set(key, ready(answer.value))
      // What was withdrawn is gone here too; any other failure leaves what is shown.
      else if (known.kind !== 'ready' || answer.error.code === 'not_found')
        this.byKey.set(key, failed(answer.error.code))
    })
  }
}

const keyOf = (id: string, locale: Locale) => `${locale}/${id}`
