import { makeAutoObservable, observableRef } from 'mobx'
import type { Order } from '../../contract/orders'

/** Most results that wait for a banner; one sentence sums up the rest. */
const MAX_WAITING = 3

/** The content of a banner: how one order ended, or how many more did. */
export type ResultNotice = { kind: 'order'; order: Order } | { kind: 'more'; count: number }

/** Results that came in while the app was open, shown one at a time. `src/lifecycles/results.ts` keeps the time. */
export class ResultsStore {
  /** A finger is on the banner, so it stays. */
  held = false
  private waiting: Order[] = []
  private more = 0
  /** Pages in front that show some results themselves. */
  private readonly places = new Set<(order: Order) => boolean>()

  constructor() {
    makeAutoObservable<ResultsStore, 'waiting' | 'places'>(this, { waiting: observableRef, places: false })
  }

  /** The banner to show now. */
  get current(): ResultNotice | undefined {
    const [order] = this.waiting
    if (order) return { kind: 'order', order }
    return this.more > 0 ? { kind: 'more', count: this.more } : undefined
  }

  /** Until the returned function is called, results that `shows` accepts get no banner: the page shows them. */
  showInPlace(shows: (order: Order) => boolean): () => void {
    this.places.add(shows)
    return () => this.places.delete(shows)
  }

  push(order: Order): void {
    if ([...this.places].some((shows) => shows(order))) return
    if (this.waiting.length < MAX_WAITING && this.more === 0) this.waiting = [...this.waiting, order]
    else this.more += 1
  }

  hold(held: boolean): void {
    this.held = held
  }

  /** The banner on show has been read, opened or swiped away. */
  dismiss(): void {
    this.held = false
    if (this.waiting.length > 0) this.waiting = this.waiting.slice(1)
    else this.more = 0
  }

  reset(): void {
    this.held = false
    this.waiting = []
    this.more = 0
  }
}
