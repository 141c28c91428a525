import { SEEN_MAX } from '../../../proof/evidence'
import type { SeenCheckpoint } from '../../../proof/time'

/** An order under way that this device holds an acceptance for. All times are this device's, epoch ms. */
export interface Running {
  /** When the acceptance came; undefined for one of an earlier visit. */
  heardAt: number | undefined
  /** When it ends, as far as known: without an entry price, when its time for one is over. */
  endsAt: number
  /** When this device heard that it closed. */
  closedAt: number | undefined
  /** Whether a checkpoint was fetched for its beginning, and for its end: `early` is before this device heard that it closed. */
  placed: boolean
  ended: 'no' | 'early' | 'yes'
}

/** By then there is a head that holds the order. */
const PLACED_AFTER_MS = 2_500
const ENDED_AFTER_MS = 3_000
/** The service's newest head may be half a second old. */
const CLOSED_AFTER_MS = 1_000
/** Later ones say nothing about when the prices of the end were written (docs/PROOF_FORMAT.md, "Time"). */
const ENDED_WITHIN_MS = 60_000
/** One so often while an order is near its beginning or its end, and one so often in between. */
export const NEAR_EVERY_MS = 5_000
const BETWEEN_EVERY_MS = 60_000
const NEAR_MS = 120_000

/** Which moment of an order calls for a checkpoint at once. */
export function dueMoment({ heardAt, endsAt, closedAt, placed, ended }: Running, now: number) {
  if (!placed && heardAt !== undefined && now >= heardAt + PLACED_AFTER_MS) return 'placed' as const
  if (ended === 'yes' || now > endsAt + ENDED_WITHIN_MS) return undefined
  const isDue =
    closedAt === undefined ? ended === 'no' && now >= endsAt + ENDED_AFTER_MS : now >= closedAt + CLOSED_AFTER_MS
  return isDue ? ('ended' as const) : undefined
}

/** How often a checkpoint is fetched for an order that runs. */
export const everyMs = ({ heardAt, endsAt }: Running, now: number): number =>
  now < (heardAt ?? Number.NEGATIVE_INFINITY) + NEAR_MS || now > endsAt - NEAR_MS ? NEAR_EVERY_MS : BETWEEN_EVERY_MS

/** Nothing more will be fetched for it. */
export const isOver = ({ endsAt, ended }: Running, now: number): boolean =>
  ended === 'yes' || now > endsAt + ENDED_WITHIN_MS

/** A file of evidence has room for those of witnesses, too. */
const EDGE = SEEN_MAX / 2 - 2

/** Of more checkpoints than there is room for, the first ones and the last ones. */
export const bounded = (seen: readonly SeenCheckpoint[]): SeenCheckpoint[] =>
  seen.filter((_, index) => index < EDGE || index >= seen.length - EDGE)
