import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { ApiResult } from '../api/http'
import { type FailureCode, failed, IDLE, LOADING, type Loadable, loadedValue, ready } from '../domain/loadable'

/** Decides which value to keep, e.g. a known one that is newer than the answer; runs inside an action. */
type Accept<T> = (answer: T, known: T | undefined) => T

/** A value of the server on the screen: its loading state, and the rules for overlapping answers. */
export class Resource<T> {
  /** Stays `ready` during a refresh, and after one that fails. */
  state: Loadable<T> = IDLE
  /** Why the last refresh of the shown value brought nothing. */
  refreshFailure: FailureCode | undefined = undefined
  /** Number of the last request; answers to earlier ones are dropped. */
  private generation = 0
  /** Counts resets: a request sent before one belongs to an ended session. */
  private session = 0
  private request: Promise<boolean> | undefined = undefined

  constructor(
    private readonly fetch: () => Promise<ApiResult<T>>,
    private readonly accept: Accept<T> = (answer) => answer,
  ) {
    makeAutoObservable<Resource<T>, 'fetch' | 'accept' | 'generation' | 'session' | 'request'>(this, {
      fetch: false,
      accept: false,
      generation: false,
      session: false,
      request: false,
      state: observableRef,
    })
  }

  get value(): T | undefined {
    return loadedValue(this.state)
  }

  /** Asks the server; calls at the same time share one request. Resolves true when its answer was taken. */
  load(): Promise<boolean> {
    return this.request ?? this.refresh()
  }

  /** Asks again; the answer replaces that of a request under way. Resolves true when its answer was taken. */
  refresh(): Promise<boolean> {
    const request = this.ask().finally(() => {
      if (this.request === request) this.request = undefined
    })
    this.request = request
    return request
  }

  /** Sets a value that is newer than any answer under way. */
  set(value: T): void {
    this.generation += 1
    this.state = ready(this.accept(value, this.value))
    this.refreshFailure = undefined
  }

  /** Sets the answer of a request that changes the value, unless the session has ended in the meantime. */
  async takeFrom(asked: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const { session } = this
    const answer = await asked
    if (answer.ok && session === this.session) this.set(answer.value)
    return answer
  }

  /** Shows the value of an earlier visit until the server answers. */
  restore(value: T): void {
    if (this.state.kind !== 'ready') this.state = ready(value)
  }

  /** The session is over. */
  reset(): void {
    this.generation += 1
    this.session += 1
    this.request = undefined
    this.state = IDLE
    this.refreshFailure = undefined
  }

  private async ask(): Promise<boolean> {
    this.generation += 1
    const { generation } = this
    if (this.state.kind !== 'ready') this.state = LOADING
    const answer = await this.fetch()
    if (generation !== this.generation) return false
    runInAction(() => this.take(answer))
    return answer.ok
  }

  private take(answer: ApiResult<T>): void {
    if (answer.ok) {
      this.state = ready(this.accept(answer.value, this.value))
      this.refreshFailure = undefined
      return
    }
    const { code } = answer.error
    this.refreshFailure = code
    // A value that the server does not have is dropped; any other failure keeps the shown value.
    if (this.state.kind !== 'ready' || code === 'not_found') this.state = failed(code)
  }
}

/** Resources of one kind by key, made when they are first asked for. */
export class Resources<K, R extends { reset(): void }> {
  private readonly byKey = new Map<K, R>()

  constructor(private readonly make: (key: K) => R) {}

  of(key: K): R {
    const known = this.byKey.get(key)
    if (known) return known
    const made = this.make(key)
    this.byKey.set(key, made)
    return made
  }

  /** The session is over. */
  reset(): void {
    for (const resource of this.byKey.values()) resource.reset()
  }
}

/** An answer with its value mapped. */
export async function mapped<A, B>(asked: Promise<ApiResult<A>>, map: (value: A) => B): Promise<ApiResult<B>> {
  const answer = await asked
  return answer.ok ? { ok: true, value: map(answer.value) } : answer
}

/** The items of an answer that is a list. */
export const itemsOf = <T>(asked: Promise<ApiResult<{ items: T[] }>>) => mapped(asked, ({ items }) => items)
