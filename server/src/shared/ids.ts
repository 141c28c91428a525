import { v7 } from 'uuid'
import { DAY_MS } from './time'

/** A time-ordered id (UUID version 7), lower case. */
export const newId = (): string => v7()

/** When such an id was made, by the clock of its maker, epoch ms. */
export const madeAtMs = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/**
 * Whether a client's id was made more than a day before or after now. Ids decide in which partition a row is kept, so a
 * new one must not claim to be old.
 */
export const isIdTimeOff = (id: string, nowMs: number): boolean => Math.abs(madeAtMs(id) - nowMs) > DAY_MS
