import { makeAutoObservable } from 'mobx'

/** `off`: nobody needs it. `waiting`: lost, the next try is due. */
export type StreamState = 'off' | 'connecting' | 'live' | 'waiting'

interface OffsetSample {
  rttMs: number
  offsetMs: number
  at: number
}

/** The best of the last samples counts: the shorter the round trip, the less can hide in it. */
const MAX_SAMPLES = 16
/** A device's clock drifts, so old samples go. */
const SAMPLE_LIFE_MS = 10 * 60_000

/** Network, stream and the server's clock. "The server's clock decides; the client keeps an offset to it." */
export class ConnectionStore {
  online = true
  stream: StreamState = 'off'
  /** Server time minus device time, in ms. */
  serverOffsetMs = 0
  /** False until the server has told its time once. */
  isClockKnown = false
  private samples: OffsetSample[] = []

  constructor(private readonly deviceNow: () => number = Date.now) {
    makeAutoObservable<ConnectionStore, 'samples' | 'deviceNow'>(this, {
      samples: false,
      deviceNow: false,
      serverNow: false,
    })
  }

  /** Now by the server's clock, epoch ms. */
  serverNow(): number {
    return this.deviceNow() + this.serverOffsetMs
  }

  setOnline(online: boolean): void {
    this.online = online
  }

  setStream(state: StreamState): void {
    this.stream = state
  }

  /** A question sent at `sentAt` and answered at `receivedAt` (device clock) with the server's time `serverAt`. */
  addClockSample(sentAt: number, receivedAt: number, serverAt: number): void {
    const rttMs = receivedAt - sentAt
    // A device clock that jumped in between says nothing.
    if (rttMs < 0 || rttMs > 60_000) return
    const sample = { rttMs, offsetMs: serverAt - (sentAt + receivedAt) / 2, at: receivedAt }
    if (this.isOffByMoreThanTheTrip(sample)) this.samples = []
    this.samples = [...this.samples.filter((old) => receivedAt - old.at < SAMPLE_LIFE_MS), sample].slice(-MAX_SAMPLES)
    const best = this.samples.reduce((a, b) => (b.rttMs < a.rttMs ? b : a))
    this.isClockKnown = true
    const offsetMs = Math.round(best.offsetMs)
    if (offsetMs !== this.serverOffsetMs) this.serverOffsetMs = offsetMs
  }

  /** The device's clock was set anew: earlier samples contradict this one beyond what both trips allow. */
  private isOffByMoreThanTheTrip(sample: OffsetSample): boolean {
    return this.samples.some((old) => Math.abs(old.offsetMs - sample.offsetMs) > old.rttMs / 2 + sample.rttMs / 2 + 250)
  }
}
