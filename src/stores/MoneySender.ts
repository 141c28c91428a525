import { makeAutoObservable, observableRef } from 'mobx'
import type { ApiResult } from '../api/http'
import { createOrderId, type RandomBytes } from '../domain/orderId'
import type { MoneyIntent } from './moneyIntents'
import { type Sent, sendOnce } from './sendOnce'

export interface MoneySenderDeps {
  /** Of the user who is logged in, or ''. */
  account(): string
  intents: { read(): MoneyIntent[]; write(intents: readonly MoneyIntent[]): boolean }
  /** Device clock, epoch ms. */
  now(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

export interface Sending<T> {
  kind: MoneyIntent['kind']
  find(id: string): Promise<ApiResult<T>>
}

/** The server gives a request up after 30 s: what it does not know by then was never made. */
const LOST_AFTER_MS = 35_000
const CHECK_EVERY_MS = 3_000

const notFound = { ok: false, error: { code: 'not_found', details: {}, requestId: '' } } as const

/** Sends what moves money once, and finds out what became of everything whose answer was lost. */
export class MoneySender<T> {
  /** Of the user who is logged in, newest last. */
  intents: MoneyIntent[] = []
  /** The last one that turned out to be made after its answer was lost. */
  justMade: T | undefined = undefined
  /** Answers to questions of an earlier session are dropped. */
  private generation = 0
  private checking = false
  /** Ids whose sender is still waiting for an answer. */
  private readonly sending = new Set<string>()

  constructor(
    private readonly deps: MoneySenderDeps,
    private readonly about: Sending<T>,
  ) {
    makeAutoObservable<MoneySender<T>, 'deps' | 'about' | 'generation' | 'checking' | 'sending'>(this, {
      deps: false,
      about: false,
      generation: false,
      checking: false,
      sending: false,
      intents: observableRef,
      justMade: observableRef,
    })
  }

  /** Those whose answer is being found out, or that were not made. */
  get unclear(): MoneyIntent[] {
    return this.intents.filter(({ state }) => state !== 'sending')
  }

  /** Another one now could be one too many. */
  get isUnclear(): boolean {
    return this.intents.some(({ state }) => state === 'checking')
  }

  /** `request` sends it under the id that is made and kept here, each time the same. `amount` is a decimal string. */
  async send(amount: string, request: (id: string) => Promise<ApiResult<T>>): Promise<Sent<T>> {
    const { deps, about, generation } = this
    const id = createOrderId(deps.now(), deps.randomBytes)
    const intent = { account: deps.account(), kind: about.kind, id, amount }
    this.sending.add(id)
    let tries = 0
    const sent = await sendOnce<T>({
      send: async () => {
        if (generation !== this.generation) return notFound
        this.remember({ ...intent, sentAt: deps.now(), state: tries++ === 0 ? 'sending' : 'checking' })
        return request(id)
      },
      find: () => about.find(id),
      sleep: async (ms) => {
        if (generation === this.generation) this.remember({ ...intent, sentAt: this.sentAt(id), state: 'checking' })
        await deps.sleep(ms)
      },
    })
    this.sending.delete(id)
    // What becomes of it is found out when its user comes back: it is still on the device.
    if (generation !== this.generation) return { kind: 'checking' }
    if (sent.kind === 'checking') void this.resolve()
    else this.forget(id)
    return sent
  }

  /** After login and after the stream came back: finds out what became of what has no answer. */
  resume(): void {
    const account = this.deps.account()
    if (account === '') return
    this.intents = this.deps.intents
      .read()
      .filter((intent) => intent.account === account && intent.kind === this.about.kind)
      .map((intent) =>
        // What was on its way when the app closed has no sender any more.
        intent.state === 'sending' && !this.sending.has(intent.id) ? { ...intent, state: 'checking' } : intent,
      )
    void this.resolve()
  }

  dismiss(id: string): void {
    this.forget(id)
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.checking = false
    this.sending.clear()
    this.intents = []
    this.justMade = undefined
  }

  /** Intents that nobody is sending. */
  private get orphans(): MoneyIntent[] {
    return this.intents.filter(({ state, id }) => state === 'checking' && !this.sending.has(id))
  }

  /** Runs until the fate of each is known. */
  private async resolve(): Promise<void> {
    if (this.checking) return
    this.checking = true
    const { generation } = this
    while (generation === this.generation && this.orphans.length > 0) {
      for (const intent of this.orphans) {
        await this.ask(intent)
        if (generation !== this.generation) return
      }
      if (this.orphans.length > 0) await this.deps.sleep(CHECK_EVERY_MS)
    }
    if (generation === this.generation) this.checking = false
  }

  private async ask(intent: MoneyIntent): Promise<void> {
    const { generation } = this
    const answer = await this.about.find(intent.id)
    if (generation !== this.generation) return
    if (answer.ok) {
      this.forget(intent.id)
      this.setJustMade(answer.value)
    } else if (answer.error.code === 'not_found' && this.deps.now() - intent.sentAt > LOST_AFTER_MS) {
      this.remember({ ...intent, state: 'notMade' })
    }
  }

  private setJustMade(value: T): void {
    this.justMade = value
  }

  private sentAt(id: string): number {
    return this.intents.find((intent) => intent.id === id)?.sentAt ?? this.deps.now()
  }

  private remember(intent: MoneyIntent): void {
    this.setIntents([...this.intents.filter(({ id }) => id !== intent.id), intent])
  }

  private forget(id: string): void {
    this.setIntents(this.intents.filter((intent) => intent.id !== id))
  }

  private setIntents(own: MoneyIntent[]): void {
    this.intents = own
    const account = this.deps.account()
    const { kind } = this.about
    const others = this.deps.intents.read().filter((intent) => intent.account !== account || intent.kind !== kind)
    this.deps.intents.write([...others, ...own])
  }
}
