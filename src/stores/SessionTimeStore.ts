import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Activity } from '../../contract/accountLimits'
import type { Http } from '../api/http'
import type { SessionTime } from './persistence/sessionTime'

export interface SessionTimeStoreDeps {
  http: Http
  kept: { read(): SessionTime | undefined; write(time: SessionTime): void; remove(): void }
}

/** A longer absence ends the session; the next visit begins a new one. */
const PAUSE_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** How long the user's session lasts, and the reminder that the user has to answer (PRODUCT.md 19.7). */
export class SessionTimeStore {
  /** The user's own limit; null without one. */
  limitMinutes: number | null = null
  private time: SessionTime | undefined
  /** The results since the session began; loaded when the reminder is due. */
  activity: Activity | undefined = undefined

  constructor(private readonly deps: SessionTimeStoreDeps) {
    this.time = deps.kept.read()
    makeAutoObservable<SessionTimeStore, 'deps' | 'time'>(this, {
      deps: false,
      time: observableRef,
      activity: observableRef,
    })
  }

  /** Whole minutes since the session began. */
  get minutes(): number {
    return this.time ? Math.floor((this.time.seenAt - this.time.startedAt) / MINUTE_MS) : 0
  }

  get isDue(): boolean {
    const { time, limitMinutes } = this
    return time !== undefined && limitMinutes !== null && time.seenAt - time.answeredAt >= limitMinutes * MINUTE_MS
  }

  /** The user is here now; `nowMs` is the server's clock. */
  touch(account: string, nowMs: number): void {
    const { time } = this
    const goesOn = time?.account === account && nowMs - time.seenAt < PAUSE_MS
    const wasDue = this.isDue
    // An unanswered reminder stays due, however long the user is away.
    this.time =
      time && (goesOn || (wasDue && time.account === account))
        ? { ...time, seenAt: Math.max(time.seenAt, nowMs) }
        : { account, startedAt: nowMs, answeredAt: nowMs, seenAt: nowMs }
    this.deps.kept.write(this.time)
    if (this.isDue && !wasDue) void this.loadActivity(this.time.startedAt)
  }

  answer(): void {
    if (!this.time) return
    this.time = { ...this.time, answeredAt: this.time.seenAt }
    this.deps.kept.write(this.time)
    this.activity = undefined
  }

  /** The session is over; nothing of the user stays in memory. */
  reset(): void {
    this.limitMinutes = null
    this.activity = undefined
    this.time = undefined
    this.deps.kept.remove()
  }

  setLimit(minutes: number | null): void {
    this.limitMinutes = minutes
  }

  private async loadActivity(since: number): Promise<void> {
    const answer = await this.deps.http.call('getActivity', { query: { since } })
    if (answer.ok && this.time?.startedAt === since) runInAction(() => (this.activity = answer.value))
  }
}
