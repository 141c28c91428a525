/** Lets the picture glide on after a quick swipe, ever slower. */
export interface Inertia {
  /** CSS pixels a millisecond, to the right when positive. */
  start(velocity: number): void
  stop(): void
  /** Moves on by the time that has passed; false once gliding has ended. */
  step(): boolean
}

/** The speed falls to a third in this time. */
const SLOWING_MS = 325
const SLOWEST = 0.02
const FASTEST = 4
/** After a pause, such as a hidden page, it does not jump. */
const STEP_MAX_MS = 64

/** `panBy` says whether it moved: at the end of the series gliding ends. */
export function createInertia(panBy: (dx: number) => boolean, now: () => number): Inertia {
  let velocity = 0
  let at = 0
  return {
    start(wanted) {
      velocity = Math.max(-FASTEST, Math.min(FASTEST, wanted))
      at = now()
    },
    stop() {
      velocity = 0
    },
    step() {
      if (velocity === 0) return false
      const left = Math.exp(-Math.min(STEP_MAX_MS, now() - at) / SLOWING_MS)
      const distance = velocity * SLOWING_MS * (1 - left)
      at = now()
      velocity *= left
      if (distance !== 0 && (!panBy(distance) || Math.abs(velocity) < SLOWEST)) velocity = 0
      return velocity !== 0
    },
  }
}
