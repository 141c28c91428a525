import { makeAutoObservable, runInAction } from 'mobx'
import type { Locale } from '../../contract/locales'
import type { PushCategory, PushState, PushSubscriptionBody } from '../../contract/push'
import type { ApiResult, FailureCode, Http } from '../api/http'
import type { PushAnswer } from '../platform/push'
import { Resource } from './Resource'

export interface PushStoreDeps {
  http: Http
  locale(): Locale
  /** Account of the user who is logged in; empty if nobody is. */
  account(): string
  /** Public key of the server; undefined if it pushes nothing. */
  key(): string | undefined
  device: {
    askForPush(key: string): Promise<PushAnswer>
    pushAddress(key: string): Promise<PushAnswer>
    endPush(): Promise<void>
  }
  wish: { account(): string | undefined; keep(account: string): unknown; forget(): void }
}

/** Why push stays off on this device: the browser or user denies it, its push service fails, or our server refuses. */
export type PushProblem = 'denied' | 'failed' | FailureCode

/** Push messages outside the app, which the user allows on each device (PRODUCT.md 15.6). */
export class PushStore {
  readonly state: Resource<PushState>
  /** Responses to requests of an earlier session are dropped. */
  private generation = 0

  constructor(private readonly deps: PushStoreDeps) {
    this.state = new Resource(() => deps.http.call('getPush'))
    makeAutoObservable<PushStore, 'deps' | 'generation'>(this, { deps: false, generation: false, state: false })
  }

  /** Asks the browser, which asks the user; call it on a tap. Resolves to undefined on success. */
  async turnOn(): Promise<PushProblem | undefined> {
    const { deps, generation } = this
    const key = deps.key()
    if (key === undefined) return 'push_refused'
    const address = await deps.device.askForPush(key)
    if (!address.ok) return address.problem
    if (generation !== this.generation) return undefined
    const answer = await this.subscribe(address.value)
    if (!answer.ok) return answer.error.code
    if (generation === this.generation) deps.wish.keep(deps.account())
    return undefined
  }

  async turnOff(): Promise<ApiResult<unknown>> {
    const { deps, generation } = this
    const answer = await deps.http.call('unsubscribePush')
    if (!answer.ok || generation !== this.generation) return answer
    this.endHere()
    const { value } = this.state
    if (value) runInAction(() => this.state.set({ ...value, subscribed: false }))
    return answer
  }

  /** Renews what the browser or the server has forgotten: at each start, login and change of language. */
  async sync(): Promise<void> {
    const { deps, generation } = this
    const key = deps.key()
    if (key === undefined || deps.wish.account() !== deps.account()) return
    const address = await deps.device.pushAddress(key)
    if (!address.ok || generation !== this.generation) return
    await this.subscribe(address.value)
  }

  /** Applies at once; a failure restores the old value. */
  async setOn(category: PushCategory, on: boolean): Promise<ApiResult<unknown>> {
    const { generation, state } = this
    const before = state.value
    const others = (before?.off ?? []).filter((other) => other !== category)
    const off = on ? others : [...others, category]
    if (before) state.set({ ...before, off })
    const answer = await state.takeFrom(this.deps.http.call('setPushPreferences', { body: { off } }))
    if (generation === this.generation && !answer.ok && before) state.set(before)
    return answer
  }

  /** The user leaves this device; the server forgets it with the session. */
  endHere(): void {
    this.deps.wish.forget()
    void this.deps.device.endPush()
  }

  reset(): void {
    this.generation += 1
    this.state.reset()
  }

  private subscribe(address: Omit<PushSubscriptionBody, 'locale'>): Promise<ApiResult<PushState>> {
    const { http, locale } = this.deps
    return this.state.takeFrom(http.call('subscribePush', { body: { ...address, locale: locale() } }))
  }
}
