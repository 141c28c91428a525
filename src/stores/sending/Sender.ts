import { makeAutoObservable, observableRef } from 'mobx'
import type { ApiResult } from '../../api/http'
import { createRequestId, type RandomBytes } from '../../domain/requestId'
import type { Intent, IntentBodies, IntentKind, IntentStorage } from './intents'
import { type RetryPolicy, type Sent, sendOnce, UNTIL_CERTAIN } from './sendOnce'

export interface SenderDeps {
  /** Account of the logged-in user, or ''. */
  account(): string
  intents: IntentStorage
  /** Device clock, epoch ms. */
  now(): number
  /** The server's clock if it is known: ids are made by it, as the server refuses those of another day. */
  serverNow?(): number
  randomBytes: RandomBytes
  sleep(ms: number): Promise<void>
}

/** A request, and how its outcome is determined. */
export interface Sending<K extends IntentKind, T> {
  kind: K
  /** Asks the server for it; `not_found` if the server does not have it. */
  findOutcome(intent: Intent<K>): Promise<ApiResult<T>>
  /** It turned out to be made after its answer was lost. */
  onFound?(value: T, intent: Intent<K>): void
  /** By default UNTIL_CERTAIN. */
  policy?: RetryPolicy
}

/**
 * A request that the server does not know by then was never made: an order waits there for 8 s at most, a connection to
 * the database takes 5 s and a statement 30 s.
 */
const LOST_AFTER_MS = 45_000
const CHECK_EVERY_MS = 3_000

const notFound = { ok: false, error: { code: 'not_found', details: {}, requestId: '' } } as const

/** Sends what moves money once, and finds out what became of everything whose answer was lost. */
export class Sender<K extends IntentKind, T> {
  /** Intents of the user who is logged in, newest last. */
  intents: Intent<K>[] = []
  /** The last one that turned out to be made after its answer was lost. */
  justMade: T | undefined = undefined
  /** Responses to requests of an earlier session are dropped. */
  private generation = 0
  private resolving = false
  /** Ids whose sender is still waiting for an answer. */
  private readonly sending = new Set<string>()

  constructor(
    private readonly deps: SenderDeps,
    private readonly about: Sending<K, T>,
  ) {
    makeAutoObservable<Sender<K, T>, 'deps' | 'about' | 'generation' | 'resolving' | 'sending'>(this, {
      deps: false,
      about: false,
      generation: false,
      resolving: false,
      sending: false,
      intents: observableRef,
      justMade: observableRef,
    })
  }

  /** Intents whose outcome is being checked, or that were not made. */
  get unclear(): Intent<K>[] {
    return this.intents.filter(({ state }) => state === 'checking' || state === 'notMade')
  }

  /** An outcome is unknown, so sending another one could be one too many. */
  get isUnclear(): boolean {
    return this.intents.some(({ state }) => state === 'checking')
  }

  /** An id for something to send; its time is now. */
  newId(): string {
    const { deps } = this
    return createRequestId(deps.serverNow?.() ?? deps.now(), deps.randomBytes)
  }

  /** `request` sends it under this id, which is kept here, each time the same. */
  async send(
    body: IntentBodies[K],
    request: (id: string) => Promise<ApiResult<T>>,
    id = this.newId(),
  ): Promise<Sent<T>> {
    const { deps, about, generation } = this
    let intent: Intent<K> = {
      kind: about.kind,
      account: deps.account(),
      id,
      sentAt: deps.now(),
      state: 'sending',
      body,
    }
    const keep = (change: Partial<Pick<Intent, 'sentAt' | 'state'>>) => {
      intent = { ...intent, ...change }
      if (generation === this.generation) this.remember(intent)
    }
    this.sending.add(id)
    const sent = await sendOnce<T>({
      policy: about.policy ?? UNTIL_CERTAIN,
      sendRequest: async () => {
        if (generation !== this.generation) return notFound
        keep({ sentAt: deps.now() })
        return request(id)
      },
      findOutcome: () => about.findOutcome(intent),
      now: deps.now,
      sleep: async (ms) => {
        keep({ state: 'checking' })
        await deps.sleep(ms)
      },
    })
    this.sending.delete(id)
    // The intent stays on the device; its outcome is checked at the user's next login.
    if (generation !== this.generation) return { kind: 'checking' }
    if (sent.kind === 'checking') {
      keep({ state: 'checking' })
      void this.resolve()
    } else this.forget(id)
    return sent
  }

  /** Checks the outcome of everything without an answer, after a login or a reconnect of the stream. */
  resume(): void {
    const account = this.deps.account()
    if (account === '') return
    this.intents = this.deps.intents
      .read()
      .filter((intent): intent is Intent<K> => intent.account === account && intent.kind === this.about.kind)
      .map((intent) =>
        // An intent under way when the app closed has no sender.
        intent.state === 'sending' && !this.sending.has(intent.id) ? { ...intent, state: 'checking' } : intent,
      )
    void this.resolve()
  }

  /** The user has read that it was not made. The device remembers it, in case it turns up after all. */
  dismiss(id: string): void {
    this.keep(this.intents.map((intent) => (intent.id === id ? { ...intent, state: 'dismissed' } : intent)))
  }

  /** What the service said was not made, if it said so of this id. */
  deniedOf(id: string): Intent<K> | undefined {
    return this.intents.find((intent) => intent.id === id && ['notMade', 'dismissed'].includes(intent.state))
  }

  /** Its outcome is known. */
  forget(id: string): void {
    if (this.intents.some((intent) => intent.id === id)) this.keep(this.intents.filter((intent) => intent.id !== id))
  }

  /** The session is over; nothing of the user stays in memory. Intents wait on the device for their owner. */
  reset(): void {
    this.generation += 1
    this.resolving = false
    this.sending.clear()
    this.intents = []
    this.justMade = undefined
  }

  /** Intents that nobody is sending. */
  private get orphans(): Intent<K>[] {
    return this.intents.filter(({ state, id }) => state === 'checking' && !this.sending.has(id))
  }

  /** Runs until the outcome of each is known. */
  private async resolve(): Promise<void> {
    if (this.resolving) return
    this.resolving = true
    const { generation } = this
    while (generation === this.generation && this.orphans.length > 0) {
      for (const intent of this.orphans) {
        await this.ask(intent)
        if (generation !== this.generation) return
      }
      if (this.orphans.length > 0) await this.deps.sleep(CHECK_EVERY_MS)
    }
    if (generation === this.generation) this.resolving = false
  }

  private async ask(intent: Intent<K>): Promise<void> {
    const { generation } = this
    const answer = await this.about.findOutcome(intent)
    if (generation !== this.generation) return
    if (answer.ok) this.take(intent, answer.value)
    else if (answer.error.code === 'not_found' && this.deps.now() - intent.sentAt > LOST_AFTER_MS)
      this.remember({ ...intent, state: 'notMade' })
  }

  private take(intent: Intent<K>, value: T): void {
    this.forget(intent.id)
    this.justMade = value
    this.about.onFound?.(value, intent)
  }

  private remember(intent: Intent<K>): void {
    this.keep([...this.intents.filter(({ id }) => id !== intent.id), intent])
  }

  private keep(own: Intent<K>[]): void {
    this.intents = own
    const account = this.deps.account()
    const { intents } = this.deps
    const others = intents.read().filter((other) => other.account !== account || other.kind !== this.about.kind)
    intents.write([...others, ...(own as Intent[])])
  }
}
