import type { Direction } from './orders'
import type { ReceiptOrder, ReceiptTick } from './proof'

export type CourseTick = Pick<ReceiptTick, 'sequence' | 'at' | 'price'>

/** The price of an entry or an exit. */
export interface EndPrice {
  sequence: number | null
  price: string
}

/**
 * A result that is nobody's, the example order of the house or a guess: as the server puts it into the page, or as the
 * device decided it. Times are epoch ms.
 */
export interface ShownResult {
  /** The example's order; undefined for a guess. */
  id?: string
  symbol: string
  direction: Direction
  durationSeconds: number
  acceptedAt: number
  /** Undefined for a guess, which only the device decides. */
  closedAt?: number
  status: ReceiptOrder['status']
  entry: EndPrice | null
  exit: EndPrice | null
  /** The number of the newest head that the log had signed. */
  head: number
  /** Prices from the acceptance to the end in the order of the log, all or as `thinned` keeps them. */
  ticks: readonly CourseTick[]
}

const COURSE_MAX = 240

/**
 * At most about 240 of these ticks: the first, the last, those of `marks`, and others at even distances. What it kept once, it
 * keeps again.
 */
export function thinned(ticks: readonly CourseTick[], marks: readonly (number | null | undefined)[]): CourseTick[] {
  const last = ticks.length - 1
  const step = Math.ceil(((ticks[last]?.sequence ?? 0) - (ticks[0]?.sequence ?? 0) + 1) / COURSE_MAX)
  return ticks.filter(
    ({ sequence }, at) => at === 0 || at === last || sequence % step === 0 || marks.includes(sequence),
  )
}
