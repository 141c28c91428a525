import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Page } from '../../contract/common'
import type { ApiResult } from '../api/http'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

/** A list that comes in pages, newest first, with a filter that restarts it. */
export class PagedList<T, Filter> {
  /** State of the first page; a refresh keeps the shown items. */
  state: Loadable<true> = IDLE
  items: T[] = []
  /** Why the last refresh of the shown items brought nothing. */
  refreshFailure: FailureCode | undefined = undefined
  /** State of the next page. `end`: there is none ("No more"). */
  more: 'more' | 'loading' | 'failed' | 'end' = 'end'
  filter: Filter
  private cursor: string | null = null
  /** Responses to earlier requests are dropped. */
  private generation = 0

  constructor(
    private readonly fetchPage: (filter: Filter, cursor: string | undefined) => Promise<ApiResult<Page<T>>>,
    private readonly firstFilter: Filter,
    /** Id of an item. With it, a new first page that overlaps the shown items keeps those below it. */
    private readonly idOf?: (item: T) => string,
  ) {
    this.filter = firstFilter
    makeAutoObservable<PagedList<T, Filter>, 'fetchPage' | 'firstFilter' | 'idOf' | 'generation'>(this, {
      fetchPage: false,
      firstFilter: false,
      idOf: false,
      generation: false,
      items: observableRef,
    })
  }

  get isEmpty(): boolean {
    return this.state.kind === 'ready' && this.items.length === 0
  }

  /** Fetches the first page again. A failure keeps the shown items, if there are any. */
  async refresh(): Promise<boolean> {
    this.generation += 1
    const { generation } = this
    if (this.state.kind !== 'ready') this.state = LOADING
    const answer = await this.fetchPage(this.filter, undefined)
    if (generation !== this.generation) return true
    runInAction(() => {
      // A next page that was asked for in the meantime is dropped: it would continue in another list, or come twice.
      this.generation += 1
      if (this.more === 'loading') this.more = 'failed'
      if (answer.ok) {
        const { items, nextCursor } = answer.value
        const below = this.below(items)
        this.items = [...items, ...below]
        this.state = ready(true)
        this.refreshFailure = undefined
        this.goOnAt(below.length > 0 ? this.cursor : nextCursor)
      } else if (this.state.kind === 'ready') this.refreshFailure = answer.error.code
      else this.state = failed(answer.error.code)
    })
    return answer.ok
  }

  /** The first page again; with another filter the list restarts. */
  async load(filter: Filter): Promise<boolean> {
    if (this.filter === filter) return this.refresh()
    await this.setFilter(filter)
    return this.state.kind === 'ready'
  }

  async loadMore(): Promise<void> {
    if (this.cursor === null || this.more === 'loading') return
    const { generation } = this
    this.more = 'loading'
    const answer = await this.fetchPage(this.filter, this.cursor)
    if (generation !== this.generation) return
    runInAction(() => {
      if (!answer.ok) {
        this.more = 'failed'
        return
      }
      this.items = [...this.items, ...answer.value.items]
      this.goOnAt(answer.value.nextCursor)
    })
  }

  async setFilter(filter: Filter): Promise<void> {
    this.filter = filter
    this.clear()
    await this.refresh()
  }

  /** Takes a newer state of something that is in the list. */
  replace(isIt: (item: T) => boolean, item: T): void {
    this.items = this.items.map((known) => (isIt(known) ? item : known))
  }

  /** The session is over. */
  reset(): void {
    this.filter = this.firstFilter
    this.clear()
  }

  /** The shown items below the last one of a new first page; none if the two do not overlap. */
  private below(page: readonly T[]): T[] {
    const { idOf } = this
    const last = page[page.length - 1]
    if (!idOf || last === undefined) return []
    const at = this.items.findIndex((item) => idOf(item) === idOf(last))
    return at < 0 ? [] : this.items.slice(at + 1)
  }

  private clear(): void {
    this.generation += 1
    this.state = IDLE
    this.refreshFailure = undefined
    this.items = []
    this.goOnAt(null)
  }

  private goOnAt(cursor: string | null): void {
    this.cursor = cursor
    this.more = cursor === null ? 'end' : 'more'
  }
}
