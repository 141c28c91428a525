import { v7 } from 'uuid'
import type { Clock } from '../src/shared/clock'

let clock: Pick<Clock, 'now'> = { now: Date.now }

/** From now on ids are made by this clock: the server refuses those of another day. */
export function makeIdsBy(other: Pick<Clock, 'now'>) {
  clock = other
}

/** What a client makes: a time-ordered id (UUID version 7), lower case. */
export const newId = (): string => v7({ msecs: clock.now() })
