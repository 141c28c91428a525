import { makeAutoObservable, observable } from 'mobx'
import type { ChangeTopic } from '../../contract/limits'

/** How often each topic has changed on the server since the app's start. Screens that show a topic load it again. */
export class ChangesStore {
  private readonly counts = observable.map<ChangeTopic, number>()

  constructor() {
    makeAutoObservable(this)
  }

  /** Observed: grows with each change. */
  count(topic: ChangeTopic): number {
    return this.counts.get(topic) ?? 0
  }

  note(topics: readonly ChangeTopic[]): void {
    for (const topic of topics) this.counts.set(topic, this.count(topic) + 1)
  }
}
