import type { Progress, Walk } from './progress'
import type { Sweep } from './sweep'
import { lastFullPass } from './verdict'

/**
 * A batch's time for the full pass, and the pause after it: a fifth of one connection. Books that were never gone
 * through are unchecked, and money waits for them, so that the first pass takes nearly all of three.
 */
const BATCH = { workMs: 500, pauseMs: 2_000, lanes: 1 }
const FIRST_PASS_BATCH = { workMs: 2_000, pauseMs: 50, lanes: 3 }
/** A small ledger takes one batch; going through it again at once would be a waste. */
export const ROUND_PAUSE_MS = 30_000

export const batchBudget = (progress: Progress | undefined, sweeps: readonly Sweep[]) =>
  lastFullPass(progress, sweeps) === undefined ? FIRST_PASS_BATCH : BATCH

export const isFullPassOver = (walk: Walk | undefined) => walk !== undefined && walk.fullPassAt >= walk.fullPassEnd

/**
 * Whether a sweep begins again: after its rest, or once all are through unless it has its own rest. In the first pass
 * what grows waits for the others: what is new of it is looked at anyway.
 */
export function shouldStartFullPass(
  progress: Progress,
  { name, restMs, grows }: Sweep,
  isFirstPass: boolean,
  now: number,
): boolean {
  const walk = progress.walks.get(name)
  if (!isFullPassOver(walk) || (isFirstPass && grows && walk?.endedAt !== undefined)) return false
  const hasRested = now - (walk?.endedAt ?? 0) >= (restMs ?? ROUND_PAUSE_MS)
  return hasRested || (restMs === undefined && [...progress.walks.values()].every(isFullPassOver))
}
