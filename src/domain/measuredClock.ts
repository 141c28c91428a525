/** The two clocks of a device at one moment, in ms. */
export interface Reading {
  /** Since 1970; its owner, or the network, may set it at any time. */
  wall: number
  /** From some moment on, always forward; it may stand still while the device sleeps. Undefined if it has none. */
  steady: number | undefined
}

interface Estimate {
  /** Service time minus steady time is between these two. */
  least: number
  most: number
  /** Steady time, and wall time minus steady time, when it was measured. */
  steady: number
  gap: number
}

/** Two quartz clocks drift apart by less than this, in ms a ms. */
const DRIFT = 0.0002
/** The clocks of a device that disagree by more than this since they were compared: one was set, or the device slept. */
const GAP_MAX_MS = 1_000

/**
 * The service's clock, as this device has measured it and keeps counting by itself: a service that says another time
 * later does not change it, and nor does a device whose clock is set. Only after the clocks of the device itself disagree,
 * it is measured again.
 */
export class MeasuredClock {
  private estimate: Estimate | undefined

  /**
   * Takes an answer of the service with its time.
   * @returns between which service times the question was asked and answered, in whole ms; undefined if the device slept
   * in between, so that nothing can be said
   */
  take(sent: Reading, received: Reading, serverAt: number): { asked: number; answered: number } | undefined {
    if (sent.steady === undefined || received.steady === undefined) {
      const took = received.wall - sent.wall
      return took < 0 ? undefined : { asked: serverAt - took, answered: serverAt + took }
    }
    const gap = received.wall - received.steady
    if (Math.abs(sent.wall - sent.steady - gap) > GAP_MAX_MS) {
      this.estimate = undefined
      return undefined
    }
    const sampled = { least: serverAt - received.steady, most: serverAt - sent.steady }
    const { least, most } = this.fold({ ...sampled, steady: received.steady, gap })
    return { asked: Math.floor(sent.steady + least), answered: Math.ceil(received.steady + most) }
  }

  /** Each answer bounds the clock of the service. One that contradicts those before changes nothing. */
  private fold(sample: Estimate): Estimate {
    const before = this.estimate
    if (!before || Math.abs(before.gap - sample.gap) > GAP_MAX_MS) {
      this.estimate = sample
      return sample
    }
    const drift = (sample.steady - before.steady) * DRIFT
    const [least, most] = [before.least - drift, before.most + drift]
    const meet = { least: Math.max(least, sample.least), most: Math.min(most, sample.most) }
    this.estimate = meet.least <= meet.most ? { ...sample, ...meet } : { ...before, gap: sample.gap }
    return meet.least <= meet.most ? this.estimate : { ...before, least, most }
  }
}
