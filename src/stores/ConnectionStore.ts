import { makeAutoObservable } from 'mobx'
import { type ClockEstimate, clockOffsetMs, foldClockSample } from '../domain/clock'

/** `off`: nobody needs it. `waiting`: lost, the next try is due. */
export type StreamState = 'off' | 'connecting' | 'live' | 'waiting'

/** A clock that is off by no more counts as right. */
const CLOCK_OFF_MAX_MS = 1_500

/** Network, stream and the server's clock, which decides; the client keeps an offset to it. */
export class ConnectionStore {
  online = true
  stream: StreamState = 'off'
  /** Server time minus device time, in ms. */
  serverOffsetMs = 0
  private estimate: ClockEstimate | undefined = undefined

  constructor(private readonly deviceNow: () => number = Date.now) {
    makeAutoObservable<ConnectionStore, 'estimate' | 'deviceNow'>(this, {
      estimate: false,
      deviceNow: false,
      serverNow: false,
      ownNow: false,
    })
  }

  /** Now by the server's clock, epoch ms. */
  serverNow(): number {
    return this.deviceNow() + this.serverOffsetMs
  }

  /** Whether this device's clock can be relied on to say when something was. */
  get isDeviceRight(): boolean {
    return Math.abs(this.serverOffsetMs) <= CLOCK_OFF_MAX_MS
  }

  /** Now by this device's own clock, epoch ms; by the server's while that clock is off and can say nothing against it. */
  ownNow(): number {
    return this.isDeviceRight ? this.deviceNow() : this.serverNow()
  }

  setOnline(online: boolean): void {
    this.online = online
  }

  setStream(state: StreamState): void {
    this.stream = state
  }

  /** A request sent at `sentAt` and answered at `receivedAt` (device clock) with the server's time `serverAt`. */
  addClockSample(sentAt: number, receivedAt: number, serverAt: number): void {
    this.estimate = foldClockSample(this.estimate, { sentAt, receivedAt, serverAt })
    const offsetMs = clockOffsetMs(this.estimate)
    if (offsetMs !== this.serverOffsetMs) this.serverOffsetMs = offsetMs
  }
}
