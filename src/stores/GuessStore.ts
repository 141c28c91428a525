import { makeAutoObservable, runInAction } from 'mobx'
import type { SignedGuess } from '../../contract/guess'
import type { Direction } from '../../contract/orders'
import type { Http } from '../api/http'
import { checkOpenGuess, type OpenCheck } from './openChecks'
import type { RootStore } from './RootStore'

export interface GuessStoreDeps {
  http: Http
  checkOpenGuess: typeof checkOpenGuess
  sleep(ms: number): Promise<void>
  /** The server's time, epoch ms. */
  serverNow(): number
}

/** The acceptance may be dated so long before the tap and after the answer: clocks differ. */
const CLOCK_OFF_MS = 2_000
/** A head that is complete to the end comes within seconds. */
const TRIES_MAX = 20
const TRY_EVERY_MS = 1_000

type GuessState =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'running'; signed: SignedGuess }
  | { kind: 'done'; check: OpenCheck }
  /** `busy`: it was not accepted; `unsure`: its prices could not be verified. */
  | { kind: 'failed'; why: 'busy' | 'unsure' }

/** A guess without an account: asked for, waited for and verified on this device. It is kept nowhere. */
export class GuessStore {
  state: GuessState = { kind: 'idle' }

  constructor(private readonly deps: GuessStoreDeps) {
    makeAutoObservable<GuessStore, 'deps'>(this, { deps: false })
  }

  /** Runs one guess to its end; a second call in the meantime does nothing. */
  async run(symbol: string, direction: Direction): Promise<void> {
    if (this.state.kind === 'asking' || this.state.kind === 'running') return
    this.set({ kind: 'asking' })
    const { http, serverNow, sleep } = this.deps
    const askedAt = serverNow()
    const answer = await http.call('makeGuess', { body: { symbol, direction } })
    if (!answer.ok) return this.set({ kind: 'failed', why: 'busy' })
    const signed = answer.value
    const { terms } = signed
    const isOurs = terms.symbol === symbol && terms.direction === direction
    const isNow = terms.acceptedAt >= askedAt - CLOCK_OFF_MS && terms.acceptedAt <= serverNow() + CLOCK_OFF_MS
    if (!isOurs || !isNow) return this.set({ kind: 'failed', why: 'unsure' })
    this.set({ kind: 'running', signed })
    await sleep(terms.durationSeconds * 1_000)
    const check = await this.check(signed)
    this.set(check?.holds ? { kind: 'done', check } : { kind: 'failed', why: 'unsure' })
  }

  private async check(signed: SignedGuess): Promise<OpenCheck | undefined> {
    const { http, sleep } = this.deps
    const { symbol, acceptedAt } = signed.terms
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const prices = await http.call('getGuessPrices', { query: { symbol, acceptedAt } })
      if (prices.ok) {
        const policy = await http.call('getProofPolicy')
        return policy.ok ? this.deps.checkOpenGuess(signed, prices.value, policy.value) : undefined
      }
      if (prices.error.code !== 'receipt_not_ready') return undefined
      await sleep(TRY_EVERY_MS)
    }
    return undefined
  }

  private set(state: GuessState): void {
    runInAction(() => {
      this.state = state
    })
  }
}

/** For a page, which keeps it as long as it is there. */
export const createGuess = ({ connection, http, sleep }: RootStore): GuessStore =>
  new GuessStore({ http, checkOpenGuess, sleep, serverNow: () => connection.serverNow() })
