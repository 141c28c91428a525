import { v7 } from 'uuid'
import type { Clock } from '../src/shared/clock'

let clock: Pick<Clock, 'now'> = { now: Date.now }

/** From now on ids are made by this clock: the server refuses those of another day. */
export function makeIdsBy(other: Pick<Clock, 'now'>) {
  clock = other
}

let lastMs = 0
let sequence = 0

/** A client's id: a time-ordered id (UUID version 7), lower case; those of one millisecond are in order, too. */
export function newId(): string {
  const msecs = clock.now()
  sequence = msecs === lastMs ? sequence + 1 : 0
  lastMs = msecs
  return v7({ msecs, seq: sequence })
}
