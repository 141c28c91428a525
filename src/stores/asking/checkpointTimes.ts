/** An order under way that this device holds an acceptance for. All times are this device's, epoch ms. */
export interface Running {
  /** When the acceptance came; undefined for one of an earlier visit. */
  heardAt: number | undefined
  /** When it ends, as far as known: without an entry price, when its time for one is over. */
  endsAt: number
  /** When this device heard that it closed. */
  closedAt: number | undefined
  /** The fetched checkpoints: `early` is before this device heard that the order closed. */
  placed: boolean
  ended: 'no' | 'early' | 'yes'
}

export type CheckpointMoment = 'placed' | 'ended'

/** By then there is a head that holds the order. */
const PLACED_AFTER_MS = 2_500
/** Later ones say nothing about the time of the acceptance (docs/PROOF_FORMAT.md). */
const PLACED_WITHIN_MS = 30_000
const ENDED_AFTER_MS = 3_000
const ENDED_WITHIN_MS = 60_000
/** A cache may hold a checkpoint for a second. */
const CLOSED_AFTER_MS = 1_500

/** Which checkpoint of an order is due now. */
export function dueMoment({ heardAt, endsAt, closedAt, placed, ended }: Running, now: number) {
  const isNow = (from: number, after: number, within: number) => now >= from + after && now <= from + within
  if (!placed && heardAt !== undefined && isNow(heardAt, PLACED_AFTER_MS, PLACED_WITHIN_MS)) return 'placed' as const
  if (ended === 'yes' || now > endsAt + ENDED_WITHIN_MS) return undefined
  const isDue =
    closedAt === undefined ? ended === 'no' && now >= endsAt + ENDED_AFTER_MS : now >= closedAt + CLOSED_AFTER_MS
  return isDue ? ('ended' as const) : undefined
}

/** Nothing more will be fetched for it. */
export const isOver = ({ endsAt, ended }: Running, now: number): boolean =>
  ended === 'yes' || now > endsAt + ENDED_WITHIN_MS
