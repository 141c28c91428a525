import type { WatchedHouse } from './watchedHouse'

/** Waits until the alert has come that began to fire in this part of the test. */
export type Comes = (name: string, labels?: Record<string, string>) => Promise<void>

/** A fault, and the alerts that have to come of it. */
export interface Break {
  alerts: readonly string[]
  /** Makes it, and mends it where something later needs the part. */
  make(house: WatchedHouse, comes: Comes): Promise<void>
}
